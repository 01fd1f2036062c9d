import type { StorePath } from '../change.ts'
import { isHeading, linkTarget } from './entries.ts'
import { splitFrontmatter } from './frontmatter.ts'
import { similarity } from './similarity.ts'

// Facts that both sides wrote, each in a place of its own.

/** A note in all its versions; '' where there is none. */
export interface NoteVersions {
  readonly path: StorePath
  readonly base: string
  readonly ours: string
  readonly theirs: string
  readonly merged: string
}

export interface RepeatedFact {
  readonly path: StorePath
  readonly line: number
  readonly ours: string
  readonly otherPath: StorePath
  readonly otherLine: number
  readonly theirs: string
}

interface Said {
  readonly path: StorePath
  readonly heading: string
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly form: string
  readonly words: ReadonlySet<string>
  /** What must be equal for two lines to say the same: numbers, and how often something is denied. */
  readonly exact: string
}

const MIN_WORDS = 4
const MIN_SIMILARITY = 0.8
const MAX_FOUND = 50
/** With more pairs of new lines than this, only those of the same words are found. */
const MAX_COMPARED_PAIRS = 250_000
const NEGATION =
  /^(?:not|never|no|dont|doesnt|didnt|isnt|arent|cant|cannot|wont|without|nor|neither|nicht|kein|keine|nie)$/

/** Pairs of new lines that say the same in another file, or under another heading. */
export function repeatedFacts(notes: readonly NoteVersions[]): readonly RepeatedFact[] {
  const known = new Set(notes.flatMap(({ path, base }) => saidIn(path, base).map(({ form }) => form)))
  const newIn = (side: 'ours' | 'theirs'): readonly Said[] =>
    notes.flatMap((note) =>
      note[side] === note.base ? [] : saidIn(note.path, note[side]).filter(({ form }) => !known.has(form)),
    )
  const [ours, theirs] = [newIn('ours'), newIn('theirs')]
  const places = [ours, theirs].map((some) => new Set(some.map(placeOf)))
  const isOfBoth = (said: Said): boolean => places.every((place) => place.has(placeOf(said)))
  const merged = new Map(notes.map((note) => [note.path, saidIn(note.path, note.merged)]))
  const lineOf = ({ path, heading, text }: Said): number => {
    const lines = (merged.get(path) ?? []).filter((said) => said.text === text)
    return (lines.find((said) => said.heading === heading) ?? lines[0])?.line ?? 0
  }
  const used = new Set<Said>()
  const found: RepeatedFact[] = []
  const pairOf = pairing(ours.length * theirs.length > MAX_COMPARED_PAIRS, theirs)
  for (const mine of ours) {
    if (found.length === MAX_FOUND) break
    if (isOfBoth(mine)) continue
    const other = pairOf(mine).find((each) => !used.has(each) && !isOfBoth(each) && areApart(mine, each))
    if (other === undefined) continue
    const [line, otherLine] = [lineOf(mine), lineOf(other)]
    if (line === 0 || otherLine === 0) continue
    used.add(other)
    found.push({ path: mine.path, line, ours: mine.text, otherPath: other.path, otherLine, theirs: other.text })
  }
  return found
}

const placeOf = ({ path, heading, form }: Said): string => `${path}\n${heading}\n${form}`

const areApart = (a: Said, b: Said): boolean => a.path !== b.path || a.heading !== b.heading

/** Finds what says the same as a line: first what has its very words. */
function pairing(isOnlyEqual: boolean, others: readonly Said[]): (said: Said) => readonly Said[] {
  const byForm = Map.groupBy(others, ({ form }) => form)
  return (said) => {
    const equal = byForm.get(said.form) ?? []
    if (isOnlyEqual) return equal
    const near = others.filter(
      (other) =>
        other.form !== said.form && other.exact === said.exact && similarity(said.words, other.words) >= MIN_SIMILARITY,
    )
    return [...equal, ...near]
  }
}

function saidIn(path: StorePath, text: string): readonly Said[] {
  let heading = ''
  const said: Said[] = []
  const { properties, body } = splitFrontmatter(text)
  const before = properties.split('\n').length
  for (const [index, line] of body.split('\n').entries()) {
    if (isHeading(line)) {
      heading = line
      continue
    }
    const words =
      line
        .toLowerCase()
        .replace(/['’]/g, '')
        .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
    if (words.length < MIN_WORDS || linkTarget(line) !== null || line.startsWith('|')) continue
    const exact = words.filter((word) => /\p{N}/u.test(word) || NEGATION.test(word)).join(' ')
    said.push({ path, heading, line: before + index, text: line, form: words.join(' '), words: new Set(words), exact })
  }
  return said
}

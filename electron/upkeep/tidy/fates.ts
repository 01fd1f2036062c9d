import type { LineFates, MergedLines, MovedLine } from '../../../shared/tidy.ts'
import type { PlacedLine } from '../../../shared/upkeep.ts'
import { plainName, subjectOfContext, USER } from '../checks/context.ts'
import { readNote, wordsOf } from '../checks/note.ts'
import { subjectOf } from '../checks/repeated.ts'

// What becomes of the lines of a memory when files are reorganised. Pure.

/** Texts by path. */
export type Texts = ReadonlyMap<string, string>

interface LineOf extends PlacedLine {
  /** The words that say something, in order. */
  readonly words: readonly string[]
  /** Names, numbers and negations: without one of them another thing is said. */
  readonly musts: ReadonlySet<string>
  /** The words of what the line stands under: its file and headings. */
  readonly around: ReadonlySet<string>
  /** What is wanted of the surroundings of a line that says the same elsewhere. */
  readonly subject: ReadonlySet<string>
}

/** This share of the words must be in a near-equal line. */
const MIN_SHARED = 0.8
const MAX_CANDIDATES = 400

export function fatesOf(before: Texts, after: Texts): LineFates {
  const old = linesIn(before)
  const now = linesIn(after)
  const index = new LineIndex(now, before)
  const dropped: PlacedLine[] = []
  const [moved, reworded]: [MovedLine[], MovedLine[]] = [[], []]
  const into = new Map<LineOf, LineOf[]>()
  for (const line of old) {
    const match = index.match(line)
    if (match === null) dropped.push(placed(line))
    else into.set(match, [...(into.get(match) ?? []), line])
  }
  const merged: MergedLines[] = []
  for (const [line, from] of into) {
    const texts = new Set(from.map(({ words }) => words.join(' ')))
    if (from.length > 1 && (texts.size > 1 || before.get(line.path) !== after.get(line.path)))
      merged.push({ into: placed(line), from: from.map(placed) })
    else for (const each of from) noteOne(each, line, { moved, reworded })
  }
  const isKnown = (line: LineOf): boolean => into.has(line) || before.get(line.path) === after.get(line.path)
  return {
    dropped,
    moved,
    reworded,
    merged,
    added: now.filter((line) => !isKnown(line)).map(placed),
    lines: old.length,
  }
}

function noteOne(
  old: LineOf,
  now: LineOf,
  found: { readonly moved: MovedLine[]; readonly reworded: MovedLine[] },
): void {
  const change = { from: placed(old), to: placed(now) }
  if (old.words.join(' ') !== now.words.join(' ')) found.reworded.push(change)
  else if (old.path !== now.path) found.moved.push(change)
}

const placed = ({ path, line, text }: PlacedLine): PlacedLine => ({ path, line, text })

/** Words without which a line says the same. */
const FILLING = new Set(
  'a an the is are am be been being that this these those it its very really just quite also currently now of to so and he she they his her their has have'.split(
    ' ',
  ),
)
const NEGATION = /^(?:not|never|no|dont|doesnt|didnt|isnt|arent|cant|cannot|wont|without|nor|neither)$/

function contentWords(text: string): readonly string[] {
  const all =
    text
      .toLowerCase()
      .normalize('NFKC')
      .replace(/['’]s\b/g, '')
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+(?:[.:]\d+)*/gu) ?? []
  return all
    .filter((word) => !FILLING.has(word))
    .map((word) => (/[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word))
}

function linesIn(texts: Texts): readonly LineOf[] {
  const lines: LineOf[] = []
  for (const [path, text] of texts) {
    const note = readNote(path, text)
    for (const line of note.lines) {
      const words = contentWords(wordsOf(line.text))
      if (words.length === 0 || /^\s{0,3}#{1,6}\s/.test(line.text) || note.frontmatterEnd >= line.number) continue
      lines.push({
        path,
        line: line.number,
        text: line.text,
        words,
        musts: mustsOf(wordsOf(line.text), words),
        around: new Set(contentWords([path.replaceAll(/[/_.-]/g, ' '), note.title ?? '', ...line.headings].join(' '))),
        subject: subjectOf(wordsOf(line.text)) === null ? subjectWords(subjectOfContext(path, note, line)) : new Set(),
      })
    }
  }
  return lines
}

function mustsOf(text: string, words: readonly string[]): ReadonlySet<string> {
  const musts = new Set(words.filter((word) => /\d/.test(word) || NEGATION.test(word)))
  for (const [, name] of text.matchAll(/[^\s.!?]\s+(\p{Lu}[\p{L}\p{N}]+)/gu))
    for (const word of contentWords(name ?? '')) musts.add(word)
  return musts
}

/** The context's own subject, which a line leaves out; nothing for files that are about nothing in particular. */
function subjectWords(subject: string): ReadonlySet<string> {
  const last = subject.split(' › ').at(-1) ?? ''
  return last.startsWith('in ') || last === USER ? new Set() : new Set(contentWords(plainName(last)))
}

/** Finds for a line of before the one that says it after. */
class LineIndex {
  readonly #byWord = new Map<string, LineOf[]>()
  readonly #same = new Map<string, LineOf[]>()
  readonly #claimed = new Set<LineOf>()
  readonly #before: Texts

  constructor(lines: readonly LineOf[], before: Texts) {
    this.#before = before
    for (const line of lines) {
      push(this.#same, line.words.join(' '), line)
      for (const word of new Set(line.words)) push(this.#byWord, word, line)
    }
  }

  match(line: LineOf): LineOf | null {
    const same = this.#same.get(line.words.join(' ')) ?? []
    const inPlace = same.filter((other) => other.path === line.path && sameSet(other.subject, line.subject))
    const here = inPlace.find((other) => !this.#claimed.has(other)) ?? inPlace[0]
    if (here !== undefined) return this.#claim(here)
    // What is said of nobody in particular could be said of somebody else there, unless it is new there.
    const moved =
      same.find((other) => isSaidOf(line, other)) ??
      same.find((other) => !this.#claimed.has(other) && this.#isNew(other))
    if (moved !== undefined) return this.#claim(moved)
    return this.#near(line)
  }

  #near(line: LineOf): LineOf | null {
    const rarest = [...new Set(line.words)].toSorted((a, b) => this.#count(a) - this.#count(b))
    const tried = new Set<LineOf>()
    let best: { readonly line: LineOf; readonly shared: number } | null = null
    for (const word of rarest) {
      for (const other of this.#byWord.get(word) ?? []) {
        if (tried.has(other) || tried.size > MAX_CANDIDATES) continue
        tried.add(other)
        const shared = sharedWords(line, other)
        if (shared < MIN_SHARED || !keepsMusts(line, other)) continue
        if (best === null || shared > best.shared) best = { line: other, shared }
      }
      if (tried.size > MAX_CANDIDATES) break
    }
    return best === null ? null : this.#claim(best.line)
  }

  #count(word: string): number {
    return this.#byWord.get(word)?.length ?? 0
  }

  #claim(line: LineOf): LineOf {
    this.#claimed.add(line)
    return line
  }

  /** Whether the line was not in its file before. */
  #isNew({ path, text }: LineOf): boolean {
    return !(this.#before.get(path) ?? '').split(/\r?\n/).includes(text)
  }
}

function push<Key, Value>(to: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = to.get(key)
  if (known === undefined) to.set(key, [value])
  else known.push(value)
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((word) => b.has(word))

function sharedWords({ words }: LineOf, other: LineOf): number {
  const there = new Set([...other.words, ...other.around])
  return words.filter((word) => there.has(word)).length / words.length
}

/** Whether a line says everything that must not be lost, of the same subject. */
function keepsMusts(line: LineOf, other: LineOf): boolean {
  const there = new Set([...other.words, ...other.around])
  const negated = (each: LineOf): boolean => each.words.some((word) => NEGATION.test(word))
  return [...line.musts].every((word) => there.has(word)) && negated(line) === negated(other) && isSaidOf(line, other)
}

/** Whether a line elsewhere names what this one is about, or stands under it. */
function isSaidOf(line: LineOf, other: LineOf): boolean {
  if (line.path === other.path && sameSet(line.subject, other.subject)) return true
  const there = new Set([...other.words, ...other.around])
  return [...line.subject].every((word) => there.has(word))
}

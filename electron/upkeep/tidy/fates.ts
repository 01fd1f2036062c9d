import { append } from '../../../shared/merge/hunks.ts'
import type { DroppedLine, LineFates, MergedLines, MovedLine } from '../../../shared/tidy.ts'
import type { PlacedLine } from '../../../shared/upkeep.ts'
import { TimeSlice } from '../../disk/yield.ts'
import type { Elsewhere } from './elsewhere.ts'
import { isSaidOf, keepsMusts, type LineOf, linesIn, sharedWords, type Texts } from './lines.ts'

// What becomes of the lines of a memory when files are reorganised. Pure; long work yields to others.
//
// Every line that is not blank is accounted for: those of before and the added ones are, one for one, those of after and
// the ones that are listed as gone. A line of after stands for one equal line of before, never for two.

/** This share of the words must be in a near-equal line. */
export const MIN_SHARED = 0.8
const MAX_CANDIDATES = 400

/**
 * @param before the files that differ, as they are; `after`, as they would be
 * @param elsewhere the files that stay as they are, where a line may be said, too
 */
export async function fatesOf(before: Texts, after: Texts, elsewhere: Elsewhere | null = null): Promise<LineFates> {
  const slice = new TimeSlice()
  const [old, now] = [await linesOf(before, slice), await linesOf(after, slice)]
  const { pairs, gone, added } = pairedUp(old, now)
  const [moved, reworded]: [MovedLine[], MovedLine[]] = [[], []]
  for (const [from, to] of pairs) noteOne(from, to, { moved, reworded })
  const near = new NearLines(added)
  const standing = new Map<string, LineOf[]>()
  for (const line of now) push(standing, line.sentence, line)
  const into = new Map<LineOf, LineOf[]>()
  const [dropped, repeated]: [DroppedLine[], MovedLine[]] = [[], []]
  for (const line of gone) {
    if (slice.isOver) await slice.yield()
    const match = near.match(line)
    if (match !== null) {
      push(into, match, line)
      continue
    }
    const same = sameElsewhere(line, standing.get(line.sentence) ?? [], elsewhere)
    if (same !== null && isSaidOf(line, same)) repeated.push({ from: placed(line), to: placed(same) })
    else dropped.push({ ...placed(line), also: same === null ? null : placed(same) })
  }
  const merged: MergedLines[] = []
  for (const [line, from] of into)
    if (from.length > 1) merged.push({ into: placed(line), from: from.map(placed) })
    else for (const each of from) noteOne(each, line, { moved, reworded })
  return {
    dropped,
    repeated,
    moved,
    reworded,
    merged,
    added: added.filter((line) => !into.has(line)).map(placed),
    lines: old.length + (elsewhere?.lines ?? 0),
  }
}

async function linesOf(texts: Texts, slice: TimeSlice): Promise<readonly LineOf[]> {
  const lines: LineOf[] = []
  for (const [path, text] of texts) {
    if (slice.isOver) await slice.yield()
    append(lines, linesIn(path, text))
  }
  return lines
}

/** What a line is told by, the surest first: where equal lines stand, each is paired with the one that kept most. */
const TOLD_BY: readonly ((line: LineOf) => string | null)[] = [
  (line) => keyOf(line.path, subjectOf(line), line.text),
  (line) => keyOf(line.path, line.text),
  (line) => keyOf(subjectOf(line), line.text),
  (line) => line.text,
  (line) => (line.kind === 'in-place' ? null : keyOf(line.path, subjectOf(line), line.sentence)),
  (line) => (line.kind === 'in-place' ? null : keyOf(subjectOf(line), line.sentence)),
  (line) => (line.kind === 'in-place' ? null : line.sentence),
]
const keyOf = (...parts: readonly string[]): string => parts.join('\n')
const subjectOf = ({ subject }: LineOf): string => [...subject].join(' ')

interface PairedUp {
  readonly pairs: readonly (readonly [from: LineOf, to: LineOf])[]
  readonly gone: readonly LineOf[]
  readonly added: readonly LineOf[]
}

/** Each line of before with one of after that is the same line, or the same sentence. */
function pairedUp(old: readonly LineOf[], now: readonly LineOf[]): PairedUp {
  const pairs: [LineOf, LineOf][] = []
  let [gone, added] = [old, now]
  for (const told of TOLD_BY) {
    const free = new Map<string, LineOf[]>()
    for (const line of added.toReversed()) {
      const key = told(line)
      if (key !== null) push(free, key, line)
    }
    const taken = new Set<LineOf>()
    gone = gone.filter((line) => {
      const key = told(line)
      const other = key === null ? undefined : free.get(key)?.pop()
      if (other === undefined) return true
      taken.add(other)
      pairs.push([line, other])
      return false
    })
    added = added.filter((line) => !taken.has(line))
  }
  return { pairs, gone, added }
}

/** A line that is where it was is not worth a word. */
function noteOne(
  old: LineOf,
  now: LineOf,
  found: { readonly moved: MovedLine[]; readonly reworded: MovedLine[] },
): void {
  const change = { from: placed(old), to: placed(now) }
  if (old.sentence !== now.sentence) found.reworded.push(change)
  else if (old.path !== now.path || !isSaidOf(old, now)) found.moved.push(change)
  else if (old.text !== now.text) found.reworded.push(change)
}

/** A line of the result that is the same sentence, said of the same if there is one. */
function sameElsewhere(line: LineOf, here: readonly LineOf[], elsewhere: Elsewhere | null): LineOf | null {
  if (line.kind === 'in-place') return null
  const all = [...here.slice(0, MAX_CANDIDATES), ...(elsewhere?.linesOf(line.sentence) ?? [])].filter(
    ({ kind }) => kind === line.kind,
  )
  return all.find((other) => isSaidOf(line, other)) ?? all[0] ?? null
}

const placed = ({ path, line, text }: PlacedLine): PlacedLine => ({ path, line, text })

/** Finds among the statements that are new the one that says a line in other words. */
class NearLines {
  readonly #byWord = new Map<string, LineOf[]>()

  constructor(added: readonly LineOf[]) {
    for (const line of added)
      for (const word of line.kind === 'statement' ? new Set(line.words) : []) push(this.#byWord, word, line)
  }

  match(line: LineOf): LineOf | null {
    if (line.kind !== 'statement') return null
    const rarest = [...new Set(line.words)].toSorted((a, b) => this.#count(a) - this.#count(b))
    const candidates = new Set<LineOf>()
    for (const word of rarest) {
      for (const other of this.#byWord.get(word) ?? []) if (candidates.size < MAX_CANDIDATES) candidates.add(other)
      if (candidates.size === MAX_CANDIDATES) break
    }
    return bestOf(line, candidates)
  }

  #count(word: string): number {
    return this.#byWord.get(word)?.length ?? 0
  }
}

/** The line that is nearest to this one, if it says all that must not be lost. */
function bestOf(line: LineOf, candidates: Iterable<LineOf>): LineOf | null {
  let best: { readonly line: LineOf; readonly shared: number } | null = null
  for (const other of candidates) {
    const shared = sharedWords(line, other)
    if (shared < MIN_SHARED || (best !== null && shared <= best.shared)) continue
    if (keepsMusts(line, other)) best = { line: other, shared }
  }
  return best?.line ?? null
}

function push<Key, Value>(to: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = to.get(key)
  if (known === undefined) to.set(key, [value])
  else known.push(value)
}

import { append } from '../../../shared/merge/hunks.ts'
import type { LineFates, MergedLines, MovedLine } from '../../../shared/tidy.ts'
import type { PlacedLine } from '../../../shared/upkeep.ts'
import { TimeSlice } from '../../disk/yield.ts'
import type { Elsewhere } from './elsewhere.ts'
import { isSaidOf, keepsMusts, type LineOf, linesIn, sameSet, sharedWords, type Texts } from './lines.ts'

// What becomes of the lines of a memory when files are reorganised. Pure; long work yields to others.

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
  const index = new LineIndex(now, before, elsewhere)
  const dropped: PlacedLine[] = []
  const [moved, reworded]: [MovedLine[], MovedLine[]] = [[], []]
  const into = new Map<LineOf, LineOf[]>()
  for (const line of old) {
    if (slice.isOver) await slice.yield()
    const match = index.match(line)
    if (match === null) dropped.push(placed(line))
    else into.set(match, [...(into.get(match) ?? []), line])
  }
  const wasThere = ({ path, text }: LineOf): boolean =>
    before.get(path)?.split(/\r?\n/).includes(text) ?? !after.has(path)
  const merged: MergedLines[] = []
  for (const [line, from] of into) {
    const texts = new Set(from.map(({ words }) => words.join(' ')))
    const areJoined = from.length > 1 && (texts.size > 1 || before.get(line.path) !== after.get(line.path))
    if (areJoined || (wasThere(line) && from.some(({ path }) => path !== line.path)))
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
    lines: old.length + (elsewhere?.lines ?? 0),
  }
}

async function linesOf(texts: Texts, slice: TimeSlice): Promise<readonly LineOf[]> {
  const lines: LineOf[] = []
  for (const file of texts) {
    if (slice.isOver) await slice.yield()
    append(lines, linesIn(new Map([file])))
  }
  return lines
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

/** Finds for a line of before the one that says it after. */
class LineIndex {
  readonly #byWord = new Map<string, LineOf[]>()
  readonly #same = new Map<string, LineOf[]>()
  readonly #claimed = new Set<LineOf>()
  readonly #before: Texts
  readonly #elsewhere: Elsewhere | null

  constructor(lines: readonly LineOf[], before: Texts, elsewhere: Elsewhere | null) {
    this.#before = before
    this.#elsewhere = elsewhere
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
    return this.#near(line) ?? bestOf(line, this.#elsewhere?.linesLike(line) ?? [])
  }

  #near(line: LineOf): LineOf | null {
    const rarest = [...new Set(line.words)].toSorted((a, b) => this.#count(a) - this.#count(b))
    const candidates = new Set<LineOf>()
    for (const word of rarest) {
      for (const other of this.#byWord.get(word) ?? []) if (candidates.size < MAX_CANDIDATES) candidates.add(other)
      if (candidates.size === MAX_CANDIDATES) break
    }
    const best = bestOf(line, candidates)
    return best === null ? null : this.#claim(best)
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

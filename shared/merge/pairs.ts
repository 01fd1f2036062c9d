import { described, type Described, similarity } from './similarity.ts'

// Which removed lines the added ones beside them replace.

/** With more pairs than this a replacement is a rewrite, and lines are matched by position. */
const MAX_COMPARED_PAIRS = 10_000
/** Lines are matched from this similarity on. */
const MIN_SIMILARITY = 0.3
const SAME_KEY = 0.6

/**
 * Matches added lines with the removed ones that they are versions of, in order, for the greatest total similarity.
 * @returns the index of the removed line by that of the added one
 */
export function pairLines(removed: readonly string[], added: readonly string[]): ReadonlyMap<number, number> {
  if (removed.length === 0 || added.length === 0) return new Map()
  if (removed.length * added.length > MAX_COMPARED_PAIRS)
    return new Map(added.slice(0, removed.length).map((_, index) => [index, index]))
  const [old, now] = [removed.map(described), added.map(described)]
  const alike = now.map((line) => old.map((other) => likeness(line, other)))
  // One line for each: replaced in place, if they have anything in common.
  if (removed.length === added.length && alike.every((row, index) => (row[index] ?? 0) > 0))
    return new Map(added.map((_, index) => [index, index]))
  const best = Array.from({ length: added.length + 1 }, () => new Float64Array(removed.length + 1))
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0
  const likenessAt = (i: number, j: number): number => alike[i]?.[j] ?? 0
  for (let i = added.length - 1; i >= 0; i -= 1) {
    for (let j = removed.length - 1; j >= 0; j -= 1) {
      const row = best[i]
      if (row !== undefined)
        row[j] = Math.max(
          at(i + 1, j),
          at(i, j + 1),
          likenessAt(i, j) >= MIN_SIMILARITY ? likenessAt(i, j) + at(i + 1, j + 1) : 0,
        )
    }
  }
  const pairs = new Map<number, number>()
  for (let i = 0, j = 0; i < added.length && j < removed.length;) {
    if (likenessAt(i, j) >= MIN_SIMILARITY && at(i, j) === likenessAt(i, j) + at(i + 1, j + 1)) pairs.set(i++, j++)
    else if (at(i, j) === at(i + 1, j)) i += 1
    else j += 1
  }
  return pairs
}

function likeness(a: Described, b: Described): number {
  return Math.max(similarity(a.words, b.words), a.key !== null && a.key === b.key ? SAME_KEY : 0)
}

import { findShared, type Move } from '../../shared/merge/moves.ts'
import { areVersions, similarity, wordSet } from '../../shared/merge/similarity.ts'

/** Lines are judged alike or not by their beginning. */
const JUDGED_CHARACTERS = 1_000

export const beginningOf = (text: string): string => text.slice(0, JUDGED_CHARACTERS)

const areVersionsByBeginning = (before: string, after: string): boolean =>
  areVersions(beginningOf(before), beginningOf(after))

/** More lines than this are not searched. */
const MAX_SEARCHED_LINES = 4_000

/** The blocks that left one place and came to another, also with edited lines in them, and edited lines alone. */
export function findEditedMoves(before: readonly string[], after: readonly string[]): readonly Move[] {
  if (Math.max(before.length, after.length) > MAX_SEARCHED_LINES) return []
  const blocks = findShared(before, after, areVersionsByBeginning)
  return [...blocks, ...singleLines(before, after, blocks)]
}

/** A line that moved alone and was edited must be this much like itself, and long enough. */
const MIN_SIMILARITY = 0.7
const MIN_WORDS = 4
const MIN_CHARACTERS = 20
const MAX_COMPARED_PAIRS = 10_000

interface Candidate {
  readonly at: number
  readonly words: ReadonlySet<string>
}

function singleLines(before: readonly string[], after: readonly string[], blocks: readonly Move[]): readonly Move[] {
  const old = candidates(
    before,
    blocks.map(({ from, length }) => ({ from, length })),
  )
  const now = candidates(
    after,
    blocks.map(({ to, length }) => ({ from: to, length })),
  )
  if (old.length * now.length > MAX_COMPARED_PAIRS) return []
  return old.flatMap((line): readonly Move[] => {
    const partner = mostAlike(line, now)
    // Each must be the other's best: of two similar lines neither is taken for the wrong one.
    if (partner === null || mostAlike(partner, old) !== line) return []
    return [{ from: line.at, to: partner.at, length: 1 }]
  })
}

function candidates(
  lines: readonly string[],
  taken: readonly { readonly from: number; readonly length: number }[],
): readonly Candidate[] {
  const isTaken = new Set(taken.flatMap(({ from, length }) => Array.from({ length }, (_, at) => from + at)))
  return lines.flatMap((line, at) => {
    const words = isTaken.has(at) ? new Set<string>() : wordSet(beginningOf(line))
    return words.size < MIN_WORDS || line.trim().length < MIN_CHARACTERS ? [] : [{ at, words }]
  })
}

function mostAlike({ words }: Candidate, others: readonly Candidate[]): Candidate | null {
  let [best, most]: [Candidate | null, number] = [null, MIN_SIMILARITY]
  for (const other of others) {
    const alike = similarity(words, other.words)
    if (alike > most) [best, most] = [other, alike]
  }
  return best
}

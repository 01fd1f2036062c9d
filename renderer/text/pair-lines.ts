import type { TextLine } from './text-lines.ts'
import { similarity } from './word-pieces.ts'

/** Longer runs of replaced lines count as replaced, not edited. */
const MAX_PAIRED_LINES = 400
/** Up to this length, runs of different lengths are searched for the lines that belong together. */
const MAX_SEARCHED_LINES = 24
const MIN_SIMILARITY = 0.5
/** Enough for lines that stand in for each other one by one. */
const MIN_LIKELY = 0.2

type Pair = readonly [old: TextLine, now: TextLine]

/** Which removed and added lines may be two versions of one line, in order. */
export function pairLines(removed: readonly TextLine[], added: readonly TextLine[]): readonly Pair[] {
  const longest = Math.max(removed.length, added.length)
  const inOrder = removed.length === added.length ? oneByOne(removed, added) : null
  if (inOrder !== null && (longest > MAX_SEARCHED_LINES || inOrder.every(isLikely)))
    return longest > MAX_PAIRED_LINES ? [] : inOrder
  return longest > MAX_SEARCHED_LINES ? [] : mostSimilar(removed, added)
}

function oneByOne(removed: readonly TextLine[], added: readonly TextLine[]): readonly Pair[] {
  return removed.flatMap((old, at): readonly Pair[] => {
    const now = added[at]
    return now === undefined ? [] : [[old, now]]
  })
}

const isLikely = ([old, now]: Pair): boolean => old.text === now.text || similarity(old.text, now.text) >= MIN_LIKELY

/** The pairs in order with the greatest similarity in all (as in the search for a longest common subsequence). */
function mostSimilar(removed: readonly TextLine[], added: readonly TextLine[]): readonly Pair[] {
  interface Best {
    readonly score: number
    readonly pairs: readonly Pair[]
  }
  const none: Best = { score: 0, pairs: [] }
  let above: readonly Best[] = added.map(() => none)
  for (const old of removed) {
    const row: Best[] = []
    for (const [at, now] of added.entries()) {
      const alike = similarity(old.text, now.text)
      const before = at === 0 ? none : (above[at - 1] ?? none)
      const paired: Best =
        alike < MIN_SIMILARITY ? none : { score: before.score + alike, pairs: [...before.pairs, [old, now]] }
      row.push([above[at] ?? none, row[at - 1] ?? none, paired].reduce((a, b) => (b.score > a.score ? b : a)))
    }
    above = row
  }
  return above.at(-1)?.pairs ?? []
}

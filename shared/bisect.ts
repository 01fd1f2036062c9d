// Bisection: finds where the answer to a question changes along a list of points, by asking about few of them. Pure.

/** Whether something holds at a point. */
export type Answer = 'yes' | 'no'

/**
 * The points run from 0 to `last`. The answer at 0 is the opposite of that at `last`; which of the two it is need not be
 * known.
 */
export interface Bisection {
  readonly last: number
  /** The answer at `last`. */
  readonly atEnd: Answer
  /** The answers so far, oldest first. */
  readonly answers: readonly Answer[]
}

export type BisectStep =
  /** Ask about this point next; at most `left` questions remain, this one included. */
  | { readonly kind: 'ask'; readonly at: number; readonly left: number }
  /** The first point with the answer of the end: what came with it changed the answer. */
  | { readonly kind: 'found'; readonly at: number }

/** The next step after the answers so far. Takes at most ⌈log₂ last⌉ questions. */
export function nextStep({ last, atEnd, answers }: Bisection): BisectStep {
  // The answer is another one at `low` than at `high`.
  let [low, high] = [0, last]
  for (const answer of answers) {
    if (high - low <= 1) break
    const middle = middleOf(low, high)
    if (answer === atEnd) high = middle
    else low = middle
  }
  return high - low <= 1
    ? { kind: 'found', at: high }
    : { kind: 'ask', at: middleOf(low, high), left: Math.ceil(Math.log2(high - low)) }
}

function middleOf(low: number, high: number): number {
  return low + Math.floor((high - low) / 2)
}

import { plural, t } from '@lingui/core/macro'
import { create } from 'zustand'
import type { Review, ReviewLine } from '../../shared/review.ts'
import type { WaitingUndo } from '../../shared/waiting.ts'
import { quoted } from '../format/undone-words.ts'
import { type Act, tellAct } from './acts.ts'
import { api } from './api.ts'
import { attempt } from './attempt.ts'
import { createQuery } from './query.ts'
import { countRows } from './review-rows.ts'
import { useStatusBar } from './status-bar-store.ts'

interface ReviewState {
  readonly review: Review | null
  /** Why there is none yet. */
  readonly problem: string | null
  /** Whose changes are listed; null for everybody's. */
  readonly writer: string | null
  /** When the user removed the line that a commit wrote again, by the commit. */
  readonly returned: ReadonlyMap<string, string>
}

const NOTHING: ReviewState = { review: null, problem: null, writer: null, returned: new Map() }

/** What the user has not looked at, and what waits for a decision. */
export const useReview = create<ReviewState>(() => NOTHING)

export const reviewQuery = createQuery({
  ask: () => Promise.all([api.review.state.query(), api.review.returned.query()]),
  put: ([review, returned]) =>
    useReview.setState({ review, returned: new Map(returned.map(({ commit, rejectedAt }) => [commit, rejectedAt])) }),
  onProblem: (problem) => useReview.setState({ problem }),
  drop: () => useReview.setState(NOTHING),
})

/** Takes lines off the list at once; the core's answer comes with the next load. */
function takeOff(ids: ReadonlySet<string>): void {
  useReview.setState(({ review }) => ({
    review:
      review === null
        ? null
        : {
            ...review,
            lines: review.lines.filter(({ id }) => !ids.has(id)),
            total: review.total - review.lines.filter(({ id }) => ids.has(id)).length,
          },
  }))
}

/** What the first of the changes says, or else its file. */
function nameOfKept([first]: readonly ReviewLine[]): string {
  const line = quoted((first?.added[0] ?? first?.removed[0])?.text)
  return line === null ? (first?.path ?? '') : `“${line}”`
}

/** @param count of the rows that the lines were shown as */
export async function keepLines(lines: readonly ReviewLine[], count = 1): Promise<void> {
  const ids = lines.map(({ id }) => id)
  takeOff(new Set(ids))
  const name = nameOfKept(lines)
  const kept = plural(count, { one: 'Kept # change', other: 'Kept # changes' })
  const { say } = useStatusBar.getState()
  const keep: Act = async () => {
    if (!(await attempt(() => api.review.keep.mutate({ ids }), reviewQuery))) return null
    say(kept)
    return unkeep
  }
  const unkeep: Act = async () => {
    if (!(await attempt(() => api.review.unkeep.mutate({ ids }), reviewQuery))) return null
    say(count === 1 ? t`To review again: ${name}` : t`To review again: ${name}, and what was kept with it`)
    return keep
  }
  if ((await keep()) !== null) tellAct(kept, unkeep)
}

/** Keeps everything, listed or not. */
export async function keepAll(review: Review): Promise<void> {
  const { lines, total, until } = review
  const count = countRows(review)
  if (total <= lines.length) {
    await keepLines(lines, count)
    return
  }
  if (!(await attempt(() => api.review.keepAll.mutate({ until }), reviewQuery))) return
  useStatusBar.getState().say(plural(count, { one: 'Kept # change', other: 'Kept # changes' }))
}

export async function dropUndo({ id }: WaitingUndo): Promise<void> {
  useReview.setState(({ review }) => ({
    review: review === null ? null : { ...review, waiting: review.waiting.filter((each) => each.id !== id) },
  }))
  await attempt(() => api.review.drop.mutate({ id }), reviewQuery)
}

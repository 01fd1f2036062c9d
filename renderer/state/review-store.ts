import { plural, t } from '@lingui/core/macro'
import { create } from 'zustand'
import type { Review, ReviewLine } from '../../shared/review.ts'
import type { WaitingUndo } from '../../shared/waiting.ts'
import { quoted } from '../format/undone-words.ts'
import { type Act, tellAct } from './acts.ts'
import { api } from './api.ts'
import { attempt } from './attempt.ts'
import { createQuery } from './query.ts'
import { countRows, everyRow, type ReviewRow, type StoreReview } from './review-rows.ts'
import { useStatusBar } from './status-bar-store.ts'
import { useWindow } from './window-store.ts'

interface ReviewState {
  readonly review: Review | null
  /** Of the stores that are kept besides the open one, while all are listed. */
  readonly others: readonly StoreReview[]
  /** What waits for the user in those, by the key of the store. */
  readonly waitingElsewhere: ReadonlyMap<string, number>
  /** Why there is none yet. */
  readonly problem: string | null
  /** Whose changes are listed; null for everybody's. */
  readonly writer: string | null
  /** When the user removed the line that a commit wrote again, by the commit. */
  readonly returned: ReadonlyMap<string, string>
}

const NOTHING: ReviewState = {
  review: null,
  others: [],
  waitingElsewhere: new Map(),
  problem: null,
  writer: null,
  returned: new Map(),
}

/** What the user has not looked at, and what waits for a decision. */
export const useReview = create<ReviewState>(() => NOTHING)

export const reviewQuery = createQuery({
  ask: () =>
    Promise.all([
      api.review.state.query(),
      api.review.returned.query(),
      useWindow.getState().everyStore ? api.everyStore.reviews.query() : [],
    ]),
  put: ([review, returned, others]) =>
    useReview.setState({
      review,
      returned: new Map(returned.map(({ commit, rejectedAt }) => [commit, rejectedAt])),
      others: others.map(({ key, said: { lines, total, until } }) => ({ store: key, lines, total, until })),
      waitingElsewhere: new Map(
        others.flatMap(({ key, said: { waiting } }) => (waiting.length > 0 ? [[key, waiting.length]] : [])),
      ),
    }),
  onProblem: (problem) => useReview.setState({ problem }),
  drop: () => useReview.setState(NOTHING),
})

/** Lists what happened in every store that is kept, or in the open one only. */
export function listEveryStore(everyStore: boolean): void {
  useWindow.setState({ everyStore })
  void reviewQuery.now()
}

/** Takes rows off the list at once; the core's answer comes with the next load. */
function takeOff(rows: readonly ReviewRow[]): void {
  const gone = new Set(rows.flatMap(({ store, lines }) => lines.map(({ id }) => `${store} ${id}`)))
  const left = ({ lines, total }: Pick<Review, 'lines' | 'total'>, store: string | null) => {
    const kept = lines.filter(({ id }) => !gone.has(`${store} ${id}`))
    return { lines: kept, total: total - (lines.length - kept.length) }
  }
  useReview.setState(({ review, others }) => ({
    review: review === null ? null : { ...review, ...left(review, null) },
    others: others.map((each) => ({ ...each, ...left(each, each.store) })),
  }))
}

/** What the first of the changes says, or else its file. */
function nameOfKept([first]: readonly ReviewLine[]): string {
  const line = quoted((first?.added[0] ?? first?.removed[0])?.text)
  return line === null ? (first?.path ?? '') : `“${line}”`
}

export async function keepRows(rows: readonly ReviewRow[]): Promise<void> {
  takeOff(rows)
  const count = rows.length
  const stores = [...Map.groupBy(rows, ({ store }) => store)]
  const mark = (how: 'keep' | 'unkeep') => () =>
    Promise.all(
      stores.map(([key, own]) => {
        const ids = own.flatMap(({ lines }) => lines.map(({ id }) => id))
        return key === null ? api.review[how].mutate({ ids }) : api.everyStore[how].mutate({ key, ids })
      }),
    )
  const name = nameOfKept(rows[0]?.lines ?? [])
  const kept = keptWords(count)
  const { say } = useStatusBar.getState()
  const keep: Act = async () => {
    if (!(await attempt(mark('keep'), reviewQuery))) return null
    say(kept)
    return unkeep
  }
  const unkeep: Act = async () => {
    if (!(await attempt(mark('unkeep'), reviewQuery))) return null
    say(count === 1 ? t`To review again: ${name}` : t`To review again: ${name}, and what was kept with it`)
    return keep
  }
  if ((await keep()) !== null) tellAct(kept, unkeep)
}

/** Keeps everything, listed or not. */
export async function keepAll(reviews: readonly StoreReview[]): Promise<void> {
  if (reviews.every(({ lines, total }) => total <= lines.length)) return keepRows(everyRow(reviews))
  const keepWhole = ({ store: key, until }: StoreReview): Promise<void> =>
    key === null ? api.review.keepAll.mutate({ until }) : api.everyStore.keepAll.mutate({ key, until })
  if (!(await attempt(() => Promise.all(reviews.map(keepWhole)), reviewQuery))) return
  useStatusBar.getState().say(keptWords(reviews.reduce((sum, review) => sum + countRows(review), 0)))
}

const keptWords = (count: number): string => plural(count, { one: 'Kept # change', other: 'Kept # changes' })

export async function dropUndo({ id }: WaitingUndo): Promise<void> {
  useReview.setState(({ review }) => ({
    review: review === null ? null : { ...review, waiting: review.waiting.filter((each) => each.id !== id) },
  }))
  await attempt(() => api.review.drop.mutate({ id }), reviewQuery)
}

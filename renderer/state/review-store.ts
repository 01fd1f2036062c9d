import { plural, t } from '@lingui/core/macro'
import { create } from 'zustand'
import type { Message } from '../../shared/messages/message.ts'
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
  readonly others: readonly (StoreReview & Pick<Review, 'waiting' | 'isCut'>)[]
  /** Why others cannot be read just now, by the key of the store. */
  readonly unread: ReadonlyMap<string, Message>
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
  unread: new Map(),
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
      others: others.flatMap(({ key, said }) => (said === null ? [] : { ...said, store: key })),
      unread: new Map(others.flatMap((each) => ('problem' in each ? [[each.key, each.problem]] : []))),
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
  const done = await markKept(rows)
  if (done.length === 0) return
  const kept = keptWords(done.length)
  useStatusBar.getState().say(kept)
  tellAct(kept, unkeeping(done))
}

/** Says nothing of it. @returns those that were kept */
export async function markKept(rows: readonly ReviewRow[]): Promise<readonly ReviewRow[]> {
  takeOff(rows)
  return markEach('keep', rows)
}

/** Marks rows, store by store. @returns those that were marked: of the others it is said why not */
async function markEach(how: 'keep' | 'unkeep', rows: readonly ReviewRow[]): Promise<readonly ReviewRow[]> {
  const done: ReviewRow[] = []
  for (const [key, own] of Map.groupBy(rows, ({ store }) => store)) {
    const ids = own.flatMap(({ lines }) => lines.map(({ id }) => id))
    const mark = (): Promise<void> =>
      key === null ? api.review[how].mutate({ ids }) : api.everyStore[how].mutate({ key, ids })
    if (await attempt(mark)) done.push(...own)
  }
  await reviewQuery.now()
  return done
}

/** The way back from keeping rows. */
export function unkeeping(rows: readonly ReviewRow[]): Act {
  const name = nameOfKept(rows[0]?.lines ?? [])
  const { say } = useStatusBar.getState()
  return async () => {
    const done = await markEach('unkeep', rows)
    if (done.length === 0) return null
    say(rows.length === 1 ? t`To review again: ${name}` : t`To review again: ${name}, and what was kept with it`)
    return async () => {
      const again = await markEach('keep', done)
      if (again.length === 0) return null
      say(keptWords(again.length))
      return unkeeping(again)
    }
  }
}

/** Keeps everything, listed or not. What is not listed cannot be taken back. */
export async function keepAll(reviews: readonly StoreReview[]): Promise<void> {
  const [whole, cut] = [true, false].map((isWhole) =>
    reviews.filter(({ lines, total }) => total <= lines.length === isWhole),
  )
  let count = 0
  for (const review of cut ?? []) {
    const { store: key, until } = review
    const keep = (): Promise<void> =>
      key === null ? api.review.keepAll.mutate({ until }) : api.everyStore.keepAll.mutate({ key, until })
    if (await attempt(keep, reviewQuery)) count += countRows(review)
  }
  if (count > 0) useStatusBar.getState().say(keptWords(count))
  const rows = everyRow(whole ?? []).filter(({ members }) => members === undefined)
  if (rows.length > 0) await keepRows(rows)
}

const keptWords = (count: number): string => plural(count, { one: 'Kept # change', other: 'Kept # changes' })

export async function dropUndo({ id }: WaitingUndo): Promise<void> {
  useReview.setState(({ review }) => ({
    review: review === null ? null : { ...review, waiting: review.waiting.filter((each) => each.id !== id) },
  }))
  await attempt(() => api.review.drop.mutate({ id }), reviewQuery)
}

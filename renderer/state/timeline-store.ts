import { create } from 'zustand'
import { kindOf, type ChangeKind } from '../../shared/change.ts'
import type { Actor, Commit } from '../../shared/commit.ts'
import type { HistoryPage, HistoryQuery } from '../../shared/memory.ts'
import { afterBurst } from './after-burst.ts'
import { api } from './api.ts'
import { learnCommits } from './undone-store.ts'

/** What became of a file. */
export type Kind = 'any' | ChangeKind

export interface Filter {
  readonly actors: readonly Actor[]
  readonly kind: Kind
  readonly path: string
  readonly words: string
}

export const ACTORS: readonly Actor[] = ['agent', 'user', 'outside', 'policy']
export const NO_FILTER: Filter = { actors: ACTORS, kind: 'any', path: '', words: '' }

export function isFiltered({ actors, kind, path, words }: Filter): boolean {
  return actors.length < ACTORS.length || kind !== 'any' || path !== '' || words !== ''
}

/** Looking through the history for what fits, or for its beginning. */
export interface Search {
  /** How many commits were looked at so far; `null` when that is not known. */
  readonly looked: number | null
  /** `slow`: it is worth telling of. */
  readonly state: 'begun' | 'slow' | 'stopped'
}

/** A stretch of the history: however long that is, the window holds a few pages of it. */
interface Timeline {
  readonly filter: Filter
  /** Newest first; `null` before the first page. */
  readonly commits: readonly Commit[] | null
  /** Where older ones follow; `null` at the beginning of history. */
  readonly next: string | null
  /** Where newer ones follow; `null` where the stretch begins with the newest. */
  readonly newer: string | null
  readonly search: Search | null
  /** Which stretch it is: counts the times when another one took the place of all that was shown, and from which end it was read. */
  readonly stretch: { readonly number: number; readonly from: 'newest' | 'oldest' }
}

const NOTHING = { commits: null, next: null, newer: null, search: null }

export const useTimeline = create<Timeline>(() => ({
  ...NOTHING,
  filter: NO_FILTER,
  stretch: { number: 0, from: 'newest' },
}))

const PAGE = 200
/** So many are held at once. */
const MOST = 1_000
/** A screenful, and some more to scroll. */
const ENOUGH = 40
/** So soon the store answers, be it with less than a page. */
const WITHIN_MS = 250
const SLOW_MS = 1_000
/** Where nothing can be shown meanwhile. */
const SOON_MS = 400

/** Counts what makes answers to earlier questions moot. */
let round = 0
let asking: Promise<unknown> = Promise.resolve()
const reading = { older: -1, newer: -1 }
/** Whose first page is on its way. */
let awaited = -1

function queryOf({ actors, kind, path, words }: Filter): HistoryQuery {
  return {
    limit: PAGE,
    ...(actors.length < ACTORS.length && { actors }),
    ...(kind !== 'any' && { kind }),
    ...(path.trim() !== '' && { path: path.trim() }),
    ...(words.trim() !== '' && { words: words.trim() }),
  }
}

/** One question after the other; of those that wait, what is no longer wanted is not asked. @returns `null` then */
async function ask(mine: number, query: HistoryQuery): Promise<HistoryPage | null> {
  await asking.catch(() => undefined)
  if (mine !== round) return null
  const asked = api.timeline.page.query(query)
  asking = asked
  const page = await asked
  learnCommits(page.commits)
  return mine === round ? page : null
}

/** Reads on until there is a screenful, and shows what it finds on the way. */
async function readOlder(mine: number, show: (page: HistoryPage) => void, after: string | null): Promise<void> {
  const { filter } = useTimeline.getState()
  const begun = performance.now()
  let [found, looked] = [0, 0]
  reading.older = mine
  try {
    for (let next = after, isOver = false; !isOver;) {
      const page = await ask(mine, { ...queryOf(filter), within: WITHIN_MS, ...(next !== null && { after: next }) })
      if (page === null) return
      next = page.next
      found += page.commits.length
      looked += page.looked
      isOver = next === null || found >= ENOUGH
      show(page)
      useTimeline.setState({
        search: isOver ? null : { looked, state: performance.now() - begun > SLOW_MS ? 'slow' : 'begun' },
      })
    }
  } finally {
    if (reading.older === mine) reading.older = -1
  }
}

/** Shows the newest stretch. */
export async function loadTimeline(): Promise<void> {
  round += 1
  const mine = round
  const { filter, stretch } = useTimeline.getState()
  awaited = mine
  const show = (page: HistoryPage): void => {
    if (awaited === mine)
      useTimeline.setState({
        commits: page.commits,
        next: page.next,
        newer: null,
        stretch: { number: stretch.number + 1, from: 'newest' },
      })
    else append(page)
    awaited = -1
  }
  if (filter.actors.length === 0) show({ commits: [], next: null, looked: 0 })
  else await readOlder(mine, show, null)
}

function append({ commits: older, next }: HistoryPage): void {
  useTimeline.setState(({ commits, newer }) => {
    const all = [...(commits ?? []), ...older]
    const kept = all.slice(-MOST)
    return { commits: kept, next, newer: kept.length < all.length ? (kept[0]?.id ?? null) : newer }
  })
}

function prepend({ commits: newer, next }: HistoryPage): void {
  useTimeline.setState(({ commits, next: older }) => {
    const all = [...newer.toReversed(), ...(commits ?? [])]
    const kept = all.slice(0, MOST)
    return {
      commits: kept,
      newer: next === null ? null : (kept[0]?.id ?? null),
      next: kept.length < all.length ? (kept.at(-1)?.id ?? null) : older,
    }
  })
}

export async function loadOlder(): Promise<void> {
  const { next, search } = useTimeline.getState()
  if (next !== null && reading.older !== round && search?.state !== 'stopped') await readOlder(round, append, next)
}

export async function loadNewer(): Promise<void> {
  const { filter, newer } = useTimeline.getState()
  if (newer === null || reading.newer === round) return
  const mine = round
  reading.newer = mine
  try {
    const page = await ask(mine, { ...queryOf(filter), oldestFirst: true, after: newer })
    if (page !== null) prepend(page)
  } finally {
    if (reading.newer === mine) reading.newer = -1
  }
}

/** Shows the stretch at the beginning of history. */
export async function loadOldest(): Promise<void> {
  round += 1
  const mine = round
  const { filter, stretch } = useTimeline.getState()
  const slow = setTimeout(
    () => mine === round && useTimeline.setState({ search: { looked: null, state: 'slow' } }),
    SOON_MS,
  )
  try {
    const page = await ask(mine, { ...queryOf(filter), oldestFirst: true })
    if (page === null) return
    const commits = page.commits.toReversed()
    useTimeline.setState({
      commits,
      next: null,
      newer: page.next === null ? null : (commits[0]?.id ?? null),
      search: null,
      stretch: { number: stretch.number + 1, from: 'oldest' },
    })
  } finally {
    clearTimeout(slow)
  }
}

/** What was found so far stays. */
export function stopSearch(): void {
  round += 1
  useTimeline.setState(({ search }) => ({
    search: search === null || search.looked === null ? null : { ...search, state: 'stopped' },
  }))
}

export function goOnSearching(): void {
  useTimeline.setState({ search: null })
  void loadOlder().catch(() => undefined)
}

export function setFilter(change: Partial<Filter>): void {
  useTimeline.setState(({ filter }) => ({ filter: { ...filter, ...change } }))
  void loadTimeline().catch(() => undefined)
}

/** Another store's history is another one. */
export function forgetTimeline(): void {
  round += 1
  useTimeline.setState({ ...NOTHING, filter: NO_FILTER })
}

/** Does a commit pass the filter? The same question as the store answers for the pages, but for words, which it looks for in the texts. */
export function passes(commit: Commit, { actors, kind, path: typed }: Filter): boolean {
  const path = typed.trim()
  const paths = commit.changes.flatMap(({ change }) =>
    change.from === undefined ? [change.path] : [change.path, change.from],
  )
  return (
    actors.includes(commit.origin.actor) &&
    (kind === 'any' || commit.changes.some(({ change }) => kindOf(change) === kind)) &&
    (path === '' || paths.some((other) => other === path || other.startsWith(`${path}/`)))
  )
}

const soonLoadTimeline = afterBurst(300, loadTimeline)

/** What is new comes on top, where the top is shown. @param fresh oldest first */
export function foldIntoTimeline(fresh: readonly Commit[]): void {
  learnCommits(fresh)
  const { commits, newer, filter, search } = useTimeline.getState()
  // It may have been answered without these.
  if (awaited === round) return soonLoadTimeline()
  if (commits === null || newer !== null) return
  const known = new Set(commits.map(({ id }) => id))
  const passing = fresh.filter((commit) => !known.has(commit.id) && passes(commit, filter))
  if (passing.length === 0) return
  if (filter.words.trim() === '') prepend({ commits: passing, next: null, looked: 0 })
  else if (search === null) soonLoadTimeline()
}

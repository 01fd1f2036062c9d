import { create } from 'zustand'
import type { Commit } from '../../shared/commit.ts'
import { type ChangedLines, type HistoryPage, type HistoryQuery, MAX_SEARCH_LENGTH } from '../../shared/memory.ts'
import type { Actor } from '../../shared/origin.ts'
import { api } from './api.ts'
import { createQuery } from './query.ts'
import { openPoint } from './routes.ts'
import { ACTORS, type Filter, matchesFilter, NO_FILTER, queryOf } from './timeline-filter.ts'
import { learnCommits } from './undone-store.ts'

/** A search through the history for commits that match the filter, or for its beginning. */
export interface Search {
  /** Commits examined so far; `null` when that is unknown. */
  readonly looked: number | null
  /** `slow`: it has taken long enough to show progress. */
  readonly state: 'started' | 'slow' | 'stopped'
}

/** A contiguous range of the history: the window never holds more than a few pages. */
interface Timeline {
  readonly filter: Filter
  /** Newest first; `null` before the first page. */
  readonly commits: readonly Commit[] | null
  /** Cursor of the next older page; `null` at the beginning of history. */
  readonly next: string | null
  /** Cursor of the next newer page; `null` when the range includes the newest commit. */
  readonly newer: string | null
  readonly search: Search | null
  /** The changed lines that were searched for, by commit. */
  readonly found: ReadonlyMap<string, ChangedLines>
  /** The commit that first added a line with what was searched for. */
  readonly first: Commit | null
  /** Which range this is: the number goes up whenever another range replaces it; `from` is the end it was read from. */
  readonly range: { readonly number: number; readonly from: 'newest' | 'oldest' }
}

const NOTHING_FOUND: Pick<Timeline, 'found' | 'first'> = { found: new Map(), first: null }
const EMPTY = { commits: null, next: null, newer: null, search: null, ...NOTHING_FOUND }

export const useTimeline = create<Timeline>(() => ({
  ...EMPTY,
  filter: NO_FILTER,
  range: { number: 0, from: 'newest' },
}))

const PAGE_COMMITS = 200
const MAX_COMMITS_HELD = 1_000
/** A screenful and some more to scroll. */
const SCREENFUL_COMMITS = 40
/** The store answers within this time, with less than a page if need be. */
const PAGE_DEADLINE_MS = 250
const SLOW_SEARCH_MS = 1_000
/** Sooner than for a slow search: there is nothing else to show meanwhile. */
const OLDEST_PROGRESS_DELAY_MS = 400

// The paging machine. Requests run one at a time; a new generation makes the answers of earlier ones irrelevant.

let generation = 0
let lastRequest: Promise<unknown> = Promise.resolve()
/** The generation for which each end is being read; -1 for none. */
const readingGeneration = { older: -1, newer: -1 }
/** The generation whose first page is in flight; -1 for none. */
let firstPageGeneration = -1

/**
 * Fetches pages one at a time.
 * @returns `null` when a newer generation made the page irrelevant, before or after fetching it
 */
async function fetchPage(own: number, query: HistoryQuery): Promise<HistoryPage | null> {
  await lastRequest.catch(() => undefined)
  if (own !== generation) return null
  const request = api.timeline.page.query({ limit: PAGE_COMMITS, ...query })
  lastRequest = request
  const page = await request
  if (own !== generation) return null
  learnFound(page)
  return page
}

function learnFound({ commits, found = [], first }: HistoryPage): void {
  learnCommits(first === undefined ? commits : [...commits, first])
  if (found.length === 0 && first === undefined) return
  useTimeline.setState((before) => ({
    found: new Map([...before.found, ...found.map((lines) => [lines.commit, lines] as const)]),
    first: first ?? before.first,
  }))
}

/** Reads older pages until there is a screenful of matches, and shows them as they arrive. */
async function readOlder(own: number, show: (page: HistoryPage) => void, after: string | null): Promise<void> {
  const { filter } = useTimeline.getState()
  const startedAt = performance.now()
  let [found, looked] = [0, 0]
  readingGeneration.older = own
  try {
    for (let next = after, isOver = false; !isOver;) {
      const page = await fetchPage(own, {
        ...queryOf(filter),
        within: PAGE_DEADLINE_MS,
        ...(next !== null && { after: next }),
      })
      if (page === null) return
      next = page.next
      found += page.commits.length
      looked += page.looked
      isOver = next === null || found >= SCREENFUL_COMMITS
      show(page)
      useTimeline.setState({
        search: isOver ? null : { looked, state: performance.now() - startedAt > SLOW_SEARCH_MS ? 'slow' : 'started' },
      })
    }
  } catch (error) {
    // Not under way any more; it can be gone on with.
    if (own === generation)
      useTimeline.setState(({ search }) => ({ search: search === null ? null : { ...search, state: 'stopped' } }))
    throw error
  } finally {
    if (readingGeneration.older === own) readingGeneration.older = -1
  }
}

/** Shows the newest range. */
export async function loadTimeline(): Promise<void> {
  generation += 1
  const own = generation
  const { filter, range } = useTimeline.getState()
  firstPageGeneration = own
  const show = (page: HistoryPage): void => {
    if (firstPageGeneration === own)
      useTimeline.setState({
        commits: page.commits,
        next: page.next,
        newer: null,
        range: { number: range.number + 1, from: 'newest' },
      })
    else append(page)
    firstPageGeneration = -1
  }
  if (filter.actors.length === 0) {
    show({ commits: [], next: null, looked: 0 })
    useTimeline.setState({ search: null })
  } else await readOlder(own, show, null)
}

function append({ commits: older, next }: HistoryPage): void {
  useTimeline.setState(({ commits, newer }) => {
    const all = [...(commits ?? []), ...older]
    const held = all.slice(-MAX_COMMITS_HELD)
    return { commits: held, next, newer: held.length < all.length ? (held[0]?.id ?? null) : newer }
  })
}

function prepend({ commits: newer, next }: HistoryPage): void {
  useTimeline.setState(({ commits, next: older }) => {
    const all = [...newer.toReversed(), ...(commits ?? [])]
    const held = all.slice(0, MAX_COMMITS_HELD)
    return {
      commits: held,
      newer: next === null ? null : (held[0]?.id ?? null),
      next: held.length < all.length ? (held.at(-1)?.id ?? null) : older,
    }
  })
}

export async function loadOlder(): Promise<void> {
  const { next, search } = useTimeline.getState()
  if (next !== null && readingGeneration.older !== generation && search?.state !== 'stopped')
    await readOlder(generation, append, next)
}

export async function loadNewer(): Promise<void> {
  const { filter, newer } = useTimeline.getState()
  // Until the first page is there, the range is still that of another question.
  if (newer === null || readingGeneration.newer === generation || firstPageGeneration === generation) return
  const own = generation
  readingGeneration.newer = own
  try {
    const page = await fetchPage(own, { ...queryOf(filter), oldestFirst: true, after: newer })
    if (page !== null) prepend(page)
  } finally {
    if (readingGeneration.newer === own) readingGeneration.newer = -1
  }
}

/** Shows the range at the beginning of history. */
export async function loadOldest(): Promise<void> {
  generation += 1
  const own = generation
  const { filter, range } = useTimeline.getState()
  const slow = setTimeout(
    () => own === generation && useTimeline.setState({ search: { looked: null, state: 'slow' } }),
    OLDEST_PROGRESS_DELAY_MS,
  )
  try {
    const page = await fetchPage(own, { ...queryOf(filter), oldestFirst: true })
    if (page === null) return
    const commits = page.commits.toReversed()
    useTimeline.setState({
      commits,
      next: null,
      newer: page.next === null ? null : (commits[0]?.id ?? null),
      search: null,
      range: { number: range.number + 1, from: 'oldest' },
    })
  } finally {
    clearTimeout(slow)
  }
}

/** Keeps what was found so far. */
export function stopSearch(): void {
  generation += 1
  useTimeline.setState(({ search }) => ({
    search: search === null || search.looked === null ? null : { ...search, state: 'stopped' },
  }))
}

export function resumeSearch(): void {
  useTimeline.setState({ search: null })
  void loadOlder().catch(() => undefined)
}

export function setFilter(change: Partial<Filter>): void {
  useTimeline.setState(({ filter }) => ({ filter: { ...filter, ...change }, ...NOTHING_FOUND }))
  const loaded = loadTimeline()
  const own = generation
  // The rows on screen answer another question, so they go. The view loads again, and says so if that fails.
  loaded.catch(() => own === generation && useTimeline.setState({ commits: null, search: null }))
}

/** Shows the changes by an actor, or leaves them out. */
export function toggleActor(actor: Actor): void {
  const { actors } = useTimeline.getState().filter
  setFilter({ actors: ACTORS.filter((other) => (other === actor) !== actors.includes(other)) })
}

/** Shows the commits that added or removed a line with a word or a sentence; of a long one, the beginning. */
export function findMoment(text: string): void {
  setFilter({ ...NO_FILTER, words: text.slice(0, MAX_SEARCH_LENGTH), inChange: true })
  openPoint()
}

/** Clears everything: another store has another history. */
export function forgetTimeline(): void {
  generation += 1
  toJudge = null
  timelineQuery.forget()
  matchingQuery.forget()
  useTimeline.setState({ ...EMPTY, filter: NO_FILTER })
}

/** The newest range, in the place of what is shown. */
export const timelineQuery = createQuery({ ask: loadTimeline, put: () => undefined })

/** The newest commit before those of which the store has yet to say whether they match; `null` for none before. */
let toJudge: { readonly after: string | null } | null = null

/** Only the store knows whether texts have words. */
const matchingQuery = createQuery({
  ask: async () => {
    const { filter, newer } = useTimeline.getState()
    const judged = toJudge
    toJudge = null
    if (newer !== null || judged === null) return null
    const { after } = judged
    try {
      return await fetchPage(generation, { ...queryOf(filter), oldestFirst: true, ...(after !== null && { after }) })
    } catch (error) {
      toJudge = judged
      throw error
    }
  },
  put: (page) => {
    const { commits } = useTimeline.getState()
    if (page === null || commits === null) return
    const known = new Set(commits.map(({ id }) => id))
    prepend({ ...page, commits: page.commits.filter(({ id }) => !known.has(id)) })
  },
})

/** Adds new commits on top, if the top is shown. @param fresh oldest first */
export function foldIntoTimeline(fresh: readonly Commit[]): void {
  learnCommits(fresh)
  const { commits, newer, filter } = useTimeline.getState()
  // The page in flight may or may not include these.
  if (firstPageGeneration === generation) return timelineQuery.soon()
  if (commits === null || newer !== null) return
  const known = new Set(commits.map(({ id }) => id))
  const matching = fresh.filter((commit) => !known.has(commit.id) && matchesFilter(commit, filter))
  const [first] = matching
  if (first === undefined) return
  if (filter.words.trim() === '') return prepend({ commits: matching, next: null, looked: 0 })
  toJudge ??= { after: first.parent }
  matchingQuery.soon()
}

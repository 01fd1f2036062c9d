import { create } from 'zustand'
import type { Actor, Commit } from '../../shared/commit.ts'
import type { HistoryQuery } from '../../shared/memory.ts'
import { api } from './api.ts'
import { learnCommits } from './undone-store.ts'

/** What became of a file; the store does not ask for it, so the window looks through what it has loaded. */
export type Kind = 'any' | 'created' | 'changed' | 'deleted'

export interface Filter {
  readonly actors: readonly Actor[]
  readonly kind: Kind
  readonly path: string
  readonly words: string
}

export const ACTORS: readonly Actor[] = ['agent', 'user', 'outside', 'policy']
export const NO_FILTER: Filter = { actors: ACTORS, kind: 'any', path: '', words: '' }

interface Timeline {
  readonly filter: Filter
  /** Newest first; `null` before the first page. */
  readonly commits: readonly Commit[] | null
  readonly next: string | null
  readonly loading: boolean
}

export const useTimeline = create<Timeline>(() => ({ filter: NO_FILTER, commits: null, next: null, loading: false }))

const PAGE = 200
let request = 0

function queryOf(filter: Filter): HistoryQuery {
  return {
    limit: PAGE,
    ...(filter.actors.length < ACTORS.length && { actors: filter.actors }),
    ...(filter.path.trim() !== '' && { path: filter.path.trim() }),
    ...(filter.words.trim() !== '' && { words: filter.words.trim() }),
  }
}

export async function loadTimeline(): Promise<void> {
  request += 1
  const mine = request
  const { filter } = useTimeline.getState()
  const page = filter.actors.length === 0 ? { commits: [], next: null } : await api.timeline.page.query(queryOf(filter))
  learnCommits(page.commits)
  if (mine === request) useTimeline.setState({ commits: page.commits, next: page.next, loading: false })
}

export async function loadOlder(): Promise<void> {
  const { filter, next, loading } = useTimeline.getState()
  if (next === null || loading) return
  const mine = request
  useTimeline.setState({ loading: true })
  try {
    const page = await api.timeline.page.query({ ...queryOf(filter), after: next })
    learnCommits(page.commits)
    if (mine === request) useTimeline.setState(({ commits }) => ({ commits: [...(commits ?? []), ...page.commits], next: page.next }))
  } finally {
    useTimeline.setState({ loading: false })
  }
}

export function setFilter(change: Partial<Filter>): void {
  useTimeline.setState(({ filter }) => ({ filter: { ...filter, ...change } }))
  void loadTimeline().catch(() => undefined)
}

/** Does a commit do to any file what is asked for? */
export function isOfKind(commit: Commit, kind: Kind): boolean {
  switch (kind) {
    case 'any': return true
    case 'created': return commit.changes.some(({ change }) => change.before === null)
    case 'changed': return commit.changes.some(({ change }) => change.before !== null && change.after !== null)
    case 'deleted': return commit.changes.some(({ change }) => change.after === null)
  }
}

/** Does a commit pass the filter? The same question as the store answers for the pages. */
export function passes(commit: Commit, filter: Filter): boolean {
  const paths = commit.changes.flatMap(({ change }) => (change.from === undefined ? [change.path] : [change.path, change.from]))
  const path = filter.path.trim()
  const words = filter.words.trim().toLowerCase()
  return (
    filter.actors.includes(commit.origin.actor) &&
    (path === '' || paths.some((other) => other === path || other.startsWith(`${path}/`))) &&
    (words === '' || [commit.subject, ...paths].some((text) => text.toLowerCase().includes(words)))
  )
}

export function foldIntoTimeline(commit: Commit): void {
  learnCommits([commit])
  useTimeline.setState(({ commits, filter }) =>
    commits === null || commits.some(({ id }) => id === commit.id) || !passes(commit, filter) ? {} : { commits: [commit, ...commits] },
  )
}

import type { Commit } from '../../shared/commit.ts'
import type { HistoryPage, HistoryQuery } from '../../shared/memory.ts'

// The histories of several stores as one list. Pure, but for what it asks.

/** The newest commits of one store. */
export interface StoreHistory {
  /** The key of the store; null for the open one. */
  readonly store: string | null
  /** Newest first. */
  readonly commits: readonly Commit[]
  /** There are older ones. */
  readonly isCut: boolean
}

export interface StoreCommit {
  readonly store: string | null
  readonly commit: Commit
}

/** Newest first. What is older than anything of which a store has told only a part is left out: more belongs between. */
export function everyCommit(histories: readonly StoreHistory[]): readonly StoreCommit[] {
  const told = histories.flatMap(({ isCut, commits }) => (isCut ? [Date.parse(commits.at(-1)?.time ?? '')] : []))
  const from = Math.max(Number.NEGATIVE_INFINITY, ...told)
  return histories
    .flatMap(({ store, commits }) => commits.map((commit) => ({ store, commit, at: Date.parse(commit.time) })))
    .filter(({ at }) => at >= from)
    .toSorted((one, other) => other.at - one.at)
    .map(({ store, commit }) => ({ store, commit }))
}

const PAGE_COMMITS = 500
/** The store answers within this time, with less than a page if need be. */
const PAGE_DEADLINE_MS = 250

/** Reads the newest commits of a store, as long as they are wanted. */
export async function readHistory(
  store: string | null,
  count: number,
  page: (query: HistoryQuery) => Promise<HistoryPage>,
  isWanted: () => boolean = () => true,
): Promise<StoreHistory> {
  const commits: Commit[] = []
  let next: string | null = null
  do {
    const limit = Math.min(PAGE_COMMITS, count - commits.length)
    const read: HistoryPage = await page({ limit, within: PAGE_DEADLINE_MS, ...(next !== null && { after: next }) })
    commits.push(...read.commits)
    next = read.next
  } while (next !== null && commits.length < count && isWanted())
  return { store, commits, isCut: next !== null }
}

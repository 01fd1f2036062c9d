import { navigate } from 'wouter/use-hash-location'

/** Hash routes of the window, so they work from a file, a server and a custom protocol. */
export const chatPath = (id?: string): string => (id === undefined ? '/chat' : `/chat/${encodeURIComponent(id)}`)
/** A conversation about the memory as it was at a commit, not begun yet. */
export const askPath = (commit: string): string => `/chat/then/${encodeURIComponent(commit)}`
export const filePath = (path?: string): string =>
  path === undefined ? '/memory' : `/memory/${encodeURIComponent(path)}`
export const pointPath = (commit?: string): string =>
  commit === undefined ? '/timeline' : `/timeline/${encodeURIComponent(commit)}`
/** The memory as it was at a commit, read-only. */
export const pastPath = (commit: string, path?: string): string =>
  `/then/${encodeURIComponent(commit)}${path === undefined ? '' : `/${encodeURIComponent(path)}`}`
/** A point compared with another; `NOW` is the current memory. */
export const comparePath = (commit: string, other: string): string =>
  `${pointPath(commit)}/${encodeURIComponent(other)}`
export const NOW = 'now'
/** In place of the other point: preselects restoring the whole store. */
export const RESTORE = 'restore'
/** What waits for the user; an undo to decide, by its id. */
export const reviewPath = (draft?: string): string =>
  draft === undefined ? '/review' : `/review/${encodeURIComponent(draft)}`
export const POLICIES = '/policies'
export const SETTINGS = '/settings'

export const openChat = (id?: string): void => navigate(chatPath(id))
export const openAsk = (commit: string): void => navigate(askPath(commit))
export const openFile = (path?: string): void => navigate(filePath(path))
export const openPoint = (commit?: string): void => navigate(pointPath(commit))
export const openPast = (commit: string, path?: string): void => navigate(pastPath(commit, path))
export const openReview = (draft?: string): void => navigate(reviewPath(draft))
export const openCompare = (commit: string, other: string): void => navigate(comparePath(commit, other))
export const openSettings = (): void => navigate(SETTINGS)
export const openPolicies = (): void => navigate(POLICIES)

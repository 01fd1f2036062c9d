import { navigate, useHashLocation } from 'wouter/use-hash-location'
import type { Waiting } from '../../shared/waiting.ts'

// Hash routes of the window, so they work from a file, a server and a custom protocol.

/**
 * The place in the address as it is written. The router decodes it once, so that a line break in a name would match no
 * route and `%41.md` would become `A.md`; here it gets what decodes to the address.
 */
export const useEncodedPlace: typeof useHashLocation = () => {
  const [place, go] = useHashLocation()
  return [place.replaceAll('%', '%25'), go]
}

/** A name that is no text, which only git's trees have, leads to the place where it is missing. */
const encode = (part: string | number): string => encodeURIComponent(String(part).toWellFormed())

export const chatPath = (id?: string): string => (id === undefined ? '/chat' : `/chat/${encode(id)}`)
/** A conversation about the memory as it was at a commit, not begun yet. */
export const askPath = (commit: string): string => `/chat/then/${encode(commit)}`
/** A temporary conversation, or one not begun yet. */
export const temporaryPath = (id?: string): string => (id === undefined ? TEMPORARY : `${TEMPORARY}/${encode(id)}`)
const TEMPORARY = '/chat/temporary'
/** Whether a place is gone with the window: it is not kept. */
export const isTemporaryPlace = (place: string): boolean => place === TEMPORARY || place.startsWith(`${TEMPORARY}/`)
/** A conversation, at one of its turns. */
export const turnPath = (id: string, turn: number): string => `${chatPath(id)}/${turn}`
/** @param line from 1 */
export const filePath = (path?: string, line?: number | null): string =>
  path === undefined ? '/memory' : `/memory/${encode(path)}${line == null ? '' : `/${line}`}`

/** What `filePath` names, or an address typed by hand, in which the slashes of the path are not encoded. */
export function fileOf(rest: string | undefined): {
  readonly path: string | undefined
  readonly line: string | undefined
} {
  const [, path, line] = /^(.+?)(?:\/(\d+))?$/.exec(rest ?? '') ?? []
  return { path: decode(path), line }
}

/** Decodes a part of a route, which is passed on encoded. Paths need it for their slashes. */
export function decode(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part)
  } catch {
    return part
  }
}
export const pointPath = (commit?: string): string =>
  commit === undefined ? '/timeline' : `/timeline/${encode(commit)}`
/** The memory as it was at a commit, read-only. @param line from 1 */
export const pastPath = (commit: string, path?: string, line?: number): string =>
  `/then/${[commit, path, line]
    .filter((part) => part !== undefined)
    .map(encode)
    .join('/')}`
/** A point compared with another; `NOW` is the current memory. */
export const comparePath = (commit: string, other: string): string => `${pointPath(commit)}/${encode(other)}`
export const NOW = 'now'
/** In place of the other point: preselects restoring the whole store. */
export const RESTORE = 'restore'
/** What waits for the user; an undo to decide, by its id. */
export const reviewPath = (undo?: string): string => (undo === undefined ? '/review' : `/review/${encode(undo)}`)
/** What keeps the memory useful; a section of it. */
export const upkeepPath = (section?: string): string => (section === undefined ? '/upkeep' : `/upkeep/${section}`)
/** The search for the commit between two points where the answer to a question changes. */
export const bisectPath = (from: string, to: string): string => `/bisect/${encode(from)}/${encode(to)}`
/** All jobs, or one. */
export const jobPath = (name?: string): string => (name === undefined ? '/jobs' : `/jobs/${encode(name)}`)
/** The policies, at what is pending with them. */
export const policiesPath = (part: PoliciesPart): string => `${POLICIES}/${part}`
export type PoliciesPart = 'size' | 'withheld' | 'expiry' | 'rules'
export const POLICIES = '/policies'
/** The settings, at one of their tabs or sections. */
export const settingsPath = (section: SettingsSection): string => `${SETTINGS}/${section}`
export type SettingsTab = 'model' | 'look' | 'memory' | 'agents' | 'advanced'
/** The sections, each on its tab; a tab of one section has its name. */
export const SETTINGS_TABS = {
  model: 'model',
  key: 'model',
  look: 'look',
  memory: 'memory',
  stores: 'memory',
  store: 'memory',
  devices: 'memory',
  prompt: 'memory',
  agents: 'agents',
  advanced: 'advanced',
  think: 'advanced',
  context: 'advanced',
  prices: 'advanced',
  budget: 'advanced',
  history: 'advanced',
  keys: 'advanced',
  browsers: 'advanced',
  updates: 'advanced',
  happened: 'advanced',
} as const satisfies Readonly<Record<string, SettingsTab>>
export type SettingsSection = keyof typeof SETTINGS_TABS
export const SETTINGS = '/settings'

export const openChat = (id?: string): void => navigate(chatPath(id))
export const openTemporary = (id?: string): void => navigate(temporaryPath(id))
export const openAsk = (commit: string): void => navigate(askPath(commit))
export const openFile = (path?: string): void => navigate(filePath(path))
/** Shows a file in place of the place in the address. */
export const replaceFile = (path: string): void => navigate(filePath(path), { replace: true })
export const openLine = (path: string, line: number): void => navigate(filePath(path, line))
/** Another line of the open file: going back leads to where the file was opened from. */
export const selectLine = (path: string, line: number | null): void => navigate(filePath(path, line), { replace: true })
export const openBisect = (from: string, to: string): void => navigate(bisectPath(from, to))
export const openPoint = (commit?: string): void => navigate(pointPath(commit))
export const openPast = (commit: string, path?: string): void => navigate(pastPath(commit, path))
export const openReview = (undo?: string): void => navigate(reviewPath(undo))
/** Shows a write that waits, with its text being edited. */
export const openReviewToEdit = (id: string): void => navigate(reviewPath(id), { state: TO_EDIT })
/** Whether the place in the address was opened so. */
export const isOpenedToEdit = (): boolean => window.history.state === TO_EDIT
const TO_EDIT = 'edit'
export const openUpkeep = (section?: string): void => navigate(upkeepPath(section))
export const openCompare = (commit: string, other: string): void => navigate(comparePath(commit, other))
export const openJob = (name?: string): void => navigate(jobPath(name))
export const openSettings = (): void => navigate(SETTINGS)
export const openPolicies = (): void => navigate(POLICIES)

/** Where something that waits for the user is decided. */
export function waitingPath(waiting: Waiting): string {
  switch (waiting.kind) {
    case 'undo':
    case 'write':
    case 'stopped':
    case 'import':
      return reviewPath(waiting.id)
    case 'tidy':
      return upkeepPath('tidy')
    case 'file':
      return filePath(waiting.path)
    case 'policies':
      return POLICIES
    case 'folder':
      return settingsPath('store')
    case 'device':
      return settingsPath('devices')
  }
}

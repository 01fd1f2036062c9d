import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { fileOf, isTemporaryPlace } from './routes.ts'

/** Display preferences of this window, kept in local storage, not by the core. */
interface WindowState {
  readonly side: boolean
  readonly panel: boolean
  readonly showAs: 'rendered' | 'source'
  readonly who: boolean
  /** In the editor. */
  readonly lineNumbers: boolean
  readonly sideBySide: boolean
  /** Review and the timeline list what happened in every store that is kept. */
  readonly everyStore: boolean
  /** The folders that the user closed, and opened: the others are as the size of the tree has it. */
  readonly closedFolders: readonly string[]
  readonly openFolders: readonly string[]
  /** Whether the user has looked at Upkeep in this store: before, it counts nothing for them. */
  readonly upkeepSeen: boolean
  /** The last route, in all and within a view: switching to a view returns there. */
  readonly place: string
  readonly chatPlace: string
  readonly memoryPlace: string
  /** The files opened last, the latest first. */
  readonly recentFiles: readonly string[]
}

const RECENT_FILES = 8
const WINDOW_KEY = 'variorum.window'
/** The side bar is a rail; opened, it covers the view. */
const RAIL_QUERY = window.matchMedia('(max-width: 1239px)')
const ONE_PANE_QUERY = window.matchMedia('(max-width: 859px)')
const DEFAULTS: WindowState = {
  side: true,
  panel: !ONE_PANE_QUERY.matches,
  showAs: 'rendered',
  who: true,
  lineNumbers: false,
  sideBySide: false,
  everyStore: false,
  closedFolders: [],
  openFolders: [],
  upkeepSeen: false,
  place: '/chat',
  chatPlace: '/chat',
  memoryPlace: '/memory',
  recentFiles: [],
}

function readStoredState(): Partial<WindowState> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(WINDOW_KEY) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter(([name, value]) =>
        Object.entries(DEFAULTS).some(([key, fallback]) => key === name && typeof fallback === typeof value),
      ),
    )
  } catch {
    return {}
  }
}

export const useWindow = create<WindowState>(() => ({ ...DEFAULTS, ...readStoredState(), panel: DEFAULTS.panel }))

useWindow.subscribe((state) => {
  try {
    const [place, chatPlace] = [state.place, state.chatPlace].map((each) => (isTemporaryPlace(each) ? '/chat' : each))
    localStorage.setItem(WINDOW_KEY, JSON.stringify({ ...state, place, chatPlace }))
  } catch {
    // A private window stores nothing; the next one opens with the defaults.
  }
})

export const hasOnePane = (): boolean => ONE_PANE_QUERY.matches

/** Whether the tree of files is to take the focus, as soon as it is there. Not stored. */
export const useTreeAsked = create<{ readonly asked: boolean }>(() => ({ asked: false }))

/** Whether there is room for one pane only. */
export const useOnePane = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      ONE_PANE_QUERY.addEventListener('change', onChange)
      return () => ONE_PANE_QUERY.removeEventListener('change', onChange)
    },
    () => ONE_PANE_QUERY.matches,
  )

// With room for one pane only, the panel covers it and starts closed.
ONE_PANE_QUERY.addEventListener('change', () => useWindow.setState({ panel: !ONE_PANE_QUERY.matches }))

/** Whether the whole side bar covers the view. Not stored: it closes after one choice. */
export const useSideOverlay = create<{ readonly open: boolean }>(() => ({ open: false }))
RAIL_QUERY.addEventListener('change', () => useSideOverlay.setState({ open: false }))

/** Shows or hides the side bar: beside the view if there is room, else over it. */
export function toggleSide(): void {
  if (RAIL_QUERY.matches) useSideOverlay.setState(({ open }) => ({ open: !open }))
  else toggle('side')
}

/** Closes what covers the view. @returns whether there was anything to close */
export function closeOverlay(): boolean {
  const over = useSideOverlay.getState().open || (ONE_PANE_QUERY.matches && useWindow.getState().panel)
  useSideOverlay.setState({ open: false })
  if (ONE_PANE_QUERY.matches) useWindow.setState({ panel: false })
  return over
}

/** Remembers the current route. */
export function rememberPlace(place: string): void {
  useSideOverlay.setState({ open: false })
  const [, view = '', ...rest] = place.split('/')
  const { path } = fileOf(view === 'memory' ? rest.join('/') : undefined)
  useWindow.setState(({ recentFiles }) => ({
    place,
    ...(path === undefined || path === ''
      ? {}
      : { recentFiles: [path, ...recentFiles.filter((other) => other !== path)].slice(0, RECENT_FILES) }),
    ...(view === 'chat' ? { chatPlace: place } : {}),
    ...(view === 'memory' ? { memoryPlace: place } : {}),
    ...(view === 'upkeep' ? { upkeepSeen: true } : {}),
  }))
}

export function toggle(part: 'side' | 'panel' | 'who' | 'lineNumbers' | 'sideBySide'): void {
  useWindow.setState((state) => ({ [part]: !state[part] }))
}

export function foldFolders(paths: readonly string[], open: boolean): void {
  const others = (list: readonly string[]): readonly string[] => list.filter((path) => !paths.includes(path))
  useWindow.setState(({ closedFolders, openFolders }) => ({
    closedFolders: open ? others(closedFolders) : [...others(closedFolders), ...paths],
    openFolders: open ? [...others(openFolders), ...paths] : others(openFolders),
  }))
}

export function toggleShowAs(): void {
  useWindow.setState(({ showAs }) => ({ showAs: showAs === 'source' ? 'rendered' : 'source' }))
}

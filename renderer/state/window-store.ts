import { create } from 'zustand'

/** How this window likes to show things; kept by the window, not by the core. */
export interface WindowState {
  readonly side: boolean
  readonly panel: boolean
  readonly showAs: 'rendered' | 'source'
  readonly who: boolean
  readonly sideBySide: boolean
  readonly closedFolders: readonly string[]
  /** Where one was last, altogether and within a view: going back to a view means going back to that. */
  readonly place: string
  readonly chatPlace: string
  readonly memoryPlace: string
}

const KEY = 'variorum.window'
/** Where the side bar is a rail, and lies over the view when it is asked for whole. */
const RAIL = window.matchMedia('(max-width: 1239px)')
const NARROW = window.matchMedia('(max-width: 859px)')
const DEFAULTS: WindowState = {
  side: true,
  panel: !NARROW.matches,
  showAs: 'rendered',
  who: true,
  sideBySide: false,
  closedFolders: [],
  place: '/chat',
  chatPlace: '/chat',
  memoryPlace: '/memory',
}

function remembered(): Partial<WindowState> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter(([name, value]) =>
        Object.entries(DEFAULTS).some(([known, fallback]) => known === name && typeof fallback === typeof value),
      ),
    )
  } catch {
    return {}
  }
}

export const useWindow = create<WindowState>(() => ({ ...DEFAULTS, ...remembered(), panel: DEFAULTS.panel }))

useWindow.subscribe((state) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(state))
  } catch {
    // A private window keeps nothing; the next one opens with the defaults.
  }
})

// Where there is room for one pane only, the panel lies over it and waits to be asked for.
NARROW.addEventListener('change', () => useWindow.setState({ panel: !NARROW.matches }))

/** Is the whole side bar shown over the view? Not remembered: it is there to choose once. */
export const useSideOver = create<{ readonly open: boolean }>(() => ({ open: false }))
RAIL.addEventListener('change', () => useSideOver.setState({ open: false }))

/** Shows or hides the side bar: beside the view where there is room, else over it. */
export function toggleSide(): void {
  if (RAIL.matches) useSideOver.setState(({ open }) => ({ open: !open }))
  else toggle('side')
}

/** Closes whatever lies over the view. @returns whether there was anything to close */
export function closeOverlay(): boolean {
  const over = useSideOver.getState().open || (NARROW.matches && useWindow.getState().panel)
  useSideOver.setState({ open: false })
  if (NARROW.matches) useWindow.setState({ panel: false })
  return over
}

/** Notes where the window is. */
export function notePlace(place: string): void {
  useSideOver.setState({ open: false })
  const view = place.split('/')[1] ?? ''
  useWindow.setState({
    place,
    ...(view === 'chat' ? { chatPlace: place } : {}),
    ...(view === 'memory' ? { memoryPlace: place } : {}),
  })
}

export function toggle(part: 'side' | 'panel' | 'who' | 'sideBySide'): void {
  useWindow.setState((state) => ({ [part]: !state[part] }))
}

export function toggleFolder(path: string): void {
  useWindow.setState(({ closedFolders }) => ({
    closedFolders: closedFolders.includes(path)
      ? closedFolders.filter((other) => other !== path)
      : [...closedFolders, path],
  }))
}

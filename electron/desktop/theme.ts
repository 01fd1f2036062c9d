import { nativeTheme } from 'electron'
import type { Settings } from '../../shared/settings.ts'
import type { Core } from '../core.ts'

/** The page's background and text colours (renderer/styles/tokens.css), for what the system draws beside it. */
const GROUND = { light: '#fcfcfb', dark: '#191a1d' }
const INK = { light: '#1a1b1e', dark: '#ededea' }

export function groundNow(): { readonly color: string; readonly symbolColor: string } {
  const theme = nativeTheme.shouldUseDarkColors ? 'dark' : 'light'
  return { color: GROUND[theme], symbolColor: INK[theme] }
}

/** Call this before the window opens, so that its first frame is right: the page goes by the system's theme until then. */
export function applyTheme({ theme }: Pick<Settings, 'theme'>): void {
  nativeTheme.themeSource = theme
}

/** Menus, dialogs and the caption buttons follow the theme that the user chose for the page. */
export function followTheme(core: Core): void {
  applyTheme(core.settings)
  core.on(({ type }) => {
    if (type === 'settings.changed') applyTheme(core.settings)
  })
}

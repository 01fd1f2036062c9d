import { nativeTheme } from 'electron'
import type { Core } from '../core.ts'

/** The page's background and text colours (renderer/styles/tokens.css), for what the system draws beside it. */
const GROUND = { light: '#fcfcfb', dark: '#191a1d' }
const INK = { light: '#1a1b1e', dark: '#ededea' }

export function groundNow(): { readonly color: string; readonly symbolColor: string } {
  const theme = nativeTheme.shouldUseDarkColors ? 'dark' : 'light'
  return { color: GROUND[theme], symbolColor: INK[theme] }
}

/** Menus, dialogs and the caption buttons follow the theme that the user chose for the page. */
export function followTheme(core: Core): void {
  const apply = (): void => {
    nativeTheme.themeSource = core.settings.theme
  }
  apply()
  core.on(({ type }) => {
    if (type === 'settings.changed') apply()
  })
}

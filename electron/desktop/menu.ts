import { Menu, type MenuItemConstructorOptions } from 'electron'
import { goTo } from './window.ts'

/** Places of the page (renderer/state/routes.ts), with the keys that the page handles itself. */
const PLACES: readonly (readonly [label: string, place: string, keys: string])[] = [
  ['Chat', '/chat', '1'],
  ['Memory', '/memory', '2'],
  ['Timeline', '/timeline', '3'],
  ['Policies', '/policies', '5'],
]

/** The page handles the keys; the menu only shows them. */
const placeItem = (label: string, place: string, keys: string): MenuItemConstructorOptions => ({
  label,
  accelerator: `CmdOrCtrl+${keys}`,
  registerAccelerator: false,
  click: () => goTo(place),
})

/** The menus, each where users of the system expect it. */
export function setMenu(): void {
  const settings = placeItem('Settings…', '/settings', ',')
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const isMac = process.platform === 'darwin'
  const application: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      line,
      settings,
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  }
  const file: MenuItemConstructorOptions = {
    role: 'fileMenu',
    submenu: [
      placeItem('New conversation', '/chat', 'N'),
      line,
      ...(isMac ? [{ role: 'close' as const }] : [settings, line, { role: 'quit' as const }]),
    ],
  }
  const view: MenuItemConstructorOptions = {
    role: 'viewMenu',
    submenu: [
      ...PLACES.map(([label, place, keys]) => placeItem(label, place, keys)),
      line,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      line,
      { role: 'togglefullscreen' },
    ],
  }
  const help: MenuItemConstructorOptions = { role: 'help', submenu: [{ role: 'about' }] }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [application] : []),
      file,
      { role: 'editMenu' },
      view,
      { role: 'windowMenu' },
      ...(isMac ? [] : [help]),
    ]),
  )
}

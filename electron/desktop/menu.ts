import { Menu, type MenuItemConstructorOptions } from 'electron'
import { leadTo } from './window.ts'

/** Places of the page (renderer/state/routes.ts), with the keys that the page knows itself. */
const PLACES: readonly (readonly [label: string, place: string, keys: string])[] = [
  ['Chat', '/chat', '1'],
  ['Memory', '/memory', '2'],
  ['Timeline', '/timeline', '3'],
  ['Policies', '/policies', '5'],
]

/** The page hears its keys first; the menu prints them. */
const leading = (label: string, place: string, keys: string): MenuItemConstructorOptions => ({
  label,
  accelerator: `CmdOrCtrl+${keys}`,
  registerAccelerator: false,
  click: () => leadTo(place),
})

/** The system's own menus, each where its users look for it. */
export function setMenu(): void {
  const settings = leading('Settings…', '/settings', ',')
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
      leading('New conversation', '/chat', 'N'),
      line,
      ...(isMac ? [{ role: 'close' as const }] : [settings, line, { role: 'quit' as const }]),
    ],
  }
  const view: MenuItemConstructorOptions = {
    role: 'viewMenu',
    submenu: [
      ...PLACES.map(([label, place, keys]) => leading(label, place, keys)),
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

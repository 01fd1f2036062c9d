import { Menu, type MenuItemConstructorOptions } from 'electron'

/** Places of the page (renderer/state/routes.ts), with the keys that the page handles itself. */
const PLACES: readonly (readonly [label: string, place: string, keys: string])[] = [
  ['Chat', '/chat', '1'],
  ['Memory', '/memory', '2'],
  ['Timeline', '/timeline', '3'],
  ['Policies', '/policies', '5'],
]

const LINE: MenuItemConstructorOptions = { type: 'separator' }

interface MenuActions {
  readonly goTo: (place: string) => void
  readonly showLog: () => void
}

/** The menus, each where users of the system expect it. */
export function setMenu({ goTo, showLog }: MenuActions): void {
  /** The page handles the keys; the menu only shows them. */
  const toPlace = (label: string, place: string, keys: string): MenuItemConstructorOptions => ({
    label,
    accelerator: `CmdOrCtrl+${keys}`,
    registerAccelerator: false,
    click: () => goTo(place),
  })
  const isMac = process.platform === 'darwin'
  const settings = toPlace('Settings…', '/settings', ',')
  const file: MenuItemConstructorOptions = {
    role: 'fileMenu',
    submenu: [
      toPlace('New conversation', '/chat', 'N'),
      toPlace('New temporary conversation', '/chat/temporary', 'Shift+N'),
      LINE,
      ...(isMac ? [{ role: 'close' as const }] : [settings, LINE, { role: 'quit' as const }]),
    ],
  }
  const help: MenuItemConstructorOptions = {
    role: 'help',
    submenu: [{ label: 'Show log', click: showLog }, ...(isMac ? [] : [LINE, { role: 'about' as const }])],
  }
  const view = viewMenu(PLACES.map(([label, place, keys]) => toPlace(label, place, keys)))
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [appMenu(settings)] : []),
      file,
      { role: 'editMenu' },
      view,
      { role: 'windowMenu' },
      help,
    ]),
  )
}

/** The menu with the app's name, on macOS. */
function appMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      LINE,
      settings,
      LINE,
      { role: 'services' },
      LINE,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      LINE,
      { role: 'quit' },
    ],
  }
}

function viewMenu(places: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions {
  return {
    role: 'viewMenu',
    submenu: [
      ...places,
      LINE,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      LINE,
      { role: 'togglefullscreen' },
    ],
  }
}

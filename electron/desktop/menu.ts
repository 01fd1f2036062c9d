import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { words } from './language.ts'

/** Places of the page (renderer/state/routes.ts), with the keys that the page handles itself. */
const PLACES: readonly (readonly [name: Message, place: string, keys: string])[] = [
  [say('menu-chat'), '/chat', '1'],
  [say('menu-memory'), '/memory', '2'],
  [say('menu-timeline'), '/timeline', '3'],
  [say('menu-review'), '/review', '4'],
  [say('menu-policies'), '/policies', '5'],
  [say('menu-jobs'), '/jobs', '6'],
]

const LINE: MenuItemConstructorOptions = { type: 'separator' }

interface MenuActions {
  readonly goTo: (place: string) => void
  readonly showLog: () => void
}

/** The menus, each where users of the system expect it, in the present language. */
export function setMenu({ goTo, showLog }: MenuActions): void {
  /** The page handles the keys; the menu only shows them. */
  const toPlace = (name: Message, place: string, keys: string): MenuItemConstructorOptions => ({
    label: words(name),
    accelerator: `CmdOrCtrl+${keys}`,
    registerAccelerator: false,
    click: () => goTo(place),
  })
  const isMac = process.platform === 'darwin'
  const settings = toPlace(say('menu-settings'), '/settings', ',')
  const file: MenuItemConstructorOptions = {
    role: 'fileMenu',
    label: words(say('menu-file')),
    submenu: [
      toPlace(say('menu-new-conversation'), '/chat', 'N'),
      toPlace(say('menu-new-temporary'), '/chat/temporary', 'Shift+N'),
      LINE,
      ...(isMac ? [named('close', say('menu-close-window'))] : [settings, LINE, named('quit', say('menu-quit'))]),
    ],
  }
  const help: MenuItemConstructorOptions = {
    role: 'help',
    label: words(say('menu-help')),
    submenu: [
      { label: words(say('menu-show-log')), click: showLog },
      ...(isMac ? [] : [LINE, named('about', say('menu-about'))]),
    ],
  }
  const view = viewMenu(PLACES.map(([name, place, keys]) => toPlace(name, place, keys)))
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([...(isMac ? [appMenu(settings)] : []), file, editMenu(), view, windowMenu(isMac), help]),
  )
}

/** What the system does by itself, under a name in the user's language. */
const named = (role: NonNullable<MenuItemConstructorOptions['role']>, name: Message): MenuItemConstructorOptions => ({
  role,
  label: words(name),
})

/** The menu with the app's name, on macOS. */
function appMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      named('about', say('menu-about')),
      LINE,
      settings,
      LINE,
      named('services', say('menu-services')),
      LINE,
      named('hide', say('menu-hide')),
      named('hideOthers', say('menu-hide-others')),
      named('unhide', say('menu-show-all')),
      LINE,
      named('quit', say('menu-quit')),
    ],
  }
}

function editMenu(): MenuItemConstructorOptions {
  return {
    role: 'editMenu',
    label: words(say('menu-edit')),
    submenu: [
      named('undo', say('menu-undo')),
      named('redo', say('menu-redo')),
      LINE,
      named('cut', say('menu-cut')),
      named('copy', say('menu-copy')),
      named('paste', say('menu-paste')),
      named('pasteAndMatchStyle', say('menu-paste-plain')),
      named('delete', say('menu-delete')),
      LINE,
      named('selectAll', say('menu-select-all')),
    ],
  }
}

function windowMenu(isMac: boolean): MenuItemConstructorOptions {
  return {
    role: 'windowMenu',
    label: words(say('menu-window')),
    submenu: [
      named('minimize', say('menu-minimize')),
      named('zoom', say('menu-zoom')),
      ...(isMac ? [LINE, named('front', say('menu-to-front'))] : [named('close', say('menu-close-window'))]),
    ],
  }
}

function viewMenu(places: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions {
  return {
    role: 'viewMenu',
    label: words(say('menu-view')),
    submenu: [
      ...places,
      LINE,
      named('resetZoom', say('menu-actual-size')),
      named('zoomIn', say('menu-zoom-in')),
      named('zoomOut', say('menu-zoom-out')),
      LINE,
      named('togglefullscreen', say('menu-full-screen')),
    ],
  }
}

import * as nodePath from 'node:path'
import { app, BrowserWindow, dialog, nativeTheme, screen } from 'electron'
import { say } from '../../shared/messages/say.ts'
import { offerContextMenu } from './context-menu.ts'
import { words } from './language.ts'
import { PAGE_ORIGIN } from './page-protocol.ts'
import { groundNow } from './theme.ts'
import { type Placement, placementFor, readState, saveState, MIN_SIZE } from './window-state.ts'

/** The height of the page's bar, which has the caption buttons at its end. */
const BAR_HEIGHT = 44
/** A page that is not painted by then is shown as it is. */
const SHOWN_AFTER_MS = 5_000

/** The app's window: at most one, which opens again after it was closed. */
export class MainWindow {
  /** The folder of the built main process. */
  readonly #here: string
  readonly #onOpen: (opened: BrowserWindow) => void
  #opened: BrowserWindow | null = null

  constructor(here: string, onOpen: (opened: BrowserWindow) => void) {
    this.#here = here
    this.#onOpen = onOpen
  }

  /** Opens the window, or shows it if it is open. */
  open(place = ''): BrowserWindow {
    if (this.#opened !== null) {
      show(this.#opened)
      return this.#opened
    }
    const opened = createWindow(this.#here)
    this.#opened = opened
    const recolour = (): void => recolourWindow(opened)
    nativeTheme.on('updated', recolour)
    opened.on('closed', () => {
      this.#opened = null
      nativeTheme.off('updated', recolour)
    })
    offerContextMenu(opened.webContents)
    this.#onOpen(opened)
    load(opened, addressOf(place))
    return opened
  }

  /** Goes to one of the page's places, as a link would. */
  goTo(place: string): void {
    const isNew = this.#opened === null
    const opened = this.open(place)
    // To load the address that it is at would load the page again.
    if (!isNew && opened.webContents.getURL() !== addressOf(place)) load(opened, addressOf(place))
  }

  /** The system's dialog for a folder; `null` when it was cancelled. */
  async pickFolder(): Promise<string | null> {
    if (this.#opened === null) return null
    const {
      canceled,
      filePaths: [folder],
    } = await dialog.showOpenDialog(this.#opened, {
      title: words(say('dialog-choose-folder')),
      buttonLabel: words(say('button-choose')),
      properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
    })
    return canceled ? null : (folder ?? null)
  }

  /** The system's dialog for where an export goes: it asks before a file is replaced. A folder is made in the chosen one. */
  async pickTarget(kind: 'file' | 'folder', name: string): Promise<string | null> {
    if (this.#opened === null) return null
    if (kind === 'file') {
      const defaultPath = nodePath.join(app.getPath('documents'), name)
      const { canceled, filePath } = await dialog.showSaveDialog(this.#opened, {
        title: words(say('dialog-export')),
        defaultPath,
      })
      return canceled || filePath === '' ? null : filePath
    }
    const {
      canceled,
      filePaths: [parent],
    } = await dialog.showOpenDialog(this.#opened, {
      title: words(say('dialog-export-folder', { name })),
      buttonLabel: words(say('button-export-here')),
      properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
    })
    return canceled || parent === undefined ? null : nodePath.join(parent, name)
  }
}

const addressOf = (place: string): string => `${PAGE_ORIGIN}/${place === '' ? '' : `#${place}`}`

/** What fails here is told by `did-fail-load`. */
function load(opened: BrowserWindow, address: string): void {
  opened.loadURL(address).catch(() => undefined)
}

function show(opened: BrowserWindow): void {
  if (opened.isMinimized()) opened.restore()
  opened.show()
  opened.focus()
}

function createWindow(here: string): BrowserWindow {
  const statePath = nodePath.join(app.getPath('userData'), 'window.json')
  const placement = placementFor(
    readState(statePath),
    screen.getAllDisplays().map(({ workArea }) => workArea),
  )
  const opened = new BrowserWindow({
    ...placement.bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: groundNow().color,
    // Elsewhere the icon comes with the app.
    ...(process.platform === 'linux' ? { icon: nodePath.join(here, 'icon.png') } : {}),
    ...titleBar(),
    // Except on macOS, the spelling checker's dictionaries would be downloaded.
    webPreferences: {
      preload: nodePath.join(here, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: process.platform === 'darwin',
    },
  })
  showWhenPainted(opened, placement)
  opened.on('close', () =>
    saveState(statePath, {
      ...opened.getNormalBounds(),
      maximized: opened.isMaximized(),
      fullScreen: opened.isFullScreen(),
    }),
  )
  return opened
}

function showWhenPainted(opened: BrowserWindow, { maximized, fullScreen }: Placement): void {
  const late = setTimeout(showNow, SHOWN_AFTER_MS)
  opened.once('ready-to-show', showNow)
  opened.once('closed', () => clearTimeout(late))
  let isShown = false
  function showNow(): void {
    clearTimeout(late)
    if (isShown) return
    isShown = true
    // Both would show the window at once, unpainted.
    if (maximized) opened.maximize()
    if (fullScreen) opened.setFullScreen(true)
    opened.show()
  }
}

/** Traffic lights in the side bar on macOS, caption buttons over the bar on Windows, the desktop's frame elsewhere. */
function titleBar(): Electron.BrowserWindowConstructorOptions {
  if (process.platform === 'darwin') return { titleBarStyle: 'hiddenInset', trafficLightPosition: { x: 16, y: 20 } }
  return process.platform === 'win32'
    ? { titleBarStyle: 'hidden', titleBarOverlay: { ...groundNow(), height: BAR_HEIGHT - 1 } }
    : {}
}

function recolourWindow(opened: BrowserWindow): void {
  const ground = groundNow()
  opened.setBackgroundColor(ground.color)
  if (process.platform === 'win32') opened.setTitleBarOverlay({ ...ground, height: BAR_HEIGHT - 1 })
}

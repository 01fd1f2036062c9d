import * as nodePath from 'node:path'
import { app, BrowserWindow, dialog, nativeTheme, screen } from 'electron'
import { PAGE_ORIGIN } from './page-protocol.ts'
import { groundNow } from './theme.ts'
import { placementFor, readState, saveState, MIN_SIZE } from './window-state.ts'

/** The height of the page's bar, which has the caption buttons at its end. */
const BAR_HEIGHT = 44

let window: BrowserWindow | null = null

export function showWindow(): void {
  if (window === null) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Navigates the page to one of its own places, as a link would. */
export function goTo(place: string): void {
  showWindow()
  void window?.loadURL(`${PAGE_ORIGIN}/#${place}`)
}

/** Opens the window, or shows it if it is open. @param here the folder of the built main process */
export function openWindow(here: string): BrowserWindow {
  if (window !== null) {
    showWindow()
    return window
  }
  const statePath = nodePath.join(app.getPath('userData'), 'window.json')
  const { bounds, maximized } = placementFor(
    readState(statePath),
    screen.getAllDisplays().map(({ workArea }) => workArea),
  )
  const opened = new BrowserWindow({
    ...bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: groundNow().color,
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
  window = opened
  if (maximized) opened.maximize()
  opened.once('ready-to-show', () => opened.show())
  opened.on('close', () => saveState(statePath, { ...opened.getNormalBounds(), maximized: opened.isMaximized() }))
  opened.on('closed', () => {
    window = null
    nativeTheme.off('updated', recolour)
  })
  nativeTheme.on('updated', recolour)
  void opened.loadURL(`${PAGE_ORIGIN}/`)
  return opened
}

/** Traffic lights in the side bar on macOS, caption buttons over the bar on Windows, the desktop's frame elsewhere. */
function titleBar(): Electron.BrowserWindowConstructorOptions {
  if (process.platform === 'darwin') return { titleBarStyle: 'hiddenInset', trafficLightPosition: { x: 16, y: 20 } }
  return process.platform === 'win32'
    ? { titleBarStyle: 'hidden', titleBarOverlay: { ...groundNow(), height: BAR_HEIGHT - 1 } }
    : {}
}

function recolour(): void {
  const ground = groundNow()
  window?.setBackgroundColor(ground.color)
  if (process.platform === 'win32') window?.setTitleBarOverlay({ ...ground, height: BAR_HEIGHT - 1 })
}

/** The system's dialog for a folder; `null` when it was cancelled. */
export async function pickFolder(): Promise<string | null> {
  if (window === null) return null
  const {
    canceled,
    filePaths: [folder],
  } = await dialog.showOpenDialog(window, {
    title: 'Choose a folder for a memory',
    buttonLabel: 'Choose',
    properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
  })
  return canceled ? null : (folder ?? null)
}

import { readFileSync, writeFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { app, BrowserWindow, dialog, screen, session, shell, type WebContents } from 'electron'
import { z } from 'zod'
import { PAGE_ORIGIN } from './page-protocol.ts'

const WindowState = z.object({ x: z.number().int(), y: z.number().int(), width: z.number().int().min(640), height: z.number().int().min(480), maximized: z.boolean() })
type WindowState = z.infer<typeof WindowState>

const FIRST_SIZE = { width: 1440, height: 900 }

let window: BrowserWindow | null = null

export function showWindow(): void {
  if (window === null) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Opens the window, or shows it when it is there. @param here the folder of the built main process */
export function openWindow(here: string): void {
  if (window !== null) return showWindow()
  const state = readState()
  window = new BrowserWindow({
    ...FIRST_SIZE, ...(state === null ? {} : { x: state.x, y: state.y, width: state.width, height: state.height }),
    minWidth: 640, minHeight: 480, show: false,
    ...(process.platform === 'darwin' ? { titleBarStyle: 'hiddenInset' as const, trafficLightPosition: { x: 16, y: 20 } } : {}),
    webPreferences: { preload: nodePath.join(here, 'preload.cjs'), sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false, spellcheck: true },
  })
  confine(window.webContents)
  if (state?.maximized === true) window.maximize()
  window.once('ready-to-show', () => window?.show())
  window.on('close', () => {
    if (window !== null) saveState(window)
  })
  window.on('closed', () => {
    window = null
  })
  void window.loadURL(`${PAGE_ORIGIN}/`)
}

/** The page stays the page: it goes nowhere, opens nothing, embeds nothing and is permitted nothing. */
function confine(contents: WebContents): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    void openOutside(url)
    return { action: 'deny' }
  })
}

/** A link of a text that a model wrote: http(s) only, and the user sees first where it leads. */
async function openOutside(url: string): Promise<void> {
  const target = URL.parse(url)
  if (target === null || !['http:', 'https:'].includes(target.protocol)) return
  const { response } = await dialog.showMessageBox({
    type: 'question', buttons: ['Open in browser', 'Cancel'], defaultId: 1, cancelId: 1,
    message: `Open ${target.host}?`, detail: target.href.slice(0, 500),
  })
  if (response === 0) await shell.openExternal(target.href)
}

function statePath(): string {
  return nodePath.join(app.getPath('userData'), 'window.json')
}

/** Where the window was, if that is still on a screen. */
function readState(): WindowState | null {
  try {
    const state = WindowState.parse(JSON.parse(readFileSync(statePath(), 'utf8')))
    const { bounds } = screen.getDisplayMatching(state)
    const visible = state.x < bounds.x + bounds.width && state.x + state.width > bounds.x && state.y >= bounds.y && state.y < bounds.y + bounds.height
    return visible ? state : null
  } catch {
    return null // The first start, or a file that is no longer of use: the window opens where the system puts it.
  }
}

function saveState(of: BrowserWindow): void {
  try {
    writeFileSync(statePath(), JSON.stringify({ ...of.getNormalBounds(), maximized: of.isMaximized() }), { mode: 0o600 })
  } catch {
    // Where the window stood is no loss worth a message while it closes.
  }
}

import { app, type BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import type { Log } from '../log.ts'

/** A page that dies again within this time is not loaded again by itself. */
const RELOADING_REST_MS = 60_000
/** Chromium's code for a load that another one replaced. */
const ABORTED = -3

const NOTHING_LOST = 'Everything that was acknowledged is kept.'

/** Notes what nothing else catches; after an exception nothing is certain, so the app can only start again. */
export function catchFaults(log: Log): void {
  process.on('unhandledRejection', (cause) => log.fault('A promise failed', cause))
  process.on('uncaughtException', (cause) => {
    log.fault('An exception was not caught', cause)
    // The terminal that the app was started from is gone: nobody is harmed.
    if (cause instanceof Error && 'code' in cause && cause.code === 'EPIPE') return
    void askForRestart(`Something went wrong in Variorum. ${NOTHING_LOST}`)
  })
  app.on('child-process-gone', (_event, { type, reason, exitCode }) =>
    log.note(`A process of Electron ended: ${type}, ${reason}, ${exitCode}`),
  )
}

/** Keeps a window from staying white or deaf without a word. */
export function watchWindow(opened: BrowserWindow, log: Log): void {
  const { webContents } = opened
  let reloadedAt = Number.NEGATIVE_INFINITY
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log.note(`The page's process ended: ${reason}, ${exitCode}`)
    if (reason === 'clean-exit') return
    if (performance.now() - reloadedAt < RELOADING_REST_MS)
      return void askForRestart(`The window stopped working, twice. ${NOTHING_LOST}`)
    reloadedAt = performance.now()
    webContents.reload()
  })
  webContents.on('did-fail-load', (...[, code, description, , isMainFrame]) => {
    if (!isMainFrame || code === ABORTED) return
    log.note(`The page did not load: ${code} ${description}`)
    void ask('The window could not be loaded.', NOTHING_LOST, {
      'Try again': () => webContents.reload(),
      Quit: () => app.quit(),
    })
  })
  let answering: AbortController | null = null
  opened.on('unresponsive', () => {
    if (answering !== null) return
    log.note('The page does not respond')
    answering = new AbortController()
    void ask(
      'The window does not respond.',
      `It may be busy. ${NOTHING_LOST} Loading it again keeps what is written; a text that was not sent may be lost.`,
      { Wait: () => undefined, 'Load again': () => webContents.forcefullyCrashRenderer() },
      answering.signal,
    ).finally(() => (answering = null))
  })
  opened.on('responsive', () => answering?.abort())
}

let isAsking = false

/** One question at a time: a fault may repeat. */
async function askForRestart(message: string): Promise<void> {
  if (isAsking) return
  isAsking = true
  await app.whenReady()
  const restart = (): void => {
    app.relaunch()
    app.quit()
  }
  await ask(message, 'Help → Show log has the details.', { 'Start again': restart, Quit: () => app.quit() })
  isAsking = false
}

async function ask(
  message: string,
  detail: string,
  choices: Readonly<Record<string, () => void>>,
  signal?: AbortSignal,
): Promise<void> {
  const buttons = Object.keys(choices)
  const options: MessageBoxOptions = { type: 'warning', message, detail, buttons, defaultId: 0, noLink: true }
  const { response } = await dialog.showMessageBox(signal === undefined ? options : { ...options, signal })
  if (signal?.aborted !== true) choices[buttons[response] ?? '']?.()
}

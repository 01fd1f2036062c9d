import { app, type BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import type { Log } from '../log.ts'
import { words } from './language.ts'

/** A page that dies again within this time is not loaded again by itself. */
const RELOADING_REST_MS = 60_000
/** Chromium's code for a load that another one replaced. */
const ABORTED = -3

/** Notes what nothing else catches; after an exception nothing is certain, so the app can only start again. */
export function catchFaults(log: Log): void {
  process.on('unhandledRejection', (cause) => log.fault('A promise failed', cause))
  process.on('uncaughtException', (cause) => {
    log.fault('An exception was not caught', cause)
    // The terminal that the app was started from is gone: nobody is harmed.
    if (cause instanceof Error && 'code' in cause && cause.code === 'EPIPE') return
    void askForRestart(say('fault-in-app'))
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
    if (performance.now() - reloadedAt < RELOADING_REST_MS) return void askForRestart(say('fault-in-window-twice'))
    reloadedAt = performance.now()
    webContents.reload()
  })
  webContents.on('did-fail-load', (...[, code, description, , isMainFrame]) => {
    if (!isMainFrame || code === ABORTED) return
    log.note(`The page did not load: ${code} ${description}`)
    void ask(say('window-not-loaded'), say('acknowledged-is-kept'), [
      [say('button-try-again'), () => webContents.reload()],
      [say('button-quit'), () => app.quit()],
    ])
  })
  let answering: AbortController | null = null
  opened.on('unresponsive', () => {
    if (answering !== null) return
    log.note('The page does not respond')
    answering = new AbortController()
    void ask(
      say('window-not-responding'),
      say('window-not-responding-detail'),
      [
        [say('button-wait'), () => undefined],
        [say('button-load-again'), () => webContents.forcefullyCrashRenderer()],
      ],
      answering.signal,
    ).finally(() => (answering = null))
  })
  opened.on('responsive', () => answering?.abort())
}

let isAsking = false

/** One question at a time: a fault may repeat. */
async function askForRestart(message: Message): Promise<void> {
  if (isAsking) return
  isAsking = true
  await app.whenReady()
  const restart = (): void => {
    app.relaunch()
    app.quit()
  }
  await ask(message, say('fault-details-in-log'), [
    [say('button-start-again'), restart],
    [say('button-quit'), () => app.quit()],
  ])
  isAsking = false
}

async function ask(
  message: Message,
  detail: Message,
  choices: readonly (readonly [button: Message, act: () => void])[],
  signal?: AbortSignal,
): Promise<void> {
  const options: MessageBoxOptions = {
    type: 'warning',
    message: words(message),
    detail: words(detail),
    buttons: choices.map(([button]) => words(button)),
    defaultId: 0,
    noLink: true,
  }
  const { response } = await dialog.showMessageBox(signal === undefined ? options : { ...options, signal })
  if (signal?.aborted !== true) choices[response]?.[1]()
}

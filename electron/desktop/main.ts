import { app, dialog } from 'electron'
import * as nodePath from 'node:path'
import { openCore } from '../core.ts'
import { registerPageScheme, servePage } from './page-protocol.ts'
import { setMenu } from './menu.ts'
import { answerPages } from './page-wire.ts'
import { openWindow, showWindow } from './window.ts'

// The desktop door. Everything that must be said to Electron before it is ready is said here, and nothing is
// awaited at the top level: a pending module would keep `ready` from coming.

const here = import.meta.dirname

/** Two windows on one store are one process: a second start shows the first one's window. */
if (app.requestSingleInstanceLock()) {
  registerPageScheme()
  app.on('second-instance', showWindow)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  void app.whenReady().then(begin)
} else {
  app.quit()
}

async function begin(): Promise<void> {
  const core = openCore({ mode: 'desktop', env: process.env, dir: process.env.MEMORY_DIR || undefined })
  servePage(nodePath.join(here, '..', 'renderer'))
  answerPages(core)
  setMenu()
  app.on('activate', () => openWindow(here))
  closeBeforeQuit(core)
  openWindow(here)
  try {
    await core
  } catch (error) {
    // The folder cannot be a store: the sentence says why and what to do.
    dialog.showErrorBox('Variorum cannot open the memory', error instanceof Error && error.name === 'StoreError' ? error.message : 'Something went wrong while the memory was opened. Nothing was lost; start Variorum again.')
    app.exit(1)
  }
}

/** What is queued is finished first; then quitting goes on. */
function closeBeforeQuit(core: ReturnType<typeof openCore>): void {
  app.once('will-quit', (event) => {
    event.preventDefault()
    void core.then((opened) => opened.close()).finally(() => app.exit())
  })
}

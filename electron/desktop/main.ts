import { mkdirSync } from 'node:fs'
import * as nodePath from 'node:path'
import { app, dialog } from 'electron'
import { messageFor } from '../../shared/errors.ts'
import { openCore, type Core } from '../core.ts'
import { variorumHome } from '../home.ts'
import { confineEverything } from './confine.ts'
import { openKeyChain } from './key-chain.ts'
import { setMenu } from './menu.ts'
import { registerPageScheme, servePage } from './page-protocol.ts'
import { answerPages } from './page-wire.ts'
import { prepareSelfTest, runSelfTest } from './self-test.ts'
import { followTheme } from './theme.ts'
import { openWindow, pickFolder, showWindow } from './window.ts'

// The desktop door. Everything that must be said to Electron before it is ready is said here, and nothing is
// awaited at the top level: a pending module would keep `ready` from coming.

const here = import.meta.dirname
const selfTest = prepareSelfTest(process.argv)

// What Electron keeps of its own lies beside ours, and so does the lock: one window for each home.
app.setName('Variorum')
const home = variorumHome(process.env)
mkdirSync(home, { recursive: true, mode: 0o700 })
app.setPath('userData', home)
app.enableSandbox()

/** Two windows on one home are one process: a second start shows the first one's window. */
if (app.requestSingleInstanceLock()) {
  registerPageScheme()
  confineEverything()
  app.on('second-instance', () => showWindow())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  void app.whenReady().then(begin)
} else {
  app.quit()
}

async function begin(): Promise<void> {
  const core = openCore({
    mode: 'desktop',
    env: process.env,
    dir: process.env.MEMORY_DIR || undefined,
    keys: openKeyChain(home),
    pickFolder,
  })
  servePage(nodePath.join(here, '..', 'renderer'))
  answerPages(core)
  setMenu()
  app.on('activate', () => openWindow(here))
  closeBeforeQuit(core)
  const window = openWindow(here)
  try {
    followTheme(await core)
  } catch (error) {
    // The folder cannot be a store: the sentence says why and what to do.
    dialog.showErrorBox(
      'Variorum cannot open the memory',
      messageFor(error, 'Something went wrong while the memory was opened. Nothing was lost; start Variorum again.'),
    )
    app.exit(1)
  }
  if (selfTest !== null) app.exit(await runSelfTest(selfTest, window.webContents))
}

/** What is queued is finished first; then quitting goes on. */
function closeBeforeQuit(core: Promise<Core>): void {
  app.once('will-quit', (event) => {
    event.preventDefault()
    void core
      .then((opened) => opened.close())
      .catch(() => undefined)
      .finally(() => app.exit())
  })
}

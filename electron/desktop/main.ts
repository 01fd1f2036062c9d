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

// The desktop door. Everything that Electron needs before it is ready happens here, and nothing is awaited at the top
// level: a pending module would delay `ready`.

const here = import.meta.dirname
const selfTest = prepareSelfTest(process.argv)

// Electron's own data, and its lock, are in our home folder: one window per home.
app.setName('Variorum')
const home = variorumHome(process.env)
mkdirSync(home, { recursive: true, mode: 0o700 })
app.setPath('userData', home)
app.enableSandbox()

/** One process per home: a second start shows the first one's window. */
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
    // The folder cannot be a store: the message says why and what to do.
    dialog.showErrorBox(
      'Variorum cannot open the memory',
      messageFor(error, 'Something went wrong while the memory was opened. Nothing was lost; start Variorum again.'),
    )
    app.exit(1)
  }
  if (selfTest !== null) app.exit(await runSelfTest(selfTest, window.webContents))
}

/** Finishes queued work before quitting. */
function closeBeforeQuit(core: Promise<Core>): void {
  app.once('will-quit', (event) => {
    event.preventDefault()
    void core
      .then((opened) => opened.close())
      .catch(() => undefined)
      .finally(() => app.exit())
  })
}

import { mkdirSync } from 'node:fs'
import * as nodePath from 'node:path'
import { app, dialog, shell } from 'electron'
import { say } from '../../shared/messages/say.ts'
import type { Core } from '../core.ts'
import { variorumHome } from '../home.ts'
import { openLog } from '../log.ts'
import { followHttpSetting } from '../mcp/http-setting.ts'
import type { Opener } from '../open-outside.ts'
import { SettingsFile } from '../settings-file.ts'
import { VERSION } from '../version.ts'
import { APP_ID } from './app-id.ts'
import { askBeforeClosing } from './ask-before-closing.ts'
import { Closing } from './closing.ts'
import { confineEverything } from './confine.ts'
import { catchFaults, watchWindow } from './faults.ts'
import { installUpdate } from './install-update.ts'
import { openKeyChain } from './key-chain.ts'
import { applyLanguage, followLanguage, readLanguages, words } from './language.ts'
import { setMenu } from './menu.ts'
import { systemFetch } from './network.ts'
import { openMemory } from './open-memory.ts'
import { registerPageScheme, servePage } from './page-protocol.ts'
import { answerPages } from './page-wire.ts'
import { prepareSelfTest, runSelfTest } from './self-test.ts'
import { applyTheme, followTheme } from './theme.ts'
import { MainWindow } from './window.ts'
import { WrapUpFirst } from './wrap-up-first.ts'

// The desktop door. Everything that Electron needs before it is ready happens here, and nothing is awaited at the top
// level: a pending module would delay `ready`.

const here = import.meta.dirname
const selfTest = prepareSelfTest(process.argv)

// Electron's own data, and its lock, are in our home folder: one window per home.
app.setName('Variorum')
if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
if (process.platform === 'linux') app.setDesktopName(`${APP_ID}.desktop`)
const home = variorumHome(process.env)
mkdirSync(home, { recursive: true, mode: 0o700 })
app.setPath('userData', home)
app.enableSandbox()

/** One process per home: a second start shows the first one's window. */
if (app.requestSingleInstanceLock()) {
  registerPageScheme()
  confineEverything()
  void app.whenReady().then(begin)
} else {
  app.quit()
}

async function begin(): Promise<void> {
  const log = openLog(home)
  catchFaults(log)
  readLanguages(here, log)
  const { current } = await SettingsFile.open(home)
  applyTheme(current)
  applyLanguage(current)
  let wrapUpFirst: WrapUpFirst | null = null
  const window = new MainWindow(here, (opened) => {
    watchWindow(opened, log)
    opened.on('close', (event) => wrapUpFirst?.begin(event, opened))
    askBeforeClosing(opened)
  })
  const pickFolder = (): Promise<string | null> => window.pickFolder()
  const fetch = systemFetch()
  const core = openMemory({
    mode: 'desktop',
    env: process.env,
    dir: process.env.MEMORY_DIR || undefined,
    keys: openKeyChain(home),
    fetch,
    pickFolder,
    pickTarget: (kind, name) => window.pickTarget(kind, name),
    opener,
    documents: app.getPath('documents'),
    log,
    updates: { fetch, install: installUpdate },
  })
  servePage(nodePath.join(here, '..', 'renderer'), core)
  answerPages(core)
  const others = core.then(followHttpSetting)
  const closing = closeBeforeQuit(core, others)
  wrapUpFirst = new WrapUpFirst(core)
  const open = (): unknown => (closing.hasBegun ? sayClosing() : window.open())
  app.on('activate', open)
  app.on('second-instance', open)
  app.on('window-all-closed', () => process.platform === 'darwin' || app.quit())
  const showMenu = (): void =>
    setMenu({
      goTo: (place) => closing.hasBegun || window.goTo(place),
      showLog: () => shell.showItemInFolder(log.file),
    })
  showMenu()
  const { webContents } = window.open()
  log.note(`Variorum ${VERSION} started: ${process.platform} ${process.arch}, Electron ${process.versions['electron']}`)
  try {
    followTheme(await core)
    followLanguage(await core, showMenu)
  } catch (error) {
    // The user has been told.
    log.fault('The memory did not open', error)
    return app.exit(1)
  }
  if (selfTest !== null) app.exit(await runSelfTest(selfTest, webContents, await core))
}

const opener: Opener = {
  async open(file) {
    const problem = await shell.openPath(file)
    if (problem !== '') throw new Error(problem)
  },
  async show(path) {
    shell.showItemInFolder(path)
  },
}

function closeBeforeQuit(core: Promise<Core>, others: Promise<{ close(): Promise<void> }>): Closing {
  const close = async (): Promise<void> => {
    await (await others).close()
    await (await core).close()
  }
  const closing = new Closing({ close, exit: () => app.exit() })
  app.on('will-quit', (event) => closing.begin(event))
  return closing
}

function sayClosing(): Promise<unknown> {
  return dialog.showMessageBox({
    type: 'info',
    message: words(say('still-closing')),
    detail: words(say('still-closing-detail')),
  })
}

import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { Page, type Served } from './page.ts'

/*
 * A stand-in for the `electron` module: it runs the real built main process and preload with the page in Chromium, so
 * that their wiring is exercised where no Electron binary is available. It is not Electron, and passing here says
 * nothing about Electron itself. Its surface is picked from Electron's own types, so it cannot offer what Electron
 * lacks; the desktop's sources are type-checked against it (tsconfig.json beside it), so it lacks nothing they use.
 *
 * The page is shown under http://app.variorum.test, whose requests are answered by the handler of `variorum://`.
 */

const PAGE = 'variorum://app'
const SHOWN = 'http://app.variorum.test'
const { STAND_IN_PLATFORM, STAND_IN_KEY_CHAIN, STAND_IN_PICKED, STAND_IN_SECOND } = process.env
const { STAND_IN_DOCUMENTS = '', STAND_IN_UNPAINTED, STAND_IN_LANGUAGE = 'en' } = process.env
if (STAND_IN_PLATFORM !== undefined) Object.defineProperty(process, 'platform', { value: STAND_IN_PLATFORM })

/** What happened, one JSON line each on standard output: the test reads it. */
function tell(what: string, detail: object = {}): void {
  process.stdout.write(`${JSON.stringify({ what, ...detail })}\n`)
}

let ready = false
const whenReady = new Promise<void>((resolve) =>
  setTimeout(() => {
    ready = true
    resolve()
  }),
)
const paths = new Map([['documents', STAND_IN_DOCUMENTS]])

class App
  extends EventEmitter
  implements
    Pick<
      Electron.App,
      | 'requestSingleInstanceLock'
      | 'whenReady'
      | 'quit'
      | 'exit'
      | 'relaunch'
      | 'getPath'
      | 'getPreferredSystemLanguages'
      | 'setPath'
      | 'setName'
      | 'setAppUserModelId'
      | 'setDesktopName'
      | 'enableSandbox'
    >
{
  requestSingleInstanceLock(): boolean {
    tell('lock asked', { ready, sameHome: paths.get('userData') === process.env.VARIORUM_HOME })
    return STAND_IN_SECOND === undefined
  }
  whenReady(): Promise<void> {
    return whenReady
  }
  enableSandbox(): void {
    tell('sandbox', { ready })
  }
  setName(name: string): void {
    tell('name', { name })
  }
  setAppUserModelId(id: string): void {
    tell('id', { id })
  }
  setDesktopName(id: string): void {
    tell('id', { id })
  }
  relaunch(): void {
    tell('relaunch')
  }
  setPath(name: string, path: string): void {
    paths.set(name, path)
  }
  getPath(name: string): string {
    return paths.get(name) ?? ''
  }
  getPreferredSystemLanguages(): string[] {
    return [STAND_IN_LANGUAGE]
  }
  quit(): void {
    void this.askToQuit()
  }
  async askToQuit(): Promise<void> {
    tell('quit')
    this.emit('before-quit')
    for (const window of current.slice()) if (!(await isClosed(window))) return
    const event = preventable()
    this.emit('will-quit', event)
    if (!event.defaultPrevented) this.exit()
  }
  exit(code = 0): void {
    tell('exit', { code })
    process.exit(code)
  }
}
export const app = new App()

type Handler = Parameters<Electron.Protocol['handle']>[1]
let handler: Handler | null = null
export const protocol: Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'> = {
  registerSchemesAsPrivileged: (schemes) => tell('scheme', { ready, schemes }),
  handle: (_scheme, answer) => {
    handler = answer
  },
}

export class WebContents
  extends EventEmitter
  implements
    Pick<
      Electron.WebContents,
      | 'setWindowOpenHandler'
      | 'executeJavaScript'
      | 'getURL'
      | 'reload'
      | 'forcefullyCrashRenderer'
      | 'replaceMisspelling'
      | 'showDefinitionForSelection'
    >
{
  readonly session = { addWordToSpellCheckerDictionary: (word: string): boolean => (tell('learnt', { word }), true) }
  page: Promise<Page> = Promise.reject(new Error('no page yet'))
  /** The same as `page`, once it is there. */
  shown: Page | null = null
  opener: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null
  constructor() {
    super()
    this.page.catch(() => undefined)
    app.emit('web-contents-created', {}, this)
  }
  setWindowOpenHandler(open: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.opener = open
  }
  async executeJavaScript(code: string): Promise<unknown> {
    const page = await this.page
    return page.do({ kind: 'evaluate', code: code.replaceAll(PAGE, SHOWN) })
  }
  getURL = (): string => this.shown?.url.replace(SHOWN, PAGE) ?? ''
  reload(): void {
    tell('reloaded')
    void this.shown?.do({ kind: 'reload' }).then(
      () => tell('loaded'),
      () => undefined, // The window was closed meanwhile.
    )
  }
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
  }
  replaceMisspelling = (word: string): void => tell('corrected', { word })
  showDefinitionForSelection = (): void => tell('looked up')
  /** Asks the listeners as Electron does; true unless one of them prevents it. */
  allows(what: string): boolean {
    const [event = '', url = ''] = what.split(' ')
    let allowed = true
    this.emit(event, { url, isMainFrame: true, preventDefault: () => (allowed = false) })
    return allowed
  }
}

export class BrowserWindow
  extends EventEmitter
  implements
    Pick<
      Electron.BrowserWindow,
      | 'loadURL'
      | 'close'
      | 'show'
      | 'focus'
      | 'restore'
      | 'isMinimized'
      | 'maximize'
      | 'isMaximized'
      | 'isFullScreen'
      | 'setFullScreen'
      | 'getNormalBounds'
      | 'setTitleBarOverlay'
      | 'setBackgroundColor'
    >
{
  // Electron's WebContents has many more members; the types of its callers check that these are enough.
  readonly webContents = new WebContents()
  readonly #options: Electron.BrowserWindowConstructorOptions
  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    this.#options = options
    const { webPreferences: { preload, ...preferences } = {}, ...frame } = options
    tell('window', { preferences, frame, hasPreload: preload !== undefined, ready })
    current.push(this)
  }
  close(): void {
    void close(this)
  }
  async loadURL(url: string): Promise<void> {
    tell('to load', { url })
    const shown = url.replace(PAGE, SHOWN)
    const before = await this.webContents.page.catch(() => null)
    if (before !== null) {
      await before.do({ kind: 'go', url: shown })
      return
    }
    this.webContents.page = showPage(shown, this.webContents, this.#options.webPreferences?.preload ?? '')
    this.webContents.shown = await this.webContents.page
    if (STAND_IN_UNPAINTED === undefined) this.emit('ready-to-show')
  }
  show = (): void => tell('shown')
  focus = (): void => tell('focused')
  restore = (): void => tell('restored')
  maximize = (): void => tell('maximized')
  setFullScreen = (full: boolean): void => tell('full screen', { full })
  isFullScreen = (): boolean => false
  setBackgroundColor = (color: string): void => tell('ground', { color })
  setTitleBarOverlay = (options: Electron.TitleBarOverlayOptions): void => tell('overlay', { options })
  isMinimized = (): boolean => true
  isMaximized = (): boolean => false
  getNormalBounds = (): Electron.Rectangle => ({ x: 10, y: 20, width: 1000, height: 700 })
}
const current: BrowserWindow[] = []
const ASK_TO_LEAVE = `dispatchEvent(new Event('beforeunload', { cancelable: true }))`

interface Preventable {
  defaultPrevented: boolean
  preventDefault(): void
}
function preventable(): Preventable {
  const event = { defaultPrevented: false, preventDefault: () => void (event.defaultPrevented = true) }
  return event
}

async function close(window: BrowserWindow): Promise<void> {
  if ((await isClosed(window)) && current.length === 0) app.emit('window-all-closed')
}

/** Asks a window to close, and its page, whose answer the app may overrule. */
async function isClosed(window: BrowserWindow): Promise<boolean> {
  const event = preventable()
  window.emit('close', event)
  if (event.defaultPrevented) return false
  // A blank page has nothing to ask.
  const mayGo = await window.webContents.executeJavaScript(ASK_TO_LEAVE).catch(() => true)
  if (mayGo !== true && window.webContents.allows('will-prevent-unload')) return false
  current.splice(current.indexOf(window), 1)
  window.emit('closed')
  return true
}

/** A pair of ports: one end here, the other in the page. */
export class MessagePortMain
  extends EventEmitter
  implements Pick<Electron.MessagePortMain, 'start' | 'close' | 'postMessage'>
{
  deliver: (data: unknown) => void = () => undefined
  start(): void {}
  close(): void {
    this.emit('close')
  }
  postMessage(data: unknown): void {
    this.deliver(data)
  }
}
export class MessageChannelMain {
  readonly port1 = new MessagePortMain()
  /** What is sent through this end goes to the page; see `postMessage` of a frame. */
  readonly port2 = this.port1
}

export const ipcMain = new EventEmitter()
/** The button that is pressed in each question that has it; else the first one. */
let choice = ''
export const dialog = {
  showMessageBoxSync: (
    _window: BrowserWindow,
    { message, detail, buttons }: Electron.MessageBoxSyncOptions,
  ): number => {
    tell('asked', { message, detail, buttons })
    return Math.max(0, buttons?.indexOf(choice) ?? 0)
  },
  showErrorBox: (title: string, content: string): void => tell('error box', { title, content }),
  showMessageBox: async (
    ...asked: [Electron.MessageBoxOptions] | [BrowserWindow, Electron.MessageBoxOptions]
  ): Promise<{ response: number }> => {
    const { message, detail, buttons } = asked.length === 1 ? asked[0] : asked[1]
    tell('asked', { message, detail, buttons })
    return { response: Math.max(0, buttons?.indexOf(choice) ?? 0) }
  },
  showOpenDialog: async (
    _window: BrowserWindow,
    { properties }: Electron.OpenDialogOptions,
  ): Promise<{ canceled: boolean; filePaths: string[] }> => {
    tell('folder asked', { properties })
    return {
      canceled: STAND_IN_PICKED === undefined,
      filePaths: STAND_IN_PICKED === undefined ? [] : [STAND_IN_PICKED],
    }
  },
  /** Saves into the folder that is picked, under the name offered. */
  showSaveDialog: async (
    _window: BrowserWindow,
    { defaultPath = '' }: Electron.SaveDialogOptions,
  ): Promise<{ canceled: boolean; filePath: string }> => {
    tell('file asked', { defaultPath })
    return {
      canceled: STAND_IN_PICKED === undefined,
      filePath: STAND_IN_PICKED === undefined ? '' : nodePath.join(STAND_IN_PICKED, nodePath.basename(defaultPath)),
    }
  },
}
export const clipboard: Pick<Electron.Clipboard, 'writeText'> = { writeText: async (text) => tell('copied', { text }) }
export const shell: Pick<Electron.Shell, 'openExternal' | 'openPath' | 'showItemInFolder'> = {
  openPath: async (path) => {
    tell('opened in a program', { path })
    return ''
  },
  showItemInFolder: (path) => tell('shown in folder', { path }),
  openExternal: async (url) => tell('opened outside', { url }),
}
export const screen = {
  getAllDisplays: (): Pick<Electron.Display, 'workArea'>[] => [{ workArea: { x: 0, y: 0, width: 1440, height: 900 } }],
}
type Template = readonly Electron.MenuItemConstructorOptions[]
const remember = (items: Template): void => {
  for (const { label, click } of items)
    if (label !== undefined && click !== undefined) clicks.set(label, () => Reflect.apply(click, undefined, []))
}
export const Menu = {
  buildFromTemplate: (template: Template) => ({
    template,
    popup(): void {
      tell('context menu', {
        items: template.map(({ label, role, type, enabled }) => ({ label, role, type, enabled })),
      })
      remember(template)
    },
  }),
  setApplicationMenu({ template }: { readonly template: Template }): void {
    const items = template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    tell('menu', {
      roles: template.map(({ role, label }) => role ?? label),
      items: items.map(({ label, role, accelerator }) => ({ label, role, accelerator })),
    })
    remember(items)
  },
}
const clicks = new Map<string, () => unknown>()

class NativeTheme extends EventEmitter implements Pick<Electron.NativeTheme, 'shouldUseDarkColors' | 'themeSource'> {
  #source: Electron.NativeTheme['themeSource'] = 'system'
  get themeSource() {
    return this.#source
  }
  set themeSource(source) {
    this.#source = source
    tell('theme', { source })
    this.emit('updated')
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark'
  }
}
export const nativeTheme = new NativeTheme()

/**
 * `STAND_IN_KEY_CHAIN` is the key chain's password: changed, old keys cannot be opened. Unset, there is no key chain, and
 * the password is a public one, as on Linux; only the tag in front of the result tells.
 */
const KEY_CHAIN = STAND_IN_KEY_CHAIN === undefined ? 'v10 peanuts' : `v11 ${STAND_IN_KEY_CHAIN}`
export const safeStorage: Pick<
  Electron.SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
> = {
  isAsyncEncryptionAvailable: async () => ready,
  encryptStringAsync: async (text) => Buffer.from(`${KEY_CHAIN} ${Buffer.from(text).toString('hex')}`),
  async decryptStringAsync(encrypted) {
    const [tag, password, hex = ''] = encrypted.toString().split(' ')
    // The public password is known with and without a key chain.
    if (tag !== 'v10' && `${tag} ${password}` !== KEY_CHAIN) throw new Error('the key chain does not open this')
    return { shouldReEncrypt: false, result: Buffer.from(hex, 'hex').toString() }
  },
}

type Session = Pick<
  Electron.Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
>
const permissions: Record<string, boolean | readonly string[]> = {}
/** What a page may be granted here, by permission and by who asks. */
const grantedBy = (decide: (permission: string, address: string) => boolean): readonly string[] =>
  ['media', 'clipboard-read', 'clipboard-sanitized-write'].flatMap((permission) =>
    ['variorum://app/', 'variorum://application/', 'https://example.test/']
      .filter((address) => decide(permission, address))
      .map((address) => `${permission} ${address}`),
  )
let mayRequest: ((url: string) => boolean) | null = null
const defaultSession = {
  setPermissionRequestHandler: (decide: Parameters<Session['setPermissionRequestHandler']>[0]): void =>
    void (permissions['request'] = grantedBy((permission, address) => {
      let isGranted = true
      Reflect.apply(decide ?? (() => undefined), null, [
        { getURL: () => address },
        permission,
        (granted: boolean) => (isGranted = granted),
      ])
      return isGranted
    })),
  setPermissionCheckHandler: (decide: Parameters<Session['setPermissionCheckHandler']>[0]): void =>
    void (permissions['check'] = grantedBy((permission, address) =>
      Reflect.apply(decide ?? (() => true), null, [null, permission, address]),
    )),
  setDevicePermissionHandler: (decide: Parameters<Session['setDevicePermissionHandler']>[0]): void =>
    void (permissions['device'] = Reflect.apply(decide ?? (() => true), null, [])),
  webRequest: {
    onBeforeRequest(
      listener: (details: { readonly url: string }, decide: (response: Electron.CallbackResponse) => void) => void,
    ): void {
      mayRequest = (url) => {
        let allowed = true
        listener({ url }, ({ cancel = false }) => (allowed = !cancel))
        return allowed
      }
    },
  },
}
/** A session of its own: sends through Node, and keeps cookies unless it is told to omit them. */
class OtherSession implements Pick<Electron.Session, 'fetch'> {
  readonly #partition: string
  #cookies: readonly string[] = []
  constructor(partition: string) {
    this.#partition = partition
  }
  async fetch(
    input: string | GlobalRequest,
    init: RequestInit & { bypassCustomProtocolHandlers?: boolean } = {},
  ): Promise<GlobalResponse> {
    const { redirect, credentials, bypassCustomProtocolHandlers } = init
    const url = typeof input === 'string' ? input : input.url
    tell('fetched', { partition: this.#partition, url, redirect, credentials, bypassCustomProtocolHandlers })
    const headers = new Headers(init.headers)
    if (credentials !== 'omit' && this.#cookies.length > 0) headers.set('cookie', this.#cookies.join('; '))
    const response = await fetch(url, { ...init, headers, redirect: redirect === 'follow' ? 'follow' : 'manual' })
    if (credentials !== 'omit') this.#cookies = response.headers.getSetCookie()
    if (redirect === 'error' && response.status >= 300 && response.status < 400)
      throw new Error("Attempted to redirect, but redirect policy was 'error'")
    return response
  }
}
export const session = {
  defaultSession: Object.assign(new EventEmitter(), defaultSession),
  fromPartition(partition: string, options?: Electron.FromPartitionOptions): OtherSession {
    tell('session', { ready, partition, options })
    return new OtherSession(partition)
  },
}

/** A browser shows the page; requests go to the protocol's handler, the preload runs before the page's own scripts. */
async function showPage(url: string, contents: WebContents, preload: string): Promise<Page> {
  const page = new Page(respond)
  connect(page)
  await page.do({ kind: 'show', url, preload: readFileSync(preload, 'utf8') })
  // Commands that came before the first page wait in the pipe.
  if (latest === null) process.stdin.on('data', obeyLatest)
  latest = { page, contents }
  tell('loaded')
  return page
}

async function respond(url: string, method: string): Promise<Served | null> {
  const asked = url.replace(SHOWN, PAGE)
  if (mayRequest?.(asked) === false || !asked.startsWith(`${PAGE}/`) || handler === null) {
    tell('refused', { url: asked })
    return null
  }
  const response = await handler(new Request(asked, { method }))
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  }
}

/** What the test's commands are about: the window that was opened last. */
let latest: { readonly page: Page; readonly contents: WebContents } | null = null
const obeyLatest = (lines: unknown): void => {
  for (const line of String(lines).split('\n').filter(Boolean))
    if (latest !== null) void obey(JSON.parse(line), latest.page, latest.contents)
}

/** Commands from the test. */
async function obey(
  { act, value }: { readonly act: string; readonly value: string },
  page: Page,
  contents: WebContents,
): Promise<void> {
  const opened = {
    url: value,
    frameName: '',
    features: '',
    disposition: 'foreground-tab',
    referrer: { url: '', policy: 'no-referrer' },
  } as const
  const acts: Readonly<Record<string, () => unknown>> = {
    'ask page': () => page.do({ kind: 'evaluate', code: value }),
    'open window': () => contents.opener?.({ ...opened, postBody: { contentType: '', data: [] } }),
    'may happen': () => contents.allows(value),
    'may request': () => mayRequest?.(value),
    permissions: () => permissions,
    'second start': () => app.emit('second-instance'),
    'quit, and a second start': async () => {
      await app.askToQuit()
      app.emit('second-instance')
    },
    choose: () => (choice = value),
    'page event': () => {
      const [name = '', ...details] = JSON.parse(value) as readonly [string, ...unknown[]]
      contents.emit(name, {}, ...details)
    },
    'window event': () => current.at(-1)?.emit(value),
    'process event': () => process.emit('uncaughtException', new Error(value)),
    'may download': () => {
      let allowed = true
      session.defaultSession.emit('will-download', { preventDefault: () => (allowed = false) })
      return allowed
    },
    'menu item': () => clicks.get(value)?.(),
    'ask protocol': async () => {
      const response = await handler?.(new Request(value))
      return { status: response?.status, policy: response?.headers.get('content-security-policy') }
    },
    'close window': () => Promise.all(current.slice().map(close)),
  }
  await Promise.resolve()
    .then(acts[act])
    .then(
      (answer) => tell('answer', { value: answer }),
      (error: unknown) => tell('answer', { failed: String(error) }),
    )
}

/** Gives the page the ports that the app sends it, and the app what the page sends. */
function connect(page: Page): void {
  const ports = new Map<number, MessagePortMain>()
  const dispatch = (event: string, detail: unknown): void => {
    const code = `dispatchEvent(new CustomEvent(${JSON.stringify(event)}, { detail: ${JSON.stringify(detail)} }))`
    // The page may be gone.
    page.do({ kind: 'evaluate', code }).catch(() => undefined)
  }
  page.on('port', (id, data) => ports.get(id)?.emit('message', { data }))
  page.on('send', (channel) => {
    const send = (name: string, _message: null, [port]: readonly MessagePortMain[]): void => {
      if (port === undefined) return
      const id = ports.size
      ports.set(id, port)
      port.deliver = (data) => dispatch(`stand-in-${id}`, data)
      dispatch('stand-in-channel', { on: name, to: id })
    }
    const senderFrame = { url: `${PAGE}/`, parent: null, postMessage: send }
    ipcMain.emit(channel, { senderFrame })
    const stranger = { ...senderFrame, postMessage: () => tell('gave a port to a stranger') }
    for (const url of ['https://evil.test/', 'variorum://apple/', 'variorum://app.evil.test/', 'about:blank'])
      ipcMain.emit(channel, { senderFrame: { ...stranger, url } })
    ipcMain.emit(channel, { senderFrame: { ...stranger, parent: senderFrame } })
    ipcMain.emit(channel, { senderFrame: null })
  })
}

// The names of types that the desktop's sources import from "electron".
export type MenuItemConstructorOptions = Electron.MenuItemConstructorOptions
export type Rectangle = Electron.Rectangle
export type ContextMenuParams = Electron.ContextMenuParams
export type MessageBoxOptions = Electron.MessageBoxOptions

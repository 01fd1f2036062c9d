import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright'
import type * as Electron from 'electron'

/*
 * A stand-in for the `electron` module: it runs the real built main process and preload with the page in Chromium, so
 * that their wiring is exercised where no Electron binary can be had. It is no Electron, and passing here says
 * nothing about Electron itself. Its types are picked from Electron's own, so it cannot offer what Electron does not.
 *
 * The page is shown under http://app.variorum.test, whose requests are answered by the handler of `variorum://`.
 */

const PAGE = 'variorum://app'
const SHOWN = 'http://app.variorum.test'

/** What happened, one JSON line each on standard output: the test reads it. */
function tell(what: string, detail: object = {}): void {
  process.stdout.write(`${JSON.stringify({ what, ...detail })}\n`)
}

let ready = false
const whenReady = new Promise<void>((resolve) => setTimeout(() => {
  ready = true
  resolve()
}))

class App extends EventEmitter implements Pick<Electron.App, 'requestSingleInstanceLock' | 'whenReady' | 'quit' | 'exit' | 'getPath'> {
  requestSingleInstanceLock(): boolean {
    tell('lock asked', { ready })
    return process.env.STAND_IN_SECOND === undefined
  }
  whenReady(): Promise<void> {
    return whenReady
  }
  quit(): void {
    tell('quit')
    const event = { defaultPrevented: false, preventDefault: () => (event.defaultPrevented = true) }
    this.emit('will-quit', event)
    if (!event.defaultPrevented) this.exit()
  }
  exit(code = 0): void {
    tell('exit', { code })
    process.exit(code)
  }
  getPath(): string {
    return process.env.VARIORUM_HOME ?? ''
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

class WebContents extends EventEmitter implements Pick<Electron.WebContents, 'setWindowOpenHandler'> {
  opener: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null
  setWindowOpenHandler(open: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.opener = open
  }
}

export class BrowserWindow extends EventEmitter implements Pick<Electron.BrowserWindow, 'loadURL' | 'show' | 'focus' | 'restore' | 'isMinimized' | 'maximize' | 'isMaximized' | 'getNormalBounds'> {
  readonly webContents = new WebContents()
  readonly #options: Electron.BrowserWindowConstructorOptions
  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    this.#options = options
    const { preload, ...preferences } = options.webPreferences ?? {}
    tell('window', { preferences, hasPreload: preload !== undefined, ready })
  }
  async loadURL(url: string): Promise<void> {
    await showPage(url, this.webContents, this.#options.webPreferences?.preload ?? '')
    this.emit('ready-to-show')
  }
  show = (): void => tell('shown')
  focus = (): void => tell('focused')
  restore(): void {}
  maximize(): void {}
  isMinimized = (): boolean => false
  isMaximized = (): boolean => false
  getNormalBounds = (): Electron.Rectangle => ({ x: 0, y: 0, width: 1440, height: 900 })
}

/** A pair of ports: one end here, the other in the page. */
export class MessagePortMain extends EventEmitter {
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
export const dialog = {
  showErrorBox: (title: string, content: string): void => tell('error box', { title, content }),
  showMessageBox: async (options: Electron.MessageBoxOptions): Promise<{ response: number }> => {
    tell('asked', { message: options.message })
    return { response: 0 }
  },
}
export const shell: Pick<Electron.Shell, 'openExternal'> = { openExternal: async (url) => tell('opened outside', { url }) }
export const screen = { getDisplayMatching: (): { bounds: Electron.Rectangle } => ({ bounds: { x: 0, y: 0, width: 1440, height: 900 } }) }
export const Menu = {
  buildFromTemplate: (template: readonly Electron.MenuItemConstructorOptions[]) => template,
  setApplicationMenu: (template: readonly Electron.MenuItemConstructorOptions[]): void => tell('menu', { roles: template.map(({ role, label }) => role ?? label) }),
}
export const session = {
  defaultSession: {
    setPermissionRequestHandler: (decide: (contents: null, permission: string, callback: (granted: boolean) => void) => void): void => decide(null, 'media', (granted) => tell('permission', { granted })),
    setPermissionCheckHandler: (decide: () => boolean): void => tell('permission', { granted: decide() }),
  },
}

/** Chromium shows the page; requests go to the protocol's handler, the preload runs before the page's own scripts. */
async function showPage(url: string, contents: WebContents, preload: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: process.env.STAND_IN_CHROMIUM ?? '', args: [...(process.env.STAND_IN_ARGS ?? '').split(' '), '--remote-debugging-port=0'] })
  const context = await browser.newContext({ userAgent: 'Chromium Electron/45 (stand-in)', viewport: { width: 1440, height: 900 } })
  await context.route('**/*', async (route) => {
    const asked = route.request().url()
    if (!asked.startsWith(`${SHOWN}/`) || handler === null) return route.abort()
    const response = await handler(new Request(asked.replace(SHOWN, PAGE)))
    await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body: Buffer.from(await response.arrayBuffer()) })
  })
  const page = await context.newPage()
  await bridge(page, preload)
  page.on('popup', (popup) => void popup.close())
  await page.exposeFunction('standInOpen', (target: string) => contents.opener?.({ url: target, frameName: '', features: '', disposition: 'foreground-tab', referrer: { url: '', policy: 'no-referrer' } }))
  page.on('pageerror', ({ message }) => tell('pageerror', { text: message }))
  await page.goto(url.replace(PAGE, SHOWN))
  process.stdin.on('data', (script) => void drive(page, String(script)))
  tell('loaded')
}

/** The test sends an expression; what it becomes in the page is told. */
async function drive(page: Page, expression: string): Promise<void> {
  tell('answer', { value: await page.evaluate(expression).catch((error: unknown) => String(error)) })
}

/** `require('electron')` for the preload, and the two ends of its message ports. */
async function bridge(page: Page, preload: string): Promise<void> {
  const ports = new Map<number, MessagePortMain>()
  await page.exposeFunction('standInPort', (id: number, data: unknown) => ports.get(id)?.emit('message', { data }))
  await page.exposeFunction('standInSend', (channel: string) => {
    const send = (name: string, _message: null, [port]: readonly MessagePortMain[]): void => {
      if (port === undefined) return
      const id = ports.size
      ports.set(id, port)
      port.deliver = (data) => void page.evaluate(([to, text]) => window.dispatchEvent(new CustomEvent(`stand-in-${to}`, { detail: text })), [id, data] as const)
      void page.evaluate(([on, to]) => window.dispatchEvent(new CustomEvent('stand-in-channel', { detail: { on, to } })), [name, id] as const)
    }
    const senderFrame = { url: `${PAGE}/`, parent: null, postMessage: send }
    ipcMain.emit(channel, { senderFrame })
    ipcMain.emit(channel, { senderFrame: { ...senderFrame, url: 'https://evil.test/', postMessage: () => tell('gave a port to a stranger') } })
  })
  await page.addInitScript(`{
    const require = () => ({ ipcRenderer: {
      send: (channel) => standInSend(channel),
      on: (channel, listener) => addEventListener('stand-in-channel', ({ detail: { on, to } }) => {
        if (on !== channel) return
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => standInPort(to, data)
        addEventListener('stand-in-' + to, ({ detail }) => port1.postMessage(detail))
        listener({ ports: [port2] })
      }),
    } });
    ((require, exports, module) => { ${readFileSync(preload, 'utf8')} })(require, {}, {}) }`)
}

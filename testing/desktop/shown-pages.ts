import type { ChildProcess } from 'node:child_process'
import { chromium, type Browser, type BrowserContext, type Page, type Route } from 'playwright'
import { findChromium } from '../../build/chromium.ts'
import type { FromPages, Served, ToPages, Wish } from './page.ts'

/** A browser that shows the pages of as many stand-ins as there are. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, args } = await findChromium(process.env)
  return chromium.launch({ executablePath, args: [...args, '--remote-debugging-port=0'] })
}

type Tell = (what: string, detail: object) => void

/** The pages of one stand-in for Electron, which asks for them (page.ts). Without a browser they are blank. */
export class ShownPages {
  readonly #standIn: ChildProcess
  readonly #browser: Browser | null
  readonly #tell: Tell
  readonly #pages = new Map<number, Page>()
  readonly #contexts: BrowserContext[] = []
  readonly #requested: PromiseWithResolvers<Served | null>[] = []

  constructor(standIn: ChildProcess, browser: Browser | null, tell: Tell) {
    this.#standIn = standIn
    this.#browser = browser
    this.#tell = tell
    standIn.on('message', (message: ToPages) => this.#hear(message))
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()))
  }

  #hear(message: ToPages): void {
    const { page, id } = message
    if (message.kind === 'response') {
      this.#requested[id]?.resolve(message.response)
      return
    }
    void this.#grant(page, message.wish).then(
      (value) => this.#send({ page, kind: 'granted', id, value }),
      (error: unknown) => this.#send({ page, kind: 'granted', id, failed: String(error) }),
    )
  }

  #send(news: FromPages): void {
    // The stand-in may have ended.
    this.#standIn.send(news, () => undefined)
  }

  async #grant(id: number, wish: Wish): Promise<unknown> {
    if (this.#browser === null) {
      if (wish.kind === 'evaluate') throw new Error('There is no page: the desktop was started without a browser.')
      if (wish.kind !== 'reload') this.#send({ page: id, kind: 'moved', url: wish.url })
      return undefined
    }
    const page = this.#pages.get(id) ?? (await this.#open(this.#browser, id))
    if (wish.kind === 'evaluate') return page.evaluate(wish.code)
    if (wish.kind === 'reload') await page.reload()
    else {
      if (wish.kind === 'show') await page.addInitScript(bridge(wish.preload))
      await page.goto(wish.url)
    }
    return undefined
  }

  async #open(browser: Browser, id: number): Promise<Page> {
    const context = await browser.newContext({
      userAgent: 'Chromium Electron/45 (stand-in)',
      viewport: { width: 1440, height: 900 },
    })
    this.#contexts.push(context)
    await context.route('**/*', (route) => this.#answer(id, route))
    const page = await context.newPage()
    this.#pages.set(id, page)
    await page.exposeFunction('standInSend', (channel: string) => this.#send({ page: id, kind: 'send', channel }))
    await page.exposeFunction('standInPort', (port: number, data: unknown) =>
      this.#send({ page: id, kind: 'port', port, data }),
    )
    page.on('framenavigated', () => this.#send({ page: id, kind: 'moved', url: page.url() }))
    page.on('popup', (popup) => void popup.close())
    page.on('pageerror', ({ message }) => this.#tell('pageerror', { text: message }))
    page.on('console', (message) => {
      if (message.type() === 'error') this.#tell('complaint', { text: message.text() })
    })
    return page
  }

  async #answer(page: number, route: Route): Promise<void> {
    const requested = Promise.withResolvers<Served | null>()
    const url = route.request().url()
    const method = route.request().method()
    this.#send({ page, kind: 'request', id: this.#requested.push(requested) - 1, url, method })
    const response = await requested.promise
    if (response === null) await route.abort()
    else await route.fulfill({ ...response, body: Buffer.from(response.body) })
  }
}

/** `require('electron')` for the preload, which runs before the page's own scripts. */
function bridge(preload: string): string {
  return `{
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
    ((require, exports, module) => { ${preload} })(require, {}, {}) }`
}

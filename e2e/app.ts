import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import {
  _electron,
  test as base,
  type BrowserContext,
  type ElectronApplication,
  expect,
  type Page,
} from '@playwright/test'
import { CommandHost } from '../testing/command-host.ts'
import { answersOf, linesOf, runCli, type Answer, type Ran } from '../testing/command-line.ts'
import { newFolder } from '../testing/folders.ts'
import { welcomed } from '../testing/welcomed.ts'

/** Serves one app after the other: to start a process for each takes a second of the processor. */
const host = new CommandHost()

/** The app as a user starts it, on a home and a store of its own. */
export class App {
  readonly home: string
  /** A folder of the user's beside the home, for other stores. */
  readonly documents: string
  readonly store: string
  readonly #host: CommandHost
  #running: Promise<unknown> | null = null
  #printed = ''

  /** @param at runs it; one of its own, where two run at the same time */
  constructor(home: string, at = host) {
    this.home = home
    this.#host = at
    this.documents = `${home}-documents`
    this.store = nodePath.join(home, 'memory')
  }

  /** Starts the app and gives the address it prints. */
  async start({
    port = '0',
    open = false,
    isFirstRun = false,
    env = {},
  }: {
    readonly port?: string
    /** Opens the link in a browser, too. */
    readonly open?: boolean
    /** Shows what a new user sees first. */
    readonly isFirstRun?: boolean
    readonly env?: Readonly<Record<string, string>>
  } = {}): Promise<string> {
    this.#printed = ''
    if (!isFirstRun) await welcomed(this.home)
    const decoder = new TextDecoder()
    this.#running = this.#host
      .run({
        args: ['serve', ...(open ? [] : ['--no-open']), '--port', port],
        env: { ...process.env, VARIORUM_HOME: this.home, ...env },
        onSaid: (_, data) => (this.#printed += decoder.decode(data, { stream: true })),
      })
      // It was killed, or said why it ended.
      .catch(() => undefined)
    return this.nextLink(0)
  }

  /** Link number `at` of this run, from 0. */
  async nextLink(at: number): Promise<string> {
    await expect.poll(() => this.#links().length, { message: 'a printed link', intervals: [50] }).toBeGreaterThan(at)
    return this.#links()[at] ?? ''
  }

  #links(): readonly string[] {
    return this.#printed.match(/http:\S+token=\S+/g) ?? []
  }

  pressEnter(): void {
    this.type('')
  }

  /** A line typed in the terminal where the app runs. */
  type(line: string): void {
    this.#host.type(`${line}\n`)
  }

  /** Resolves when the app has printed this. */
  async prints(text: string): Promise<void> {
    await expect.poll(() => this.#printed, { message: 'printed in the terminal', intervals: [50] }).toContain(text)
  }

  async stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const running = this.#running
    this.#running = null
    if (running === null) return
    if (signal === 'SIGKILL') this.#host.kill()
    else this.#host.signal(signal)
    await running
  }

  /** Runs the command line on the same store: a second process. */
  cli(...args: readonly string[]): Promise<Ran> {
    return runCli(args, { VARIORUM_HOME: this.home })
  }

  async exec(...commands: readonly object[]): Promise<readonly Answer[]> {
    return answersOf(await runCli(['exec'], { VARIORUM_HOME: this.home }, linesOf(commands)))
  }

  /** The same as a program with a name. */
  async execAs(client: string, ...commands: readonly object[]): Promise<readonly Answer[]> {
    return answersOf(await runCli(['exec', '--client', client], { VARIORUM_HOME: this.home }, linesOf(commands)))
  }
}

/** Browser errors that are expected while the test has stopped the app. */
const APP_IS_AWAY =
  /WebSocket connection|WebSocket is already in CLOSING|ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INTERNET_DISCONNECTED)/

/** Every test gets the running app and a page with a session; any error or warning in the page fails the test. */
export const test = base.extend<{ app: App; anotherApp: App; window: Page; anotherBrowser: () => Promise<Page> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern here
  app: async ({}, use) => {
    const home = await newFolder()
    const app = new App(home)
    await use(app)
    await app.stop()
  },
  // On a home of its own, as on another computer, and beside the first one.
  // oxlint-disable-next-line no-empty-pattern -- as above
  anotherApp: async ({}, use) => {
    const app = new App(await newFolder(), new CommandHost())
    await use(app)
    await app.stop()
  },
  // A page in a browser without cookies. Closed after the test: otherwise it keeps trying to reach its app.
  anotherBrowser: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  window: async ({ app, page }, use, { project }) => {
    const electron = await startElectron(app.home, project.metadata['electron'])
    const window = electron === null ? page : await electron.firstWindow()
    const complaints: string[] = []
    window.on('pageerror', (error) => complaints.push(error.message))
    window.on('console', (message) => {
      if (message.type() === 'error' && !APP_IS_AWAY.test(message.text())) complaints.push(message.text())
    })
    window.on('request', (request) => {
      if (!/^(?:(?:blob:)?http:\/\/127\.0\.0\.1:|(?:blob:)?variorum:\/\/app\/)/.test(request.url()))
        complaints.push(`asked for ${request.url()}`)
    })
    if (electron === null) await window.goto(await app.start())
    await expect(window.getByRole('textbox', { name: 'Message' })).toBeVisible()
    // The page is there before the store, which some tests go on to use with git.
    await expect
      .poll(() => fs.readdir(nodePath.join(app.store, '.git')).catch(() => []), { intervals: [50] })
      .toEqual(expect.arrayContaining(['HEAD', 'config', 'objects', 'refs', 'variorum']))
    await use(window)
    // The desktop asks about text that a test left unsaved.
    await electron?.evaluate(({ dialog }) => {
      dialog.showMessageBoxSync = () => 1
    })
    await electron?.close()
    expect(complaints).toEqual([])
  },
})

/** The real desktop app on this home, if the project names a binary; null in the browser. */
async function startElectron(home: string, binary: unknown): Promise<ElectronApplication | null> {
  if (typeof binary !== 'string') return null
  await welcomed(home)
  const root = nodePath.join(import.meta.dirname, '..')
  const env = Object.fromEntries(
    Object.entries({ ...process.env, VARIORUM_HOME: home }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )
  // A runner's account may not own the helper that Chromium's sandbox needs on Linux.
  return _electron.launch({
    executablePath: binary,
    args: [root, ...(process.platform === 'linux' ? ['--no-sandbox'] : [])],
    env,
  })
}

/** Sends a message, once the answer before it is complete, and waits until its own is. */
export async function say(window: Page, text: string): Promise<void> {
  const turns = window.getByRole('region', { name: /^Turn \d+$/ })
  const stop = window.getByRole('button', { name: 'Stop', exact: true })
  await expect(stop).toHaveCount(0)
  const before = await turns.count()
  const message = window.getByRole('textbox', { name: 'Message' })
  await message.fill(text)
  // Something that closes may have given the focus back meanwhile.
  await message.press('Enter')
  await expect(turns).toHaveCount(before + 1)
  await expect(stop).toHaveCount(0)
}

export { expect }

/** Commands of the memory tool, for `exec`. */
export const create = (path: string, text: string): object => ({
  command: 'create',
  path: `/memories/${path}`,
  file_text: text,
})
export const replace = (path: string, from: string, to: string): object => ({
  command: 'str_replace',
  path: `/memories/${path}`,
  old_str: from,
  new_str: to,
})

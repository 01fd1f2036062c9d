import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Engine } from './engine.ts'

// Safari's engine, as WebKitGTK has it: WebDriver in its first form, over HTTP. Source: https://w3c.github.io/webdriver/

const Value = z.object({ value: z.unknown() })
const Session = z.object({ sessionId: z.string() })
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const ElementRef = z.object({ [ELEMENT]: z.string() })
const Size = z.tuple([z.number(), z.number()])

const DISPLAY = ':97'
const POLL_MS = 50
const PATIENCE_MS = 20_000

/** The newest visible element with a role and a name, as far as the story needs names. */
const FIND = `(role, name) => [...document.querySelectorAll(role === 'button' ? 'button, [role=button]' : 'textarea, input, [role=' + role + ']')]
  .filter((each) => each.checkVisibility() && (each.ariaLabel ?? each.textContent).trim() === name).at(-1) ?? null`

/** Errors are noted from the first load on; a navigation by the page's own address loads nothing. */
const NOTE_ERRORS = `window.__complaints = []; for (const kind of ['error', 'unhandledrejection', 'securitypolicyviolation'])
  addEventListener(kind, (event) => window.__complaints.push(String(event.message ?? event.reason ?? event.violatedDirective)))`

/** One page in one WebKit, on a display of its own. */
export class WebKit implements Engine {
  readonly complaints: string[] = []
  readonly #processes: readonly ChildProcess[]
  readonly #session: string

  private constructor(processes: readonly ChildProcess[], session: string) {
    this.#processes = processes
    this.#session = session
  }

  /**
   * Needs WebKitWebDriver, Xvfb and dbus-run-session (Debian: webkit2gtk-driver, xvfb, dbus).
   * @param profile an empty folder
   */
  static async start(browser: string, profile: string): Promise<WebKit> {
    const env = { ...process.env, DISPLAY, HOME: profile, LIBGL_ALWAYS_SOFTWARE: '1' }
    const port = 20_000 + (process.pid % 20_000)
    const processes = [
      spawn('Xvfb', [DISPLAY, '-screen', '0', '1600x1200x24'], { stdio: 'ignore' }),
      spawn('dbus-run-session', ['--', 'WebKitWebDriver', `--port=${port}`], { stdio: 'ignore', env, detached: true }),
    ]
    const options = { binary: browser, args: ['--automation'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
    for (const end = Date.now() + PATIENCE_MS; ; await pause(POLL_MS))
      try {
        const { sessionId } = Session.parse(await ask('POST', `http://127.0.0.1:${port}/session`, { capabilities }))
        return new WebKit(processes, `http://127.0.0.1:${port}/session/${sessionId}`)
      } catch (error) {
        if (Date.now() < end) continue
        for (const each of processes) each.kill()
        throw error
      }
  }

  #ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    return ask(method, `${this.#session}/${path}`, body)
  }

  async goto(url: string): Promise<void> {
    await this.#ask('POST', 'url', { url })
    await this.#run(NOTE_ERRORS)
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#ask('POST', 'window/rect', { width, height })
    // The window has a frame.
    const [innerWidth, innerHeight] = Size.parse(await this.#run('return [innerWidth, innerHeight]'))
    await this.#ask('POST', 'window/rect', { width: 2 * width - innerWidth, height: 2 * height - innerHeight })
  }

  #run(script: string): Promise<unknown> {
    return this.#ask('POST', 'execute/sync', { script, args: [] })
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#run(`return ${expression}`)
  }

  async until(expression: string): Promise<void> {
    for (const end = Date.now() + PATIENCE_MS; (await this.evaluate(`Boolean(${expression})`)) !== true;) {
      if (Date.now() > end) throw new Error(`Not within ${PATIENCE_MS} ms: ${expression}`)
      await pause(POLL_MS)
    }
  }

  async click(role: string, name: string): Promise<void> {
    const script = `(${FIND})(${JSON.stringify(role)}, ${JSON.stringify(name)})`
    await this.until(script)
    const { [ELEMENT]: element } = ElementRef.parse(await this.evaluate(script))
    await this.#ask('POST', `element/${element}/click`, {})
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#ask('POST', 'actions', { actions: [{ type: 'key', id: 'keys', actions }] })
  }

  async screenshot(): Promise<Uint8Array> {
    return Buffer.from(z.string().parse(await this.#ask('GET', 'screenshot')), 'base64')
  }

  async stop(): Promise<void> {
    this.complaints.push(...z.array(z.string()).parse(await this.#run('return window.__complaints')))
    await this.#ask('DELETE', '').catch(() => undefined)
    for (const each of this.#processes) each.kill()
  }
}

async function ask(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const { value } = Value.parse(await response.json())
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${JSON.stringify(value)}`)
  return value
}

import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import * as nodePath from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from 'playwright'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { welcomed } from '../welcomed.ts'
import { ShownPages } from './shown-pages.ts'

const HERE = import.meta.dirname
const PATIENCE_MS = 60_000
const MAIN = nodePath.join(HERE, '..', '..', 'out', 'desktop', 'main.js')

export interface Told {
  readonly what: string
  readonly [detail: string]: unknown
}

/** The built main process on the stand-in for Electron, and everything it reported. */
export class Desktop {
  readonly told: Told[] = []
  /** Output that is not a report line: the self-test's result. */
  printed = ''
  readonly #child: ChildProcess
  #closed = false
  readonly #ended: Promise<void>
  readonly #news = new EventEmitter()

  private constructor(child: ChildProcess, browser: Browser | null) {
    this.#child = child
    const pages = new ShownPages(child, browser, (what, detail) => this.#note({ what, ...detail }))
    if (child.stdout !== null) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('{"what":')) return this.#note(JSON.parse(line))
        this.printed += `${line}\n`
      })
    }
    this.#ended = once(child, 'close').then(() => {
      this.#closed = true
      this.#news.emit('news')
      return pages.close()
    })
  }

  /**
   * @param browser shows the page; without one it stays blank, for what is not about the page
   * @param main another built main process, such as the packaged one
   */
  static async start(
    home: string,
    {
      env = {},
      args = [],
      browser = null,
      main = MAIN,
    }: {
      readonly env?: Readonly<Record<string, string>>
      readonly args?: readonly string[]
      readonly browser?: Browser | null
      readonly main?: string
    } = {},
  ): Promise<Desktop> {
    await welcomed(home)
    const child = spawn(process.execPath, ['--import', nodePath.join(HERE, 'register.ts'), main, ...args], {
      env: { ...process.env, ...COMPILE_CACHE, VARIORUM_HOME: home, ...env },
      stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    return new Desktop(child, browser)
  }

  /** Waits for a report that fits, from index `from` on. */
  async hear(what: string, from = 0, isIt: (told: Told) => boolean = () => true): Promise<Told> {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    for (;;) {
      const found = this.told.slice(from).find((each) => each.what === what && isIt(each))
      if (found !== undefined) return found
      const end = this.#closed ? 'ended without telling' : signal.aborted ? 'has long not told' : null
      if (end !== null) throw new Error(`${end} "${what}": ${JSON.stringify(this.told.slice(from))}`)
      // Rejects when the time is up, which is looked at above.
      await once(this.#news, 'news', { signal }).catch(() => undefined)
    }
  }

  /** The first report of its kind. */
  first(what: string): Told | undefined {
    return this.told.find((each) => each.what === what)
  }

  /** Sends a command and returns its result; throws if it failed, for instance because the page was reloaded meanwhile. */
  async act(act: string, value = ''): Promise<unknown> {
    const from = this.told.length
    this.#child.stdin?.write(`${JSON.stringify({ act, value })}\n`)
    const { value: answer, failed } = await this.hear('answer', from)
    if (failed !== undefined) throw new Error(`${act} ${value}: ${String(failed)}`)
    return answer
  }

  /** Evaluates an expression in the page. */
  ask(expression: string): Promise<unknown> {
    return this.act('ask page', expression)
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }

  #note(told: Told): void {
    this.told.push(told)
    this.#news.emit('news')
  }
}

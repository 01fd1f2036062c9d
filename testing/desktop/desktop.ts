import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import * as nodePath from 'node:path'
import { createInterface } from 'node:readline'
import { findChromium } from '../../build/chromium.ts'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { welcomed } from '../welcomed.ts'

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
  readonly #news = new EventEmitter()

  private constructor(child: ChildProcess) {
    this.#child = child
    if (child.stdout !== null) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('{"what":')) this.told.push(JSON.parse(line))
        else this.printed += `${line}\n`
        this.#news.emit('news')
      })
    }
    child.on('close', () => {
      this.#closed = true
      this.#news.emit('news')
    })
  }

  /** @param main another built main process, such as the packaged one */
  static async start(
    home: string,
    {
      env = {},
      args = [],
      main = MAIN,
    }: {
      readonly env?: Readonly<Record<string, string>>
      readonly args?: readonly string[]
      readonly main?: string
    } = {},
  ): Promise<Desktop> {
    await welcomed(home)
    const browser = await findChromium(process.env)
    return new Desktop(
      spawn(process.execPath, ['--import', nodePath.join(HERE, 'register.ts'), main, ...args], {
        env: {
          ...process.env,
          ...COMPILE_CACHE,
          VARIORUM_HOME: home,
          STAND_IN_CHROMIUM: browser.executablePath,
          STAND_IN_ARGS: browser.args.join(' '),
          ...env,
        },
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    )
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

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

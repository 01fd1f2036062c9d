import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { CLI } from './command-line.ts'
import { eventually } from './eventually.ts'

const TIMEOUT_MS = 20_000

/** Both halves of a browser's session. */
export interface Session {
  readonly cookie: string
  readonly secret: string
}

const Reply = z.object({
  id: z.number().nullable(),
  result: z.object({ type: z.string().optional(), data: z.unknown().optional() }).optional(),
  error: z.object({ message: z.string() }).loose().optional(),
})
export type Reply = z.infer<typeof Reply>

/** Browser mode as the built command line runs it, and a browser's part of the conversation. */
export class BrowserMode {
  readonly #child: ChildProcess
  #printed = ''
  #newest = ''

  private constructor(child: ChildProcess) {
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => (this.#printed += data.toString()))
  }

  /** @param terminal false: nobody can type anything */
  static async start(
    home: string,
    {
      args = ['--no-open'],
      env = {},
      terminal = true,
      program = [process.execPath, CLI],
    }: {
      readonly args?: readonly string[]
      readonly env?: Readonly<Record<string, string>>
      readonly terminal?: boolean
      /** What is run, and its first arguments. */
      readonly program?: readonly [string, ...string[]]
    } = {},
  ): Promise<BrowserMode> {
    const [file, ...first] = program
    const child = spawn(file, [...first, 'serve', '--port', '0', ...args], {
      env: { ...process.env, VARIORUM_HOME: home, ...env },
      stdio: [terminal ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    })
    const app = new BrowserMode(child)
    await app.#nextLink(0)
    return app
  }

  /** The newest link that was printed. */
  get link(): string {
    return this.#newest
  }

  get port(): number {
    return Number(new URL(this.#newest).port)
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  get printed(): string {
    return this.#printed
  }

  async newLink(): Promise<string> {
    const before = this.#links().length
    this.type('')
    return this.#nextLink(before)
  }

  type(line: string): void {
    this.#child.stdin?.write(`${line}\n`)
  }

  prints(text: string): Promise<void> {
    return eventually(`the terminal shows “${text}”`, async () => this.#printed.includes(text))
  }

  /** Opens a link as a browser does; by default a new one. */
  async enter(link?: string, formerCookie = ''): Promise<Session> {
    const answer = await fetch(link ?? (await this.newLink()), { headers: { cookie: formerCookie } })
    const [cookie = ''] = answer.headers.getSetCookie().map((each) => each.split(';')[0] ?? '')
    const [, secret = ''] = /#session=([\w-]+)/.exec(await answer.text()) ?? []
    return { cookie, secret }
  }

  /** A page's connection, once it is open. */
  async connect({ cookie, secret }: Session): Promise<Page> {
    const host = `127.0.0.1:${this.port}`
    const socket = new WebSocket(`ws://${host}/api?connectionParams=1`, {
      headers: { cookie, origin: `http://${host}` },
    })
    await once(socket, 'open')
    socket.send(JSON.stringify({ method: 'connectionParams', data: { secret } }))
    return new Page(socket)
  }

  async stop(): Promise<void> {
    if (!this.isRunning) return
    const closed = once(this.#child, 'close')
    this.#child.kill('SIGTERM')
    await closed
  }

  #links(): readonly string[] {
    return this.#printed.match(/http:\S+token=\S+(?=\n)/g) ?? []
  }

  async #nextLink(at: number): Promise<string> {
    await eventually('a link is printed', async () => this.#links().length > at)
    this.#newest = this.#links()[at] ?? ''
    return this.#newest
  }
}

/** A page as the server sees it. */
export class Page {
  readonly socket: WebSocket
  readonly replies: Reply[] = []
  /** The code the connection was closed with; `null` while it is open. */
  closed: number | null = null
  #asked = 0

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data) => {
      const text = String(data)
      if (text === 'PING') socket.send('PONG')
      else this.replies.push(Reply.parse(JSON.parse(text)))
    })
    socket.on('close', (code) => (this.closed = code))
    socket.on('error', () => undefined)
  }

  /** Sends a request and gives its id. */
  send(method: 'query' | 'mutation' | 'subscription', path: string, input?: unknown): number {
    this.#asked += 1
    this.socket.send(JSON.stringify({ id: this.#asked, jsonrpc: '2.0', method, params: { path, input } }))
    return this.#asked
  }

  /** Sends a request and gives the reply to it, other than that a subscription has started or stopped. */
  async ask(method: 'query' | 'mutation' | 'subscription', path: string, input?: unknown): Promise<Reply> {
    const id = this.send(method, path, input)
    return this.reply(id, ({ error, result }) => error !== undefined || result?.type === 'data')
  }

  async reply(id: number | null, fits: (reply: Reply) => boolean = () => true): Promise<Reply> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    for (;;) {
      const found = this.replies.findLast((each) => each.id === id && fits(each))
      if (found !== undefined) return found
      await once(this.socket, 'message', { signal })
    }
  }

  async isClosed(): Promise<number | null> {
    await eventually('the connection is closed', async () => this.closed !== null)
    return this.closed
  }
}

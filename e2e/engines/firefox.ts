import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { Engine } from './engine.ts'

// A browser that speaks WebDriver BiDi. Source: https://w3c.github.io/webdriver-bidi/

const Answer = z.object({
  id: z.number(),
  type: z.enum(['success', 'error']),
  result: z.unknown(),
  message: z.string().optional(),
})
const LogEntry = z.object({
  method: z.literal('log.entryAdded'),
  params: z.object({ level: z.string(), text: z.string().nullable() }),
})
const Context = z.object({ context: z.string() })
const Screenshot = z.object({ data: z.string() })
const Evaluated = z.object({
  type: z.string(),
  result: z.object({ value: z.unknown() }).optional(),
  exceptionDetails: z.object({ text: z.string() }).optional(),
})
const Nodes = z.object({ nodes: z.array(z.object({ sharedId: z.string() })) })
type Node = z.infer<typeof Nodes>['nodes'][number]

const POLL_MS = 50
const PATIENCE_MS = 20_000

/** Firefox, with a profile of its own. It complains of warnings, too. */
export class Firefox implements Engine {
  readonly complaints: string[] = []
  readonly #process: ChildProcess
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #context = ''
  #last = 0

  private constructor(process: ChildProcess, socket: WebSocket) {
    this.#process = process
    this.#socket = socket
    socket.on('message', (data) => this.#receive(JSON.parse(data.toString())))
  }

  /** @param profile an empty folder */
  static async start(program: string, profile: string): Promise<Firefox> {
    const child = spawn(program, ['--headless', '--remote-debugging-port', '0', '--profile', profile], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    let said = ''
    child.stderr.on('data', (data: Buffer) => {
      said += data.toString()
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1]
      if (address !== undefined) resolve(`${address}/session`)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`Firefox ended: ${said}`)))
    const socket = new WebSocket(await promise)
    await once(socket, 'open')
    const firefox = new Firefox(child, socket)
    await firefox.#send('session.new', { capabilities: {} })
    firefox.#context = Context.parse(await firefox.#send('browsingContext.create', { type: 'tab' })).context
    await firefox.#send('session.subscribe', { events: ['log.entryAdded'] })
    return firefox
  }

  #receive(message: unknown): void {
    const entry = LogEntry.safeParse(message).data
    if (entry !== undefined && ['error', 'warn'].includes(entry.params.level))
      this.complaints.push(entry.params.text ?? '')
    const answer = Answer.safeParse(message).data
    if (answer === undefined) return
    if (answer.type === 'success') this.#waiting.get(answer.id)?.resolve(answer.result)
    else this.#waiting.get(answer.id)?.reject(new Error(answer.message))
    this.#waiting.delete(answer.id)
  }

  #send(method: string, params: object): Promise<unknown> {
    this.#last += 1
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(this.#last, answer)
    this.#socket.send(JSON.stringify({ id: this.#last, method, params }))
    return answer.promise
  }

  async goto(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' })
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send('browsingContext.setViewport', { context: this.#context, viewport: { width, height } })
  }

  async evaluate(expression: string): Promise<unknown> {
    const target = { context: this.#context }
    const code = `(async () => JSON.stringify(await (${expression})) ?? 'null')()`
    const { result, exceptionDetails } = Evaluated.parse(
      await this.#send('script.evaluate', { expression: code, target, awaitPromise: true }),
    )
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
    return JSON.parse(z.string().parse(result?.value))
  }

  async until(expression: string): Promise<void> {
    for (const end = Date.now() + PATIENCE_MS; (await this.evaluate(`Boolean(${expression})`)) !== true;) {
      if (Date.now() > end) throw new Error(`Not within ${PATIENCE_MS} ms: ${expression}`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  async #element(role: string, name: string): Promise<Node> {
    const locator = { type: 'accessibility', value: { role, name } }
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
      const { nodes } = Nodes.parse(
        await this.#send('browsingContext.locateNodes', { context: this.#context, locator }),
      )
      const newest = nodes.at(-1)
      if (newest !== undefined) return newest
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    throw new Error(`There is no ${role} “${name}”.`)
  }

  async click(role: string, name: string): Promise<void> {
    const { sharedId } = await this.#element(role, name)
    const origin = { type: 'element', element: { sharedId } }
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.#send('input.performActions', {
      context: this.#context,
      actions: [{ type: 'pointer', id: 'mouse', actions }],
    })
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#send('input.performActions', {
      context: this.#context,
      actions: [{ type: 'key', id: 'keys', actions }],
    })
  }

  async screenshot(): Promise<Uint8Array> {
    return Buffer.from(
      Screenshot.parse(await this.#send('browsingContext.captureScreenshot', { context: this.#context })).data,
      'base64',
    )
  }

  async stop(): Promise<void> {
    await this.#send('browser.close', {}).catch(() => undefined)
    if (this.#process.exitCode === null)
      await Promise.race([once(this.#process, 'exit'), new Promise((resolve) => setTimeout(resolve, 3_000))])
    this.#process.kill('SIGKILL')
  }
}

import { PassThrough } from 'node:stream'
import type { JSONRPCMessage, Server } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Access } from './access.ts'
import { serverOf } from './server.ts'
import type { Offer } from './tools.ts'

/** Clients kill a server that is still there a tenth of a second after they asked it to end. */
const CLOSING_MS = 90

/**
 * Serves one client over standard input and output until a signal comes, or the input ends and all of it is answered.
 * Every answer was durable before it was sent, so nothing is lost by whatever ends this. If the store can't be opened,
 * that is the answer to every call, since clients show nobody why a server ended; then it is thrown.
 */
export async function serveMcpOverStdio(access: Access, offer: Offer): Promise<void> {
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  const transport = new PatientTransport()
  const server = async (): Promise<Server> =>
    serverOf(offer, await access.settings(), (...call) => access.call(...call))
  const handle = serveStdio(server, { transport })
  await Promise.race([transport.answered, signalled])
  await handle.close()
  process.stdin.destroy()
  const tooLong = new Promise<'too long'>((resolve) => setTimeout(resolve, CLOSING_MS, 'too long'))
  if ((await Promise.race([access.close(), tooLong])) === 'too long') process.exit(0)
}

/** Standard input and output; what had been asked when the input ended is answered. */
class PatientTransport extends StdioServerTransport {
  /** Resolves when the input has ended and nothing waits for an answer, or when nobody is there to read one. */
  readonly answered: Promise<void>
  readonly #unanswered = new Set<string | number>()
  #onAnswer = (): void => undefined
  #onClose = (): void => undefined

  constructor() {
    // The end of this one is the end of the connection.
    const input = new PassThrough()
    super(input)
    process.stdin.pipe(input, { end: false })
    // Of many answers to a client that reads slowly, each waits for the output by itself.
    process.stdout.setMaxListeners(0)
    this.answered = new Promise((resolve) => {
      this.#onClose = resolve
      const end = (): void => {
        this.#onAnswer = () => {
          if (this.#unanswered.size === 0) resolve()
        }
        // What was read last is taken in first.
        setImmediate(this.#onAnswer)
      }
      process.stdin.once('end', end).once('close', end)
    })
  }

  override async start(): Promise<void> {
    const take = this.onmessage
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's transports have this one listener
    this.onmessage = (message) => {
      this.#asked(message)
      take?.(message)
    }
    await super.start()
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    await super.send(message)
    if (!('id' in message) || 'method' in message || message.id === undefined) return
    this.#unanswered.delete(message.id)
    this.#onAnswer()
  }

  /** Also when the output breaks: whoever read it was killed. */
  override async close(): Promise<void> {
    await super.close()
    this.#onClose()
  }

  #asked(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    // A subscription stays open for as long as the connection.
    if ('id' in message && message.method !== 'subscriptions/listen') this.#unanswered.add(message.id)
    const cancelled = message.method === 'notifications/cancelled' ? message.params?.requestId : undefined
    if (typeof cancelled !== 'string' && typeof cancelled !== 'number') return
    this.#unanswered.delete(cancelled)
    this.#onAnswer()
  }
}

import type { IncomingMessage } from 'node:http'
import { TRPCError } from '@trpc/server'
import type { WebSocket, WebSocketServer } from 'ws'
import type { OtherBrowsers } from '../procedures/base.ts'
import { cookiesOf, NEEDS_LINK } from './requests.ts'
import type { Sessions } from './sessions.ts'

const MAX_SILENCE_MS = 10_000
const USE_RECORDED_MS = 3_600_000
/** Tells the page that it needs a new link. The number is one of those free for applications. */
const NO_SESSION = 4403

/** The open pages, each with the session that let it in. */
export class Pages {
  readonly #sessions: Sessions
  readonly #sockets: WebSocketServer
  readonly #admitted = new WeakMap<WebSocket, string>()
  readonly #recording: NodeJS.Timeout

  constructor(sessions: Sessions, sockets: WebSocketServer) {
    this.#sessions = sessions
    this.#sockets = sockets
    sockets.on('connection', (page) => {
      setTimeout(() => this.#admitted.has(page) || page.terminate(), MAX_SILENCE_MS).unref()
    })
    this.#recording = setInterval(() => void this.#recordUse().catch(() => undefined), USE_RECORDED_MS)
    this.#recording.unref()
  }

  /** Admits a page that has both secrets of a session; tells any other that it needs a new link. */
  async admit(page: WebSocket, request: IncomingMessage, secret: string): Promise<OtherBrowsers> {
    const session = await this.#sessions.find(cookiesOf(request), secret)
    if (session === null) {
      page.close(NO_SESSION)
      throw new TRPCError({ code: 'UNAUTHORIZED', message: NEEDS_LINK })
    }
    this.#admitted.set(page, session.id)
    return {
      count: async () => {
        await this.#requireSession(page, session.id)
        return this.#sessions.others(session.id)
      },
      signOut: async () => {
        await this.#requireSession(page, session.id)
        await this.#sessions.endOthers(session.id)
        this.#keep(new Set([session.id]))
      },
    }
  }

  close(): void {
    clearInterval(this.#recording)
  }

  /** A page whose browser has opened a new link since connects again, in its new session. */
  async #requireSession(page: WebSocket, id: string): Promise<void> {
    if ((await this.#sessions.stillOpen(new Set([id]))).has(id)) return
    page.terminate()
    throw new TRPCError({ code: 'UNAUTHORIZED', message: NEEDS_LINK })
  }

  /** Ends the connections of all other sessions, also of pages that have not shown theirs. */
  #keep(sessions: ReadonlySet<string>): void {
    for (const page of this.#sockets.clients) if (!sessions.has(this.#admitted.get(page) ?? '')) page.terminate()
  }

  /** An open page is in use. One whose session was ended by another process is closed. */
  async #recordUse(): Promise<void> {
    const ids = [...this.#sockets.clients].flatMap((page) => this.#admitted.get(page) ?? [])
    this.#keep(await this.#sessions.stillOpen(new Set(ids)))
  }
}

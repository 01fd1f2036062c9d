import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { Ulid } from '../../shared/change.ts'
import { AppError } from '../../shared/errors.ts'
import { verbatim } from '../../shared/messages/say.ts'
import { limitConnections } from '../browser/limit-connections.ts'
import { HOST, refusal } from '../browser/requests.ts'
import type { Core } from '../core.ts'
import { hasCode } from '../disk/durable-files.ts'
import { newUlid } from '../disk/new-ulid.ts'
import { serverOf } from './server.ts'
import { McpSession } from './session.ts'
import type { Offer } from './tools.ts'

export interface McpHttpDoor {
  /** Where clients find it: "http://127.0.0.1:7434/mcp". */
  readonly url: string
  close(): Promise<void>
}

const PATH = '/mcp'

/** The first revision of the protocol without sessions. */
const STATELESS = '2026-07-28'
/** Of so many sessions the oldest ends when another begins. */
const MOST_SESSIONS = 1_000

/**
 * Serves clients over HTTP, on this computer only. Each shows a token, which says who it is, with every request. Of one
 * client, those that keep the id of their session are told apart, and the others count as one. Host and Origin are checked
 * as for the page.
 * @param port 0 for any; throws `port-taken` if it is taken, since clients look for this one
 */
export async function openMcpHttpDoor(core: Core, port: number, offer: Offer): Promise<McpHttpDoor> {
  const sessions = new Map<string, McpSession>()
  const sessionOf = async (name: string, id: string | null): Promise<McpSession> => {
    // Without a session nobody knows where one begins: there it is when the user says whether the client is trusted.
    const key = `${name}\n${id ?? (await core.clients.rightsOf(name)).trusted}`
    const session = sessions.get(key) ?? new McpSession(core, { ...offer, name })
    sessions.set(key, session)
    const [oldest] = sessions
    if (oldest !== undefined && sessions.size > MOST_SESSIONS) {
      sessions.delete(oldest[0])
      await oldest[1].end()
    }
    return session
  }
  const handler = createMcpHandler(async ({ authInfo }) => {
    if (authInfo === undefined) throw new Error('Nobody is served without a token.')
    const session = await sessionOf(authInfo.clientId, Session.parse(authInfo.extra).id)
    return serverOf(offer, await core.store.settings(), (...call) => session.call(...call))
  })
  const serve = toNodeHandler(handler)
  const http = createServer((request, response) => {
    answer(request, response).catch((why: unknown) => {
      if (why instanceof AppError && !response.headersSent) say(response, 503, why.message)
      else response.destroy()
    })
  })
  const admit = limitConnections(http)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = refusal(request)
    if (refused !== null) return say(response, refused.status, refused.why)
    if (request.url?.split('?', 1)[0] !== PATH) return say(response, 404, `The memory is at ${PATH}.`)
    // Nothing is sent but answers. (Of TRACE, the SDK makes an internal error.)
    if (request.method !== 'POST') return say(response, 405, 'Requests are sent with POST.')
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const name = token === undefined ? null : await core.clients.nameOfToken(token)
    if (name === null) return say(response, 401, 'This needs a token: variorum clients NAME --token makes one.')
    admit(request.socket)
    const extra = { id: sessionId(request, response) } satisfies z.input<typeof Session>
    await serve(Object.assign(request, { auth: { token: '', clientId: name, scopes: [], extra } }), response)
  }
  await listen(http, port)
  http.on('error', () => undefined)
  const address = http.address()
  return {
    url: `http://${HOST}:${typeof address === 'object' && address !== null ? address.port : port}${PATH}`,
    async close() {
      await handler.close()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await Promise.all([...sessions.values()].map((session) => session.end()))
    },
  }
}

const Session = z.object({ id: Ulid.nullable() })

/** The id that the client keeps, or is given here. */
function sessionId({ headers }: IncomingMessage, response: ServerResponse): string | null {
  const revision = headers['mcp-protocol-version']
  if (typeof revision === 'string' && revision >= STATELESS) return null
  const id = Ulid.safeParse(headers['mcp-session-id']).data ?? newUlid()
  response.setHeader('Mcp-Session-Id', id)
  return id
}

function say(response: ServerResponse, status: number, why: string): void {
  const hints: Readonly<Record<number, object>> = { 401: { 'WWW-Authenticate': 'Bearer' }, 405: { Allow: 'POST' } }
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...hints[status] }).end(`${why}\n`)
}

async function listen(http: ReturnType<typeof createServer>, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  http.once('error', reject).listen(port, HOST, resolve)
  try {
    await promise
  } catch (error) {
    if (!hasCode(error, 'EADDRINUSE', 'EACCES')) throw error
    throw new AppError(
      'bad-request',
      verbatim(`Port ${port} is taken. Nothing was started. Choose another with --port.`),
    )
  } finally {
    http.off('error', reject)
  }
}

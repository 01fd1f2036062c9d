import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { applyWSSHandler } from '@trpc/server/adapters/ws'
import { WebSocketServer } from 'ws'
import { router } from '../contract.ts'
import type { Core } from '../core.ts'
import { hasCode } from '../disk/durable-files.ts'
import { contentSecurityPolicy, pageFile } from './page-files.ts'
import type { Sessions } from './sessions.ts'

export interface BrowserDoorOptions {
  readonly core: Promise<Core>
  readonly sessions: Sessions
  /** The folder of the built page. */
  readonly page: string
  /** 0 takes any free port. */
  readonly port: number
}

export interface BrowserDoor {
  readonly port: number
  /** An address that admits one browser, once. */
  newLink(): string
  close(): Promise<void>
}

const COOKIE = 'variorum'
const YEAR_S = 31_536_000
const MAX_MESSAGE_BYTES = 64_000_000
const HOST = '127.0.0.1'

/**
 * Serves page and api on the loopback interface. Every request and the socket must pass a check of Host and Origin, so
 * that no other site's page can connect under any name for this address; then a check of the session.
 */
export async function openBrowserDoor(options: BrowserDoorOptions): Promise<BrowserDoor> {
  const { sessions } = options
  const http = createServer((request, response) => void answer(options, request, response))
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  const rpc = applyWSSHandler({
    wss: sockets,
    router,
    createContext: async () => ({ core: await options.core }),
    keepAlive: { enabled: true },
  })
  http.on('upgrade', (request, socket, head) => void upgrade(sessions, sockets, { request, socket, head }))
  await listen(http, options.port)
  const { port } = addressOf(http)
  return {
    port,
    newLink: () => `http://${HOST}:${port}/?token=${sessions.issueToken()}`,
    async close() {
      rpc.broadcastReconnectNotification()
      for (const client of sockets.clients) client.terminate()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

function addressOf(http: Server): AddressInfo {
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address
}

/** Listens on the port, or on any free one if it is taken. */
async function listen(http: Server, port: number): Promise<void> {
  const tryPort = (candidate: number): Promise<void> =>
    new Promise((resolve, reject) => {
      http.once('error', reject)
      http.listen(candidate, HOST, () => {
        http.off('error', reject)
        resolve()
      })
    })
  try {
    await tryPort(port)
  } catch (error) {
    if (!hasCode(error, 'EADDRINUSE', 'EACCES')) throw error
    await tryPort(0)
  }
}

type Refusal = { readonly status: 403 | 421; readonly why: string }

/** Refuses a request caused by another site's page, or sent under another name for this address. */
function refusal(request: IncomingMessage): Refusal | null {
  const { host = '', origin } = request.headers
  const port = request.socket.localPort
  const ours = [`${HOST}:${port}`, `localhost:${port}`]
  if (!ours.includes(host.toLowerCase()))
    return { status: 421, why: 'This address serves Variorum under the name 127.0.0.1 only.' }
  if (origin !== undefined && origin !== `http://${host}`)
    return { status: 403, why: 'Another site sent this request. Variorum only answers its own page.' }
  return null
}

function secretOf(request: IncomingMessage): string {
  const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim())
  return cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? ''
}

async function answer(
  { sessions, page }: BrowserDoorOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const refused = refusal(request)
    if (refused !== null) return refuse(response, refused)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, {
        status: 403,
        why: 'Only the page is served here; all its requests go through its socket.',
      })
    const url = URL.parse(request.url ?? '/', `http://${HOST}`)
    if (url === null) return refuse(response, { status: 403, why: 'This is not an address of Variorum.' })
    const token = url.searchParams.get('token')
    if (token !== null) return await enter(sessions, token, request, response)
    if (!(await sessions.isOpen(secretOf(request))))
      return refuse(response, {
        status: 403,
        why: 'This browser has no access yet. Press Enter in the terminal where Variorum runs, and open the link it prints.',
      })
    const file = await pageFile(page, url.pathname)
    if (file === null) return send(response, 404, 'text/plain; charset=utf-8', 'There is nothing here.')
    response.setHeader('Cache-Control', file.immutable ? `private, max-age=${YEAR_S}, immutable` : 'no-store')
    send(response, 200, file.type, request.method === 'HEAD' ? '' : file.bytes)
  } catch {
    send(
      response,
      500,
      'text/plain; charset=utf-8',
      'Something went wrong in Variorum. Nothing was lost; load the page again.',
    )
  }
}

async function enter(
  sessions: Sessions,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const known = await sessions.isOpen(secretOf(request))
  const secret = await sessions.redeem(token)
  if (secret === null && !known)
    return refuse(response, {
      status: 403,
      why: 'This link was already used, or is from an earlier start. Press Enter in the terminal where Variorum runs for a new one.',
    })
  if (secret !== null)
    response.setHeader('Set-Cookie', `${COOKIE}=${secret}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Strict`)
  response.setHeader('Location', '/')
  send(response, 303, 'text/plain; charset=utf-8', '')
}

function refuse(response: ServerResponse, { status, why }: Refusal): void {
  send(response, status, 'text/plain; charset=utf-8', `${why}\n`)
}

function send(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  const port = response.req.socket.localPort
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Security-Policy': contentSecurityPolicy(`'self' ws://${HOST}:${port} ws://localhost:${port}`),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), clipboard-read=()',
  })
  response.end(body)
}

interface UpgradeRequest {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

async function upgrade(
  sessions: Sessions,
  sockets: WebSocketServer,
  { request, socket, head }: UpgradeRequest,
): Promise<void> {
  const refused = refusal(request)
  const fromPage = request.headers.origin !== undefined && request.url === '/api'
  if (refused === null && fromPage && (await sessions.isOpen(secretOf(request)))) {
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request))
    return
  }
  socket.end(
    `HTTP/1.1 ${refused?.status === 421 ? '421 Misdirected Request' : '403 Forbidden'}\r\nConnection: close\r\n\r\n`,
  )
}

import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { applyWSSHandler } from '@trpc/server/adapters/ws'
import { WebSocketServer } from 'ws'
import { router } from '../contract.ts'
import type { Core } from '../core.ts'
import { hasCode } from '../disk/durable-files.ts'
import { isDownloadAddress } from '../export/downloads.ts'
import { IMAGE_POLICY, isImageAddress } from '../images.ts'
import type { OtherBrowsers } from '../procedures/base.ts'
import { type Admit, limitConnections } from './limit-connections.ts'
import { Links } from './links.ts'
import { contentSecurityPolicy, pageFile } from './page-files.ts'
import { Pages } from './pages.ts'
import { cookieName, cookiesOf, HOST, NEEDS_LINK, refusal, type Refusal } from './requests.ts'
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
  /**
   * An address that lets one browser in, once, within ten minutes.
   * @param onGone called when it was used or is no longer valid
   */
  newLink(onGone?: () => void): string
  close(): Promise<void>
}

const YEAR_S = 31_536_000
const MAX_MESSAGE_BYTES = 64_000_000
/**
 * Serves page and api on the loopback interface. Every request and the socket must pass a check of Host and Origin, so
 * that no other site's page can connect under any name for this address; then a check of the session. Any program on
 * this computer may connect, so a connection that breaks at any moment ends nothing but itself.
 */
export async function openBrowserDoor(options: BrowserDoorOptions): Promise<BrowserDoor> {
  const links = new Links()
  const http = createServer((request, response) => void answer({ ...options, links, admit }, request, response))
  const admit = limitConnections(http)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  const pages = new Pages(options.sessions, sockets)
  const rpc = applyWSSHandler({
    wss: sockets,
    router,
    createContext: async ({ req, res, info }) => {
      const browsers = await pages.admit(res, req, info.connectionParams?.['secret'] ?? '')
      const core = await options.core
      return { core, browsers: auditedBrowsers(browsers, core) }
    },
    keepAlive: { enabled: true },
  })
  http.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    upgrade(options.sessions, sockets, admit, { request, socket, head }).catch(() => socket.destroy())
  })
  await listen(http, options.port)
  // Such as too many open files: the connection is lost, the server is not.
  http.on('error', () => undefined)
  const { port } = addressOf(http)
  return {
    port,
    newLink: (onGone) => `http://${HOST}:${port}/?token=${links.issue(onGone)}`,
    async close() {
      links.close()
      pages.close()
      rpc.broadcastReconnectNotification()
      for (const client of sockets.clients) client.terminate()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

function auditedBrowsers(browsers: OtherBrowsers, { audit }: Core): OtherBrowsers {
  return {
    ...browsers,
    async signOut() {
      const count = await browsers.count()
      await browsers.signOut()
      audit.note({ type: 'browsers.signed-out', count })
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

type Answering = BrowserDoorOptions & { readonly links: Links; readonly admit: Admit }

async function answer(door: Answering, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const refused = refusal(request)
    if (refused !== null) return refuse(response, refused)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, {
        status: 403,
        why: 'Only the page is served here; all its requests go through its socket.',
      })
    const url = URL.parse(request.url ?? '/', `http://${HOST}`)
    if (url === null) return refuse(response, { status: 403, why: 'This isn’t a Variorum address.' })
    const token = url.searchParams.get('token')
    // Programs that preview links ask with HEAD, which must not use one up.
    if (token !== null && request.method === 'GET') return await enter(door, token, request, response)
    await servePage(door, url.pathname, request, response)
  } catch {
    if (response.headersSent) response.destroy()
    else
      send(
        response,
        500,
        'text/plain; charset=utf-8',
        'Something went wrong in Variorum. Nothing was lost; reload the page.',
      )
  }
}

async function servePage(
  { sessions, page, core, admit }: Answering,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const session = await sessions.find(cookiesOf(request))
  if (session === null) return refuse(response, { status: 403, why: `This browser has no access. ${NEEDS_LINK}` })
  admit(request.socket)
  const file = await pageFile(page, pathname)
  const image = isImageAddress(pathname) ? await (await core).images.at(pathname) : null
  if (image !== null) {
    response.setHeader('Cache-Control', 'no-store')
    return send(response, 200, image.type, request.method === 'HEAD' ? '' : image.bytes, IMAGE_POLICY)
  }
  if (isDownloadAddress(pathname) && request.method === 'GET' && (await serveDownload(await core, pathname, response)))
    return
  if (file === null) return send(response, 404, 'text/plain; charset=utf-8', 'There is nothing here.')
  if (pathname === '/') setCookie(response, session.cookie)
  response.setHeader('Cache-Control', file.immutable ? `private, max-age=${YEAR_S}, immutable` : 'no-store')
  send(response, 200, file.type, request.method === 'HEAD' ? '' : file.bytes)
}

/** Streams an export to the browser, once. @returns whether there is one */
async function serveDownload({ exports }: Core, pathname: string, response: ServerResponse): Promise<boolean> {
  const download = await exports.download(pathname)
  if (download === null) return false
  const { name, file, bytes, discard } = download
  response.writeHead(200, {
    ...headersFor('application/octet-stream', pagePolicy(response)),
    'Cache-Control': 'no-store',
    'Content-Length': bytes,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`,
  })
  await pipeline(createReadStream(file), response)
  discard()
  return true
}

/**
 * Lets a browser in. The answers are pages that lead on, not redirects: a link that was opened from a file counts as
 * another site's, and a browser sends no cookie of ours along with it, nor with what it is redirected to. So such a
 * link first leads to itself: then the browser's former session is known, and replaced.
 */
async function enter(
  { sessions, links, core }: Answering,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('Cache-Control', 'no-store')
  if (request.headers['sec-fetch-site'] === 'cross-site')
    return leadTo(response, `/?token=${encodeURIComponent(token)}`)
  if (links.redeem(token)) {
    const { cookie, page } = await sessions.begin(cookiesOf(request))
    setCookie(response, cookie)
    // A core that does not open reports that itself.
    core.then(
      ({ audit }) => audit.note({ type: 'browser.let-in' }),
      () => undefined,
    )
    return leadTo(response, `/#session=${page}`)
  }
  if ((await sessions.find(cookiesOf(request))) !== null) return leadTo(response, '/')
  refuse(response, {
    status: 403,
    why: `This link was already used, is older than ten minutes, or is from an earlier start. ${NEEDS_LINK}`,
  })
}

function leadTo(response: ServerResponse, address: string): void {
  send(
    response,
    200,
    'text/html; charset=utf-8',
    `<!doctype html><title>Variorum</title><meta http-equiv="refresh" content="0; url=${address}">`,
  )
}

/** Renewed whenever the page loads. The session ends in `sessions.json`, before the cookie does. */
function setCookie(response: ServerResponse, cookie: string): void {
  const name = cookieName(response.req.socket.localPort)
  response.setHeader('Set-Cookie', `${name}=${cookie}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Strict`)
}

function refuse(response: ServerResponse, { status, why }: Refusal): void {
  send(response, status, 'text/plain; charset=utf-8', `${why}\n`)
}

// oxlint-disable-next-line max-params -- an answer has these parts
function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
  policy = pagePolicy(response),
): void {
  response.writeHead(status, headersFor(type, policy))
  response.end(body)
}

function headersFor(type: string, policy: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': type,
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    // The name of a link's host can carry text away, and a browser would look it up unasked.
    'X-DNS-Prefetch-Control': 'off',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), clipboard-read=()',
  }
}

function pagePolicy(response: ServerResponse): string {
  const port = response.req.socket.localPort
  return contentSecurityPolicy(`'self' ws://${HOST}:${port} ws://localhost:${port}`)
}

interface UpgradeRequest {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

async function upgrade(
  sessions: Sessions,
  sockets: WebSocketServer,
  admit: Admit,
  { request, socket, head }: UpgradeRequest,
): Promise<void> {
  const refused = refusal(request)
  const fromPage = request.headers.origin !== undefined && /^\/api(?:\?connectionParams=1)?$/.test(request.url ?? '')
  if (refused === null && fromPage && (await sessions.find(cookiesOf(request))) !== null) {
    admit(request.socket)
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request))
    return
  }
  const status = refused?.status === 421 ? '421 Misdirected Request' : '403 Forbidden'
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => socket.destroy())
}

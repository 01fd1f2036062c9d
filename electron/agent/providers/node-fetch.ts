import { once } from 'node:events'
import * as http from 'node:http'
import * as https from 'node:https'
import * as net from 'node:net'
import { pipeline, type Transform } from 'node:stream'
import * as tls from 'node:tls'
import * as zlib from 'node:zlib'
import { streamOf } from './byte-stream.ts'
import type { Fetch } from './guarded-fetch.ts'
import { type Env, hostOf, openTunnel, portOf, proxyFor } from './proxy.ts'

// Instead of Node's own fetch: when a proxy closes the connection, undici takes that (UND_ERR_SOCKET) for an idle
// connection that broke, and connects again at once, for ever, also after the request was aborted.

/** For the host's name, the proxy and the handshake together. */
const CONNECT_MS = 30_000

/**
 * Sends a request once, over a connection of its own, through the proxy that the environment names. The system's
 * certificates are trusted besides Node's own. No redirect is followed; only text is sent.
 */
export function nodeFetch(env: Env, connectMs = CONNECT_MS): Fetch {
  return async (url, { method = 'GET', headers, body, signal }) => {
    const address = new URL(url)
    const socket = await connectInTime(address, env, connectMs, signal ?? undefined)
    const { request } = address.protocol === 'https:' ? https : http
    return new Promise((resolve, reject) => {
      const sent = request(address, {
        method,
        // Pieces of a compressed answer may wait for more.
        headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity', host: address.host },
        createConnection: () => socket,
        ...(signal ? { signal } : {}),
      })
      sent.on('response', (answer) => {
        try {
          resolve(responseOf(answer))
        } catch (error) {
          sent.destroy()
          reject(error)
        }
      })
      sent.on('error', reject)
      sent.on('close', () => reject(new Error('The connection was closed.')))
      sent.end(body)
    })
  }
}

async function connectInTime(address: URL, env: Env, connectMs: number, signal?: AbortSignal): Promise<net.Socket> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), connectMs)
  try {
    return await connect(address, env, AbortSignal.any([late.signal, ...(signal ? [signal] : [])]))
  } catch (error) {
    if (late.signal.aborted) throw Object.assign(new Error('No connection in time.'), { code: 'ETIMEDOUT' })
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** @returns a connection that takes the request at once; TLS is between this computer and the server, never the proxy */
async function connect(address: URL, env: Env, signal: AbortSignal): Promise<net.Socket> {
  const host = hostOf(address)
  const proxy = proxyFor(address, env)
  const socket =
    proxy === null
      ? await ready(net.connect({ host, port: portOf(address) }), 'connect', signal)
      : await openTunnel(address, proxy, signal)
  socket.setNoDelay(true)
  // While a model thinks, a router may forget a silent connection.
  socket.setKeepAlive(true, 60_000)
  if (address.protocol !== 'https:') return socket
  const servername = net.isIP(host) === 0 ? host : ''
  return ready(
    tls.connect({ socket, host, servername, ALPNProtocols: ['http/1.1'], secureContext: trustingSystem() }),
    'secureConnect',
    signal,
  )
}

async function ready(socket: net.Socket, event: string, signal: AbortSignal): Promise<net.Socket> {
  try {
    await once(socket, event, { signal })
    return socket
  } catch (error) {
    socket.on('error', () => undefined).destroy()
    throw error
  }
}

/** Made once: it reads hundreds of certificates. Node before 22.15 knows only its own and `NODE_EXTRA_CA_CERTS`. */
let trusting: tls.SecureContext | undefined
function trustingSystem(): tls.SecureContext {
  const known = typeof tls.getCACertificates === 'function'
  trusting ??= tls.createSecureContext(
    known ? { ca: [...tls.getCACertificates('default'), ...tls.getCACertificates('system')] } : {},
  )
  return trusting
}

const DECODERS: ReadonlyMap<string | undefined, () => Transform> = new Map([
  ['gzip', zlib.createGunzip],
  ['deflate', zlib.createInflate],
  ['br', zlib.createBrotliDecompress],
])

function responseOf(answer: http.IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', headersDistinct, headers } = answer
  // Some compress whatever was asked for.
  const decoder = DECODERS.get(headers['content-encoding'])?.()
  const body = decoder === undefined ? answer : pipeline(answer, decoder, () => undefined)
  const entries = Object.entries(headersDistinct).map(([name, values = []]): [string, string] => [
    name,
    values.join(', '),
  ])
  const isEmpty = [204, 205, 304].includes(status)
  if (isEmpty) answer.resume()
  return new Response(isEmpty ? null : streamOf(body[Symbol.asyncIterator](), () => body.destroy()), {
    status,
    statusText,
    headers: entries,
  })
}

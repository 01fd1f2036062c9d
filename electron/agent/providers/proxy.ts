import * as http from 'node:http'
import * as https from 'node:https'
import type { Socket } from 'node:net'
import { unescape } from 'node:querystring'
import { isLoopback } from './hosts.ts'

/** A process's environment. */
export type Env = Readonly<Record<string, string | undefined>>

/** Its code is Chromium's for the same trouble. */
export class ProxyError extends Error {
  readonly code: string

  constructor(code: 'ERR_NO_SUPPORTED_PROXIES' | 'ERR_PROXY_AUTH_REQUESTED' | 'ERR_TUNNEL_CONNECTION_FAILED') {
    super(code)
    this.code = code
  }
}

/**
 * The proxy for an address, as curl reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY; `null` for none. Other than in curl,
 * HTTP_PROXY stands for a missing HTTPS_PROXY, and servers of this computer are never asked through a proxy.
 *
 * @throws ProxyError for a proxy of another kind: nothing may go around it
 */
export function proxyFor(address: URL, env: Env): URL | null {
  const plain = env['http_proxy'] || env['HTTP_PROXY']
  const named = address.protocol === 'https:' ? env['https_proxy'] || env['HTTPS_PROXY'] || plain : plain
  if (!named || isLoopback(address.href) || isExempt(address, env['no_proxy'] || env['NO_PROXY'] || '')) return null
  const proxy = URL.parse(named.includes('://') ? named : `http://${named}`)
  if (proxy === null || !/^https?:$/.test(proxy.protocol)) throw new ProxyError('ERR_NO_SUPPORTED_PROXIES')
  return proxy
}

/** "example.com", ".example.com" and "*.example.com" all name the host and whatever is below it. */
function isExempt(address: URL, noProxy: string): boolean {
  const host = hostOf(address)
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, name = entry, port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? []
      const domain = name.replace(/^\*?\.|[[\]]/g, '')
      if (port !== undefined && Number(port) !== portOf(address)) return false
      return domain === '*' || (domain !== '' && (host === domain || host.endsWith(`.${domain}`)))
    })
}

/**
 * A connection to the address that the proxy opens. It is asked once.
 *
 * @throws ProxyError when it can't be reached, refuses, or closes
 */
export function openTunnel(address: URL, proxy: URL, signal: AbortSignal): Promise<Socket> {
  const target = `${address.hostname}:${portOf(address)}`
  const account = unescape(`${proxy.username}:${proxy.password}`)
  const { request } = proxy.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const headers = {
      host: target,
      ...(account === ':' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(account).toString('base64')}` }),
    }
    const place = { host: hostOf(proxy), port: portOf(proxy), path: target }
    const asked = request({ ...place, method: 'CONNECT', headers, agent: false, signal })
    const failWith = (status?: number): void =>
      reject(new ProxyError(status === 407 ? 'ERR_PROXY_AUTH_REQUESTED' : 'ERR_TUNNEL_CONNECTION_FAILED'))
    asked.on('connect', ({ statusCode }, socket, head) => {
      // Servers of HTTP and TLS wait to be spoken to: what already follows is the proxy's own page.
      if (statusCode === 200 && head.length === 0) return resolve(socket)
      socket.destroy()
      failWith(statusCode)
    })
    asked.on('error', () => failWith())
    asked.end()
  })
}

/** As it is connected to: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

export function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80))
}

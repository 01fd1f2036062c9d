import http from 'node:http'
import tls from 'node:tls'
import type { Fetch } from './guarded-fetch.ts'
import { isLoopback } from './hosts.ts'

/** These never go through a proxy. Others of this computer are added when they are asked. */
const direct = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])
let isProxySet = false
let areCertificatesSet = false

/**
 * Node's fetch, through the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name, and with the system's certificates
 * besides Node's own. Both are set up by the first request that needs them: commands that send nothing do not wait.
 */
export function nodeFetch(env: Readonly<Record<string, string | undefined>>): Fetch {
  return (url, init) => {
    useProxy(url, env)
    if (url.startsWith('https:')) useSystemCertificates()
    return fetch(url, init)
  }
}

function useProxy(url: string, env: Readonly<Record<string, string | undefined>>): void {
  const httpProxy = env['http_proxy'] || env['HTTP_PROXY']
  const httpsProxy = env['https_proxy'] || env['HTTPS_PROXY']
  if (!httpProxy && !httpsProxy) return
  const { hostname } = new URL(url)
  if (isProxySet && (!isLoopback(url) || direct.has(hostname))) return
  if (isLoopback(url)) direct.add(hostname)
  const listed = env['no_proxy'] || env['NO_PROXY']
  http.setGlobalProxyFromEnv({
    http_proxy: httpProxy,
    https_proxy: httpsProxy,
    no_proxy: [listed, ...direct].filter(Boolean).join(','),
  })
  isProxySet = true
}

function useSystemCertificates(): void {
  if (areCertificatesSet) return
  areCertificatesSet = true
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])
}

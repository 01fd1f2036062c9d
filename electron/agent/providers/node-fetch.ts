import type { Fetch } from './guarded-fetch.ts'
import { isLoopback } from './hosts.ts'

/** These never go through a proxy. Others of this computer are added when they are asked. */
const direct = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])
let isProxySet = false
let areCertificatesSet = false

/**
 * Node's fetch, through the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name, and with the system's certificates
 * besides Node's own. Both are loaded and set up by the first request that needs them: a start does not wait.
 */
export function nodeFetch(env: Readonly<Record<string, string | undefined>>): Fetch {
  return async (url, init) => {
    await useProxy(url, env)
    if (url.startsWith('https:')) await useSystemCertificates()
    return fetch(url, init)
  }
}

async function useProxy(url: string, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const httpProxy = env['http_proxy'] || env['HTTP_PROXY']
  const httpsProxy = env['https_proxy'] || env['HTTPS_PROXY']
  if (!httpProxy && !httpsProxy) return
  const { hostname } = new URL(url)
  const { setGlobalProxyFromEnv } = await import('node:http')
  if (isProxySet && (!isLoopback(url) || direct.has(hostname))) return
  if (isLoopback(url)) direct.add(hostname)
  const listed = env['no_proxy'] || env['NO_PROXY']
  setGlobalProxyFromEnv({
    http_proxy: httpProxy,
    https_proxy: httpsProxy,
    no_proxy: [listed, ...direct].filter(Boolean).join(','),
  })
  isProxySet = true
}

async function useSystemCertificates(): Promise<void> {
  if (areCertificatesSet) return
  const { getCACertificates, setDefaultCACertificates } = await import('node:tls')
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')])
  areCertificatesSet = true
}

import { session } from 'electron'
import type { Fetch } from '../agent/providers/guarded-fetch.ts'

/**
 * Requests of models and of updates go through Chromium's network stack, which uses the system's proxy and certificates. They
 * have a session of their own, in memory and without a cache: it shares nothing with the page's, where every request
 * but to the page's own files is refused. Call this once Electron is ready.
 */
export function systemFetch(): Fetch {
  const own = session.fromPartition('requests', { cache: false })
  return (url, init) =>
    own.fetch(url, { ...init, redirect: 'error', credentials: 'omit', bypassCustomProtocolHandlers: true })
}

import os from 'node:os'
import type { KeyHeader } from '../../../shared/presets.ts'
import { FaultError } from './fault.ts'
import { type Fetch, whereItLed } from './guarded-fetch.ts'
import { isLocalUrl } from './hosts.ts'
import { networkFault } from './network-fault.ts'
import { readFailure } from './service-failure.ts'

// How requests of either format leave this computer, below the SDKs.

export interface ServiceAccess {
  readonly key: string | undefined
  /** The header that carries the key; "bearer" unless told otherwise. */
  readonly keyHeader?: KeyHeader | undefined
  readonly baseUrl: string
  readonly fetch: Fetch
  /** Maximum time before an answer begins, and between two chunks of it. */
  readonly timeoutMs?: number | undefined
}

export interface Transport {
  /** Rejects with a FaultError for everything but an answer, so an SDK has nothing to retry. */
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** For the SDK: the transport gives up earlier. */
  readonly timeoutMs: number
}

/** A slow model of this computer may read a long prompt, or think, for twenty minutes without a byte. */
export const TIMEOUT_MS = 30 * 60_000

/** @param headerNames what a service learns besides its key and the body; no other header of an SDK is sent */
export function openTransport(access: ServiceAccess, headerNames: readonly string[]): Transport {
  const { key, baseUrl, fetch, timeoutMs = TIMEOUT_MS } = access
  return {
    timeoutMs: timeoutMs * 2,
    async fetch(url, init = {}) {
      if (isOffline(baseUrl, os.networkInterfaces())) throw new FaultError({ kind: 'no-network' })
      const headers = headersFor(access, new Headers(init.headers), headerNames)
      const response = await begunInTime(fetch, String(url), { ...init, headers }, timeoutMs)
      const to = whereItLed(response.status, response.headers.get('location'), baseUrl)
      if (to !== null) throw new FaultError({ kind: 'redirected', to })
      if (!response.ok) throw await answered(response, key)
      return response
    },
  }
}

/** @throws FaultError when no answer begins; what the caller aborts fails as it does without this */
async function begunInTime(fetch: Fetch, url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  const signals = [late.signal, ...(init.signal ? [init.signal] : [])]
  try {
    return await fetch(url, { ...init, signal: AbortSignal.any(signals) })
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    throw new FaultError(late.signal.aborted ? { kind: 'slow' } : networkFault(error))
  } finally {
    clearTimeout(timer)
  }
}

const MAX_ERROR_BYTES = 64 * 1024

async function answered(response: Response, key: string | undefined): Promise<FaultError> {
  const { status, headers } = response
  const body = await beginningOf(response)
  return new FaultError({ kind: 'answered', failure: readFailure({ status, headers, body, key }) })
}

async function beginningOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of body ?? []) {
      pieces.push(piece)
      bytes += piece.byteLength
      if (bytes > MAX_ERROR_BYTES) break
    }
  } catch {
    // The status says enough.
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Nothing from the machine's environment: the SDKs add headers that their variables name, a key in them too. */
function headersFor({ key, keyHeader = 'bearer' }: ServiceAccess, wanted: Headers, names: readonly string[]): Headers {
  const headers = new Headers({ 'user-agent': 'Variorum' })
  for (const name of names) {
    const value = wanted.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (key === undefined || keyHeader === 'none') return headers
  if (keyHeader === 'bearer') headers.set('authorization', `Bearer ${key}`)
  else headers.set(keyHeader, key)
  return headers
}

/** Whether the service is on another computer and this one has no network. */
export function isOffline(
  baseUrl: string,
  interfaces: NodeJS.Dict<readonly { readonly internal: boolean }[]>,
): boolean {
  return (
    !isLocalUrl(baseUrl) && !Object.values(interfaces).some((addresses) => addresses?.some(({ internal }) => !internal))
  )
}

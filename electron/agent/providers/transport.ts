import os from 'node:os'
import type { Fetch } from './guarded-fetch.ts'
import { isLocalUrl } from './hosts.ts'

// How requests of either format leave this computer, below the SDKs.

export interface ServiceAccess {
  readonly key: string | undefined
  readonly baseUrl: string
  readonly fetch: Fetch
  /** Retries after a connection error, 408, 409, 429, 5xx or 529. */
  readonly maxRetries?: number | undefined
  /** Maximum time before an answer begins, and between two chunks of it. */
  readonly timeoutMs?: number | undefined
}

export interface Transport {
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Aborted when there is no route to the service: no retries, the failure is reported at once. */
  readonly noRoute: AbortSignal
  readonly maxRetries: number
  readonly timeoutMs: number
}

const MAX_RETRIES = 2
const TIMEOUT_MS = 10 * 60_000

/** @param formatHeaders what a service learns besides its key and the body; no other header of an SDK is sent */
export function openTransport(access: ServiceAccess, formatHeaders: readonly string[]): Transport {
  const { key, baseUrl, fetch, maxRetries = MAX_RETRIES, timeoutMs = TIMEOUT_MS } = access
  const lost = new AbortController()
  if (isOffline(baseUrl, os.networkInterfaces())) lost.abort()
  return {
    async fetch(url, init = {}) {
      try {
        const headers = headersFor(key, new Headers(init.headers), formatHeaders)
        return failingWhenSilent(withoutLongWait(await fetch(String(url), { ...init, headers })), timeoutMs)
      } catch (error) {
        if (isNoRoute(error)) lost.abort()
        throw error
      }
    },
    noRoute: lost.signal,
    maxRetries,
    timeoutMs,
  }
}

/** Nothing from the machine's environment: the SDKs add headers that their variables name, a key in them too. */
function headersFor(key: string | undefined, wanted: Headers, formatHeaders: readonly string[]): Headers {
  const headers = new Headers({ 'user-agent': 'Variorum' })
  for (const name of formatHeaders) {
    const value = wanted.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`)
  return headers
}

const MAX_SILENT_WAIT_S = 15

/** The SDKs silently honour any Retry-After. Beyond 15 s, fail with a message instead. */
function withoutLongWait(response: Response): Response {
  const seconds = Number.parseFloat(response.headers.get('retry-after') ?? '')
  if (response.ok || !(seconds > MAX_SILENT_WAIT_S)) return response
  const headers = new Headers(response.headers)
  headers.set('x-should-retry', 'false')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** Fails the stream when nothing arrives for this long: a connection can stay open forever without sending anything. */
function failingWhenSilent(response: Response, silenceMs: number): Response {
  const { body, status, statusText, headers } = response
  if (body === null || headers.get('content-type')?.startsWith('text/event-stream') !== true) return response
  const reader = body.getReader()
  const watched = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const silence = Promise.withResolvers<never>()
        const timer = setTimeout(() => silence.reject(new Error('Nothing arrived.')), silenceMs)
        try {
          const { done, value } = await Promise.race([reader.read(), silence.promise])
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          controller.error(error)
          void reader.cancel(error).catch(() => undefined) // nobody reads it any more
        } finally {
          clearTimeout(timer)
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(watched, { status, statusText, headers })
}

/** Chromium's words for no route, in the desktop app. */
const CHROMIUM_NO_ROUTE = /^net::ERR_(?:INTERNET_DISCONNECTED|NAME_NOT_RESOLVED|ADDRESS_UNREACHABLE)$/
const NO_ROUTE = ['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL']

/** Whether the request failed before it reached a host. A refused or reset connection did reach one. */
export function isNoRoute(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (CHROMIUM_NO_ROUTE.test(error.message)) return true
  const hasCode = 'code' in error && typeof error.code === 'string' && NO_ROUTE.includes(error.code)
  return hasCode || (error instanceof AggregateError && error.errors.some(isNoRoute)) || isNoRoute(error.cause)
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

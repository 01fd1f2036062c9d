import os from 'node:os'
import type { Fetch } from './guarded-fetch.ts'
import { isLocalUrl } from './hosts.ts'

// Opens the SDK. It is loaded with the first request, so that startup does not wait for it.

type Sdk = typeof import('@anthropic-ai/sdk')

export interface ClientAccess {
  readonly key: string | undefined
  readonly baseUrl: string
  readonly fetch: Fetch
  /** Retries after a connection error, 408, 409, 429, 5xx or 529. */
  readonly maxRetries?: number | undefined
  /** Maximum time before an answer begins, and between two chunks of it. */
  readonly timeoutMs?: number | undefined
}

export interface OpenClient {
  readonly sdk: Sdk
  readonly client: InstanceType<Sdk['Anthropic']>
  /** Aborted when there is no route to the service: no retries, the failure is reported at once. */
  readonly noRoute: AbortSignal
}

const TIMEOUT_MS = 10 * 60_000

/** Everything a service learns apart from the body and the key. */
const SENT_HEADERS = ['accept', 'content-type', 'anthropic-version', 'anthropic-beta']

export async function openClient({
  key,
  baseUrl,
  fetch,
  maxRetries = 2,
  timeoutMs = TIMEOUT_MS,
}: ClientAccess): Promise<OpenClient> {
  const sdk = await import('@anthropic-ai/sdk')
  const lost = new AbortController()
  const watchedFetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    try {
      const sent = { ...init, headers: headersFor(key, new Headers(init.headers)) }
      return failingWhenSilent(withoutLongWait(await fetch(String(url), sent)), timeoutMs)
    } catch (error) {
      if (isNoRoute(error)) lost.abort()
      throw error
    }
  }
  // Every option is explicit, so that only key and address come from the machine: no credential files, no debug log of
  // prompts, no traces. A server may need no key, but the SDK requires one. What the SDK reads besides, it puts into
  // headers, which are chosen below.
  const client = new sdk.Anthropic({
    apiKey: key ?? 'none',
    baseURL: baseUrl,
    maxRetries,
    timeout: timeoutMs,
    fetch: watchedFetch,
    logLevel: 'off',
    openTelemetry: false,
    webhookKey: null,
    defaultHeaders: { 'anthropic-beta': null },
  })
  if (isOffline(baseUrl, os.networkInterfaces())) lost.abort()
  return { sdk, client, noRoute: lost.signal }
}

/** Nothing from the machine's environment: the SDK adds headers of ANTHROPIC_CUSTOM_HEADERS, a key in them too. */
function headersFor(key: string | undefined, wanted: Headers): Headers {
  const headers = new Headers({ 'user-agent': 'Variorum' })
  for (const name of SENT_HEADERS) {
    const value = wanted.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`)
  return headers
}

const MAX_SILENT_WAIT_S = 15

/** The SDK silently honours any Retry-After. Beyond 15 s, fail with a message instead. */
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

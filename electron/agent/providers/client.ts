import os from 'node:os'
import type { ClientOptions } from '@anthropic-ai/sdk'

/** Opens the SDK. It is loaded with the first request, so that no start waits for it. */

type Sdk = typeof import('@anthropic-ai/sdk')
type Fetch = NonNullable<ClientOptions['fetch']>

export interface ClientAccess {
  readonly key: string | undefined
  readonly baseUrl: string
  /** Answers in place of the network. */
  readonly fetch?: Fetch | undefined
  /** How often a request is made again after a connection error, 408, 409, 429, 5xx or 529. */
  readonly maxRetries?: number | undefined
  /** How long an answer may take to begin, and how long it may say nothing at all. */
  readonly timeoutMs?: number | undefined
}

export interface OpenClient {
  readonly sdk: Sdk
  readonly client: InstanceType<Sdk['Anthropic']>
  /** Aborted when there is no way to the service: nothing is tried again, and it is said at once. */
  readonly noRoute: AbortSignal
}

const TIMEOUT_MS = 10 * 60_000

/** Is the service on this computer? */
export function isLocalUrl(baseUrl: string): boolean {
  return /^(?:localhost|.*\.localhost|127\..*|\[::1\]|.*\.invalid)$/.test(URL.parse(baseUrl)?.hostname ?? '')
}

export async function openClient({
  key,
  baseUrl,
  fetch = globalThis.fetch,
  maxRetries = 2,
  timeoutMs = TIMEOUT_MS,
}: ClientAccess): Promise<OpenClient> {
  const sdk = await import('@anthropic-ai/sdk')
  const lost = new AbortController()
  const noticing: Fetch = async (url, init) => {
    try {
      return heard(withoutLongWait(await fetch(url, init)), timeoutMs)
    } catch (error) {
      if (isNoRoute(error)) lost.abort()
      throw error
    }
  }
  // All of it is given here, so that nothing but key and address comes from the machine: no credential files, no
  // debug log of prompts, no traces. A server may want no key; the SDK wants one all the same.
  const client = new sdk.Anthropic({
    apiKey: key ?? 'none',
    baseURL: baseUrl,
    maxRetries,
    timeout: timeoutMs,
    fetch: noticing,
    logLevel: 'off',
    openTelemetry: false,
    webhookKey: null,
  })
  if (isOffline(baseUrl, os.networkInterfaces())) lost.abort()
  return { sdk, client, noRoute: lost.signal }
}

const LONGEST_SILENT_WAIT_S = 15

/** The SDK waits for as long as it is told to, and says nothing; who would have to wait long is told so instead. */
function withoutLongWait(response: Response): Response {
  const seconds = Number.parseFloat(response.headers.get('retry-after') ?? '')
  if (response.ok || !(seconds > LONGEST_SILENT_WAIT_S)) return response
  const headers = new Headers(response.headers)
  headers.set('x-should-retry', 'false')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** The same answer, given up when nothing arrives for so long: a connection may stay open for ever and say nothing. */
function heard(response: Response, silenceMs: number): Response {
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
          void reader.cancel(error).catch(() => undefined) // it was given up: how it ends makes no difference
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

const NO_ROUTE = ['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL']

/** Did the request fail before it reached anybody? What is refused or reset did reach somebody. */
export function isNoRoute(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const hasCode = 'code' in error && typeof error.code === 'string' && NO_ROUTE.includes(error.code)
  return hasCode || (error instanceof AggregateError && error.errors.some(isNoRoute)) || isNoRoute(error.cause)
}

/** Has this computer no network at all, and is the service on another one? */
export function isOffline(
  baseUrl: string,
  interfaces: NodeJS.Dict<readonly { readonly internal: boolean }[]>,
): boolean {
  return (
    !isLocalUrl(baseUrl) && !Object.values(interfaces).some((addresses) => addresses?.some(({ internal }) => !internal))
  )
}

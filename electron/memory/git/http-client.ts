import { Buffer } from 'node:buffer'
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import type { RemoteFailure } from '../../../shared/errors.ts'
import { RemoteError, SILENCE_MS } from './remote-error.ts'
import type { RemoteOptions } from './remote.ts'

// HTTP for isomorphic-git: each answer is read whole before it gets there, within a limit, and a failure says what it is.

/** It is held in memory, and more than once. */
const MAX_ANSWER_BYTES = 500_000_000
const MAX_REDIRECTS = 5
/** The slowest network on which something large is sent. */
const SLOWEST_BYTES_PER_MS = 20
/** Some servers speak git only to clients whose name begins so. */
const AGENT = 'git/variorum'

export class GitHttpClient implements HttpClient {
  readonly #options: RemoteOptions
  readonly #have: readonly string[]
  /** Where the address has moved to. */
  #base: string

  /** @param have commits to tell the server of, beyond those that isomorphic-git does */
  constructor(options: RemoteOptions, have: readonly string[] = []) {
    this.#options = options
    this.#have = have
    this.#base = options.address.url
  }

  readonly request = async ({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> => {
    const sent = body === undefined ? undefined : withHaves(await collect(body), this.#have)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const target = this.#base + url.slice(this.#options.address.url.length)
      const { response, bytes } = await this.#ask(target, method, { ...headers, 'user-agent': AGENT }, sent)
      const { status } = response
      const location = response.headers.get('location')
      if (status >= 300 && status < 400 && location !== null && method === 'GET') {
        this.#base = this.#afterRedirect(target, location)
        continue
      }
      // isomorphic-git signs in, once.
      if (status !== 200 && !(method === 'GET' && (status === 401 || status === 203)))
        throw this.#error(failureOfStatus(status, url))
      if (method === 'GET') this.#refuseUnusable(bytes)
      return {
        url: target,
        method,
        statusCode: status,
        statusMessage: response.statusText,
        headers: Object.fromEntries(response.headers),
        body: inOne(bytes),
      }
    }
    throw this.#error('moved')
  }

  async #ask(
    url: string,
    method: string,
    headers: Record<string, string>,
    body: Uint8Array<ArrayBuffer> | undefined,
  ): Promise<{ readonly response: Response; readonly bytes: Buffer }> {
    const silence = new AbortController()
    const { signal, silenceMs = SILENCE_MS, fetch = globalThis.fetch } = this.#options
    const wait = (ms: number): NodeJS.Timeout => setTimeout(() => silence.abort(), ms)
    let timer = wait(silenceMs + (body?.length ?? 0) / SLOWEST_BYTES_PER_MS)
    const signals = signal === undefined ? [silence.signal] : [silence.signal, signal]
    try {
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.any(signals),
        ...(body === undefined ? {} : { body }),
      })
      const bytes = await this.#read(response, () => {
        clearTimeout(timer)
        timer = wait(silenceMs)
      })
      return { response, bytes }
    } catch (error) {
      if (error instanceof RemoteError) throw error
      if (signal?.aborted === true) throw this.#error('cancelled')
      throw this.#error(silence.signal.aborted ? 'timeout' : failureOfNetwork(error), error)
    } finally {
      clearTimeout(timer)
    }
  }

  async #read(response: Response, heard: () => void): Promise<Buffer> {
    const limit = Math.min(MAX_ANSWER_BYTES, this.#options.maxPackBytes ?? MAX_ANSWER_BYTES)
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      heard()
      this.#options.onProgress?.(null)
      size += chunk.length
      if (size > limit) throw new RemoteError('too-large', this.#options.address, { maxBytes: limit })
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  /** With a password, only on the same server, and never back to an address without encryption. */
  #afterRedirect(from: string, location: string): string {
    const { user, password } = this.#options.address
    const [here, there] = [new URL(from), URL.parse(location, from)]
    const suffix = `/info/refs${here.search}`
    const isSafe =
      there !== null &&
      /^https?:$/.test(there.protocol) &&
      (there.protocol === here.protocol || there.protocol === 'https:') &&
      ((user === undefined && password === undefined) || there.host === here.host) &&
      there.href.endsWith(suffix)
    if (!isSafe) throw this.#error('moved')
    return there.origin + there.pathname.slice(0, -'/info/refs'.length)
  }

  /** What the list of refs says about the repository. */
  #refuseUnusable(bytes: Buffer): void {
    const start = bytes.toString('latin1', 0, 4_000)
    if (/[\0 ]object-format=sha256\b/.test(start)) throw this.#error('sha256')
    if (/(?:^|\n)0035shallow [0-9a-f]{40}/.test(bytes.toString('latin1'))) throw this.#error('shallow')
  }

  #error(why: RemoteFailure, cause?: unknown): RemoteError {
    const code = codeIn(cause)
    return new RemoteError(why, this.#options.address, code === null ? {} : { cause: new Error(code) })
  }
}

function failureOfStatus(status: number, url: string): RemoteFailure {
  if (status === 401) return 'sign-in'
  if (status === 403) return url.includes('receive-pack') ? 'refused' : 'sign-in'
  if (status === 404 || status === 410) return 'not-found'
  if (status === 507) return 'full'
  if (status >= 500) return 'offline'
  return status >= 300 && status < 400 ? 'moved' : 'refused'
}

function failureOfNetwork(error: unknown): RemoteFailure {
  return /CERT|SELF_SIGNED|SIGNATURE|ALTNAME|INVALID_CA/.test(codeIn(error) ?? '') ? 'certificate' : 'offline'
}

/** The code that an error or what caused it has: its message may name more than it should. */
function codeIn(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string') return error.code
  const others: readonly unknown[] = error instanceof AggregateError ? error.errors : []
  return [error.cause, ...others].map(codeIn).find((code) => code !== null) ?? null
}

/**
 * isomorphic-git tells the server of one branch of ours. The others go before the line that ends the request.
 * Source: git's Documentation/gitprotocol-pack, "Packfile Negotiation".
 */
function withHaves(request: Buffer<ArrayBuffer>, have: readonly string[]): Buffer<ArrayBuffer> {
  const done = '0009done\n'
  const at = request.length - done.length
  if (have.length === 0 || request.toString('latin1', at) !== done) return request
  return Buffer.concat([request.subarray(0, at), Buffer.from(have.map((id) => `0032have ${id}\n`).join('') + done)])
}

async function collect(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* inOne(bytes: Uint8Array): AsyncIterableIterator<Uint8Array> {
  yield bytes
}

import { readBody } from './failure-body.ts'

/** The error that a service answered with. */
export interface ServiceFailure {
  /** `null` for an error in a stream that tells none. */
  readonly status: number | null
  /** The service's names for the error, e.g. "overloaded_error" and "model_not_found". */
  readonly names: readonly string[]
  /** The service's message, without the key, host paths and stack traces, on one line. */
  readonly message: string | null
  /** How long the conversation was and may be, in tokens, if the service counts them apart from its message. */
  readonly tokens: { readonly sent: number; readonly most: number } | null
  /** How long the service wants to be left alone; `null` if it does not say. */
  readonly retryAfterMs: number | null
  /** The service's own word on whether asking again may help. */
  readonly shouldRetry: boolean | null
}

interface Answered {
  readonly status?: number
  readonly headers?: Headers
  /** JSON, or text that is none. */
  readonly body: unknown
  readonly key: string | undefined
}

/** Reads the bodies of both formats, and of servers that keep to neither. */
export function readFailure({ status, headers, body, key }: Answered): ServiceFailure {
  const { words, names, status: told, numbers } = readBody(body)
  // llama.cpp
  const [sent, most] = [numbers.get('n_prompt_tokens'), numbers.get('n_ctx')]
  return {
    status: status ?? told,
    names,
    message: words === null ? null : tellable(words, key),
    tokens: sent !== undefined && most !== undefined && sent > 0 && most > 0 ? { sent, most } : null,
    retryAfterMs: headers === undefined ? null : retryAfterMs(headers),
    shouldRetry: readBoolean(headers?.get('x-should-retry')),
  }
}

/** RFC 9110, 10.2.3: seconds or a date. `retry-after-ms` is what both SDKs know besides. */
function retryAfterMs(headers: Headers): number | null {
  const wanted = headers.get('retry-after')?.trim() ?? ''
  const [ms, seconds] = [Number.parseFloat(headers.get('retry-after-ms') ?? ''), Number.parseFloat(wanted)]
  if (ms >= 0) return ms
  if (/^[\d.]+$/.test(wanted) && seconds >= 0) return seconds * 1000
  // Measured by the service's own clock: this computer's may be wrong.
  const now = Date.parse(headers.get('date') ?? '')
  const until = Date.parse(wanted) - (Number.isNaN(now) ? Date.now() : now)
  return Number.isNaN(until) ? null : Math.max(0, until)
}

function readBoolean(value: string | null | undefined): boolean | null {
  return value === 'true' ? true : value === 'false' ? false : null
}

const MAX_CHARACTERS = 300

/** A service's words, fit to be shown and kept: one line, without markup, the key, the server's folders or its program. */
export function tellable(message: string, key?: string): string | null {
  const [told = ''] = message.slice(0, 20_000).split(/\n\s*(?:Traceback|Stack|at )|Traceback \(most/)
  const line = (key === undefined ? told : told.replaceAll(key, '…'))
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\b(?:sk|pk|xai|gsk|AIza)[-_][\w-]{8,}|\bBearer\s+\S+/g, '…')
    .replace(/(?<![\w:/])(?:\/(?!memories\b)[\w.@-]+){2,}\/?|\b[A-Za-z]:\\[^\s"']+|\bfile:\/\/\S+/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
  if (line === '') return null
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line
}

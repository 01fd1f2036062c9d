import type { Format } from '../../../shared/presets.ts'
import { isTooDeep } from '../json-text.ts'
import { FaultError } from './fault.ts'
import { formatOf } from './formats.ts'
import { readFailure } from './service-failure.ts'
import { type ServiceAccess, TIMEOUT_MS } from './transport.ts'

// The body of a streamed answer, for both formats. The SDKs do not say whether a stream had its end, and drop what is no
// event; so what they are used for is the request.

/** What a stream of the OpenAI format ends with; some gateways end one of the Messages format with it, too. */
export const DONE = '[DONE]'

/** A sign of life. Each is passed on, since a server may send nothing else. */
const PING = { type: 'ping' }

/** What comes of one event: if nothing, a sign of life. */
export const orPing = (events: readonly unknown[]): readonly unknown[] => (events.length === 0 ? [PING] : events)

/** An event longer than this is no model's. */
const MAX_EVENT_CHARACTERS = 8 * 1024 ** 2

/**
 * The events of an answer, each as JSON; `DONE` after the last, if the server says so. A whole answer in a stream's place
 * is its one event.
 * @throws FaultError when the server says why it fails, wherever it says it, and for everything that is no answer of this
 * format: a page, a document, the stream of another format, nothing at all, or nothing more for too long
 */
export async function* readEvents(
  { body, headers }: Response,
  { key, timeoutMs = TIMEOUT_MS, format }: Pick<ServiceAccess, 'key' | 'timeoutMs'> & { readonly format: Format },
): AsyncGenerator<unknown> {
  let isBegun = false
  let hasEvents = false
  /** The last words of the server's own that came in an event. */
  let aside: unknown = null
  const loose = new LooseText()
  if (body !== null)
    for await (const frame of framesOf(linesIn(body, timeoutMs))) {
      if (frame.kind === 'comment') yield PING
      if (frame.kind === 'loose') loose.add(frame.line, isBegun)
      if (frame.kind !== 'event') continue
      const values = valuesIn(frame)
      if (frame.name === 'error') throw failed(values?.[0] ?? frame.data, key)
      // Cut in the middle of its last event.
      if (values === null && frame.isLast) break
      if (values === null) throw new FaultError({ kind: 'broken-answer' })
      for (const value of values) {
        rejectErrors(value, key)
        const found = formatOf(value)
        if (found === null && value !== DONE && hasWords(value)) aside = value
        if (value === DONE && !isBegun && aside !== null) throw faultOfDocument(aside, key)
        if (!isBegun && found !== null && found !== format)
          throw new FaultError({ kind: 'no-stream', found: 'other-format' })
        isBegun ||= found === format
        hasEvents = true
        yield value
        if (value === DONE) return
      }
    }
  const { text } = loose
  const document = parse(text)
  rejectErrors(document, key)
  const words = document === undefined && text !== '' ? text : aside
  // From an answer that had its end before, this takes nothing away.
  if (isBegun && words !== null) throw failed(words, key)
  if (isBegun) return
  if (hasEvents) throw faultOfDocument(words, key)
  // A stream that has begun and brought no event was cut.
  const isDeclared = headers.get('content-type')?.startsWith('text/event-stream') === true
  if (text === '')
    throw new FaultError(isDeclared ? { kind: 'broken-answer' } : { kind: 'no-stream', found: 'nothing' })
  // Words alone are an error's: an answer is JSON.
  if (document === undefined && !/^[[{]/.test(text)) throw failed(text, key)
  if (formatOf(document) !== format) throw faultOfDocument(document, key)
  yield document
  yield DONE
}

function failed(said: unknown, key: string | undefined): FaultError {
  return new FaultError({ kind: 'answered', failure: readFailure({ body: said, key }) })
}

/** @throws FaultError for what nobody could work with, and for words of why the server fails */
export function rejectErrors(value: unknown, key: string | undefined): void {
  if (isTooDeep(value)) throw new FaultError({ kind: 'too-deep' })
  if (isError(value)) throw failed(value, key)
}

/** What is no part of an event: a document, a page, or words. */
class LooseText {
  readonly #lines: string[] = []
  #characters = 0

  add(line: string, isBegun: boolean): void {
    const isFirst = this.#characters === 0
    if (isFirst && line.trim() === '') return
    if (isFirst && !isBegun && line.trimStart().startsWith('<'))
      throw new FaultError({ kind: 'no-stream', found: 'page' })
    this.#characters += line.length + 1
    if (this.#characters > MAX_EVENT_CHARACTERS)
      throw new FaultError({ kind: 'no-stream', found: 'document', words: null })
    this.#lines.push(line)
  }

  get text(): string {
    return this.#lines.join('\n').trim()
  }
}

/** A document that is no answer in the format that was asked for. */
export function faultOfDocument(document: unknown, key: string | undefined): FaultError {
  if (formatOf(document) !== null) return new FaultError({ kind: 'no-stream', found: 'other-format' })
  return new FaultError({ kind: 'no-stream', found: 'document', words: readFailure({ body: document, key }).message })
}

/** Whether there is more to it than the name of an event. */
function hasWords(value: unknown): boolean {
  const { message, names } = readFailure({ body: value, key: undefined })
  return message !== null && !names.includes(message)
}

/** Whether a server says with it that it fails. */
function isError(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && isError(value[0])
  if (!isRecord(value)) return false
  // OpenRouter
  const { choices } = value
  if (Array.isArray(choices) && choices.some((choice) => isRecord(choice) && isFilled(choice['error']))) return true
  if (value['type'] === 'error' || value['object'] === 'error' || isFilled(value['error'])) return true
  const isAnswer = formatOf(value) !== null
  return !isAnswer && Object.entries(value).some(([field, said]) => ERROR_FIELD.test(field) && isFilled(said))
}

const ERROR_FIELD = /^(?:err(?:or)?s?|err(?:or)?_?(?:msg|message)|detail|exception)$/i

function isFilled(said: unknown): boolean {
  return typeof said === 'string'
    ? said !== ''
    : typeof said === 'object' && said !== null && Object.keys(said).length > 0
}

interface EventFrame {
  readonly kind: 'event'
  readonly name: string | null
  readonly data: string
  /** The stream ended with it, perhaps in the middle. */
  readonly isLast: boolean
}

type Frame = EventFrame | { readonly kind: 'comment' } | { readonly kind: 'loose'; readonly line: string }

/**
 * The values of an event; `null` where they cannot be read. Servers that forget the empty line between events send several
 * in one. An event that only its name says what it is gets it as its type.
 */
function valuesIn({ name, data }: EventFrame): readonly unknown[] | null {
  const whole = parse(data)
  const values = whole === undefined ? data.split('\n').map(valueOf) : [whole]
  if (values.includes(undefined)) return null
  return values.map((value) =>
    isRecord(value) && name !== null && !('type' in value) ? { type: name, ...value } : value,
  )
}

const valueOf = (line: string): unknown => (line.trim() === DONE ? DONE : parse(line))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parts of an event stream (html.spec.whatwg.org/multipage/server-sent-events.html), and lines that are none. */
async function* framesOf(lines: AsyncIterable<string>): AsyncGenerator<Frame> {
  let name: string | null = null
  let data: string | null = null
  for await (const line of lines) {
    // Some proxies write the name of the field twice.
    const [, field = '', value = ''] =
      /^(?:data:[ ]?(?=data:))?(data|event|error|id|retry|)(?::[ ]?|$)([^]*)$/.exec(line) ?? []
    if (line === '') {
      if (data !== null) yield frameOf({ kind: 'event', name, data, isLast: false })
      ;[name, data] = [null, null]
    } else if (field === 'data') data = data === null ? value : `${data}\n${value}`
    else if (field === 'event') name = value
    // llama.cpp has written its errors so.
    else if (field === 'error') yield { kind: 'event', name: 'error', data: value, isLast: false }
    else if (line.startsWith(':')) yield { kind: 'comment' }
    else if (field === '' && !isCutField(line)) yield { kind: 'loose', line }
    if ((data?.length ?? 0) > MAX_EVENT_CHARACTERS) throw new FaultError({ kind: 'broken-answer' })
  }
  if (data !== null) yield frameOf({ kind: 'event', name, data, isLast: true })
}

/** Gateways send empty events as signs of life, and some servers write why they fail in words alone. */
function frameOf(event: EventFrame): Frame {
  if (event.name === 'error' || /^\s*[[{"]/.test(event.data)) return event
  return event.data.trim() === '' ? { kind: 'comment' } : { kind: 'loose', line: event.data }
}

/** Whether a line is the beginning of a field's name, as at the end of a stream that was cut. */
const isCutField = (line: string): boolean => ['data', 'event', 'id', 'retry'].some((name) => name.startsWith(line))

/** Fails when nothing arrives for `silenceMs`: a connection can stay open forever. */
async function* linesIn(body: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let endedInReturn = false
  try {
    for (;;) {
      const { done, value } = await readInTime(reader, silenceMs)
      const decoded = decoder.decode(value, { stream: !done })
      const text = endedInReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded
      if (decoded !== '') endedInReturn = decoded.endsWith('\r')
      const [first = '', ...others] = text.split(/\r\n|[\r\n]/)
      rest += first
      for (const line of others) {
        yield rest
        rest = line
      }
      if (rest.length > MAX_EVENT_CHARACTERS) throw new FaultError({ kind: 'broken-answer' })
      if (done) break
    }
    if (rest !== '') yield rest
  } finally {
    void reader.cancel().catch(() => undefined) // nobody reads it any more
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

async function readInTime(reader: Reader, silenceMs: number): ReturnType<Reader['read']> {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(() => silence.reject(new FaultError({ kind: 'broken-answer' })), silenceMs)
  return Promise.race([reader.read(), silence.promise]).finally(() => clearTimeout(timer))
}

/** `undefined` for what is no JSON. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined // the caller knows what that means
  }
}

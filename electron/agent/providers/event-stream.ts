import { FaultError } from './fault.ts'
import { readFailure } from './service-failure.ts'
import type { WireFormat } from './transport.ts'

// The body of a streamed answer, before an SDK reads it.

interface Piece {
  readonly done: boolean
  readonly value?: Uint8Array | undefined
}
type Read = () => Promise<Piece>

interface Expected extends Pick<WireFormat, 'hasNamedEvents' | 'isWholeAnswer'> {
  readonly silenceMs: number
  readonly key: string | undefined
}

/** An event longer than this is no model's: an SDK would collect it without end. */
const MAX_LINE_BYTES = 8 * 1024 ** 2
const MAX_DOCUMENT_BYTES = 64 * 1024
const LINE_FEED = 0x0a

/**
 * Makes sure that an answer is an event stream, whatever it calls itself: a sign-in page, an empty answer, a whole
 * document or the stream of another format is not. Fails when nothing arrives for `silenceMs`.
 * @throws FaultError here, or while the body is read
 */
export async function checkedEventStream(response: Response, expected: Expected): Promise<Response> {
  const { body, status, statusText, headers } = response
  if (body === null) throw new FaultError({ kind: 'no-stream', found: 'nothing' })
  const reader = body.getReader()
  const read: Read = () => readInTime(reader, expected.silenceMs)
  const isDeclared = headers.get('content-type')?.startsWith('text/event-stream') === true
  const early: Uint8Array[] = isDeclared ? [] : await readBeginning(read, expected)
  const check = firstEventCheck(expected)
  let lineBytes = 0
  const checked = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const waiting = early.shift()
          const { done, value } = waiting === undefined ? await read() : { done: false, value: waiting }
          if (done || value === undefined) return controller.close()
          const lastFeed = value.lastIndexOf(LINE_FEED)
          lineBytes = lastFeed < 0 ? lineBytes + value.byteLength : value.byteLength - lastFeed
          if (lineBytes > MAX_LINE_BYTES) throw new FaultError({ kind: 'broken-answer' })
          check(value)
          controller.enqueue(value)
        } catch (error) {
          controller.error(error)
          void reader.cancel(error).catch(() => undefined) // nobody reads it any more
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(checked, { status, statusText, headers })
}

/** A connection can stay open forever without sending anything. */
async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>, silenceMs: number): Promise<Piece> {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(() => silence.reject(new FaultError({ kind: 'broken-answer' })), silenceMs)
  return Promise.race([reader.read(), silence.promise]).finally(() => clearTimeout(timer))
}

/** Reads as much of an answer as shows what it is. */
async function readBeginning(read: Read, { key, isWholeAnswer }: Expected): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  const beginning = (): string => Buffer.concat(pieces).toString('utf8').trim()
  const readMore = async (): Promise<boolean> => {
    const { done, value } = await read()
    if (value !== undefined) pieces.push(value)
    return !done
  }
  while (beginning() === '') if (!(await readMore())) throw new FaultError({ kind: 'no-stream', found: 'nothing' })
  if (beginning().startsWith('<')) throw new FaultError({ kind: 'no-stream', found: 'page' })
  if (!/^[[{]/.test(beginning())) return pieces
  const most = isWholeAnswer === undefined ? MAX_DOCUMENT_BYTES : MAX_LINE_BYTES
  let bytes = 0
  while (bytes < most && (await readMore())) bytes += pieces.at(-1)?.byteLength ?? 0
  const document = parseJson(beginning())
  if (isWholeAnswer?.(document) === true) return [Buffer.from(`data: ${JSON.stringify(document)}\n\n`)]
  throw faultOfDocument(beginning(), key, 'document')
}

/** A document in a stream's place: an error without an error's status, or something else. */
function faultOfDocument(json: string, key: string | undefined, found: 'document' | 'other-format'): FaultError {
  const body = parseJson(json)
  const hasError = typeof body === 'object' && body !== null && 'error' in body && Boolean(body.error)
  return hasError
    ? new FaultError({ kind: 'answered', failure: readFailure({ body, key }) })
    : new FaultError({ kind: 'no-stream', found })
}

export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json // the words of a server that writes none
  }
}

/** Looks at a stream until its first event: without a name it belongs to another format, which an SDK would skip. */
function firstEventCheck({ hasNamedEvents, key }: Expected): (piece: Uint8Array) => void {
  let head = hasNamedEvents ? '' : null
  return (piece) => {
    if (head === null) return
    head += Buffer.from(piece).toString('latin1')
    const events = head.split(/\r\n\r\n|\n\n|\r\r/).slice(0, -1)
    const first = events.find((event) => /^data:/m.test(event))
    if (first === undefined && head.length < MAX_DOCUMENT_BYTES) return
    head = null
    if (first === undefined || /^event:/m.test(first)) return
    throw faultOfDocument(first.replace(/^data: ?/gm, ''), key, 'other-format')
  }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { isNote } from '../notes.ts'
import { chunksOf, sendChunks } from './openai-chunks.ts'

// A scripted local server for tests. A script is written in the Messages format; a request in the OpenAI format gets the
// same answer in that format.

/** The answer to one request. */
export type Script = (response: ServerResponse, request: ReceivedRequest) => void | Promise<void>

const Body = z
  .object({
    model: z.string(),
    messages: z.array(
      z.looseObject({ role: z.string(), content: z.array(z.looseObject({ type: z.string() })).catch([]) }),
    ),
  })
  .loose()

export interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** As a request of the Messages format; content of the OpenAI format is in `json` alone. */
  readonly body: z.infer<typeof Body>
  readonly json: unknown
}

/** The messages of a request without the app's notes. */
export function withoutNotes({ body }: ReceivedRequest): ReceivedRequest['body']['messages'] {
  return body.messages.map(({ role, content }) => ({
    role,
    content: content.filter((block) => typeof block['text'] !== 'string' || !isNote(block['text'])),
  }))
}

/** A part of a request without the tag of its conversation, so that two conversations can be compared. */
export const untagged = (part: unknown): unknown =>
  JSON.parse(JSON.stringify(part).replace(/\bnote-[0-9a-f]{12}\b/g, 'note'))

export interface ModelServer {
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
  close(): Promise<void>
}

/** Answers requests with the scripts in order; an extra request gets a 500, which fails the test's expectations. */
export async function startModelServer(...scripts: readonly Script[]): Promise<ModelServer> {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (incoming, response) => {
    // It does not list its models.
    if (incoming.method === 'GET') return void response.writeHead(404).end()
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
    const json: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    const request = { path: incoming.url ?? '', headers: incoming.headers, body: Body.parse(json), json }
    requests.push(request)
    const script =
      scripts[requests.length - 1] ?? fails(500, 'api_error', 'No script is left', { 'x-should-retry': 'false' })
    await script(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The same again and again, as fast as it is read, until the other side ends the connection. */
export async function sendsWithoutEnd(response: ServerResponse, piece: string): Promise<void> {
  const endless = function* (): Generator<string> {
    for (;;) yield piece
  }
  // That is how it ends: it rejects then.
  await pipeline(Readable.from(endless()), response).catch(() => undefined)
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

export interface WireEvent {
  readonly type: string
  readonly [field: string]: unknown
}

export function send(response: ServerResponse, ...events: readonly WireEvent[]): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) response.write(framed(event))
}

/** An event as it is on the wire. */
export function framed(event: WireEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

export const START: WireEvent = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
}

export function textBlock(index: number, ...pieces: readonly string[]): readonly WireEvent[] {
  return [
    { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
    ...pieces.map((text) => ({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } })),
    { type: 'content_block_stop', index },
  ]
}

export function callBlock(index: number, id: string, input: unknown, name = 'memory'): readonly WireEvent[] {
  const json = JSON.stringify(input)
  const middle = Math.floor(json.length / 2)
  return [
    { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } },
    { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: json.slice(0, middle) } },
    { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: json.slice(middle) } },
    { type: 'content_block_stop', index },
  ]
}

export function end(stopReason: string): readonly WireEvent[] {
  return [
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ]
}

/** An answer that is none of the format. */
export function answers(status: number, contentType: string | null, body: string | Buffer, headers = {}): Script {
  return (response) => {
    response.writeHead(status, { ...(contentType === null ? {} : { 'content-type': contentType }), ...headers })
    response.end(body)
  }
}

/** An answer whose connection ends, or is reset, after these events. */
export function breaksAfter(how: 'ends' | 'resets', ...events: readonly WireEvent[]): Script {
  return (response) => {
    send(response, ...events)
    if (how === 'ends') response.end()
    else response.write(':\n\n', () => response.socket?.resetAndDestroy())
  }
}

/** A complete answer. */
export function says(stopReason: string, ...blocks: readonly (readonly WireEvent[])[]): Script {
  return (response, { path }) => {
    if (path.endsWith('/chat/completions')) sendChunks(response, ...chunksOf(stopReason, blocks.flat()))
    else send(response, START, ...blocks.flat(), ...end(stopReason))
    response.end()
  }
}

export function fails(
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Script {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1', ...headers })
    response.end(JSON.stringify({ type: 'error', error: { type, message } }))
  }
}

import { expect, test } from 'vitest'
import type { Format } from '../../../shared/presets.ts'
import { DONE, readEvents } from './event-stream.ts'
import { FaultError } from './fault.ts'

const PING = { type: 'ping' }
const chunk = (n: number): object => ({ choices: [{ delta: { content: `${n}` } }] })
const [one, two] = [JSON.stringify(chunk(1)), JSON.stringify(chunk(2))]

/** The events of a body, or why there are none. */
async function read(body: string | readonly Uint8Array[], format: Format = 'openai', type = 'text/event-stream') {
  const pieces = typeof body === 'string' ? [new TextEncoder().encode(body)] : body
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  const response = new Response(stream, { headers: { 'content-type': type } })
  const events: unknown[] = []
  try {
    for await (const event of readEvents(response, { key: 'secret-key', format })) events.push(event)
  } catch (error) {
    events.push(error instanceof FaultError ? error.fault : error)
  }
  return events
}

test.each<readonly [string, string, readonly unknown[]]>([
  ['as the format has it', `data: ${one}\n\ndata: ${two}\n\ndata: [DONE]\n\n`, [chunk(1), chunk(2), DONE]],
  ['returns and line feeds', `data: ${one}\r\n\r\ndata: ${two}\r\n\r\n`, [chunk(1), chunk(2)]],
  ['returns', `data: ${one}\r\rdata: ${two}\r\r`, [chunk(1), chunk(2)]],
  ['a byte order mark', `\ufeffdata: ${one}\n\n`, [chunk(1)]],
  ['no space after the colon', `data:${one}\n\n`, [chunk(1)]],
  ['comments, ids and waits', `: alive\n\nid: 7\nretry: 9\ndata: ${one}\n\n:\n\n`, [PING, chunk(1), PING]],
  ['signs of life that are empty events', `data:\n\ndata: ${one}\n\nevent: x\ndata: \n\n`, [PING, chunk(1), PING]],
  ['signs of life of another format', `data: {"type":"ping"}\n\ndata: ${one}\n\n`, [PING, chunk(1)]],
  ['a name twice', `data: data: ${one}\n\ndata: data: [DONE]\n\n`, [chunk(1), DONE]],
  ['an event in several lines', `data: {"choices":\ndata: []}\n\n`, [{ choices: [] }]],
  ['no empty lines', `data: ${one}\ndata: ${two}\ndata: [DONE]\n`, [chunk(1), chunk(2), DONE]],
  ['no line feed at the end', `data: ${one}\n\ndata: [DONE]`, [chunk(1), DONE]],
  ['what comes after the end', `data: ${one}\n\ndata: [DONE]\n\ndata: ${two}\n\n`, [chunk(1), DONE]],
  ['a cut in the last event', `data: ${one}\n\ndata: {"choi`, [chunk(1)]],
  ['a cut in the name of a field', `data: ${one}\n\nda`, [chunk(1)]],
  ['nothing', '', [{ kind: 'broken-answer' }]],
  ['only signs of life', ': alive\n\n', [PING, { kind: 'broken-answer' }]],
  ['an event that is torn', `data: {"choi\n\ndata: ${one}\n\n`, [{ kind: 'broken-answer' }]],
  ['a whole answer', JSON.stringify(chunk(1), null, 2), [chunk(1), DONE]],
  ['a page', '\n<!doctype html>', [{ kind: 'no-stream', found: 'page' }]],
])('%s', async (_, body, events) => {
  expect(await read(body)).toEqual(events)
  const bytes = [...new TextEncoder().encode(body)].map((byte) => Uint8Array.of(byte))
  expect(await read(bytes)).toEqual(await read(body))
})

const ERRORS: readonly (readonly [string, string, string | null])[] = [
  ['an event', 'data: {"error":{"message":"Out of memory"}}\n\n', 'Out of memory'],
  ['an event of words', 'data: {"error":"Out of memory"}\n\n', 'Out of memory'],
  ['a named event', 'event: error\ndata: {"message":"Out of memory"}\n\n', 'Out of memory'],
  ['a named event of words', 'event: error\ndata: Out of memory\n\n', 'Out of memory'],
  ['a field of its own', 'error: {"code":400,"message":"Out of memory"}\n\n', 'Out of memory'],
  ['an object of its own', 'data: {"object":"error","message":"Out of memory","code":400}\n\n', 'Out of memory'],
  ['a document', '{\n"error": {\n"message": "Out of memory"\n}\n}', 'Out of memory'],
  ['a document of another shape', '{"detail":[{"loc":["body","x"],"msg":"Out of memory"}]}', 'body.x: Out of memory'],
  ['words', 'Out of memory', 'Out of memory'],
  ['an event that is words', 'data: Out of memory\n\n', 'Out of memory'],
  ['words after events', `data: ${one}\n\ndata: Out of memory\n\n`, 'Out of memory'],
  ['an event of another shape', `data: ${one}\n\ndata: {"code":13,"msg":"Out of memory"}\n\n`, 'Out of memory'],
  ['a choice', 'data: {"choices":[{"delta":{},"error":{"message":"Out of memory"}}]}\n\n', 'Out of memory'],
  ['a document after events', `data: ${one}\n\n{"error":{"message":"Out of memory"}}\n`, 'Out of memory'],
]

test.each(ERRORS)('why a server fails is read, said by %s', async (_, body, message) => {
  expect((await read(body)).at(-1)).toMatchObject({ kind: 'answered', failure: { message } })
  expect((await read(body, 'openai', 'application/json')).at(-1)).toMatchObject({
    kind: 'answered',
    failure: { message },
  })
})

test('an event has its name as its type, where it has no other', async () => {
  const body = 'event: message_start\ndata: {"message":{}}\n\nevent: x\ndata: {"type":"message_stop"}\n\n'
  expect(await read(body, 'messages')).toEqual([{ type: 'message_start', message: {} }, { type: 'message_stop' }])
})

test('the stream of another format is none, nor is a document that says nothing', async () => {
  expect(await read(`data: ${one}\n\n`, 'messages')).toEqual([{ kind: 'no-stream', found: 'other-format' }])
  expect(await read('{"hello":"world"}')).toEqual([{ kind: 'no-stream', found: 'document', words: null }])
  for (const end of ['', 'data: [DONE]\n\n'])
    expect((await read(`data: {"code":13,"msg":"Not today"}\n\n${end}`)).at(-1)).toEqual({
      kind: 'no-stream',
      found: 'document',
      words: 'Not today',
    })
})

test('what is nested deeply is not looked at', async () => {
  const deep = `{"choices":[{"delta":{"tool_calls":[{"function":{"arguments":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}}]}}]}`
  expect(await read(`data: ${deep}\n\n`)).toEqual([{ kind: 'too-deep' }])
  expect(await read(deep)).toEqual([{ kind: 'too-deep' }])
})

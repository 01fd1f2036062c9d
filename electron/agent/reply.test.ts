import { describe, expect, test } from 'vitest'
import { callBlock, end, START, textBlock, type WireEvent } from './testing/model-server.ts'
import { type Received, replyTo } from './testing/reply-to.ts'

const replyOf = (...events: readonly unknown[]): Received => replyTo(events)

test('assembles text, thoughts and calls', () => {
  const thinking: readonly WireEvent[] = [
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'sig' } },
    { type: 'content_block_stop', index: 0 },
  ]
  const reply = replyOf(
    START,
    ...thinking,
    ...textBlock(1, 'Hel', 'lo'),
    ...callBlock(2, 'toolu_1', { command: 'view', path: '/memories' }),
    ...end('tool_use'),
  )
  expect(reply.content).toEqual([
    { type: 'thinking', thinking: 'hm', signature: 'sig' },
    { type: 'text', text: 'Hello' },
    { type: 'tool_use', id: 'toolu_1', name: 'memory', input: { command: 'view', path: '/memories' } },
  ])
  expect(reply).toMatchObject({
    stopReason: 'tool_use',
    isWhole: true,
    calls: [{ toolUse: 'toolu_1', refusal: null }],
  })
})

test('blocks may arrive interleaved', () => {
  const [one, two] = [textBlock(0, 'a', 'b'), callBlock(1, 't', { x: 1 })]
  const mixed = one.flatMap((event, index) => [event, ...(two[index] === undefined ? [] : [two[index]])])
  expect(replyOf(START, ...mixed, ...end('tool_use')).content).toMatchObject([{ text: 'ab' }, { input: { x: 1 } }])
})

test('unknown events, blocks, deltas and nonsense are ignored', () => {
  const reply = replyOf(
    START,
    null,
    'x',
    { type: 'ping' },
    { type: 'content_block_start', index: 0, content_block: { type: 'hologram' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'of the hologram' } },
    { type: 'content_block_stop', index: 0 },
    ...textBlock(1, 'Hello'),
    { type: 'content_block_delta', index: 1, delta: { type: 'scent_delta' } },
    ...end('end_turn'),
  )
  expect(reply.content).toEqual([{ type: 'text', text: 'Hello' }])
})

describe('of an answer that was cut off', () => {
  const call = callBlock(1, 't', { command: 'view', path: '/memories' })
  test('text is kept as far as it arrived, and an incomplete call is dropped', () => {
    const reply = replyOf(START, ...textBlock(0, 'Look').slice(0, 2), ...call.slice(0, -2))
    expect(reply).toMatchObject({ content: [{ type: 'text', text: 'Look' }], calls: [], isWhole: false })
  })
  test('an incomplete thought is only shown: its signature is missing', () => {
    expect(
      replyOf(START, { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: 'h' } })
        .content,
    ).toEqual([{ type: 'shown_thinking', thinking: 'h' }])
  })
})

const VIEW = { command: 'view', path: '/memories' }
const unreadable = (text: string): object => ({ unreadable_input: text })

test.each<readonly [string, object, string | null]>([
  [JSON.stringify(VIEW), VIEW, null],
  [JSON.stringify(JSON.stringify(VIEW)), VIEW, null],
  ['{"command":"create","file_text":"a\n\tb"}', { command: 'create', file_text: 'a\n\tb' }, null],
  ['{"a":"\\u00e4\\n"}', { a: 'ä\n' }, null],
  ['{}', {}, 'without its input'],
  ['', {}, 'without its input'],
  ['{"a":', unreadable('{"a":'), 'not a JSON object'],
  ['[1]', unreadable('[1]'), 'not a JSON object'],
  ['"x"', unreadable('"x"'), 'not a JSON object'],
  ['```json\n{"a":1}\n```', unreadable('```json\n{"a":1}\n```'), 'not a JSON object'],
  [`{"a":${'['.repeat(200)}${']'.repeat(200)}}`, { unreadable_input: expect.any(String) }, 'not a JSON object'],
  [`{"a":${'['.repeat(1e6)}`, { unreadable_input: expect.any(String) }, 'not a JSON object'],
])('input %j', (json, input, refusal) => {
  const reply = replyOf(
    START,
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't', name: 'memory', input: {} } },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: json } },
    { type: 'content_block_stop', index: 0 },
    ...end('tool_use'),
  )
  const [call] = reply.calls
  expect(call?.input).toEqual(input)
  if (refusal === null) expect(call?.refusal).toBeNull()
  else expect(call?.refusal).toContain(refusal)
  expect(reply.content).toMatchObject([{ type: 'tool_use', name: 'memory', input }])
})

test('calls get unique ids when a server repeats or omits its ids', () => {
  const reply = replyOf(
    START,
    ...callBlock(0, 'same', {}),
    ...callBlock(1, 'same', {}),
    ...callBlock(2, '', {}),
    ...end('tool_use'),
  )
  expect(new Set(reply.calls.map((call) => call.toolUse)).size).toBe(3)
  expect(reply.content.map((block) => block.type === 'tool_use' && block.id)).toEqual(
    reply.calls.map((call) => call.toolUse),
  )
})

import { describe, expect, test } from 'vitest'
import { newUlid } from '../disk/new-ulid.ts'
import { finishReply, NOTHING_ARRIVED, receive, type Reply } from './reply.ts'
import { callBlock, end, START, textBlock, type WireEvent } from './testing/model-server.ts'

function replyOf(...events: readonly unknown[]): Reply {
  return finishReply(
    events.reduce((arrived: typeof NOTHING_ARRIVED, event) => receive(arrived, event).reply, NOTHING_ARRIVED),
    newUlid,
  )
}

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
    calls: [{ toolUse: 'toolu_1', isBroken: false }],
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
    const reply = replyOf(START, ...textBlock(0, 'Look').slice(0, 2), ...call.slice(0, -1))
    expect(reply).toMatchObject({ content: [{ type: 'text', text: 'Look' }], calls: [], isWhole: false })
  })
  test('an incomplete thought is only shown: its signature is missing', () => {
    expect(
      replyOf(START, { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: 'h' } })
        .content,
    ).toEqual([{ type: 'shown_thinking', thinking: 'h' }])
  })
})

test.each([
  ['{"a":', true],
  ['[1]', true],
  ['"x"', true],
  ['', false],
])('input %j is broken: %s', (json, isBroken) => {
  const reply = replyOf(
    START,
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't', name: 'memory', input: {} } },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: json } },
    { type: 'content_block_stop', index: 0 },
    ...end('tool_use'),
  )
  expect(reply.calls).toMatchObject([{ isBroken, input: {} }])
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

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
  const [first, second] = [callBlock(0, 's', { x: 1 }), callBlock(1, 't', { x: 2 })]
  const asText = first
    .flatMap((event, at) => [event, second[at]])
    .map((event) => ({ ...event, index: `${event?.['index']}` }))
  expect(replyOf(START, ...asText, ...end('tool_use')).content).toMatchObject([
    { input: { x: 1 } },
    { input: { x: 2 } },
  ])
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

test.each([200, 1_000_000])('an input nested %i times is no object', (times) => {
  const json = `{"a":${'['.repeat(times)}${']'.repeat(times)}}`
  const { calls } = replyOf(START, ...callBlock(0, 't', {}).with(1, pieceOf(json)).toSpliced(2, 1), ...end('tool_use'))
  expect(calls[0]?.refusal).toContain('not a JSON object')
})

function pieceOf(partial_json: string): WireEvent {
  return { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json } }
}

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

describe('an answer has limits', () => {
  const large = 'x'.repeat(5_000_000)
  const started = (content_block: object): object => ({ type: 'content_block_start', index: 0, content_block })
  const piece = (delta: object): object => ({ type: 'content_block_delta', index: 0, delta })
  const small = Array.from({ length: 900 }, (_, index) => ({ type: 'call_piece', index, name: 'n'.repeat(9000) }))

  test.each<readonly [string, readonly object[]]>([
    ['text', [piece({ type: 'text_delta', text: large })]],
    ['text at the start', [started({ type: 'text', text: large })]],
    ['a thought', [piece({ type: 'thinking_delta', thinking: large })]],
    ['a signature', [started({ type: 'thinking' }), piece({ type: 'signature_delta', signature: large })]],
    ['a hidden thought', [started({ type: 'redacted_thinking', data: large })]],
    ['a summary', [started({ type: 'compaction', content: '', more: large })]],
    ['more of a summary', [started({ type: 'compaction' }), piece({ type: 'compaction_delta', content: large })]],
    ['an input', [started({ type: 'tool_use', id: 'a', name: 'memory', input: { a: large } })]],
    ['an input as text', [started({ type: 'tool_use', id: 'a', name: 'memory', input: `{"a":"${large}"}` })]],
    ['an input in pieces', [piece({ type: 'input_json_delta', partial_json: `{"a":"${large}"}` })]],
    ['a name', [started({ type: 'tool_use', id: 'a', name: large, input: {} })]],
    ['an id', [started({ type: 'tool_use', id: large, name: 'memory', input: { a: 1 } })]],
    ['names of many calls', small],
    ['a mark of a call', [{ type: 'call_piece', index: 0, name: 'memory', text: '{"a":1}', signature: large }]],
  ])('of size, wherever it stands: %s', (_, events) => {
    const reply = replyOf(START, ...textBlock(1, 'Well.'), ...events, ...textBlock(2, ' So.'), ...end('tool_use'))
    expect(reply).toMatchObject({ excess: 'size', isWhole: false, calls: [] })
    expect(JSON.stringify(reply).length).toBeLessThan(1000)
    expect(reply.content[0]).toEqual({ type: 'text', text: 'Well.' })
  })

  const view = (at: number): readonly WireEvent[] => callBlock(at, `t${at}`, VIEW)

  test('of blocks: what has too many is not whole', () => {
    const calls = Array.from({ length: 2000 }, (_, at) => view(at)).flat()
    expect(replyOf(START, ...calls, ...end('tool_use'))).toMatchObject({ excess: 'blocks', isWhole: false, calls: [] })
    const turns = Array.from({ length: 5000 }, (_, at) =>
      piece(at % 2 === 0 ? { type: 'text_delta', text: 'a' } : { type: 'thinking_delta', thinking: 'b' }),
    )
    expect(replyOf(START, ...turns)).toMatchObject({ excess: 'blocks' })
  })

  test('of calls: those after the first hundreds are told to the model', () => {
    const { calls, isWhole } = replyOf(
      START,
      ...Array.from({ length: 300 }, (_, at) => view(at)).flat(),
      ...end('tool_use'),
    )
    expect(isWhole).toBe(true)
    expect(calls).toHaveLength(300)
    expect(calls.map(({ refusal }) => refusal).filter((refusal) => refusal === null)).toHaveLength(256)
    expect(calls.at(-1)?.refusal).toContain('can have 256 calls')
  })
})

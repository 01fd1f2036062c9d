import { expect, test } from 'vitest'
import type { RequestUsage, Step } from '../../../../shared/usage.ts'
import { chunk, usage } from '../../testing/openai-chunks.ts'
import { type Received, replyTo as replyToEvents } from '../../testing/reply-to.ts'
import { DONE } from '../event-stream.ts'
import { TaggedThoughts } from '../tagged-thoughts.ts'
import { Translator } from './events.ts'

/** What the loop receives of an answer that came in these pieces. */
function replyTo(pieces: readonly unknown[]): Received {
  const [translator, thoughts] = [new Translator(), new TaggedThoughts()]
  const events = pieces.flatMap((piece) => translator.take(piece)).flatMap((event) => thoughts.take(event))
  return replyToEvents([...events, ...thoughts.rest()])
}

const VIEW = { command: 'view', path: '/memories' }
const json = JSON.stringify(VIEW)
const [first, second] = [json.slice(0, 9), json.slice(9)]
const call = (piece: object): object => chunk({ tool_calls: [piece] })
const named = (id?: string): object => ({ type: 'function', ...(id === undefined ? {} : { id }) })
const memory = (text: unknown): object => ({ function: { name: 'memory', arguments: text } })
const more = (text: string): object => ({ function: { arguments: text } })
const end = chunk({}, 'tool_calls')

const CALLS: readonly (readonly [string, readonly unknown[], number])[] = [
  [
    'one call in pieces',
    [
      call({ index: 0, ...named('a'), ...memory('') }),
      call({ index: 0, ...more(first) }),
      call({ index: 0, ...more(second) }),
      end,
    ],
    1,
  ],
  ['one whole call', [call({ index: 0, ...named('a'), ...memory(json) }), end], 1],
  [
    'the call and the end in one piece',
    [chunk({ tool_calls: [{ index: 0, ...named('a'), ...memory(json) }] }, 'tool_calls')],
    1,
  ],
  ['arguments as an object', [call({ index: 0, ...named('a'), ...memory(VIEW) }), end], 1],
  [
    'two calls, one after the other',
    [call({ index: 0, ...named('a'), ...memory(json) }), call({ index: 1, ...named('b'), ...memory(json) }), end],
    2,
  ],
  [
    'two calls, their pieces mixed',
    [
      call({ index: 0, ...named('a'), ...memory('') }),
      call({ index: 1, ...named('b'), ...memory('') }),
      call({ index: 0, ...more(first) }),
      call({ index: 1, ...more(first) }),
      call({ index: 1, ...more(second) }),
      call({ index: 0, ...more(second) }),
      end,
    ],
    2,
  ],
  [
    'indexes that begin at one, with a gap',
    [call({ index: 1, ...named('a'), ...memory(json) }), call({ index: 4, ...named('b'), ...memory(json) }), end],
    2,
  ],
  [
    'one index for two calls with ids',
    [call({ index: 0, ...named('a'), ...memory(json) }), call({ index: 0, ...named('b'), ...memory(json) }), end],
    2,
  ],
  [
    'one index for two calls with ids, in pieces',
    [
      call({ index: 0, ...named('a'), ...memory('') }),
      call({ index: 0, ...more(json) }),
      call({ index: 0, ...named('b'), ...memory('') }),
      call({ index: 0, ...more(json) }),
      end,
    ],
    2,
  ],
  [
    'one call told twice without an id',
    [call({ index: 0, ...memory(json) }), call({ index: 0, ...memory(json) }), end],
    1,
  ],
  [
    'one id for two calls',
    [call({ index: 0, ...named('a'), ...memory(json) }), call({ index: 1, ...named('a'), ...memory(json) }), end],
    2,
  ],
  ['no index, two whole calls in one piece', [chunk({ tool_calls: [memory(json), memory(json)] }), end], 2],
  [
    'no index, two whole calls with ids',
    [call({ ...named('a'), ...memory(json) }), call({ ...named('b'), ...memory(json) }), end],
    2,
  ],
  ['no index, one call in pieces', [call({ ...named('a'), ...memory(first) }), call(more(second)), end], 1],
  [
    'no index, two calls in pieces, found by id',
    [
      call({ ...named('a'), ...memory(first) }),
      call({ ...named('b'), ...memory(first) }),
      call({ ...named('a'), ...more(second) }),
      call({ ...named('b'), ...more(second) }),
      end,
    ],
    2,
  ],
  [
    'id and name with every piece',
    [
      call({ index: 0, ...named('a'), ...memory(first) }),
      call({ index: 0, ...named('a'), ...memory(second) }),
      call({ index: 0, ...named('a'), ...memory('') }),
      end,
    ],
    1,
  ],
  [
    'an empty id with the later pieces',
    [call({ index: 0, ...named('a'), ...memory(first) }), call({ index: 0, ...named(''), ...more(second) }), end],
    1,
  ],
  ['"stop" beside calls', [call({ index: 0, ...named('a'), ...memory(json) }), chunk({}, 'stop')], 1],
  [
    'an answer that comes whole',
    [
      {
        choices: [
          {
            message: { role: 'assistant', content: null, tool_calls: [{ ...named('a'), ...memory(json) }] },
            finish_reason: 'tool_calls',
          },
        ],
      },
    ],
    1,
  ],
  [
    'the older way to call',
    [
      chunk({ function_call: { name: 'memory', arguments: first } }),
      chunk({ function_call: { arguments: second } }),
      chunk({}, 'function_call'),
    ],
    1,
  ],
  [
    'broken pieces between',
    [call({ index: 0, ...named('a'), ...memory(json) }), call({ index: 'x' }), { choices: 'none' }, null, end],
    1,
  ],
]

test.each(CALLS)('calls: %s', (_, pieces, count) => {
  const { calls, stopReason, isWhole } = replyTo(pieces)
  expect(calls.map(({ name, input, refusal }) => ({ name, input, refusal }))).toEqual(
    Array.from({ length: count }, () => ({ name: 'memory', input: VIEW, refusal: null })),
  )
  expect(new Set(calls.map(({ toolUse }) => toolUse)).size).toBe(count)
  expect({ stopReason, isWhole }).toEqual({ stopReason: 'tool_use', isWhole: true })
})

const said = (thinking: string, text = 'Hi', signature = ''): readonly object[] => [
  { type: 'thinking', thinking, signature },
  { type: 'text', text },
]

const parts = (...messages: readonly object[]): object => ({
  choices: messages.map((message, index) => ({ index, message, finish_reason: index === 0 ? 'stop' : 'tool_calls' })),
})
const whole = { content: 'I look.', reasoning: 'Hm', tool_calls: [{ ...named('a'), ...memory(json) }] }

test.each<readonly [string, readonly object[]]>([
  ['in several choices', [parts({ content: 'I look.', reasoning: 'Hm' }, { tool_calls: whole.tool_calls })]],
  ['and again in the last piece', [chunk({ reasoning: 'Hm' }), chunk({ content: 'I look.' }), parts(whole)]],
  ['and again with another id', [chunk(whole), parts({ tool_calls: [{ ...named('b'), ...memory(json) }] })]],
  ['with calls only in the last piece', [chunk({ reasoning: 'Hm', content: 'I look.' }), parts(whole), end]],
])('text and calls %s are one answer', (_, pieces) => {
  expect(replyTo(pieces)).toMatchObject({
    content: [...said('Hm', 'I look.'), { type: 'tool_use', id: 'a', name: 'memory', input: VIEW }],
    isWhole: true,
  })
})

test('a call keeps its text before it, and one without a name is refused', () => {
  const pieces = [chunk({ content: 'I look.' }), call({ index: 0, ...named('a'), ...memory(json) })]
  const { content, calls } = replyTo([...pieces, call({ index: 1, ...named('b'), ...more(json) }), end])
  expect(content.map(({ type }) => type)).toEqual(['text', 'tool_use', 'tool_use'])
  expect(calls.map(({ name, refusal }) => [name, refusal])).toEqual([
    ['memory', null],
    ['unnamed', expect.stringContaining('without the name of its tool')],
  ])
})

const stop = chunk({}, 'stop')

test.each<readonly [string, readonly object[]]>([
  [
    'reasoning_content',
    [
      chunk({ reasoning_content: 'a' }),
      chunk({ reasoning_content: 'b', content: null }),
      chunk({ content: 'Hi' }),
      stop,
    ],
  ],
  ['reasoning', [chunk({ reasoning: 'ab', content: '' }), chunk({ content: 'Hi' }), stop]],
  [
    'reasoning_details',
    [
      chunk({
        reasoning_details: [
          { type: 'reasoning.text', text: 'a' },
          { type: 'reasoning.summary', summary: 'b' },
          { type: 'reasoning.encrypted', data: 'x' },
        ],
      }),
      chunk({ content: 'Hi' }),
      stop,
    ],
  ],
  [
    'two names at once',
    [
      chunk({ reasoning: 'ab', reasoning_details: [{ type: 'reasoning.text', text: 'ab' }] }),
      chunk({ content: 'Hi' }),
      stop,
    ],
  ],
  [
    'parts of the content',
    [
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'ab' }] }] }),
      chunk({
        content: [
          { type: 'reference', ids: [1] },
          { type: 'text', text: 'Hi' },
        ],
      }),
      stop,
    ],
  ],
  ['thoughts and text in one piece', [chunk({ reasoning_content: 'ab', content: 'Hi' }, 'stop')]],
])('thoughts: %s', (_, pieces) => {
  expect(replyTo(pieces).content).toEqual(said('ab'))
})

test.each<readonly [string, readonly string[], readonly object[]]>([
  ['in one piece', ['<think>ab</think>\n\nHi'], said('ab')],
  ['letter by letter', [...' <think>ab</think>\nHi'], said('ab')],
  ['without an end', ['<think>ab</th'], [{ type: 'thinking', thinking: 'ab</th', signature: '' }]],
  ['not at the beginning', ['Hi <think>ab</think>'], [{ type: 'text', text: 'Hi <think>ab</think>' }]],
  ['only almost', ['<thi', 's>'], [{ type: 'text', text: '<this>' }]],
])('thoughts in the text, %s', (_, texts, expected) => {
  const pieces = [...texts.map((content) => chunk({ content })), stop]
  expect(replyTo(pieces).content).toEqual(expected)
})

test('the signature of a call is kept before it', () => {
  const signed = { index: 0, ...named('a'), ...memory(json), extra_content: { google: { thought_signature: 'sig' } } }
  expect(
    replyTo([chunk({ content: 'Hi' }), call(signed), call({ index: 1, ...named('b'), ...memory(json) }), end]).content,
  ).toEqual([
    { type: 'text', text: 'Hi' },
    { type: 'thinking', thinking: '', signature: 'sig' },
    { type: 'tool_use', id: 'a', name: 'memory', input: VIEW },
    { type: 'tool_use', id: 'b', name: 'memory', input: VIEW },
  ])
})

const hi = chunk({ content: 'Hi' })
const counted = usage({ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 })

test.each<readonly [string, readonly object[], string | null]>([
  ['stop', [hi, stop], 'end_turn'],
  ['length', [hi, chunk({}, 'length')], 'max_tokens'],
  ['content_filter', [hi, chunk({}, 'content_filter')], 'refusal'],
  ['model_length', [hi, chunk({}, 'model_length')], 'model_context_window_exceeded'],
  ['a name of its own', [hi, chunk({}, 'eos')], 'end_turn'],
  ['"null" until the end', [chunk({ content: 'Hi' }, 'null'), stop], 'end_turn'],
  ['a refusal in words', [chunk({ refusal: 'Hi' }), stop], 'refusal'],
  ['none, but counted', [hi, counted], null],
  ['none, but counted before', [counted, hi], null],
  ['a reason too early, and then nothing', [chunk({}, 'stop'), hi], null],
  ['none at all', [hi], null],
])('the end of an answer: %s', (_, pieces, stopReason) => {
  expect(replyTo(pieces)).toMatchObject({
    content: [{ type: 'text', text: 'Hi' }],
    stopReason,
    isWhole: stopReason !== null,
  })
})

test.each<readonly [string, readonly unknown[]]>([
  ['no reason', [hi, DONE]],
  ['a reason too early', [chunk({}, 'stop'), hi, DONE]],
])('[DONE] ends an answer with %s', (_, pieces) => {
  expect(replyTo(pieces)).toMatchObject({ content: [{ type: 'text', text: 'Hi' }], isWhole: true })
})

test('an answer that the server ends with an error is none', () => {
  expect(() => replyTo([hi, chunk({}, 'error')])).toThrow('broken-answer')
})

const bill = (input: number, output: number, cached: Partial<Step> = {}): readonly Step[] => [
  { kind: 'answer', input, output, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0, thoughts: null, ...cached },
]
const details = (cached: number, written?: number): object => ({
  prompt_tokens_details: { cached_tokens: cached, ...(written === undefined ? {} : { cache_write_tokens: written }) },
})

test.each<readonly [string, object, RequestUsage]>([
  ['plain', { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 }, bill(10, 4)],
  [
    'with a cache',
    { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14, ...details(8) },
    bill(2, 4, { cacheRead: 8 }),
  ],
  [
    'with a cache written',
    { prompt_tokens: 10, completion_tokens: 4, ...details(6, 3) },
    bill(1, 4, { cacheRead: 6, cacheWrite: 3 }),
  ],
  ['DeepSeek', { prompt_tokens: 10, completion_tokens: 4, prompt_cache_hit_tokens: 8 }, bill(2, 4, { cacheRead: 8 })],
  ['Kimi', { prompt_tokens: 10, completion_tokens: 4, cached_tokens: 8 }, bill(2, 4, { cacheRead: 8 })],
  [
    'thoughts inside',
    { prompt_tokens: 10, completion_tokens: 9, total_tokens: 19, completion_tokens_details: { reasoning_tokens: 5 } },
    bill(10, 9, { thoughts: 5 }),
  ],
  [
    'thoughts beside',
    { prompt_tokens: 10, completion_tokens: 4, total_tokens: 19, completion_tokens_details: { reasoning_tokens: 5 } },
    bill(10, 9, { thoughts: 5 }),
  ],
  ['nonsense', { prompt_tokens: 'many', completion_tokens: -1 }, []],
])('tokens: %s', (_, counts, expected) => {
  const { usage: read } = replyTo([hi, stop, usage(counts)])
  expect(read).toEqual(expected)
})

test('counts beside the last piece, and before the end of the stream, are read as well', () => {
  const running = { ...chunk({ content: 'Hi' }, 'stop'), usage: { prompt_tokens: 3, completion_tokens: 2 } }
  expect(replyTo([running])).toMatchObject({ isWhole: true, usage: bill(3, 2) })
  const early = { ...hi, usage: { prompt_tokens: 3, completion_tokens: 1 } }
  expect(replyTo([early])).toMatchObject({ isWhole: false })
})

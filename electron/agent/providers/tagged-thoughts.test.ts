import { expect, test } from 'vitest'
import { replyTo } from '../testing/reply-to.ts'
import { TaggedThoughts } from './tagged-thoughts.ts'

const text = (said: string): object => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: said },
})
const END = { type: 'message_stop' }

/** What is kept of a text that comes in these pieces: thoughts in brackets. */
function keptOf(pieces: readonly string[]): string {
  const thoughts = new TaggedThoughts()
  const events = [...pieces.map(text), END].flatMap((event) => thoughts.take(event))
  const { content, shown, isWhole } = replyTo([...events, ...thoughts.rest()])
  const kept = content.flatMap((block) =>
    block.type === 'thinking' ? `(${block.thinking})` : block.type === 'text' ? block.text : [],
  )
  expect(shown.map(({ kind, text: said }) => (kind === 'thought' ? `(${said})` : said))).toEqual(kept)
  expect(isWhole).toBe(true)
  return kept.join('')
}

const CASES: readonly (readonly [said: string, kept: string])[] = [
  ['<think>ab</think>\n\nHi', '(ab)Hi'],
  [' \n<think>\nab\n</think>\nHi', '(\nab\n)Hi'],
  ['<THINK>ab</Think>Hi', '(ab)Hi'],
  ['<thinking>a</think>b</thinking>Hi', '(a</think>b)Hi'],
  ['[THINK]ab[/THINK]Hi', '(ab)Hi'],
  ['◁think▷ab◁/think▷Hi', '(ab)Hi'],
  ['<think></think>Hi', 'Hi'],
  ['<think>ab', '(ab)'],
  ['<think>ab</thi', '(ab</thi)'],
  ['<think>a</think>Hi.\n<think>b</think>Ho.', '(a)Hi.\n(b)Ho.'],
  // The template of the model opened the thought.
  ['ab\n</think>\n\nHi', '(ab\n)Hi'],
  ['ab</think>Hi', '(ab)Hi'],
  ['</think>\n\nHi', 'Hi'],
  ['ab</think>', '(ab)'],
  ['a</think>Hi. </think> ends it.', '(a)Hi. </think> ends it.'],
  // A tag that is written about.
  ['Hi <think>ab</think>', 'Hi <think>ab</think>'],
  ['Models write `</think>` at the end.', 'Models write `</think>` at the end.'],
  ['It is "</think>".', 'It is "</think>".'],
  ['Like this:\n```\n<think>\n</think>\n```\nSee?', 'Like this:\n```\n<think>\n</think>\n```\nSee?'],
  ['<thi', '<thi'],
  ['<this>', '<this>'],
  ['a < b and <b', 'a < b and <b'],
  [' \n', ' \n'],
]

test.each(CASES)('%j is kept as %j, however it is cut', (said, kept) => {
  expect(keptOf([said])).toBe(kept)
  expect(keptOf([...said])).toBe(kept)
  for (let at = 1; at < said.length; at += 1) expect(keptOf([said.slice(0, at), said.slice(at)])).toBe(kept)
})

test('of a server that takes thoughts out itself, a tag may be left, but no thought', () => {
  const thought = { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'ab' } }
  for (const [said, kept] of [
    ['</think>\n\nHi', 'Hi'],
    ['A </think> ends it.', 'A </think> ends it.'],
  ] as const) {
    const thoughts = new TaggedThoughts()
    const { content } = replyTo([thought, text(said), END].flatMap((event) => thoughts.take(event)))
    expect(content).toEqual([
      { type: 'thinking', thinking: 'ab', signature: '' },
      { type: 'text', text: kept },
    ])
  }
})

test('what is held back comes before what follows it, and a sign of life between changes nothing', () => {
  const thoughts = new TaggedThoughts()
  const events = [
    text('<thi'),
    { type: 'ping' },
    text('nk>a</think>b <'),
    { type: 'call_piece', index: 0, id: 'x' },
    END,
  ]
  expect(events.flatMap((event) => thoughts.take(event))).toEqual([
    { type: 'ping' },
    { type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'a' } },
    { type: 'content_block_delta', delta: { type: 'text_delta', text: 'b ' } },
    { type: 'content_block_delta', delta: { type: 'text_delta', text: '<' } },
    { type: 'call_piece', index: 0, id: 'x' },
    END,
  ])
})

import { expect, test } from 'vitest'
import { saying } from '../../testing/saying.ts'
import { callBlock, end, framed, START, textBlock, type WireEvent } from './testing/model-server.ts'
import { play, textIn } from './testing/play.ts'

// A recorded stream of each format, cut at every fifth byte; `npm run long -- streams` cuts at each.

const STEP = process.env.VARIORUM_LONG === undefined ? 5 : 1

const TEXT = 'Ich schreibe es auf: „Grüße“ 👋.'
const DELETE = { command: 'delete', path: '/memories/a' }
const BLOCKS: readonly WireEvent[] = [
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
  { type: 'content_block_stop', index: 0 },
  ...textBlock(1, TEXT.slice(0, 7), TEXT.slice(7)),
  ...callBlock(2, 't1', DELETE),
]
const json = JSON.stringify(DELETE)
const DELTAS: readonly object[] = [
  { content: TEXT.slice(0, 7) },
  { content: TEXT.slice(7) },
  { tool_calls: [{ index: 0, id: 't1', function: { name: 'memory', arguments: json.slice(0, 9) } }] },
  { tool_calls: [{ index: 0, function: { arguments: json.slice(9) } }] },
]
const chunks = [...DELTAS.map((delta) => JSON.stringify({ choices: [{ delta }] })), '[DONE]']
const STREAMS = {
  anthropic: [START, ...BLOCKS, { type: 'ping' }, ...end('tool_use')].map(framed).join(''),
  openai: chunks.map((chunk) => `data: ${chunk}\n\n`).join(''),
}

test.each<readonly [keyof typeof STREAMS, string, boolean]>([
  ['anthropic', 'ends', false],
  ['anthropic', 'breaks', true],
  ['openai', 'ends', false],
  ['openai', 'breaks', true],
])(
  'a stream (%s) that %s at any byte gives a complete answer, a kept partial one, or a clear error',
  async (service, _, breaks) => {
    const recorded = new TextEncoder().encode(STREAMS[service])
    let longest = 0
    const kinds = new Set<string>()
    // The last one is the whole text, so it cuts nothing.
    for (let bytes = recorded.length % STEP; bytes <= recorded.length; bytes += STEP) {
      const { ended, ran, shown, kept } = await play(service, recorded.slice(0, bytes), breaks)
      kinds.add(ended.kind)
      expect(kept).toEqual(shown)
      const text = textIn(kept)
      if (ended.kind === 'done') {
        expect(text).toBe(`${TEXT}Done.`)
        expect(ran).toEqual([DELETE])
      } else {
        expect(ended).toMatchObject({ kind: 'failed', reason: saying(/cut off.*Retry.*Continue/) })
        expect(ran).toEqual([])
        expect(TEXT.startsWith(text)).toBe(true)
        expect(text.length).toBeGreaterThanOrEqual(longest)
        longest = text.length
      }
    }
    expect(longest).toBe(TEXT.length)
    expect([...kinds].toSorted()).toEqual(['done', 'failed'])
  },
)

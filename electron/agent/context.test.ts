import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_ABILITIES } from '../../shared/models.ts'
import type { Lineage } from '../../shared/origin.ts'
import { CompatibleServer } from '../../shared/settings.ts'
import type { Step } from '../../shared/usage.ts'
import { nextContextStep } from './context.ts'
import type { Line } from './conversation/lines.ts'
import { CLEARED, messagesOf } from './conversation/messages.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { callBlock, says, startModelServer, textBlock } from './testing/model-server.ts'
import { PLAIN_PROMPT, PLAIN_TUNING, setScene } from './testing/scene.ts'

const TIME = '2026-01-01T00:00:00.000Z'
const REF = { provider: 'compatible', model: 'm' }
const ulid = (n: number): string => `01J000000000000000000${String(n).padStart(5, '0')}`

/** A turn of calls with results of these lengths, every third one a write. */
function conversation(lengths: readonly number[]): readonly Line[] {
  const lineage: Lineage = 'agent'
  const began = [
    { type: 'prompt.fixed' as const, prompt: PLAIN_PROMPT, time: TIME },
    { type: 'turn.started' as const, conversation: 'c', turn: 1, message: ulid(0), text: 'go', ...REF, time: TIME },
  ]
  return lengths.reduce<readonly Line[]>((lines, length, n) => {
    const command = n % 3 === 2 ? 'create' : 'view'
    const block = { type: 'tool_use' as const, id: `t${n}`, name: 'memory', input: { command } }
    const call = {
      call: ulid(n + 1),
      tool: 'memory',
      input: { command },
      state: 'done' as const,
      result: 'word '.repeat(length / 5),
      commit: null,
      time: TIME,
    }
    return [
      ...lines,
      {
        type: 'model.replied',
        turn: 1,
        content: [block],
        calls: [call.call],
        stopReason: 'tool_use',
        isWhole: true,
        time: TIME,
      },
      { type: 'tool.returned', conversation: 'c', turn: 1, call, lineage, saw: {} },
    ]
  }, began)
}

const tuned = (trigger: number, keep: number): typeof PLAIN_TUNING => ({
  ...PLAIN_TUNING,
  contextEditing: { on: true, trigger, keep },
})

test('before anything is left out the agent is asked to save; then old views go, writes never', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 30 }),
      fc.integer({ min: 1000, max: 10_000 }),
      fc.nat(6),
      (lengths, trigger, keep) => {
        const lines = [...conversation(lengths)]
        const tuning = tuned(trigger, keep)
        const first = nextContextStep(lines, tuning, 'freely')
        expect(first.clear).toBeNull()
        expect(first.holdsEdits).toBe(first.note !== null)
        if (first.note === null) return
        lines.push({ type: 'model.told', turn: 1, ...first.note, time: TIME })
        expect(nextContextStep(lines, tuning, 'freely')).toEqual({ note: null, clear: null, holdsEdits: true })
        lines.push({
          type: 'model.replied',
          turn: 1,
          content: [],
          calls: [],
          stopReason: 'tool_use',
          isWhole: true,
          time: TIME,
        })
        const { clear } = nextContextStep(lines, tuning, 'freely')
        if (clear === null) return
        expect(clear.tokens).toBeGreaterThanOrEqual(trigger / 5 - 1)
        const before = messagesOf(lines, REF)
        lines.push({ type: 'results.cleared', turn: 1, calls: [...clear.calls], time: TIME })
        const after = messagesOf(lines, REF)
        // Everything before the first result that was left out is the same.
        const changed = after.findIndex((message, at) => JSON.stringify(message) !== JSON.stringify(before[at]))
        expect(JSON.stringify(after.slice(0, changed))).toBe(JSON.stringify(before.slice(0, changed)))
        const gone = after.flatMap(({ content }) =>
          content.filter((block) => block.type === 'tool_result' && block.content === CLEARED),
        )
        expect(gone).toHaveLength(clear.calls.length)
        const views = lengths.flatMap((_, n) => (n % 3 === 2 ? [] : [ulid(n + 1)]))
        const old = views.slice(0, Math.max(0, views.length - keep))
        for (const call of clear.calls) expect(old).toContain(call)
      },
    ),
    { numRuns: 200 },
  )
})

test('a server that leaves out results itself is only held back while the agent saves', () => {
  const lines = [...conversation([4000, 4000, 4000, 4000])]
  const tuning = { ...tuned(2000, 0), serviceClears: true }
  expect(nextContextStep(lines, tuning, 'freely')).toMatchObject({ note: { about: 'saving' }, holdsEdits: true })
  lines.push({ type: 'model.told', turn: 1, about: 'saving', text: 'save', value: 'clearing', time: TIME })
  lines.push({ type: 'model.replied', turn: 1, content: [], calls: [], stopReason: null, isWhole: true, time: TIME })
  expect(nextContextStep(lines, tuning, 'freely')).toEqual({ note: null, clear: null, holdsEdits: false })
})

test('before the service sums up, the agent is asked once more', () => {
  const abilities = { ...NO_ABILITIES, clearToolUses: true, compact: true }
  const tuning = { ...tuned(2000, 0), abilities, compaction: { on: true, trigger: 50_000 }, serviceClears: true }
  const lines = [...conversation([4000, 4000, 4000])]
  const answer = {
    type: 'model.replied' as const,
    turn: 1,
    content: [],
    calls: [],
    stopReason: null,
    isWhole: true,
    time: TIME,
  }
  const step: Step = {
    kind: 'answer',
    input: 43_000,
    output: 1,
    cacheRead: 0,
    cacheWrite: 0,
    cacheWriteHour: 0,
    thoughts: null,
  }
  const usage = [step]
  for (const used of [undefined, usage]) {
    lines.push({ ...answer, usage: used })
    const { note } = nextContextStep(lines, tuning, 'freely')
    expect(note?.text).toContain(used === undefined ? 'left out' : 'summarised')
    if (note !== null) lines.push({ type: 'model.told', turn: 1, ...note, time: TIME })
  }
  lines.push({ ...answer, usage })
  expect(nextContextStep(lines, tuning, 'freely')).toEqual({ note: null, clear: null, holdsEdits: false })
})

test.each([
  ['English prose', 'The ferry leaves at nine and the whole family wants to be there in time.', 15, 25],
  ['Chinese', '我们明天早上九点出发,请记得带上护照和雨伞。', 15, 30],
  ['code', 'if (a[i] !== b[j]) { return f(x, y) ?? null } // i < j && j > 0', 20, 40],
])('the tokens of %s are estimated', (_, text, least, most) => {
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(least)
  expect(estimateTokens(text)).toBeLessThanOrEqual(most)
})

test('a long conversation on a small model: asked to save, views left out, a mark for both in the thread', async () => {
  const file = `${'A line of the file.\n'.repeat(300)}`
  const view = (n: number) => says('tool_use', callBlock(0, `t${n}`, { command: 'view', path: '/memories/a.md' }))
  const server = await startModelServer(
    says('tool_use', callBlock(0, 't0', { command: 'create', path: '/memories/a.md', file_text: file })),
    ...[1, 2, 3, 4, 5, 6].map(view),
    says('end_turn', textBlock(0, 'ok')),
  )
  const scene = await setScene({
    settings: {
      provider: 'compatible',
      compatible: CompatibleServer.parse({ preset: 'ollama', baseUrl: server.url, model: 'small' }),
      contextEditing: { on: true, trigger: 8000, keep: 2 },
    },
  })
  const id = await scene.say('go')
  await server.close()
  const edits = scene.events.flatMap((event) => (event.type === 'context.edited' ? [event.edit] : []))
  expect(edits.map(({ kind }) => kind)).toEqual(['saving', 'cleared'])
  const bodies = server.requests.map(({ body }) => JSON.stringify(body.messages))
  expect(bodies.findIndex((body) => body.includes('nearly full'))).toBeLessThan(
    bodies.findIndex((body) => body.includes('left out to make room')),
  )
  const parts = (await scene.agent.conversations.open(id))?.transcript.flatMap((turn) => turn.parts)
  expect(parts?.flatMap((part) => (part.kind === 'edit' ? [part.edit] : []))).toEqual(edits)
})

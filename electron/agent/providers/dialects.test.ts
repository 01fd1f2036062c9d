import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { ModelAbilities } from '../../../shared/models.ts'
import { CompatibleServer, DEFAULT_SETTINGS } from '../../../shared/settings.ts'
import { INPUTS, parseCommand } from '../memory-tool/commands.ts'
import { MEMORY_INPUT_SCHEMA, MEMORY_PROTOCOL } from '../memory-tool/input-schema.ts'
import type { ModelRequest, Tuning } from '../provider.ts'
import {
  callBlock,
  type ReceivedRequest,
  says,
  startModelServer,
  textBlock,
  untagged,
} from '../testing/model-server.ts'
import { PLAIN_PROMPT, PLAIN_TUNING, setScene } from '../testing/scene.ts'
import { speakAnthropic } from './dialects.ts'

/** One turn: text, two calls, an unknown tool, an answer. */
async function record(provider: 'anthropic' | 'compatible'): Promise<readonly ReceivedRequest[]> {
  const create = { command: 'create', path: '/memories/a.md', file_text: 'a\n' }
  const server = await startModelServer(
    says(
      'tool_use',
      textBlock(0, 'I look.'),
      callBlock(1, 't1', create),
      callBlock(2, 't2', { command: 'view', path: '/memories/a.md' }),
    ),
    says('tool_use', callBlock(0, 't3', {}, 'shell')),
    says('end_turn', textBlock(0, 'Done.')),
  )
  onTestFinished(() => server.close())
  const compatible = CompatibleServer.parse({ preset: 'ollama', baseUrl: `${server.url}/v1`, model: 'the-model' })
  const scene = await setScene({
    env: {
      ANTHROPIC_API_KEY: 'k',
      ANTHROPIC_BASE_URL: server.url,
      VARIORUM_MODEL_KEY: 'k',
      VARIORUM_MODEL_URL: `${server.url}/v1`,
    },
    settings: { provider, model: 'the-model', compatible },
  })
  await scene.say('Remember a')
  expect(scene.events.at(-1)).toMatchObject({ type: 'turn.ended', kind: 'done' })
  return server.requests
}

/** A request without the fields in which the two dialects must differ, and the tag of the conversation. */
function sameForAll({ path, headers, body }: ReceivedRequest): unknown {
  const rest = untagged(without(body, 'tools', 'system', 'cache_control', 'context_management'))
  const system = untagged(String(body['system']).replace(`\n\n${MEMORY_PROTOCOL}`, ''))
  return {
    path,
    headers: without(headers, 'anthropic-beta', 'authorization', 'x-api-key', 'content-length', 'host'),
    rest,
    system,
  }
}

function without(all: Readonly<Record<string, unknown>>, ...names: readonly string[]): unknown {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))
}

test('one turn asks a compatible server the same as Anthropic, but for what it is known not to know', async () => {
  const [official, compatible] = [await record('anthropic'), await record('compatible')]
  expect(compatible).toHaveLength(3)
  expect(compatible.map(sameForAll)).toEqual(official.map(sameForAll))
  for (const { body, headers } of compatible) {
    expect(headers['anthropic-beta']).toBeUndefined()
    expect(JSON.stringify(body)).not.toMatch(/cache_control|"thread"|context_management|memory_20250818|"thinking"/)
    expect(body['tools']).toEqual([
      { name: 'memory', description: expect.any(String), input_schema: MEMORY_INPUT_SCHEMA },
    ])
    expect(body['system']).toContain(MEMORY_PROTOCOL)
  }
  for (const { body, headers } of official) {
    expect(headers['anthropic-beta']).toBe('context-management-2025-06-27')
    expect(body['tools']).toEqual([{ type: 'memory_20250818', name: 'memory' }])
    expect(body['cache_control']).toEqual({ type: 'ephemeral' })
    expect(body['system']).not.toContain('MEMORY PROTOCOL')
    expect(body).not.toHaveProperty('thread')
  }
})

const Shape = z.object({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()) })

test('the schema for other servers matches the commands', () => {
  const shapes = Object.values(INPUTS).map((schema) =>
    Shape.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  )
  expect(Object.keys(MEMORY_INPUT_SCHEMA.properties).toSorted()).toEqual(
    [...new Set(shapes.flatMap(({ properties }) => Object.keys(properties)))].toSorted(),
  )
  expect(MEMORY_INPUT_SCHEMA.properties['command']?.enum).toEqual(Object.keys(INPUTS))
  const inAll = shapes.map(({ required }) => required).reduce((all, each) => all.filter((name) => each.includes(name)))
  expect(MEMORY_INPUT_SCHEMA.required).toEqual(inAll)
})

test('the commands accept what the schema describes', () => {
  const example = { string: '/memories/a', integer: 0, array: [1, -1] }
  for (const [name, schema] of Object.entries(INPUTS)) {
    const { properties } = Shape.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
    const input = Object.fromEntries(
      Object.keys(properties).map((field) => [
        field,
        field === 'command' ? name : example[MEMORY_INPUT_SCHEMA.properties[field]?.type ?? 'string'],
      ]),
    )
    expect(parseCommand(name as keyof typeof INPUTS, input)).toMatchObject({ kind: 'valid' })
  }
})

const ALL: ModelAbilities = {
  clearToolUses: true,
  clearThinking: false,
  strictTools: false,
  thinkBetweenTools: false,
  compact: true,
  thinkAdaptive: false,
  thinkBudget: true,
  thinkNever: true,
  efforts: ['low', 'high'],
}
const QUESTION: ModelRequest = {
  model: 'm',
  prompt: { ...PLAIN_PROMPT, isStrict: true },
  messages: [],
  tuning: { ...PLAIN_TUNING, serviceClears: true },
  holdsEdits: false,
}
const ask = (tuning: Partial<Tuning>, more: Partial<ModelRequest> = {}): ReturnType<typeof speakAnthropic> =>
  speakAnthropic({ ...QUESTION, ...more, tuning: { ...QUESTION.tuning, ...tuning } })

test('context editing and compaction follow the settings', () => {
  const { body, betas } = ask({
    abilities: ALL,
    contextEditing: { on: true, trigger: 50_000, keep: 2 },
  })
  expect(betas).toEqual(['context-management-2025-06-27', 'compact-2026-01-12'])
  expect(body).toMatchObject({
    context_management: {
      edits: [
        {
          type: 'clear_tool_uses_20250919',
          trigger: { type: 'input_tokens', value: 50_000 },
          keep: { type: 'tool_uses', value: 2 },
          clear_at_least: { type: 'input_tokens', value: 10_000 },
        },
        {
          type: 'compact_20260112',
          trigger: { type: 'input_tokens', value: 150_000 },
          pause_after_compaction: true,
        },
      ],
    },
  })
})

test('what is switched off or not known to be supported is not requested', () => {
  const off = {
    contextEditing: { ...DEFAULT_SETTINGS.contextEditing, on: false },
    compaction: { on: false, trigger: 150_000 },
  }
  expect(ask({ ...off, abilities: ALL })).toMatchObject({
    betas: [],
    body: expect.not.objectContaining({ context_management: expect.anything() }),
  })
  expect(ask({ abilities: { ...ALL, compact: false }, serviceClears: false }).betas).toEqual([])
  expect(ask({ thinking: 'on', effort: 'max' }).body).not.toHaveProperty('thinking')
  expect(ask({ thinking: 'on', effort: 'max', abilities: ALL }).body).not.toHaveProperty('output_config')
})

test('thinking and effort are requested from models that support them', () => {
  expect(ask({ thinking: 'on', effort: 'high', abilities: ALL, maxOutput: 64_000 }).body).toMatchObject({
    thinking: { type: 'enabled', budget_tokens: 16_000 },
    max_tokens: 32_000,
    output_config: { effort: 'high' },
  })
  expect(ask({ thinking: 'on', abilities: { ...ALL, thinkAdaptive: true } }).body).toMatchObject({
    thinking: { type: 'adaptive' },
  })
  expect(ask({ thinking: 'off', abilities: ALL }).body).toMatchObject({ thinking: { type: 'disabled' } })
  expect(ask({ abilities: ALL }).body).not.toHaveProperty('thinking')
})

const ADAPTIVE = { ...ALL, thinkAdaptive: true, efforts: ['low', 'high', 'xhigh', 'max'] }
const THOUGHT = { type: 'thinking', thinking: 'hm', signature: 's' } as const

test('thoughts come with their text, and those that fail the check are dropped', () => {
  const shown = { display: 'summarized', block_binding: { prefix_mismatch_behavior: 'drop_block' } }
  expect(ask({ thinking: 'on', abilities: ADAPTIVE })).toMatchObject({
    body: { thinking: { type: 'adaptive', ...shown } },
    betas: expect.arrayContaining(['thinking-binding-controls-2026-08-01']),
  })
  // The default is asked for by name only where that changes nothing.
  expect(ask({ abilities: ADAPTIVE }).body).not.toHaveProperty('thinking')
  expect(ask({ abilities: { ...ADAPTIVE, thinkNever: false } }).body).toMatchObject({ thinking: shown })
  const messages = [{ role: 'assistant', content: [THOUGHT] }] as const
  expect(ask({ abilities: ADAPTIVE }, { messages }).body).toMatchObject({ thinking: shown })
})

test('not to think is asked for as the model knows it, without an effort that it would refuse', () => {
  const between = { ...ADAPTIVE, thinkNever: false, thinkBetweenTools: true }
  expect(ask({ thinking: 'off', abilities: between }).body).toMatchObject({ thinking: { type: 'between_tools' } })
  expect(ask({ thinking: 'off', effort: 'max', abilities: ADAPTIVE }).body).toMatchObject({
    thinking: { type: 'disabled' },
    output_config: { effort: 'high' },
  })
  expect(ask({ thinking: 'on', effort: 'max', abilities: ADAPTIVE }).body).toMatchObject({
    output_config: { effort: 'max' },
  })
})

test('a model that thinks by budget keeps its thoughts, so that the cache lasts', () => {
  const { body, betas } = ask({ thinking: 'on', abilities: { ...ALL, clearThinking: true }, maxOutput: 64_000 })
  expect(body).toHaveProperty('context_management.edits[0]', { type: 'clear_thinking_20251015', keep: 'all' })
  expect(betas).toContain('interleaved-thinking-2025-05-14')
})

test('the tool is strict where the conversation began so and the model can', () => {
  const strict = { ...ALL, strictTools: true }
  expect(ask({ abilities: strict }).body.tools).toEqual([{ type: 'memory_20250818', name: 'memory', strict: true }])
  expect(ask({ abilities: strict }, { prompt: PLAIN_PROMPT }).body.tools?.[0]).not.toHaveProperty('strict')
  expect(ask({ abilities: ALL }).body.tools?.[0]).not.toHaveProperty('strict')
})

test('while the agent saves, nothing is cleared or summed up', () => {
  const { body, betas } = ask({ abilities: ALL }, { holdsEdits: true })
  expect(body).not.toHaveProperty('context_management')
  expect(betas).toEqual([])
})

test('a summary is sent back with its edit and header, which sum up nothing where that is off, held or unknown', () => {
  const summary = { type: 'compaction', content: 'Ana', encrypted_content: null } as const
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'one' }] },
    { role: 'assistant', content: [summary] },
    { role: 'user', content: [{ type: 'text', text: 'two' }] },
  ] as const
  const off = { on: false, trigger: 60_000 }
  for (const { body, betas } of [
    ask({ abilities: ALL, compaction: { ...off, on: true } }, { messages, holdsEdits: true }),
    ask({ abilities: ALL, compaction: off }, { messages }),
    ask({ abilities: null, compaction: off }, { messages, holdsEdits: true }),
  ]) {
    expect(betas).toContain('compact-2026-01-12')
    const edit = expect.objectContaining({
      type: 'compact_20260112',
      trigger: { type: 'input_tokens', value: 100_000_000 },
    })
    expect(body).toMatchObject({ context_management: { edits: expect.arrayContaining([edit]) } })
  }
  expect(ask({ abilities: ALL, compaction: { ...off, on: true } }, { messages }).body).toMatchObject({
    context_management: { edits: [{}, { type: 'compact_20260112', trigger: { value: 60_000 } }] },
  })
})

test('after an answer with many calls, the request before is marked for the cache too', () => {
  const calls = (count: number): ModelRequest['messages'] => [
    { role: 'user', content: [{ type: 'text', text: 'go' }] },
    {
      role: 'assistant',
      content: Array.from({ length: count }, (_, n) => ({ type: 'tool_use', id: `t${n}`, name: 'memory', input: {} })),
    },
    {
      role: 'user',
      content: Array.from({ length: count }, (_, n) => ({
        type: 'tool_result',
        tool_use_id: `t${n}`,
        content: '',
        is_error: false,
      })),
    },
  ]
  const marked = (count: number): unknown => ask({ cacheFor: '1h' }, { messages: calls(count) }).body
  expect(marked(14)).toMatchObject({
    cache_control: { type: 'ephemeral', ttl: '1h' },
    messages: [{ content: [{ cache_control: { type: 'ephemeral', ttl: '1h' } }] }, {}, {}],
  })
  expect(JSON.stringify(marked(2)).match(/cache_control/g)).toHaveLength(1)
})

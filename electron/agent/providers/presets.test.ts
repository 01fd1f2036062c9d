import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { LLMock } from '@copilotkit/aimock'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type Format, type Preset, PRESETS } from '../../../shared/presets.ts'
import { CompatibleServer, type Settings } from '../../../shared/settings.ts'
import { MEMORY_INPUT_SCHEMA, MEMORY_PROTOCOL } from '../memory-tool/input-schema.ts'
import {
  callBlock,
  type ReceivedRequest,
  type Script,
  says,
  startModelServer,
  textBlock,
} from '../testing/model-server.ts'
import { type Scene, setScene } from '../testing/scene.ts'

const KEY = 'sk-of-this-server'
const ASKED = 'Ana likes coffee now'
/** The app's own words before it: the date. */
const NOTE = /^<(note[\w-]*)>[^<]*<\/\1>/
const VIEW = { command: 'view', path: '/memories' }
const CREATE = { command: 'create', path: '/memories/ana.md', file_text: 'Ana likes tea.\n' }
const REPLACE = { command: 'str_replace', path: '/memories/ana.md', old_str: 'tea', new_str: 'coffee' }
const DELETE = { command: 'delete', path: '/memories/none.md' }

/** Text with two calls, two calls of which one fails, an answer. */
const TURN: readonly Script[] = [
  says('tool_use', textBlock(0, 'I ', 'look.'), callBlock(1, 't1', VIEW), callBlock(2, 't2', CREATE)),
  says('tool_use', callBlock(0, 't3', REPLACE), callBlock(1, 't4', DELETE)),
  says('end_turn', textBlock(0, 'Noted.')),
]

async function talk(settings: Partial<Settings>, env: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const scene = await setScene({ settings, env })
  await scene.agent.models.setKey(settings.provider ?? 'compatible', KEY)
  await scene.say(ASKED)
  return scene
}

/** Asks a server of this kind, at the path that its documentation names. */
function talkTo({ id, baseUrl }: Preset, url: string, choice: Partial<CompatibleServer> = {}): Promise<Scene> {
  const { pathname } = new URL(baseUrl || url)
  const server = { preset: id, baseUrl: `${url}${pathname}`, model: 'a-model', ...choice }
  return talk({ provider: 'compatible', compatible: CompatibleServer.parse(server) })
}

/** What a turn did: its text, its calls with their results, its end, and what the memory holds. */
async function actionsIn({ events, dir }: Scene): Promise<object> {
  const end = events.at(-1)
  return {
    calls: events.flatMap((event) =>
      event.type === 'tool.returned' ? [[event.call.input, event.call.state, event.call.result]] : [],
    ),
    text: events.flatMap((event) => (event.type === 'text.streamed' ? event.text : [])).join(''),
    end: end?.type === 'turn.ended' ? [end.kind, end.reason, end.next] : null,
    memory: await readFile(path.join(dir, 'ana.md'), 'utf8'),
  }
}

async function startTurn(): Promise<{ readonly url: string; readonly requests: readonly ReceivedRequest[] }> {
  const server = await startModelServer(...TURN)
  onTestFinished(() => server.close())
  return server
}

const DONE = {
  calls: [
    [VIEW, 'done', expect.stringContaining('/memories')],
    [CREATE, 'done', 'File created successfully at: /memories/ana.md'],
    [REPLACE, 'done', expect.stringContaining('Ana likes coffee.')],
    [DELETE, 'failed', 'Error: The path /memories/none.md does not exist'],
  ],
  text: 'I look.Noted.',
  end: ['done', null, []],
  memory: 'Ana likes coffee.\n',
}

test('one turn on Anthropic', async () => {
  const server = await startTurn()
  const scene = await talk({ provider: 'anthropic' }, { ANTHROPIC_BASE_URL: server.url })
  expect(await actionsIn(scene)).toEqual(DONE)
})

const KEYS = { authorization: undefined, 'x-api-key': undefined, 'api-key': undefined }
const KEY_IN: Readonly<Record<Preset['keyHeader'], object>> = {
  bearer: { ...KEYS, authorization: `Bearer ${KEY}` },
  'x-api-key': { ...KEYS, 'x-api-key': KEY },
  'api-key': { ...KEYS, 'api-key': KEY },
  none: KEYS,
}

const PATHS: Readonly<Record<Preset['id'], string>> = {
  ollama: '/v1/messages',
  'lm-studio': '/v1/messages',
  'llama-cpp': '/v1/messages',
  vllm: '/v1/messages',
  litellm: '/v1/messages',
  'mlx-lm': '/v1/chat/completions',
  jan: '/v1/chat/completions',
  koboldcpp: '/v1/chat/completions',
  'text-generation-webui': '/v1/chat/completions',
  openrouter: '/api/v1/messages',
  openai: '/v1/chat/completions',
  gemini: '/v1beta/openai/chat/completions',
  mistral: '/v1/chat/completions',
  groq: '/openai/v1/chat/completions',
  together: '/v1/chat/completions',
  xai: '/v1/chat/completions',
  azure: '/openai/v1/chat/completions',
  deepseek: '/anthropic/v1/messages',
  kimi: '/anthropic/v1/messages',
  zai: '/api/anthropic/v1/messages',
  other: '/v1/messages',
}

test.each(Object.values(PRESETS))('one turn does on $id what it does on Anthropic', async (preset) => {
  const server = await startTurn()
  expect(await actionsIn(await talkTo(preset, server.url))).toEqual(DONE)
  expect(server.requests).toHaveLength(3)
  for (const { path: asked, headers } of server.requests) {
    expect(asked).toBe(PATHS[preset.id])
    expect({ ...KEYS, ...pick(headers, Object.keys(KEYS)) }).toEqual(KEY_IN[preset.keyHeader])
  }
  expectPrefixes(server.requests)
  if (preset.format === 'openai') expectOpenAI(preset.id, server.requests)
  else expectMessages(server.requests)
})

test.each<readonly [Format, Preset['keyHeader']]>([
  ['messages', 'x-api-key'],
  ['messages', 'none'],
  ['openai', 'bearer'],
  ['openai', 'api-key'],
])('one turn does on another server, in the %s format with the key header %s, the same', async (format, keyHeader) => {
  const server = await startTurn()
  expect(await actionsIn(await talkTo(PRESETS.other, server.url, { format, keyHeader }))).toEqual(DONE)
  const [first] = server.requests
  expect(first?.path).toBe(format === 'openai' ? '/v1/chat/completions' : '/v1/messages')
  expect({ ...KEYS, ...pick(first?.headers ?? {}, Object.keys(KEYS)) }).toEqual(KEY_IN[keyHeader])
})

function pick(all: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
}

const Sent = z.looseObject({ messages: z.array(z.looseObject({ role: z.string() })) })

/** Each request begins with the one before: what a server cached stays true. */
function expectPrefixes(requests: readonly ReceivedRequest[]): void {
  const sent = requests.map(({ json }) => Sent.parse(json))
  for (const [at, after] of sent.slice(1).entries()) {
    const before = sent[at]
    const { messages } = after
    expect(messages.length).toBeGreaterThan(before?.messages.length ?? 0)
    expect(JSON.stringify(messages).startsWith(JSON.stringify(before?.messages).slice(0, -1))).toBe(true)
    expect(JSON.stringify({ ...after, messages: [] })).toBe(JSON.stringify({ ...before, messages: [] }))
  }
}

function expectMessages(requests: readonly ReceivedRequest[]): void {
  const call = (id: string, input: object): object => ({ type: 'tool_use', id, name: 'memory', input })
  const result = (id: string): object => ({
    type: 'tool_result',
    tool_use_id: id,
    content: expect.any(String),
    is_error: false,
  })
  expect(requests[1]?.json).toEqual({
    model: 'a-model',
    system: expect.stringContaining(MEMORY_PROTOCOL),
    max_tokens: 8192,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: expect.stringMatching(NOTE) },
          { type: 'text', text: ASKED },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, call('t1', VIEW), call('t2', CREATE)] },
      { role: 'user', content: [result('t1'), result('t2')] },
    ],
    tools: [{ name: 'memory', description: expect.any(String), input_schema: MEMORY_INPUT_SCHEMA }],
    stream: true,
  })
}

function expectOpenAI(id: Preset['id'], requests: readonly ReceivedRequest[]): void {
  const ids = id === 'mistral' ? [/^[a-zA-Z0-9]{9}$/, /^[a-zA-Z0-9]{9}$/] : [/^t1$/, /^t2$/]
  const call = (at: number, input: object): object => ({
    id: expect.stringMatching(ids[at] ?? ''),
    type: 'function',
    function: { name: 'memory', arguments: JSON.stringify(input) },
  })
  const result = (at: number): object => ({
    role: 'tool',
    tool_call_id: expect.stringMatching(ids[at] ?? ''),
    content: expect.any(String),
  })
  expect(requests[1]?.json).toEqual({
    model: 'a-model',
    messages: [
      { role: 'system', content: expect.stringContaining(MEMORY_PROTOCOL) },
      { role: 'user', content: expect.stringMatching(new RegExp(`${NOTE.source}\\n\\n${ASKED}$`)) },
      { role: 'assistant', content: 'I look.', tool_calls: [call(0, VIEW), call(1, CREATE)] },
      result(0),
      result(1),
    ],
    tools: [
      {
        type: 'function',
        function: { name: 'memory', description: expect.any(String), parameters: MEMORY_INPUT_SCHEMA },
      },
    ],
    stream: true,
    stream_options: { include_usage: true },
    ...(PRESETS[id].isLocal ? { max_tokens: 8192 } : {}),
  })
}

test.each<Format>(['messages', 'openai'])(
  'the same turn, with a server by others, in the %s format',
  async (format) => {
    const mock = new LLMock({ port: 0, logLevel: 'silent' })
    const results = (count: number) => (request: { readonly messages: readonly { readonly role: string }[] }) =>
      request.messages.filter(({ role }) => role === 'tool').length === count
    const memory = (id: string, input: object) => ({ id, name: 'memory', arguments: JSON.stringify(input) })
    mock
      .on({ predicate: results(0) }, { content: 'I look.', toolCalls: [memory('t1', VIEW), memory('t2', CREATE)] })
      .on({ predicate: results(2) }, { toolCalls: [memory('t3', REPLACE), memory('t4', DELETE)] })
      .on({ predicate: results(4) }, { content: 'Noted.' })
    await mock.start()
    onTestFinished(() => mock.stop())
    expect(await actionsIn(await talkTo(PRESETS.other, mock.url, { format }))).toEqual(DONE)
  },
)

import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { NO_ABILITIES } from '../../../../shared/models.ts'
import type { PresetId } from '../../../../shared/presets.ts'
import { CompatibleServer, type Effort } from '../../../../shared/settings.ts'
import { saying } from '../../../../testing/saying.ts'
import { answers, fails, says, type Script, startModelServer, textBlock } from '../../testing/model-server.ts'
import { chunk, sendChunks, usage } from '../../testing/openai-chunks.ts'
import { PLAIN_PROMPT, PLAIN_TUNING, type Scene, setScene } from '../../testing/scene.ts'
import type { WireMessage } from '../../wire.ts'
import { speakOpenAI } from './dialect.ts'
import { habitsOf } from './habits.ts'

const VIEW = { command: 'view', path: '/memories' }
const Sent = z.looseObject({ messages: z.array(z.looseObject({ role: z.string() })) })

/** Asks a server of this kind once, in the OpenAI format. */
async function talk(preset: PresetId, ...scripts: readonly Script[]) {
  const server = await startModelServer(...scripts)
  onTestFinished(() => server.close())
  const chosen = { preset, baseUrl: `${server.url}/v1`, model: 'a-model', format: 'openai' } as const
  const scene = await setScene({ settings: { provider: 'compatible', compatible: CompatibleServer.parse(chosen) } })
  await scene.agent.models.setKey('compatible', 'sk-0123456789')
  await scene.say('Hello')
  return { scene, sent: server.requests.map(({ json }) => Sent.parse(json)), requests: server.requests }
}

const pieces =
  (...chunks: readonly unknown[]): Script =>
  (response) => {
    sendChunks(response, ...chunks)
    response.end()
  }
const called = (extra: object = {}, thought: object = {}): Script =>
  pieces(
    chunk({ role: 'assistant', content: null, ...thought }),
    chunk({
      tool_calls: [
        {
          index: 0,
          id: 'c1',
          type: 'function',
          function: { name: 'memory', arguments: JSON.stringify(VIEW) },
          ...extra,
        },
      ],
    }),
    chunk({}, 'tool_calls'),
  )
const done = says('end_turn', textBlock(0, 'Done.'))

function end({ events }: Scene) {
  const last = events.at(-1)
  return last?.type === 'turn.ended' ? last : null
}

test.each<readonly [PresetId, object]>([
  ['other', { content: null, reasoning_content: 'I think.' }],
  ['groq', { content: null }],
  ['mistral', { content: null }],
])('thoughts before a call go back to a server of kind %s only if it wants them', async (preset, expected) => {
  const { sent, scene } = await talk(preset, called({}, { reasoning_content: 'I think.' }), done)
  expect(sent[1]?.messages[2]).toEqual({ role: 'assistant', tool_calls: expect.any(Array), ...expected })
  expect(end(scene)).toMatchObject({ kind: 'done' })
})

test('thoughts without a call go back to nobody', async () => {
  const { scene } = await talk(
    'other',
    pieces(chunk({ reasoning_content: 'I think.' }), chunk({ content: 'Hi' }, 'stop')),
  )
  expect(end(scene)).toMatchObject({ kind: 'done' })
  const thought: WireMessage = {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'I think.', signature: '' },
      { type: 'text', text: 'Hi' },
    ],
  }
  const body = speakOpenAI(
    { model: 'm', prompt: PLAIN_PROMPT, messages: [thought], tuning: PLAIN_TUNING, holdsEdits: false },
    habitsOf('other'),
  )
  expect(body.messages.at(-1)).toEqual({ role: 'assistant', content: 'Hi' })
})

test("Gemini's signature goes back with its call, and to nobody else", async () => {
  const signed = { extra_content: { google: { thought_signature: 'sig' } } }
  const [gemini, other] = [await talk('gemini', called(signed), done), await talk('openai', called(signed), done)]
  expect(gemini.sent[1]?.messages[2]).toMatchObject({ tool_calls: [{ id: 'c1', ...signed }] })
  expect(JSON.stringify(other.sent[1])).not.toContain('sig"')
})

const refusing = (words: string, status = 400): Script =>
  answers(status, 'application/json', JSON.stringify({ error: { message: words } }))

test.each<readonly [string, readonly string[], object]>([
  ['no counting', ["Unrecognized request argument supplied: 'stream_options'"], { max_tokens: 8192 }],
  [
    'a newer name for the length',
    ["Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."],
    { max_completion_tokens: 8192, stream_options: {} },
  ],
  [
    'no length at all',
    ["'max_tokens' is not supported", "'max_completion_tokens' is not supported"],
    { stream_options: {} },
  ],
  [
    'too great a length',
    ['max_tokens is too large: 8192', "Extra inputs are not permitted: 'stream_options'"],
    { max_completion_tokens: 8192 },
  ],
])('a server that knows %s is asked without it, for the rest of the turn', async (_, refusals, kept) => {
  const { sent, scene } = await talk('other', ...refusals.map((words) => refusing(words, 422)), called(), done)
  expect(end(scene)).toMatchObject({ kind: 'done' })
  expect(sent).toHaveLength(refusals.length + 2)
  for (const request of sent.slice(-2)) {
    const options = ['stream_options', 'max_tokens', 'max_completion_tokens'].filter((name) => name in request)
    expect(options.toSorted()).toEqual(Object.keys(kept).toSorted())
  }
})

const extra = (...loc: readonly (string | number)[]): object => ({
  type: 'extra_forbidden',
  loc: ['body', ...loc],
  msg: 'Extra inputs are not permitted',
  input: { include_usage: true },
})

test.each<readonly [string, (details: readonly object[]) => object]>([
  ['FastAPI', (detail) => ({ detail })],
  [
    'Mistral',
    (detail) => ({ object: 'error', message: { detail }, type: 'invalid_request_message_error', code: null }),
  ],
  ['a gateway', (detail) => ({ error: { message: `Upstream: ${JSON.stringify({ detail })}`, code: 422 } })],
])('a field that is refused in the form of %s is left out', async (_, form) => {
  const refusals = [
    [extra('stream_options'), extra('max_tokens')],
    [extra('max_tokens')],
    [extra('messages', 2, 'reasoning_content')],
  ]
  const refuse = (details: readonly object[]): Script => answers(422, 'application/json', JSON.stringify(form(details)))
  const [first = done, second = done, third = done] = refusals.map(refuse)
  const { sent, scene } = await talk('other', first, second, called({}, { reasoning_content: 'I think.' }), third, done)
  expect(end(scene)).toMatchObject({ kind: 'done' })
  expect(sent).toHaveLength(5)
  const fields = ['stream_options', 'max_tokens', 'max_completion_tokens', 'reasoning_content']
  expect(fields.filter((field) => JSON.stringify(sent.at(-1)).includes(`"${field}"`))).toEqual([
    'max_completion_tokens',
  ])
})

test('a server that refuses thoughts is asked without them', async () => {
  const refusal = refusing(
    "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
  )
  const { sent, scene } = await talk('other', called({}, { reasoning_content: 'I think.' }), refusal, done)
  expect(end(scene)).toMatchObject({ kind: 'done' })
  expect(sent.map((request) => JSON.stringify(request).includes('reasoning_content'))).toEqual([false, true, false])
})

test.each([
  ['what it needs', 'The `reasoning_content` in the thinking mode must be passed back to the API.'],
  ['something else', 'This model is not supported in your region.'],
])('a refusal that names %s is told', async (_, words) => {
  const { sent, scene } = await talk('other', refusing(words))
  expect(sent).toHaveLength(1)
  expect(end(scene)).toMatchObject({ kind: 'failed', reason: saying(words.slice(0, -1)) })
})

const ANSWER = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2 },
}
const json = (body: unknown): Script => answers(200, 'application/json', JSON.stringify(body))
const cut = (piece: object): Script => answers(200, 'text/event-stream', `data: ${JSON.stringify(piece)}\n\n`)

test.each<readonly [string, Script]>([
  ['as a stream', pieces(chunk({ content: 'Hi' }, 'stop'), usage({ prompt_tokens: 3, completion_tokens: 2 }))],
  [
    'without [DONE]',
    (response) =>
      void response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`data: ${JSON.stringify({ ...chunk({ content: 'Hi' }, 'stop'), usage: ANSWER.usage })}\n\n`),
  ],
  ['whole, though a stream was asked for', json(ANSWER)],
  [
    'with signs of life between',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': keepalive 1/2\n\n')
      sendChunks(response, chunk({ content: 'Hi' }, 'stop'), usage({ prompt_tokens: 3, completion_tokens: 2 }))
      response.end()
    },
  ],
])('an answer that comes %s', async (_, script) => {
  const { scene } = await talk('other', script)
  expect(end(scene)).toMatchObject({ kind: 'done' })
  expect(scene.events.findLast((event) => event.type === 'request.counted')).toMatchObject({
    usage: [{ input: 3, output: 2 }],
  })
  expect(scene.events.flatMap((event) => (event.type === 'text.streamed' ? event.text : []))).toEqual(['Hi'])
})

test.each<readonly [string, Script, object]>([
  [
    'an error in the stream',
    pieces(chunk({ content: 'Hi' }), { error: { message: 'CUDA out of memory', type: 'server_error' } }),
    { reason: saying('CUDA out of memory'), next: ['continue', 'retry'] },
  ],
  ['an error as words', pieces({ error: 'CUDA out of memory' }), { reason: saying('CUDA out of memory') }],
  ['an error instead of a stream', json({ error: { message: 'No such voice' } }), { reason: saying('No such voice') }],
  [
    'a stream of the Messages format',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('event: message_start\ndata: {"type":"message_start","message":{}}\n\n')
    },
    { reason: saying(/format that Variorum can’t read.*Messages format/), next: ['settings', 'retry'] },
  ],
  [
    'a document of another kind',
    json({ hello: 'world' }),
    { reason: saying('other than an answer in the OpenAI format') },
  ],
  ['a page', answers(200, 'text/html', '<html>'), { reason: saying('web page') }],
  ['a cut in the middle', cut(chunk({ content: 'Hi' })), { reason: saying('cut off'), next: ['continue', 'retry'] }],
  [
    'a wrong key',
    fails(401, 'invalid_request_error', 'Incorrect API key'),
    { reason: saying('requires a valid key (401)') },
  ],
  [
    'no credit',
    answers(
      429,
      'application/json',
      JSON.stringify({ error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } }),
    ),
    { reason: saying('no credit left') },
  ],
  [
    'too long a conversation',
    answers(
      400,
      'application/json',
      JSON.stringify({ error: { code: 'context_length_exceeded', message: 'too long' } }),
    ),
    { next: expect.arrayContaining(['new-conversation']) },
  ],
  [
    'words of Mistral',
    answers(422, 'application/json', JSON.stringify({ object: 'error', message: 'Bad tool', code: '3280' })),
    { reason: saying('Bad tool') },
  ],
  [
    'words of Gemini',
    answers(
      400,
      'application/json',
      JSON.stringify([{ error: { code: 400, message: 'Bad tool', status: 'INVALID_ARGUMENT' } }]),
    ),
    { reason: saying('Bad tool') },
  ],
])('what fails is told: %s', async (_, script, expected) => {
  const { scene } = await talk('other', script)
  expect(end(scene)).toMatchObject({ kind: 'failed', ...expected })
})

test('nothing but the format and the key is sent, whatever the environment holds', async () => {
  for (const name of [
    'OPENAI_API_KEY',
    'OPENAI_ADMIN_KEY',
    'OPENAI_ORG_ID',
    'OPENAI_PROJECT_ID',
    'OPENAI_WEBHOOK_SECRET',
  ])
    vi.stubEnv(name, 'leaked')
  vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'X-Corp-Token: leaked\nAuthorization: Bearer leaked\nCookie: leaked')
  vi.stubEnv('OPENAI_BASE_URL', 'https://leaked.example/v1')
  vi.stubEnv('OPENAI_LOG', 'debug')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { requests, scene } = await talk('azure', done)
  const [request] = requests
  expect(JSON.stringify(request)).not.toContain('leaked')
  const fromNetwork = ['accept-encoding', 'accept-language', 'connection', 'content-length', 'host', 'sec-fetch-mode']
  expect(
    Object.keys(request?.headers ?? {})
      .filter((name) => !fromNetwork.includes(name))
      .toSorted(),
  ).toEqual(['accept', 'api-key', 'content-type', 'user-agent'])
  expect(end(scene)).toMatchObject({ kind: 'done' })
})

const efforts = (...levels: readonly string[]) => ({ ...NO_ABILITIES, efforts: levels })

test.each<readonly [string, PresetId, Effort, readonly string[], number | null, object]>([
  ['the length of OpenAI under its newer name', 'openai', 'default', [], 16_384, { max_completion_tokens: 16_384 }],
  ['no length where it is not known and the model has its own', 'openai', 'default', [], null, {}],
  ['a length where the server would stop early', 'mlx-lm', 'default', [], null, { max_tokens: 8192 }],
  ['the chosen effort', 'openai', 'high', ['low', 'high'], null, { reasoning_effort: 'high' }],
  ['no effort that the model does not know', 'openai', 'max', ['low', 'high'], null, {}],
])('%s is asked for', (_, preset, effort, levels, maxOutput, expected) => {
  const tuning = { ...PLAIN_TUNING, effort, maxOutput, abilities: efforts(...levels) }
  const body = speakOpenAI(
    { model: 'm', prompt: PLAIN_PROMPT, messages: [], tuning, holdsEdits: false },
    habitsOf(preset),
  )
  const { model: _model, messages: _messages, tools: _tools, stream: _stream, stream_options: _options, ...rest } = body
  expect(rest).toEqual(expected)
})

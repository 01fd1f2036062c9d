import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local model server that answers from a script, in the wire format of the Messages API. */

export interface ScriptedAnswer {
  readonly text?: string
  readonly thought?: string
  readonly call?: object
  readonly stop?: string
  /** The connection ends in the middle of the text. */
  readonly isCut?: boolean
  /** Nothing is ever answered from here on, whatever else is asked meanwhile, such as for a title. */
  readonly hangs?: boolean
  /** Fails with this status instead. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly tokens?: number
  readonly summary?: string
  readonly cleared?: number
}

export interface ScriptedModel {
  readonly url: string
  /** The requests it received, as JSON. */
  readonly asked: readonly { readonly messages: readonly unknown[] }[]
  /** Answers the next requests, in this order. */
  answers(...answers: readonly ScriptedAnswer[]): void
  /** A model no longer answers. */
  retires(id: string): void
  close(): Promise<void>
}

const CAN = { supported: true }
const CANNOT = { supported: false }
const capabilities = {
  context_management: { supported: true, clear_tool_uses_20250919: CAN, compact_20260112: CAN },
  effort: { supported: true, low: CAN, medium: CAN, high: CAN, max: CANNOT },
  thinking: { supported: true, types: { adaptive: CAN, enabled: CANNOT, disabled: CAN } },
}
const MODELS = [
  {
    id: 'claude-sonnet-5-5',
    display_name: 'Claude Sonnet 5.5',
    lifecycle: 'active',
    retires_at: null,
    max_input_tokens: 200_000,
    max_tokens: 64_000,
    capabilities,
  },
  {
    id: 'claude-older',
    display_name: 'Claude Older',
    lifecycle: 'deprecated',
    retires_at: '2027-03-04T00:00:00Z',
    max_input_tokens: 100_000,
    max_tokens: 8192,
    capabilities: { ...capabilities, effort: {}, thinking: {} },
  },
  {
    id: 'claude-oldest',
    display_name: 'Claude Oldest',
    lifecycle: 'retired',
    retires_at: '2025-03-04T00:00:00Z',
    max_input_tokens: 100_000,
    max_tokens: 4096,
    capabilities: null,
  },
]

export async function startScriptedModel(): Promise<ScriptedModel> {
  const asked: { readonly messages: readonly unknown[] }[] = []
  let script: readonly ScriptedAnswer[] = []
  let retired = ''
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    if (request.method === 'GET')
      return json(response, 200, {
        data: MODELS.map((model) => (model.id === retired ? { ...model, lifecycle: 'retired' } : model)),
        has_more: false,
      })
    const body = JSON.parse(Buffer.concat(chunks).toString())
    asked.push(body)
    const [next, ...rest] = script
    if (next?.hangs !== true) script = rest
    if (next === undefined)
      return json(
        response,
        500,
        { type: 'error', error: { type: 'api_error', message: 'No answer is left' } },
        { 'x-should-retry': 'false' },
      )
    if (next.hangs === true) return
    if (next.status !== undefined)
      return json(
        response,
        next.status,
        { type: 'error', error: { type: 'error', message: 'scripted' } },
        { 'x-should-retry': 'false', ...next.headers },
      )
    if (body.stream === true) stream(response, next)
    else json(response, 200, whole(next, asked.length))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answers: (...answers) => (script = answers),
    retires: (id) => (retired = id),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function json(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** The answer to a request that asks for no stream. @param id of the call */
function whole({ text = '', call, stop, tokens = 18_200 }: ScriptedAnswer, id: number): object {
  return {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...(call === undefined ? [] : [{ type: 'tool_use', id: `t${id}`, name: 'memory', input: call }]),
    ],
    stop_reason: stop ?? (call === undefined ? 'end_turn' : 'tool_use'),
    usage: { input_tokens: tokens, output_tokens: 240 },
  }
}

function stream(
  response: ServerResponse,
  { text = '', thought, call, stop, isCut = false, tokens = 18_200, summary, cleared }: ScriptedAnswer,
): void {
  const usage = {
    input_tokens: 200,
    cache_read_input_tokens: tokens - 200,
    cache_creation_input_tokens: 0,
    output_tokens: 1,
  }
  const block = (index: number, start: object, ...deltas: readonly object[]) => [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    ...(isCut && index > 0 ? [] : [{ type: 'content_block_stop', index }]),
  ]
  const events = [
    { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage } },
    ...(summary === undefined
      ? []
      : block(0, { type: 'compaction', content: null }, { type: 'compaction_delta', content: summary })),
    ...(thought === undefined
      ? []
      : block(
          0,
          { type: 'thinking', thinking: '', signature: '' },
          { type: 'thinking_delta', thinking: thought },
          { type: 'signature_delta', signature: 'signed' },
        )),
    ...(text === '' ? [] : block(1, { type: 'text', text: '' }, { type: 'text_delta', text })),
    ...(call === undefined
      ? []
      : block(
          2,
          { type: 'tool_use', id: 't', name: 'memory', input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(call) },
        )),
    ...(isCut
      ? []
      : [
          {
            type: 'message_delta',
            delta: { stop_reason: stop ?? (call === undefined ? 'end_turn' : 'tool_use') },
            usage: { output_tokens: 240 },
            ...(cleared === undefined
              ? {}
              : {
                  context_management: {
                    applied_edits: [
                      { type: 'clear_tool_uses_20250919', cleared_tool_uses: cleared, cleared_input_tokens: 12_400 },
                    ],
                  },
                }),
          },
          { type: 'message_stop' },
        ]),
  ]
  response
    .writeHead(200, { 'content-type': 'text/event-stream' })
    .end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
}

import { z } from 'zod'

// The part of four services' protocols that a program with tools needs: Messages (Anthropic), Responses and Chat
// Completions (OpenAI), and Gemini's. Answers are streams of events, as every program here asks for them.

export interface Call {
  readonly tool: string
  readonly given: object
}

/** A call of a tool, or the last word. */
export type Reply = Call | { readonly say: string }

export interface Turn {
  /** The request as it came: what the model is told. */
  readonly request: string
  readonly offered: readonly Offered[]
  /** What the tools answered so far. */
  readonly results: readonly string[]
}

interface Offered {
  readonly name: string
  /** Responses has tools in groups. */
  readonly group?: string
}

interface Wire {
  readonly path: RegExp
  read(request: string): Turn
  write(turn: Turn, reply: Reply): string
}

export function wireOf(url: string): Wire | null {
  const path = url.split('?', 1)[0] ?? ''
  return WIRES.find((wire) => wire.path.test(path)) ?? null
}

const Parts = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().optional() }))
    .transform((parts) => parts.map((part) => part.text ?? '').join('\n')),
])
const Named = z.looseObject({ name: z.string() })

const MessagesRequest = z.looseObject({
  tools: z.array(Named).default([]),
  messages: z.array(
    z.looseObject({
      content: z.union([z.string(), z.array(z.looseObject({ type: z.string(), content: Parts.optional() }))]),
    }),
  ),
})

const messages: Wire = {
  path: /\/v1\/messages$/,
  read(request) {
    const { tools, messages: said } = MessagesRequest.parse(JSON.parse(request))
    const blocks = said.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    const results = blocks.flatMap(({ type, content }) => (type === 'tool_result' ? [content ?? ''] : []))
    return { request, offered: tools, results }
  },
  write(turn, reply) {
    const block =
      'say' in reply
        ? { start: { type: 'text', text: '' }, delta: { type: 'text_delta', text: reply.say } }
        : {
            start: {
              type: 'tool_use',
              id: `toolu_${turn.results.length}`,
              name: named(turn, reply.tool).name,
              input: {},
            },
            delta: { type: 'input_json_delta', partial_json: JSON.stringify(reply.given) },
          }
    const usage = { input_tokens: 1, output_tokens: 1 }
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content: [], usage }
    return events([
      { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
      { type: 'content_block_start', index: 0, content_block: block.start },
      { type: 'content_block_delta', index: 0, delta: block.delta },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'say' in reply ? 'end_turn' : 'tool_use', stop_sequence: null },
        usage,
      },
      { type: 'message_stop' },
    ])
  },
}

const ResponsesRequest = z.looseObject({
  tools: z.array(z.looseObject({ type: z.string(), name: z.string().optional(), tools: z.array(Named).optional() })),
  input: z.array(z.looseObject({ type: z.string().optional(), output: Parts.optional() })),
})

const responses: Wire = {
  path: /\/responses$/,
  read(request) {
    const { tools, input } = ResponsesRequest.parse(JSON.parse(request))
    const offered = tools.flatMap(({ name, tools: group }) =>
      group === undefined
        ? name === undefined
          ? []
          : [{ name }]
        : group.map((tool) => ({ name: tool.name, group: name ?? '' })),
    )
    const results = input.flatMap(({ type, output }) => (type === 'function_call_output' ? [output ?? ''] : []))
    return { request, offered, results }
  },
  write(turn, reply) {
    const item = 'say' in reply ? wordOf(reply.say) : callOf(turn, reply)
    const usage = {
      input_tokens: 1,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 2,
    }
    const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'scripted', error: null }
    return events([
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { ...response, status: 'completed', output: [item], usage } },
    ])
  },
}

function wordOf(word: string): object {
  const content = [{ type: 'output_text', text: word, annotations: [] }]
  return { id: 'msg_1', type: 'message', status: 'completed', role: 'assistant', content }
}

function callOf(turn: Turn, { tool, given }: Call): object {
  const { name, group } = named(turn, tool)
  const id = turn.results.length
  return {
    type: 'function_call',
    id: `fc_${id}`,
    call_id: `call_${id}`,
    status: 'completed',
    name,
    ...(group === undefined ? {} : { namespace: group }),
    arguments: JSON.stringify(given),
  }
}

const ChatRequest = z.looseObject({
  tools: z.array(z.looseObject({ function: Named })).default([]),
  messages: z.array(z.looseObject({ role: z.string(), content: Parts.nullish() })),
})

const chat: Wire = {
  path: /\/chat\/completions$/,
  read(request) {
    const { tools, messages: said } = ChatRequest.parse(JSON.parse(request))
    const results = said.flatMap(({ role, content }) => (role === 'tool' ? [content ?? ''] : []))
    return { request, offered: tools.map((tool) => tool.function), results }
  },
  write(turn, reply) {
    const delta =
      'say' in reply
        ? { role: 'assistant', content: reply.say }
        : {
            role: 'assistant',
            tool_calls: [
              {
                index: 0,
                id: `call_${turn.results.length}`,
                type: 'function',
                function: { name: named(turn, reply.tool).name, arguments: JSON.stringify(reply.given) },
              },
            ],
          }
    const chunk = (choice: object): object => ({
      id: 'chat_1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'scripted',
      choices: [{ index: 0, finish_reason: null, delta: {}, ...choice }],
    })
    return `${events([chunk({ delta }), chunk({ finish_reason: 'say' in reply ? 'stop' : 'tool_calls' })])}data: [DONE]\n\n`
  },
}

const GeminiRequest = z.looseObject({
  tools: z.array(z.looseObject({ functionDeclarations: z.array(Named).default([]) })).default([]),
  contents: z.array(
    z.looseObject({
      parts: z.array(
        z.looseObject({
          functionResponse: z
            .looseObject({ response: z.looseObject({ output: z.string().optional(), error: z.string().optional() }) })
            .optional(),
        }),
      ),
    }),
  ),
})

const gemini: Wire = {
  path: /:streamGenerateContent$/,
  read(request) {
    const { tools, contents } = GeminiRequest.parse(JSON.parse(request))
    const answers = contents.flatMap(({ parts }) => parts.flatMap((part) => part.functionResponse ?? []))
    return {
      request,
      offered: tools.flatMap((tool) => tool.functionDeclarations),
      results: answers.map(({ response }) => response.output ?? response.error ?? JSON.stringify(response)),
    }
  },
  write(turn, reply) {
    const part =
      'say' in reply
        ? { text: reply.say }
        : { functionCall: { id: `call_${turn.results.length}`, name: named(turn, reply.tool).name, args: reply.given } }
    return events([
      {
        candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      },
    ])
  },
}

const WIRES: readonly Wire[] = [messages, responses, chat, gemini]

/** The tool as the program calls it: with the server's name before it. */
function named({ offered }: Turn, tool: string): Offered {
  const found = offered.find(({ name }) => name.endsWith(tool))
  if (found === undefined)
    throw new Error(`The program does not offer ${tool}, but ${offered.map(({ name }) => name).join(', ')}`)
  return found
}

function events(all: readonly object[]): string {
  return all
    .map((event) => `${'type' in event ? `event: ${String(event.type)}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
    .join('')
}

import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { isNote } from '../notes.ts'
import { callBlock, end, send, START, textBlock, type WireEvent } from './model-server.ts'

// A server that refuses what the real one refuses (platform.claude.com/docs: messages, preserved-thinking, compaction),
// and a model that thinks, writes to the memory and obeys directives in the user's words.

/** What the model can be told to do, once per text: "… [cut]". */
export type Directive = 'cut' | 'thought' | 'max' | 'fail' | 'pause' | 'compact' | 'secret' | 'wide' | 'slow'

const Block = z.looseObject({ type: z.string() })
type Block = z.infer<typeof Block>
const Body = z.looseObject({
  model: z.string(),
  max_tokens: z.number().positive(),
  stream: z.literal(true),
  system: z.string().min(1),
  tools: z.array(z.looseObject({ name: z.string() })),
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant']), content: z.array(Block) })).min(1),
  thinking: z.looseObject({ type: z.string() }).optional(),
  output_config: z.looseObject({ effort: z.string() }).optional(),
  context_management: z.looseObject({ edits: z.array(z.looseObject({ type: z.string() })) }).optional(),
})
type Body = z.infer<typeof Body>

export interface StrictRequest {
  readonly key: string
  readonly betas: readonly string[]
  readonly body: Body
  /** The request as text, without the marks of the cache. */
  readonly text: string
}

export interface StrictServer {
  readonly url: string
  readonly requests: readonly StrictRequest[]
  /** Why requests were refused. */
  readonly refusals: readonly string[]
  /** Thoughts that failed the check of what stands before them. */
  readonly mismatches: number
  close(): Promise<void>
}

const BETA_OF_EDIT: Readonly<Record<string, string>> = {
  clear_tool_uses_20250919: 'context-management-2025-06-27',
  clear_thinking_20251015: 'context-management-2025-06-27',
  compact_20260112: 'compact-2026-01-12',
}

const can = { supported: true }
const MODELS = [
  {
    id: 'claude-test',
    display_name: 'Claude Test',
    max_tokens: 64_000,
    capabilities: {
      context_management: { clear_tool_uses_20250919: can, compact_20260112: can },
      effort: { low: can, max: can },
      structured_outputs: can,
      thinking: { types: { adaptive: can, disabled: can } },
    },
  },
]

export async function startStrictServer(): Promise<StrictServer> {
  const requests: StrictRequest[] = []
  const refusals: string[] = []
  const obeyed = new Set<string>()
  const state = { mismatches: 0 }
  const server = createServer(async (incoming, response) => {
    if (incoming.method === 'GET') return sendJson(response, 200, { data: MODELS, has_more: false })
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
    const key = String(incoming.headers.authorization ?? '')
    const parsed = Body.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    const betas = String(incoming.headers['anthropic-beta'] ?? '').split(',')
    const fault = parsed.success ? faultIn(parsed.data, betas) : z.prettifyError(parsed.error)
    const thoughts = parsed.success ? checkThoughts(parsed.data, key) : { foreign: 0, broken: 0 }
    state.mismatches += thoughts.broken
    const bound = parsed.data?.thinking?.['block_binding'] !== undefined
    const refused = fault ?? (thoughts.broken > 0 && !bound ? 'The block is bound to a different conversation' : null)
    if (refused !== null || !parsed.success) {
      refusals.push(refused ?? '')
      return sendJson(response, 400, { type: 'error', error: { type: 'invalid_request_error', message: refused } })
    }
    const body = parsed.data
    requests.push({ key, betas, body, text: textOf(body) })
    const directive = directiveOf(body, obeyed)
    if (directive === 'fail')
      return sendJson(response, 400, {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'as you like' },
      })
    const dropped = Array.from({ length: thoughts.foreign + thoughts.broken }, () => ({ type: 'thinking_dropped' }))
    const events = answer(body, key, directive, requests.length)
    const message = { ...messageOf(START), input_transformations: dropped }
    send(response, { type: 'message_start', message }, ...events)
    if (directive !== 'slow') response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    refusals,
    get mismatches() {
      return state.mismatches
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

function messageOf({ message }: WireEvent): object {
  return typeof message === 'object' && message !== null ? message : {}
}

/** What the real service would refuse; null for a valid request. */
function faultIn(
  { messages, thinking, output_config, context_management, max_tokens }: Body,
  betas: readonly string[],
) {
  const used = new Set<string>()
  for (const [at, { role, content }] of messages.entries()) {
    if (role !== (at % 2 === 0 ? 'user' : 'assistant')) return `messages.${at}: roles must alternate`
    if (content.length === 0) return `messages.${at}: content is empty`
    if (content.some((block) => block.type === 'text' && String(block['text']).trim() === ''))
      return `messages.${at}: text is blank`
    if (role === 'assistant' && content.at(-1)?.type.endsWith('thinking')) return `messages.${at}: ends with a thought`
    const uses = role === 'assistant' ? idsOf(content, 'tool_use', 'id') : []
    if (uses.some((id) => used.has(id))) return `messages.${at}: a tool_use id is repeated`
    for (const id of uses) used.add(id)
    const expected = at === 0 ? [] : idsOf(messages[at - 1]?.content ?? [], 'tool_use', 'id')
    const results = idsOf(content, 'tool_result', 'tool_use_id')
    if (results.toSorted().join() !== expected.toSorted().join()) return `messages.${at}: results do not fit the calls`
    const first = content.findIndex((block) => block.type !== 'tool_result')
    if (first !== -1 && first < results.length) return `messages.${at}: results must come first`
  }
  if (messages.at(-1)?.role !== 'user') return 'an answer cannot be begun for the model'
  if (thinking?.type === 'disabled' && ['xhigh', 'max'].includes(output_config?.effort ?? ''))
    return 'this effort needs thinking'
  if (thinking?.type === 'enabled' && !(Number(thinking['budget_tokens']) < max_tokens))
    return 'the budget is too large'
  if (thinking?.['block_binding'] !== undefined && !betas.includes('thinking-binding-controls-2026-08-01'))
    return 'block_binding needs its header'
  const missing = context_management?.edits.find(({ type }) => !betas.includes(BETA_OF_EDIT[type] ?? 'none'))
  return missing === undefined ? null : `${missing.type} needs its header`
}

function idsOf(content: readonly Block[], type: string, field: string): readonly string[] {
  return content.filter((block) => block.type === type).map((block) => String(block[field]))
}

/** A request as text; the marks of the cache are no part of what a model sees. */
function textOf({ system, tools, messages }: Pick<Body, 'system' | 'tools' | 'messages'>): string {
  return JSON.stringify({ system, tools, messages }, (name, value) => (name === 'cache_control' ? undefined : value))
}

/** The signature of a thought: who thought it, and after what. */
function signatureOf(body: Body, key: string, before: Body['messages']): string {
  const hash = createHash('sha256').update(textOf({ ...body, messages: before }))
  return `${body.model} ${key.slice(-8)} ${hash.digest('hex')}`
}

/** Thoughts of another model or organisation are dropped by the service; those after another text are refused. */
function checkThoughts(body: Body, key: string): { readonly foreign: number; readonly broken: number } {
  let [foreign, broken] = [0, 0]
  for (const [at, { role, content }] of body.messages.entries()) {
    if (role !== 'assistant') continue
    for (const [index, block] of content.entries()) {
      if (block.type !== 'thinking') continue
      const before = [
        ...body.messages.slice(0, at),
        ...(index === 0 ? [] : [{ role, content: content.slice(0, index) }]),
      ]
      const [model, organisation, hash] = String(block['signature']).split(' ')
      const [ownModel, ownOrganisation, expected] = signatureOf(body, key, before).split(' ')
      if (model !== ownModel || organisation !== ownOrganisation) foreign += 1
      else if (hash !== expected) broken += 1
    }
  }
  return { foreign, broken }
}

function directiveOf({ messages }: Body, obeyed: Set<string>): Directive | null {
  const said = messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => content.filter((block) => block.type === 'text' && !isNote(String(block['text']))))
    .at(-1)
  const text = String(said?.['text'] ?? '')
  const found = /\[(\w+)\]/.exec(text)?.[1]
  if (found === undefined || obeyed.has(text)) return null
  // A secret is written in the second round.
  if (found !== 'secret') obeyed.add(text)
  return z.enum(['cut', 'thought', 'max', 'fail', 'pause', 'compact', 'secret', 'wide', 'slow']).parse(found)
}

/** A thought and a view, a thought and a write, then the answer: each thought signed for what stands before it. */
function answer(body: Body, key: string, directive: Directive | null, number: number): readonly WireEvent[] {
  const content: Block[] = []
  const events: WireEvent[] = []
  const thinks = body.thinking?.type !== 'disabled' && body.thinking?.type !== 'between_tools'
  const think = (): void => {
    if (!thinks) return
    const before = [
      ...body.messages,
      ...(content.length === 0 ? [] : [{ role: 'assistant' as const, content: [...content] }]),
    ]
    const thinking = `I think about request ${number}.`
    const signature = signatureOf(body, key, before)
    events.push(...thoughtBlock(content.length, thinking, signature))
    content.push({ type: 'thinking', thinking, signature })
  }
  const say = (text: string): void => {
    events.push(...textBlock(content.length, text))
    content.push({ type: 'text', text })
  }
  const call = (input: Readonly<Record<string, unknown>>): void => {
    const id = `toolu_${number}_${content.length}`
    events.push(...callBlock(content.length, id, input))
    content.push({ type: 'tool_use', id, name: 'memory', input })
  }
  const stop = (reason: string): readonly WireEvent[] => [...events, ...end(reason)]
  const rounds = roundsAtEnd(body)
  think()
  if (directive === 'compact') return [...compactionBlock(0, number), ...end('compaction')]
  if (directive === 'thought') return events
  if (directive === 'cut' || directive === 'slow') {
    say('Half a sen')
    return events.slice(0, -1)
  }
  if (directive === 'max' || directive === 'pause') {
    say('As far as it goes')
    return stop(directive === 'max' ? 'max_tokens' : 'pause_turn')
  }
  if (directive === 'wide') {
    for (let n = 0; n < 14; n += 1) call({ command: 'view', path: '/memories' })
    return stop('tool_use')
  }
  if (rounds === 0) {
    call({ command: 'view', path: '/memories' })
    return stop('tool_use')
  }
  if (rounds === 1) {
    const text =
      directive === 'secret' ? 'The password is hunter2.\n' : `Note ${number}: ${'a few words. '.repeat(8)}\n`
    call({ command: 'create', path: `/memories/note-${number}.md`, file_text: text })
    think()
    call({ command: 'view', path: `/memories/note-${number}.md` })
    return stop('tool_use')
  }
  say(`Done after ${number} requests. ${'I kept what you said. '.repeat(4)}`)
  return stop('end_turn')
}

/** How many rounds of calls the model has had since the user's last words. */
function roundsAtEnd({ messages }: Body): number {
  const users = messages.filter(({ role }) => role === 'user')
  const last = users.findLastIndex(({ content }) => content.some((block) => block.type === 'text'))
  return users.length - 1 - last
}

function thoughtBlock(index: number, thinking: string, signature: string): readonly WireEvent[] {
  return [
    { type: 'content_block_start', index, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking } },
    { type: 'content_block_delta', index, delta: { type: 'signature_delta', signature } },
    { type: 'content_block_stop', index },
  ]
}

function compactionBlock(index: number, number: number): readonly WireEvent[] {
  const content_block = { type: 'compaction', content: null, tool_changes: [], signature: `signed ${number}` }
  const delta = { type: 'compaction_delta', content: `Summary ${number}`, encrypted_content: `sealed ${number}` }
  return [
    { type: 'content_block_start', index, content_block },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ]
}

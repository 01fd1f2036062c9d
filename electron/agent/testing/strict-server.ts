import { createServer, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { isNote } from '../notes.ts'
import { callBlock, end, portOf, send, START, textBlock, type WireEvent } from './model-server.ts'
import { type Block, Body, checkThoughts, faultIn, signatureOf, textOf } from './strict-rules.ts'

// A server that refuses what the real one refuses (strict-rules.ts), and a model that thinks, writes to the memory and
// obeys directives in the user's words.

/** What the model can be told to do, once per text: "… [cut]". */
export type Directive = 'cut' | 'thought' | 'max' | 'fail' | 'pause' | 'compact' | 'secret' | 'wide' | 'slow'

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
    const thoughts = parsed.success ? checkThoughts(parsed.data, key) : { foreign: 0, broken: [] }
    state.mismatches += thoughts.broken.length
    const bound = parsed.data?.thinking?.['block_binding'] !== undefined
    const refused =
      fault ?? (thoughts.broken.length > 0 && !bound ? 'The block is bound to a different conversation' : null)
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
    const dropped = Array.from({ length: thoughts.foreign + thoughts.broken.length }, () => ({
      type: 'thinking_dropped',
    }))
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

function messageOf({ message }: WireEvent): object {
  return typeof message === 'object' && message !== null ? message : {}
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

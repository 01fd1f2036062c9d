import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setImmediate as nextTick } from 'node:timers/promises'
import { z } from 'zod'
import type { Pick } from '../../../testing/random.ts'
import { framed, portOf, START, type WireEvent } from './model-server.ts'
import { chunksOf } from './openai-chunks.ts'
import { randomAnswer } from './random-answer.ts'
import { Body, checkThoughts, faultIn, OpenAIBody, faultInOpenAI, isWellFormedJson, textOf } from './strict-rules.ts'

// A service in both formats that answers at random, and refuses what real ones refuse.

export interface Asked {
  /** Who was asked: format, path, model. Thoughts and prefixes are compared for each of them. */
  readonly who: string
  /** The request as text, without the marks of the cache. */
  readonly text: string
  /** What the user's side said, without results. */
  readonly words: readonly string[]
  readonly state: string
  readonly number: number
}

export interface RandomService {
  readonly url: string
  readonly asked: readonly Asked[]
  /** What it refused although nothing happened on its side. */
  readonly refusals: readonly string[]
  /** Answers plainly from now on, or at random again. */
  calm(isCalm: boolean): void
  /** No thought of before is accepted any more. */
  forget(): void
  close(): Promise<void>
}

/** @param stateOf what a request may depend on besides what was sent before, at the time it arrives */
export async function startRandomService(pick: Pick, stateOf: () => string): Promise<RandomService> {
  const asked: Asked[] = []
  const refusals: string[] = []
  const mind = { isCalm: false, times: 0 }
  const server = createServer(async (incoming, response) => {
    if (incoming.method === 'GET') return void response.writeHead(404).end()
    const json = await bodyOf(incoming)
    const path = incoming.url ?? ''
    const refused = path.endsWith('/chat/completions') ? faultInOpenAIBody(json) : faultInMessages(json, incoming, mind)
    if (refused !== null) {
      if (!refused.isTheirs) refusals.push(refused.words)
      return sendError(response, 400, refused.words)
    }
    const request = { ...readRequest(path, json), state: stateOf(), number: asked.length + 1 }
    asked.push(request)
    const key = keyOf(incoming)
    const body = Body.safeParse(json)
    const dropped = body.success ? thoughtsLost(body.data, key, mind.times) : 0
    const forThoughts = body.success ? { body: salted(body.data, mind.times), key } : null
    const answer = randomAnswer({ pick, isCalm: mind.isCalm, number: request.number, forThoughts, text: request.text })
    if (answer.status !== 200) return sendError(response, answer.status, 'As you like')
    if (forThoughts === null) return sendAnswer(response, answer, chunkFrames(answer))
    const message = {
      ...(typeof START['message'] === 'object' ? START['message'] : {}),
      usage: { input_tokens: Math.ceil(request.text.length / 4), output_tokens: 1 },
      input_transformations: Array.from({ length: dropped }, () => ({ type: 'thinking_dropped' })),
    }
    await sendAnswer(response, answer, [{ type: 'message_start', message }, ...answer.events].map(framed))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    asked,
    refusals,
    calm: (isCalm) => void (mind.isCalm = isCalm),
    forget: () => void (mind.times += 1),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

interface Refused {
  readonly words: string
  /** The service forgot the thoughts: the app cannot know before it asks. */
  readonly isTheirs: boolean
}

function faultInOpenAIBody(json: unknown): Refused | null {
  const parsed = OpenAIBody.safeParse(json)
  const words = !isWellFormedJson(json)
    ? 'no low surrogate in string'
    : parsed.success
      ? faultInOpenAI(parsed.data)
      : z.prettifyError(parsed.error)
  return words === null ? null : { words, isTheirs: false }
}

function faultInMessages(json: unknown, incoming: IncomingMessage, mind: { readonly times: number }): Refused | null {
  if (!isWellFormedJson(json)) return { words: 'no low surrogate in string', isTheirs: false }
  const parsed = Body.safeParse(json)
  if (!parsed.success) return { words: z.prettifyError(parsed.error), isTheirs: false }
  const fault = faultIn(parsed.data, String(incoming.headers['anthropic-beta'] ?? '').split(','))
  if (fault !== null) return { words: fault, isTheirs: false }
  const key = keyOf(incoming)
  // Broken at all times: not the service forgot it, but what stands before it was changed.
  const changed = Array.from(
    { length: mind.times + 1 },
    (_, time) => checkThoughts(salted(parsed.data, time), key).broken,
  ).reduce((both, broken) => both.filter((place) => broken.includes(place)))
  const { broken, strange, foreign } = checkThoughts(salted(parsed.data, mind.times), key)
  const isStrange = strange > 0 || (foreign > 0 && !incoming.url?.startsWith('/first'))
  if (isStrange) return { words: 'Thoughts of another model were sent', isTheirs: false }
  if (changed.length > 0) return { words: 'The block is bound to a different conversation', isTheirs: false }
  const isBound = parsed.data.thinking?.['block_binding'] !== undefined
  return broken.length > 0 && !isBound
    ? { words: 'The thinking block is bound to a different conversation', isTheirs: true }
    : null
}

/** Who signs: thoughts of another server, or for another organisation, are foreign. */
function keyOf({ headers, url = '' }: IncomingMessage): string {
  return `${headers.authorization ?? ''}-${url.slice(1, 3)}`
}

function thoughtsLost(body: Body, key: string, times: number): number {
  const { foreign, broken } = checkThoughts(salted(body, times), key)
  return foreign + broken.length
}

function salted(body: Body, times: number): Body {
  return { ...body, system: `${body.system} ${times}` }
}

function readRequest(path: string, json: unknown): Omit<Asked, 'state' | 'number'> {
  const messages = Body.safeParse(json)
  if (messages.success) {
    const { model, messages: sent } = messages.data
    const said = sent.filter(({ role }) => role === 'user').flatMap(({ content }) => content)
    const words = said.flatMap((block) => (block.type === 'text' ? String(block['text']) : []))
    return { who: `${path} ${model}`, text: textOf(messages.data), words }
  }
  const { model, messages: sent } = OpenAIBody.parse(json)
  const words = sent.flatMap(({ role, content }) => (role === 'user' ? String(content) : []))
  return { who: `${path} ${model}`, text: JSON.stringify({ messages: sent }), words }
}

export interface Answer {
  readonly status: number
  readonly stopReason: string | null
  readonly events: readonly WireEvent[]
  /** How many events arrive; after them the connection ends or is reset. */
  readonly cut: { readonly after: number; readonly how: 'ends' | 'resets' } | null
}

function chunkFrames({ stopReason, events }: Answer): readonly string[] {
  const written: string[] = []
  const chunks = [...chunksOf(stopReason ?? 'end_turn', events), '[DONE]']
  for (const chunk of chunks) written.push(`data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`)
  return written
}

async function sendAnswer(response: ServerResponse, { cut }: Answer, frames: readonly string[]): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const frame of cut === null ? frames : frames.slice(0, cut.after)) {
    response.write(frame)
    await nextTick()
  }
  if (cut?.how === 'resets') response.write(':\n\n', () => response.socket?.resetAndDestroy())
  else response.end()
}

function sendError(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }))
}

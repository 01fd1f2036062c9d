import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A scripted local model server: every turn writes three unique lines, and then ends. */
export interface TurnServer {
  readonly url: string
  /** What was wrong with the requests, one line each. */
  readonly wrong: readonly string[]
  close(): Promise<void>
}

interface Block {
  readonly type: string
  readonly id?: string
  readonly tool_use_id?: string
}
interface Message {
  readonly role: string
  readonly content: readonly Block[]
}

const CALLS = 3
const DRIP_MS = 8

export async function startTurnServer(): Promise<TurnServer> {
  const wrong: string[] = []
  let serial = 0
  const server = createServer(async (request, response) => {
    // It does not list its models.
    if (request.method === 'GET') return void response.writeHead(404).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const { messages }: { messages: readonly Message[] } = JSON.parse(Buffer.concat(chunks).toString())
    wrong.push(...faultsOf(messages))
    serial += 1
    await answer(response, callsMade(messages) < CALLS ? serial : null)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    wrong,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Calls since the user's last message. */
function callsMade(messages: readonly Message[]): number {
  const said = messages.findLastIndex(
    ({ role, content }) => role === 'user' && content.some(({ type }) => type === 'text'),
  )
  return messages.slice(said + 1).flatMap(({ content }) => content.filter(({ type }) => type === 'tool_use')).length
}

/** What the official service would refuse. */
function faultsOf(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message, index) => {
    const faults: string[] = []
    const before = messages[index - 1]
    if ((before?.role ?? 'assistant') === message.role)
      faults.push(`message ${index} has the role of the one before it`)
    if (message.content.length === 0) faults.push(`message ${index} is empty`)
    if (message.role !== 'user') return faults
    const asked = (before?.content ?? []).flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []))
    const told = message.content.flatMap(({ type, tool_use_id: id }) => (type === 'tool_result' ? [id] : []))
    if (asked.join() !== told.join())
      faults.push(`message ${index} answers the calls ${told.join()} instead of ${asked.join()}`)
    return faults
  })
}

async function answer(response: ServerResponse, serial: number | null): Promise<void> {
  const input = JSON.stringify({
    command: 'create',
    path: `/memories/lines/${serial}.md`,
    file_text: `line ${serial}\n`,
  })
  const block =
    serial === null
      ? {
          start: { type: 'text', text: '' },
          deltas: ['It is ', 'written', '.'].map((text) => ({ type: 'text_delta', text })),
        }
      : {
          start: { type: 'tool_use', id: `toolu_${serial}`, name: 'memory', input: {} },
          deltas: [input.slice(0, 30), input.slice(30)].map((partial_json) => ({
            type: 'input_json_delta',
            partial_json,
          })),
        }
  const events = [
    {
      type: 'message_start',
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: block.start },
    ...block.deltas.map((delta) => ({ type: 'content_block_delta', index: 0, delta })),
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: serial === null ? 'end_turn' : 'tool_use' },
      usage: { output_tokens: 9 },
    },
    { type: 'message_stop' },
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) {
    if (response.destroyed) return // its client was killed
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    await pause(DRIP_MS)
  }
  response.end()
}

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { z } from 'zod'
import { Order, type Report } from './swarm-client.ts'

// One client of the swarm, with a server of its own: node swarm-member.ts STORE NAME LINE. It does the calls that it is
// sent, one at a time, and starts another server when its own was killed.

const Result = z.object({
  isError: z.boolean().optional(),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
})

interface Connection {
  readonly server: number
  call(order: Order): Promise<unknown>
  close(): Promise<void>
}

async function connect(store: string, name: string, line: string): Promise<Connection> {
  const server = {
    command: process.execPath,
    args: [process.env.SWARM_CLI ?? '', '--store', store, 'mcp', '--client', name],
    env: { PATH: process.env.PATH ?? '', VARIORUM_HOME: `${store}.home` },
    stderr: 'inherit' as const,
  }
  if (line === '1.x') {
    const [client, transport] = [new EarlierClient({ name: 'swarm', version: line }), new EarlierTransport(server)]
    await client.connect(transport)
    const call = ({ tool, given }: Order): Promise<unknown> => client.callTool({ name: tool, arguments: given })
    return { server: transport.pid ?? 0, call, close: () => client.close() }
  }
  const client = new Client({ name: 'swarm', version: line }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StdioClientTransport(server)
  await client.connect(transport)
  const call = ({ tool, given }: Order): Promise<unknown> => client.callTool({ name: tool, arguments: given })
  return { server: transport.pid ?? 0, call, close: () => client.close() }
}

const [, , store = '', name = '', line = ''] = process.argv
let connection: Connection | null = null

async function carryOut(order: Order): Promise<Report> {
  const began = performance.now()
  try {
    connection ??= await connect(store, name, line)
    const { isError = false, content } = Result.parse(await connection.call(order))
    const [{ text }] = content
    const outcome = !isError ? 'done' : text.includes('not known') ? 'lost' : 'refused'
    return { outcome, text, ms: performance.now() - began, server: connection.server }
  } catch (error) {
    await connection?.close().catch(() => undefined)
    connection = null
    return { outcome: 'lost', text: String(error), ms: performance.now() - began, server: 0 }
  }
}

process.on('message', (message) => {
  void carryOut(Order.parse(message)).then((report) => (process.connected ? process.send?.(report) : false))
})
process.on('disconnect', () => {
  void (connection?.close() ?? Promise.resolve()).then(() => process.exit())
})

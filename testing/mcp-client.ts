import type { Client } from '@modelcontextprotocol/client'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { z } from 'zod'

/**
 * An official client of the Model Context Protocol: of the 1.x line, as most programs have it; or of the 2.x line, in a
 * revision of 2025, or in the newest that the server has.
 */
export const MCP_LINES = ['1.x', '2.x', '2.x newest'] as const
export type McpLine = (typeof MCP_LINES)[number]

/** The one for what concerns no line in particular. `npm run long -- mcp-conformance` goes through all. */
export const USUAL_LINE: McpLine = z.enum(MCP_LINES).parse(process.env.VARIORUM_MCP_LINE ?? '1.x')

const Answer = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  isError: z.boolean().optional(),
  structuredContent: z.unknown().optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
})

interface Tool {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: { readonly properties?: Readonly<Record<string, unknown>> | undefined }
  readonly annotations?: { readonly openWorldHint?: boolean | undefined } | undefined
}

/** What the lines have in common. */
export interface McpTestClient extends Pick<Client, 'listPrompts' | 'listResources' | 'getInstructions' | 'close'> {
  listTools(): Promise<{ readonly tools: readonly Tool[] }>
  callTool(asked: { name: string; arguments: Record<string, unknown> }): Promise<z.infer<typeof Answer>>
  readResource(asked: { uri: string }): Promise<{ readonly contents: readonly unknown[] }>
}

export interface StdioServer {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<NodeJS.ProcessEnv>
  /** What becomes of what it prints for people; the test's own if left out. */
  readonly stderr?: 'inherit' | 'ignore'
}

/** Starts a server and opens a connection to it. */
export async function connectedOverStdio(line: McpLine, server: StdioServer): Promise<McpTestClient> {
  const { command, args, env, stderr = 'inherit' } = server
  const all = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const started = { command, args: [...args], env: Object.fromEntries(all), stderr }
  if (line === '1.x') {
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js')
    return withEarlier(new StdioClientTransport(started))
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio')
  return withLater(line, new StdioClientTransport(started))
}

/** @param token shown with every request */
export async function connectedOverHttp(line: McpLine, url: string, token: string): Promise<McpTestClient> {
  const options = { requestInit: { headers: { Authorization: `Bearer ${token}` } } }
  if (line === '1.x') {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
    return withEarlier(new StreamableHTTPClientTransport(new URL(url), options))
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  return withLater(line, new StreamableHTTPClientTransport(new URL(url), options))
}

const SELF = { name: 'a-label', version: '1.2' }

async function withLater(
  line: '2.x' | '2.x newest',
  transport: Parameters<Client['connect']>[0],
): Promise<McpTestClient> {
  const { Client: Later } = await import('@modelcontextprotocol/client')
  const client = new Later(SELF, { versionNegotiation: { mode: line === '2.x' ? 'legacy' : 'auto' } })
  await client.connect(transport)
  return client
}

async function withEarlier(transport: Transport): Promise<McpTestClient> {
  // Loaded on use, since over-mcp.ts is started for every scenario.
  const { Client: Earlier } = await import('@modelcontextprotocol/sdk/client/index.js')
  const client = new Earlier(SELF)
  await client.connect(transport)
  return {
    listTools: () => client.listTools(),
    listPrompts: () => client.listPrompts(),
    listResources: () => client.listResources(),
    readResource: (asked) => client.readResource(asked),
    // Its type allows for answers of 2024.
    callTool: async (asked) => Answer.parse(await client.callTool(asked)),
    getInstructions: () => client.getInstructions(),
    close: () => client.close(),
  }
}

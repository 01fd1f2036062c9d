import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { CLI } from '../../testing/command-host.ts'

// For run.mjs: the documented tool through `variorum mcp`, with the official client. `npm run long -- mcp-conformance`.

const client = new Client({ name: 'conformance', version: '1' })
const env = Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
await client.connect(
  new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp', '--tools', 'memory'], env, stderr: 'inherit' }),
)
for await (const line of createInterface({ input: process.stdin })) {
  const { content, isError = false } = await client.callTool({ name: 'memory', arguments: JSON.parse(line) })
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  process.stdout.write(`${JSON.stringify({ content: text, is_error: isError })}\n`)
}
await client.close()

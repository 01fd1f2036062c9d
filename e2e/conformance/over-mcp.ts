import { createInterface } from 'node:readline'
import { CLI } from '../../testing/command-host.ts'
import { connectedOverStdio, USUAL_LINE } from '../../testing/mcp-client.ts'

// For run.mjs: the documented tool through `variorum mcp`, with an official client. `npm run long -- mcp-conformance`.

const args = [CLI, 'mcp', '--tools', 'memory']
const client = await connectedOverStdio(USUAL_LINE, { command: process.execPath, args, env: process.env })
for await (const line of createInterface({ input: process.stdin })) {
  const { content, isError = false } = await client.callTool({ name: 'memory', arguments: JSON.parse(line) })
  process.stdout.write(`${JSON.stringify({ content: content[0]?.text ?? '', is_error: isError })}\n`)
}
await client.close()

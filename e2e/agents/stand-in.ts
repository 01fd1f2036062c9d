import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { z } from 'zod'

// node stand-in.ts MODEL COMMAND ARGUMENT…: the smallest agent. It offers the tools of a server to a model, and calls
// what the model asks for until it has nothing more to ask.

const [model = '', command = '', ...args] = process.argv.slice(2)
const Delta = z.object({
  content: z.string().optional(),
  tool_calls: z
    .array(z.looseObject({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
    .optional(),
})
const Chunk = z.object({ choices: z.array(z.object({ delta: Delta })) })
const Given = z.record(z.string(), z.unknown())

const environment = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']))
const client = new Client({ name: 'stand-in', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
await client.connect(new StdioClientTransport({ command, args, env: environment, stderr: 'inherit' }))
await client.listResources()
const { tools } = await client.listTools()
const messages: object[] = [{ role: 'system', content: client.getInstructions() ?? '' }]
for (;;) {
  const delta = await asked()
  if (delta.tool_calls === undefined) {
    process.stdout.write(`${delta.content ?? ''}\n`)
    break
  }
  messages.push({ role: 'assistant', ...delta })
  for (const { id, function: call } of delta.tool_calls) {
    const result = await client.callTool({ name: call.name, arguments: Given.parse(JSON.parse(call.arguments)) })
    const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''))
    messages.push({ role: 'tool', tool_call_id: id, content: texts.join('\n') })
  }
}
await client.close()

async function asked(): Promise<z.infer<typeof Delta>> {
  const offered = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }))
  const response = await fetch(model, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', stream: true, messages, tools: offered }),
  })
  const [, first = ''] = /^data: (.*)$/m.exec(await response.text()) ?? []
  return Chunk.parse(JSON.parse(first)).choices[0]?.delta ?? {}
}

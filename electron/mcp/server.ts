import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { ClientName } from '../../shared/origin.ts'
import type { StoreSettings } from '../../shared/settings.ts'
import { VERSION } from '../version.ts'
import { answerOf } from './answer.ts'
import { argumentsOf } from './arguments.ts'
import type { Call, Said } from './call.ts'
import { instructionsFor } from './instructions.ts'
import { addResources } from './resources.ts'
import { type Offer, type Tool, toolsFor } from './tools.ts'

const ClientInfo = z.object({ name: z.string(), version: z.string().optional() })

/** Does what a client asks for. @param label what the program calls itself, as a remark */
type Ask = (call: Call, label: string | undefined) => Promise<Said>

/** The server of one connection, or one that is only asked what it can do. */
export function serverOf(offer: Offer, settings: StoreSettings, call: Ask): Server {
  const server = new Server(
    { name: 'variorum', title: 'Variorum', version: VERSION },
    { capabilities: { tools: {} }, instructions: instructionsFor(settings, offer) },
  )
  const tools = toolsFor(offer)
  const listed = tools.map(({ name, title, description, inputSchema, annotations }) => {
    return { name, title, description, inputSchema: Schema.parse(inputSchema), annotations }
  })
  server.setRequestHandler('tools/list', () => ({ tools: listed }))
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    return carryOut(tool, params.arguments ?? {}, (asked) => call(asked, labelOf(server, context)))
  })
  addResources(server, (context, question, input) =>
    call({ kind: 'question', question, input }, labelOf(server, context)),
  )
  return server
}

async function carryOut(
  { does, inputSchema }: Tool,
  given: Readonly<Record<string, unknown>>,
  call: (asked: Call) => Promise<Said>,
): Promise<CallToolResult> {
  const named = argumentsOf(given, Object.keys(inputSchema.properties))
  switch (does.kind) {
    case 'any':
      return answerOf(await call({ kind: 'command', input: given }), false)
    case 'question':
      return answerOf(await call({ kind: 'question', question: does.question, input: named }), true)
    case 'command': {
      const usual = does.command === 'view' ? { path: '/memories' } : {}
      return answerOf(await call({ kind: 'command', input: { ...usual, ...named, command: does.command } }), true)
    }
  }
}

const Schema = z.object({
  type: z.literal('object'),
  properties: z.record(z.string(), z.json()),
  // Some clients want the list, also where nothing is in it.
  required: z.array(z.string()).default([]),
})

/** What the program calls itself, as a remark: one line. */
function labelOf(server: Server, context: ServerContext): string | undefined {
  const envelope: unknown = context.mcpReq.envelope
  const stated = z.object({ [CLIENT_INFO_META_KEY]: ClientInfo }).safeParse(envelope)
  // oxlint-disable-next-line no-deprecated
  const info = stated.success ? stated.data[CLIENT_INFO_META_KEY] : server.getClientVersion()
  const label = ClientName.safeParse([info?.name, info?.version].filter(Boolean).join(' '))
  return label.success ? label.data : undefined
}

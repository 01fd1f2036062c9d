import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { ClientName, type Lineage } from '../../shared/origin.ts'
import type { MemoryTool } from '../agent/memory-tool/memory-tool.ts'
import type { Core } from '../core.ts'
import { newUlid } from '../disk/new-ulid.ts'
import { Queue } from '../disk/queue.ts'
import { VERSION } from '../version.ts'
import { ANSWER_BYTES, answerOf, NOTE_BYTES } from './answer.ts'
import { argumentsOf } from './arguments.ts'
import { instructionsFor } from './instructions.ts'
import { addResources } from './resources.ts'
import { type Offer, type Tool, toolsFor } from './tools.ts'

/** A program on the other end, as the user named it in its configuration: never as it calls itself. */
export interface McpClient extends Offer {
  readonly name: string | undefined
  /** What counts as read before the first call: a client whose texts the user does not trust yet has read `outside`. */
  readonly lineage: Lineage
}

const ClientInfo = z.object({ name: z.string(), version: z.string().optional() })
const ENVELOPE = 'io.modelcontextprotocol/clientInfo'

/** The server of one connection. It acts as an agent: nothing here approves, changes a policy or adds a store. */
export class McpSession {
  readonly #core: Core
  readonly #client: McpClient
  readonly #id = newUlid()
  /** The commands of one client, one after the other, as it sent them. */
  readonly #queue = new Queue()
  #memory: MemoryTool | null = null

  constructor(core: Core, client: McpClient) {
    this.#core = core
    this.#client = client
  }

  /** One for each connection, and one more that is only asked what it can do. */
  async server(): Promise<Server> {
    const settings = await this.#core.store.settings()
    const server = new Server(
      { name: 'variorum', title: 'Variorum', version: VERSION },
      {
        capabilities: { tools: {}, resources: {}, prompts: {} },
        instructions: instructionsFor(settings, this.#client),
      },
    )
    const tools = toolsFor(this.#client)
    const listed = tools.map(({ name, title, description, inputSchema, annotations }) => {
      return { name, title, description, inputSchema: Schema.parse(inputSchema), annotations }
    })
    server.setRequestHandler('tools/list', () => ({ tools: listed }))
    server.setRequestHandler('tools/call', ({ params }, context) => {
      const tool = tools.find(({ name }) => name === params.name)
      if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
      return this.#queue.run(() => this.#call(tool, params.arguments ?? {}, labelOf(server, context)))
    })
    addResources(server, (question, input) =>
      this.#queue.run(() => this.#memoryOf(labelOf(server)).ask(question, input)),
    )
    return server
  }

  async #call(
    { does, inputSchema }: Tool,
    given: Readonly<Record<string, unknown>>,
    label: string | undefined,
  ): Promise<CallToolResult> {
    const memory = this.#memoryOf(label)
    const named = argumentsOf(given, Object.keys(inputSchema.properties))
    switch (does.kind) {
      case 'any':
        return answerOf(await this.#run(memory, given), false)
      case 'question':
        return answerOf(await memory.ask(does.question, named), true)
      case 'command': {
        const usual = does.command === 'view' ? { path: '/memories' } : {}
        return answerOf(await this.#run(memory, { ...usual, ...named, command: does.command }), true)
      }
    }
  }

  async #run(memory: MemoryTool, input: Readonly<Record<string, unknown>>): ReturnType<MemoryTool['run']> {
    if (this.#client.readOnly && input.command !== 'view')
      return {
        content: 'Error: This client may only read the memory.',
        isError: true,
        commit: null,
        lineage: 'agent',
        saw: {},
      }
    return memory.run(input)
  }

  #memoryOf(label: string | undefined): MemoryTool {
    const { name, lineage } = this.#client
    this.#memory ??= this.#core.memoryTool(
      { client: { client: name, clientVersion: label, clientSession: this.#id }, lineage, isAsSeen: true },
      ANSWER_BYTES - NOTE_BYTES,
    )
    return this.#memory
  }
}

const Schema = z.object({
  type: z.literal('object'),
  properties: z.record(z.string(), z.json()),
  // Some clients want the list, also where nothing is in it.
  required: z.array(z.string()).default([]),
})

/** What the program calls itself, as a remark: one line. */
function labelOf(server: Server, context?: ServerContext): string | undefined {
  const envelope: unknown = context?.mcpReq.envelope
  const stated = z.object({ [ENVELOPE]: ClientInfo }).safeParse(envelope)
  // oxlint-disable-next-line no-deprecated
  const info = stated.success ? stated.data[ENVELOPE] : server.getClientVersion()
  const label = ClientName.safeParse([info?.name, info?.version].filter(Boolean).join(' '))
  return label.success ? label.data : undefined
}

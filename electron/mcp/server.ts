import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { USUAL_RIGHTS } from '../../shared/clients.ts'
import { AppError } from '../../shared/errors.ts'
import { ClientName } from '../../shared/origin.ts'
import { DEFAULT_STORE_SETTINGS, type StoreSettings } from '../../shared/settings.ts'
import type { MemoryTool, ToolResult } from '../agent/memory-tool/memory-tool.ts'
import type { Core } from '../core.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { newUlid } from '../disk/new-ulid.ts'
import { Queue } from '../disk/queue.ts'
import type { Store } from '../memory/store-interface.ts'
import { VERSION } from '../version.ts'
import { ANSWER_BYTES, answerOf, NOTE_BYTES } from './answer.ts'
import { argumentsOf } from './arguments.ts'
import { instructionsFor } from './instructions.ts'
import { addResources } from './resources.ts'
import { type Offer, type Tool, toolsFor } from './tools.ts'

/** A program on the other end, as the user named it in its configuration: never as it calls itself. */
export interface McpClient extends Offer {
  readonly name: string | undefined
}

/** What an agent did is written down so long after it, and at its end. */
const NOTE_MS = 1_000
const NOTHING = { reads: 0, writes: 0, refusals: 0 }

const ClientInfo = z.object({ name: z.string(), version: z.string().optional() })

/** The server of one connection. It acts as an agent: nothing here approves, changes a policy or adds a store. */
export class McpSession {
  readonly #core: Core
  readonly #client: McpClient
  readonly #id = newUlid()
  /** The commands of one client, one after the other, as it sent them. */
  readonly #queue = new Queue()
  #memory: { readonly of: Store; readonly within: string; readonly tool: MemoryTool } | null = null
  #label: string | undefined
  #done = NOTHING
  #noting: ReturnType<typeof setTimeout> | null = null

  constructor(core: Core, client: McpClient) {
    this.#core = core
    this.#client = client
  }

  /** One for each connection, and one more that is only asked what it can do. */
  async server(): Promise<Server> {
    const settings = await this.#core.store.settings()
    const server = offering(this.#client, settings, (tool, given, context) => {
      this.#label ??= labelOf(server, context)
      return this.#queue.run(() => this.#call(tool, given))
    })
    addResources(server, (context, ...asked) => {
      this.#label ??= labelOf(server, context)
      return this.#queue.run(() => this.#permitted(true, (memory) => memory.ask(...asked)))
    })
    return server
  }

  async #call({ does, inputSchema }: Tool, given: Readonly<Record<string, unknown>>): Promise<CallToolResult> {
    const named = argumentsOf(given, Object.keys(inputSchema.properties))
    switch (does.kind) {
      case 'any':
        return answerOf(await this.#run(given), false)
      case 'question':
        return answerOf(await this.#permitted(true, (memory) => memory.ask(does.question, named)), true)
      case 'command': {
        const usual = does.command === 'view' ? { path: '/memories' } : {}
        return answerOf(await this.#run({ ...usual, ...named, command: does.command }), true)
      }
    }
  }

  #run(input: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    return this.#permitted(input.command === 'view', (memory) => memory.run(input))
  }

  /** Does what the user lets this agent do, as they last said. */
  async #permitted(isReading: boolean, act: (memory: MemoryTool) => Promise<ToolResult>): Promise<ToolResult> {
    const { name, readOnly } = this.#client
    const { access, trusted, folder } = name === undefined ? USUAL_RIGHTS : await this.#core.clients.rightsOf(name)
    const result =
      access === 'none'
        ? refused('The user does not let this agent use the memory.')
        : !isReading && (readOnly || access === 'read')
          ? refused('This agent may only read the memory.')
          : await act(this.#memoryOf(trusted, folder))
    this.#note(result, isReading)
    return result
  }

  /** Of the open store: a window may open another. Whether the agent is trusted counts from the beginning. */
  #memoryOf(trusted: boolean, within: string): MemoryTool {
    const of = this.#core.store
    if (this.#memory?.of === of && this.#memory.within === within) return this.#memory.tool
    const client = { client: this.#client.name, clientVersion: this.#label, clientSession: this.#id }
    const tool = this.#core.memoryTool(
      { client, lineage: trusted ? 'agent' : 'outside', isAsSeen: this.#client.tools === 'eight', within },
      ANSWER_BYTES - NOTE_BYTES,
    )
    this.#memory = { of, within, tool }
    return tool
  }

  #note({ isError }: ToolResult, isReading: boolean): void {
    const { reads, writes, refusals } = this.#done
    this.#done = {
      reads: reads + (isReading && !isError ? 1 : 0),
      writes: writes + (isReading || isError ? 0 : 1),
      refusals: refusals + (isError ? 1 : 0),
    }
    this.#noting ??= setTimeout(() => void this.end(), NOTE_MS)
  }

  /** Writes down what was done. Never throws: a full disk must not end an answer. */
  async end(): Promise<void> {
    if (this.#noting !== null) clearTimeout(this.#noting)
    const done = this.#done
    this.#noting = null
    this.#done = NOTHING
    if (done === NOTHING || this.#client.name === undefined) return
    await this.#core.clients.note(this.#client.name, { label: this.#label ?? null, ...done }).catch(() => undefined)
  }
}

/** The server of a store that can't be opened: every call is answered with the reason, for the model to pass on. */
export function unopened(why: unknown, client: McpClient): Server {
  const told = why instanceof AppError ? why : toDiskError(why)
  const result = refused(told?.message ?? 'Variorum could not open the memory.')
  return offering(client, DEFAULT_STORE_SETTINGS, async () => answerOf(result, true))
}

type Given = Readonly<Record<string, unknown>>
type Call = (tool: Tool, given: Given, context: ServerContext) => Promise<CallToolResult>

/** A server with the tools, which does nothing by itself. */
function offering(client: McpClient, settings: StoreSettings, call: Call): Server {
  const server = new Server(
    { name: 'variorum', title: 'Variorum', version: VERSION },
    { capabilities: { tools: {} }, instructions: instructionsFor(settings, client) },
  )
  const tools = toolsFor(client)
  const listed = tools.map(({ name, title, description, inputSchema, annotations }) => {
    return { name, title, description, inputSchema: Schema.parse(inputSchema), annotations }
  })
  server.setRequestHandler('tools/list', () => ({ tools: listed }))
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    return call(tool, params.arguments ?? {}, context)
  })
  return server
}

function refused(why: string): ToolResult {
  return { content: `Error: ${why}`, isError: true, commit: null, lineage: 'agent', saw: {} }
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

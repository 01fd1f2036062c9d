import { USUAL_RIGHTS } from '../../shared/clients.ts'
import { nameOf } from '../../shared/commit.ts'
import { leastTrusted, type Lineage } from '../../shared/origin.ts'
import type { MemoryTool, ToolResult } from '../agent/memory-tool/memory-tool.ts'
import type { Core } from '../core.ts'
import { Queue } from '../disk/queue.ts'
import type { Store } from '../memory/store-interface.ts'
import { ANSWER_BYTES, NOTE_BYTES } from './answer.ts'
import {
  afterwards,
  type Call,
  isReading,
  type McpClient,
  newSession,
  refused,
  type Said,
  type SessionState,
  whyNot,
} from './call.ts'

/** What an agent did is written down so long after it, and at its end. */
const NOTE_MS = 1_000
const NOTHING = { reads: 0, writes: 0, refusals: 0 }

/** The memory as the user lets the agent use it. */
interface Used {
  readonly of: Store
  readonly within: string
  readonly trusted: boolean
  readonly tool: MemoryTool
}

/** One client at the store. It acts as an agent: nothing here approves, changes a policy or adds a store. */
export class McpSession {
  readonly #core: Core
  readonly #client: McpClient
  #state: SessionState
  /** The calls of one client, one after the other, as it sent them. */
  readonly #queue = new Queue()
  /** Whether what it writes waits for the user. */
  #asks = false
  #memory: Used | null = null
  #reviewing: Promise<void> | null = null
  #label: string | undefined
  #done = NOTHING
  #noting: ReturnType<typeof setTimeout> | null = null

  constructor(core: Core, client: McpClient, begun = newSession()) {
    this.#core = core
    this.#client = client
    this.#state = begun
  }

  /** Never throws: what goes wrong is the answer. @param label what the program calls itself, as a remark */
  call(call: Call, label: string | undefined): Promise<Said> {
    this.#label ??= label
    return this.#queue.run(async () => {
      const said = await this.#permitted(call).catch(whyNot)
      this.#state = afterwards(this.#state, said)
      this.#note(said, isReading(call))
      return said
    })
  }

  /** Does what the user lets this agent do, as they last said. */
  async #permitted(call: Call): Promise<Said> {
    const { name, readOnly } = this.#client
    const { access, trusted, folder } = name === undefined ? USUAL_RIGHTS : await this.#core.clients.rightsOf(name)
    if (access === 'none') return refused('The user does not let this agent use the memory.')
    if (!isReading(call) && (readOnly || access === 'read')) return refused('This agent may only read the memory.')
    this.#asks = access === 'ask'
    if (!isReading(call)) await this.#beginReview()
    const memory = this.#memoryOf(trusted, folder)
    return saidOf(
      call.kind === 'command' ? await memory.run(call.input) : await memory.ask(call.question, call.input),
      memory.lineage(),
    )
  }

  /** What was there before an agent wrote is not news, and what it writes is. */
  #beginReview(): Promise<void> {
    // What a full disk forbids here, it forbids the write, too.
    this.#reviewing ??= this.#core.review.begin().catch(() => undefined)
    return this.#reviewing
  }

  /** Of the open store: a window may open another. What the user says of the agent holds from its next call on. */
  #memoryOf(trusted: boolean, within: string): MemoryTool {
    const of = this.#core.store
    const before = this.#memory
    if (before?.of === of && before.within === within && before.trusted === trusted) return before.tool
    const { id, lineage, seen } = this.#state
    const client = { client: this.#client.name, clientVersion: this.#label, clientSession: id }
    const tool = this.#core.memoryTool(
      {
        client,
        lineage: leastTrusted([trusted ? 'agent' : 'outside', lineage]),
        // The versions of another store say nothing of this one.
        seen: before === null || before.of === of ? seen : {},
        isAsSeen: this.#client.tools === 'eight',
        within,
        asks: () => this.#asks,
      },
      ANSWER_BYTES - NOTE_BYTES,
    )
    this.#memory = { of, within, trusted, tool }
    return tool
  }

  #note({ isError }: Said, isReading: boolean): void {
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

function saidOf({ content, isError, commit, saw }: ToolResult, lineage: Lineage): Said {
  return { content, isError, commit: commit === null ? null : nameOf(commit), lineage, saw }
}

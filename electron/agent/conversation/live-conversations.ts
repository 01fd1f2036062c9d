import type { PastPoint } from '../../../shared/conversation.ts'
import { AppError } from '../../../shared/errors.ts'
import type { JobSessionRef } from '../../../shared/jobs/names.ts'
import { say } from '../../../shared/messages/say.ts'
import type { Store } from '../../memory/store-interface.ts'
import type { ConversationFiles } from './conversation-files.ts'
import type { Line } from './lines.ts'
import type { ConversationLog } from './log.ts'
import { isInterrupted, openCalls, openTurn, timeOf } from './replay.ts'

/** What is settled when a conversation begins. */
export interface NewConversation {
  /** The state of the memory that it looks at, if not the present one. */
  readonly at?: PastPoint | undefined
  /** In memory only; it reads the memory and writes nothing. */
  readonly temporary?: true | undefined
  readonly job?: JobSessionRef | undefined
  /** What its system text says besides the usual. */
  readonly guidance?: string | undefined
}

/** The conversations that this process has open for a turn, and the way to open one. */
export class LiveConversations {
  readonly #files: ConversationFiles
  readonly #store: Store
  readonly #logs = new Map<string, ConversationLog>()
  #storeId: Promise<string> | undefined

  constructor(files: ConversationFiles, store: Store) {
    this.#files = files
    this.#store = store
  }

  /** The store's id, which never changes. */
  storeId(): Promise<string> {
    return (this.#storeId ??= this.#store.id())
  }

  /** The conversation's log while a turn runs here. */
  get(id: string): ConversationLog | undefined {
    return this.#logs.get(id)
  }

  /**
   * Opens the conversation for one turn, creating it if missing.
   * @param how what kind of conversation a new one is
   * @throws `busy` while another turn runs, in any process
   */
  async begin(id: string, onCreated: () => void, how: NewConversation = {}): Promise<ConversationLog> {
    if (how.temporary === true) await this.#files.addTemporary(id)
    const log = await this.#files.of(id).take(() => this.#logs.delete(id))
    if (log === null) throw new AppError('busy', say('still-answering'))
    try {
      if (await this.#isForeign(log.lines())) throw new AppError('bad-request', say('of-another-store'))
      if (log.lines().length === 0) {
        const store = await this.storeId()
        const time = new Date().toISOString()
        await log.append({ type: 'conversation.began', version: 1, conversation: id, store, ...how, time })
        onCreated()
      }
      await endInterrupted(log, this.#store)
      this.#logs.set(id, log)
      return log
    } catch (error) {
      await log.close()
      throw error
    }
  }

  /** The lines, after ending a turn that no process runs any more; `null` for a conversation of another store. */
  async readComplete(id: string): Promise<readonly Line[] | null> {
    const file = this.#files.of(id)
    const lines = await file.read()
    if (lines === null || (await this.#isForeign(lines))) return null
    if (!isInterrupted(lines)) return lines
    const log = await file.take()
    if (log === null) return lines
    await endInterrupted(log, this.#store).finally(() => log.close())
    return log.lines()
  }

  /** Whether it belongs to another store, whose commits are unknown here. */
  async #isForeign(lines: readonly Line[]): Promise<boolean> {
    const began = lines.find((line) => line.type === 'conversation.began')
    return began !== undefined && began.store !== (await this.storeId())
  }
}

const DONE = 'The command was carried out; the app was closed before its answer was written down.'
const NOT_DONE = 'Not executed: the app was closed.'

/**
 * Ends a turn that a crash interrupted. The store knows the outcome of a call: a commit names the call it was made for.
 */
async function endInterrupted(log: ConversationLog, store: Store): Promise<void> {
  for (const { conversation, turn, call } of openCalls(log.lines())) {
    const commit = await store.commitOfCall(call.call)
    const outcome =
      commit === null ? ({ state: 'failed', result: NOT_DONE } as const) : ({ state: 'done', result: DONE } as const)
    await log.append({
      type: 'tool.returned',
      conversation,
      turn,
      call: { ...call, ...outcome, commit },
      lineage: 'agent',
      saw: {},
    })
  }
  const open = openTurn(log.lines())
  if (open === null) return
  const { conversation, turn } = open
  // It ran until then, as far as is known.
  const last = log.lines().at(-1)
  const reason = say('answer-interrupted')
  await log.append({
    type: 'turn.ended',
    conversation,
    turn,
    kind: 'interrupted',
    reason,
    next: ['retry'],
    time: last === undefined ? new Date().toISOString() : timeOf(last),
  })
}

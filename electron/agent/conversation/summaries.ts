import { readdir } from 'node:fs/promises'
import { CONVERSATION_ID } from '../../../shared/commit.ts'
import type { ConversationSummary } from '../../../shared/conversation.ts'
import { unlessMissing } from '../../disk/durable-files.ts'
import type { Redactor } from '../redactor.ts'
import { conversationFile } from './conversation-file.ts'
import { type Summary, summaryOf } from './replay.ts'

/** The conversations of a folder, each read again only when its file changed. */
export class Summaries {
  readonly #directory: string
  readonly #redactor: Redactor
  readonly #cached = new Map<string, { readonly version: string; readonly summary: Summary }>()

  constructor(directory: string, redactor: Redactor) {
    this.#directory = directory
    this.#redactor = redactor
  }

  /** @param isRunning whether this process runs a turn of the conversation */
  async list(isRunning: (id: string) => boolean): Promise<readonly ConversationSummary[]> {
    const names = (await unlessMissing(readdir(this.#directory))) ?? []
    const ids = names.flatMap((name) =>
      name.endsWith('.jsonl') && CONVERSATION_ID.test(name.slice(0, -6)) ? name.slice(0, -6) : [],
    )
    const summaries = await Promise.all(ids.map((id) => this.#of(id, isRunning)))
    return summaries.filter((summary) => summary !== null)
  }

  forget(id: string): void {
    this.#cached.delete(id)
  }

  /** A summary as it leaves the agent: without what the policies keep out of titles. */
  present(id: string, summary: Summary, running: boolean): ConversationSummary {
    const { title, isOpen: _, ...rest } = summary
    return { id, ...rest, title: this.#redactor.redact(title), running }
  }

  async #of(id: string, isRunning: (id: string) => boolean): Promise<ConversationSummary | null> {
    const file = conversationFile(this.#directory, id)
    const version = await file.version()
    if (version === null) return null // removed since the folder was read
    const cached = this.#cached.get(id)
    const summary = cached?.version === version ? cached.summary : summaryOf((await file.read()) ?? [])
    this.#cached.set(id, { version, summary })
    return this.present(id, summary, summary.isOpen && (isRunning(id) || (await file.isLocked())))
  }
}

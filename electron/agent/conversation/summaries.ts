import type { ConversationSummary } from '../../../shared/conversation.ts'
import type { JobName } from '../../../shared/jobs/names.ts'
import { fewAtOnce } from '../../disk/few-at-once.ts'
import type { Redactor } from '../redactor.ts'
import type { ConversationFiles } from './conversation-files.ts'
import { type Summary, summaryOf } from './replay.ts'
import type { SessionRecord } from './sessions.ts'
import { beginningOf, titleFrom } from './title.ts'

interface Found {
  readonly id: string
  readonly summary: Summary
  readonly running: boolean
}

interface InStore {
  readonly store: string
}

/** What the conversations are about, each read again only when its file changed. */
export class Summaries {
  readonly #files: ConversationFiles
  readonly #redactor: Redactor
  readonly #cached = new Map<string, { readonly version: string; readonly summary: Summary }>()

  constructor(files: ConversationFiles, redactor: Redactor) {
    this.#files = files
    this.#redactor = redactor
  }

  /** @param isRunning whether this process runs a turn of the conversation */
  async list(isRunning: (id: string) => boolean): Promise<readonly ConversationSummary[]> {
    const ids = await this.#files.ids()
    const found = await fewAtOnce(ids, (id) => this.#of(id, isRunning))
    return found.flatMap((each) => (each === null ? [] : this.present(each.id, each.summary, each.running)))
  }

  /** The sessions of jobs, oldest first. */
  async sessions(isRunning: (id: string) => boolean, name?: JobName): Promise<readonly (SessionRecord & InStore)[]> {
    const found = await fewAtOnce(await this.#files.ids(), (id) => this.#of(id, isRunning))
    const records = found.flatMap((each) => (each === null ? [] : (this.#session(each) ?? [])))
    return records
      .filter(({ job }) => name === undefined || job.name === name)
      .toSorted((one, other) => one.startedAt.localeCompare(other.startedAt))
  }

  forget(id: string): void {
    this.#cached.delete(id)
  }

  /** A summary as it leaves the agent: without what the policies keep out of titles. */
  present(id: string, summary: Summary, running: boolean): ConversationSummary {
    const { named: _, begins: __, isOpen: ___, end: ____, spendings: _____, ...rest } = summary
    return { id, ...rest, title: this.#title(summary), running }
  }

  /** The user's, else one by rule, of what the policies let through. */
  #title({ named, begins, job }: Summary): string {
    if (named !== null) return this.#redactor.redact(named)
    const message = this.#redactor.redact(begins)
    return job === null ? titleFrom(message) : beginningOf(message)
  }

  #session({ id, summary, running }: Found): (SessionRecord & InStore) | null {
    const { store, job, createdAt, updatedAt, end, changes, spendings } = summary
    if (job === null) return null
    const title = this.#title(summary)
    return { conversation: id, store, job, title, startedAt: createdAt, updatedAt, running, end, changes, spendings }
  }

  async #of(id: string, isRunning: (id: string) => boolean): Promise<Found | null> {
    const file = this.#files.of(id)
    const version = await file.version()
    if (version === null) return null // removed since the folder was read
    const cached = this.#cached.get(id)
    const summary = cached?.version === version ? cached.summary : summaryOf((await file.readEnds()) ?? [])
    this.#cached.set(id, { version, summary })
    return { id, summary, running: summary.isOpen && (isRunning(id) || (await file.isLocked())) }
  }
}

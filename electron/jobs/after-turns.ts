import type { AppEvent } from '../../shared/events.ts'
import type { JobName } from '../../shared/jobs/names.ts'
import type { SessionRecord, Sessions } from '../agent/conversation/sessions.ts'

/** A session that worked since the app was opened and has not written down where it is. */
export interface OpenEnd {
  readonly conversation: string
  readonly title: string
}

/** What happens to a job when one of its sessions has answered. */
export class AfterTurns {
  readonly #sessions: Sessions
  readonly #judge: (session: SessionRecord) => Promise<void>
  readonly #running = new Set<Promise<void>>()
  /** By the job: only its newest session can still be wrapped up. */
  readonly #openEnds = new Map<JobName, SessionRecord>()

  constructor(sessions: Sessions, judge: (session: SessionRecord) => Promise<void>) {
    this.#sessions = sessions
    this.#judge = judge
  }

  get openEnds(): readonly OpenEnd[] {
    return [...this.#openEnds.values()].map(({ conversation, title }) => ({ conversation, title }))
  }

  /** To be called with every event. */
  readonly follow = (event: AppEvent): void => {
    if (event.type === 'conversation.changed') return void this.#afterChange(event.conversation)
    if (event.type !== 'turn.started' && event.type !== 'turn.ended') return
    // Nobody waits for it; a check that failed says why in its conversation.
    this.#run(this.#after(event))
  }

  /** The job is no more: nothing of it is to be written down. */
  forget(name: JobName): void {
    this.#openEnds.delete(name)
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async #after({ type, conversation }: Extract<AppEvent, { type: 'turn.started' | 'turn.ended' }>): Promise<void> {
    const session = (await this.#sessions.list()).find((each) => each.conversation === conversation)
    if (session === undefined || session.job.judges !== undefined) return
    const isOpen = type === 'turn.started' || !session.job.isWrappedUp
    const newest = this.#openEnds.get(session.job.name)
    if (newest === undefined || newest.job.session <= session.job.session) {
      if (isOpen) this.#openEnds.set(session.job.name, session)
      else this.#openEnds.delete(session.job.name)
    }
    if (type === 'turn.ended') await this.#judge(session)
  }

  /** A conversation that was deleted can write nothing down; one that was renamed is called by its new name. */
  #afterChange(conversation: string): void {
    const open = [...this.#openEnds.values()].find((each) => each.conversation === conversation)
    if (open !== undefined) this.#run(this.#lookAgain(open))
  }

  async #lookAgain({ conversation, job }: SessionRecord): Promise<void> {
    const now = (await this.#sessions.list(job.name)).find((each) => each.conversation === conversation)
    if (this.#openEnds.get(job.name)?.conversation !== conversation) return
    if (now === undefined) this.#openEnds.delete(job.name)
    else this.#openEnds.set(job.name, now)
  }

  #run(task: Promise<void>): void {
    // A failed read is tried again after the next turn.
    const work = task.catch(() => undefined).finally(() => this.#running.delete(work))
    this.#running.add(work)
  }
}

import type { AppEvent } from '../../shared/events.ts'
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
  readonly #openEnds = new Map<string, OpenEnd>()

  constructor(sessions: Sessions, judge: (session: SessionRecord) => Promise<void>) {
    this.#sessions = sessions
    this.#judge = judge
  }

  get openEnds(): readonly OpenEnd[] {
    return [...this.#openEnds.values()]
  }

  /** To be called with every event. */
  readonly follow = (event: AppEvent): void => {
    if (event.type !== 'turn.started' && event.type !== 'turn.ended') return
    // Nobody waits for it; a check that failed says why in its conversation.
    const work = this.#after(event)
      .catch(() => undefined)
      .finally(() => this.#running.delete(work))
    this.#running.add(work)
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async #after({ type, conversation }: Extract<AppEvent, { type: 'turn.started' | 'turn.ended' }>): Promise<void> {
    const session = (await this.#sessions.list()).find((each) => each.conversation === conversation)
    if (session === undefined || session.job.judges !== undefined) return
    const isOpen = type === 'turn.started' || !session.job.isWrappedUp
    if (isOpen) this.#openEnds.set(conversation, { conversation, title: session.title })
    else this.#openEnds.delete(conversation)
    if (type === 'turn.ended') await this.#judge(session)
  }
}

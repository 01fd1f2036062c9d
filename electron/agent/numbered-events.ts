import type { AppEvent } from '../../shared/events.ts'

/** Numbers the events of each conversation's turns, so that a window knows which of them its transcript already has. */
export class NumberedEvents {
  readonly #announce: (event: AppEvent) => void
  readonly #last = new Map<string, number>()

  constructor(announce: (event: AppEvent) => void) {
    this.#announce = announce
  }

  readonly emit = (event: AppEvent): void => {
    if (!('turn' in event)) return this.#announce(event)
    const seq = this.lastSeq(event.conversation) + 1
    this.#last.set(event.conversation, seq)
    this.#announce({ ...event, seq })
  }

  /** The number of the last event announced for a conversation; 0 if there was none. */
  readonly lastSeq = (conversation: string): number => this.#last.get(conversation) ?? 0
}

import { setTimeout as delay } from 'node:timers/promises'

const LIMIT_MS = 10_000

interface ClosingOptions {
  /** Finishes queued work. */
  readonly close: () => Promise<void>
  /** Called once, when that is done, has failed or takes too long: the journal finishes it at the next start. */
  readonly exit: () => void
  readonly limitMs?: number
}

/** The end of the app: it is asked to quit any number of times, closes once, and exits in any case. */
export class Closing {
  readonly #options: ClosingOptions
  #hasBegun = false

  constructor(options: ClosingOptions) {
    this.#options = options
  }

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Electron's `will-quit`. */
  begin(event: { preventDefault(): void }): void {
    event.preventDefault()
    if (this.#hasBegun) return
    this.#hasBegun = true
    const { close, exit, limitMs = LIMIT_MS } = this.#options
    void Promise.race([close().catch(() => undefined), delay(limitMs)]).finally(exit)
  }
}

/** A turn of git is this long at least, */
const TURN_MS = 50
/** or several shorter ones, which together are. */
const TURNS_MS = 200
/** Git gets a turn this often. */
const TURN_EVERY_MS = 900
/** At most this long is spent on work that makes the turn begin sooner. */
const MAX_DELAY_MS = 200

/**
 * When git had its index to itself. While commands follow each other, the index stays locked, and git's own commands
 * fail at once; so now and then they get a turn, for which commands wait if need be.
 */
export class GitTurns {
  #freeSince = performance.now()
  #lastEnded = performance.now()
  #freeMs = 0

  /** The index was unlocked. */
  begin(): void {
    this.#freeSince = performance.now()
  }

  /** The index is locked again. */
  end(): void {
    const now = performance.now()
    const freeMs = now - this.#freeSince
    this.#freeMs += freeMs
    if (freeMs < TURN_MS && this.#freeMs < TURNS_MS) return
    this.#lastEnded = now
    this.#freeMs = 0
  }

  /** Whether git has waited long enough. */
  get isDue(): boolean {
    return performance.now() - this.#lastEnded >= TURN_EVERY_MS
  }

  /** Whether nothing may hold up git's turn any more. */
  get isOverdue(): boolean {
    return performance.now() - this.#lastEnded >= TURN_EVERY_MS + MAX_DELAY_MS
  }

  /** How much longer a command leaves the index unlocked. */
  get remainingMs(): number {
    return this.isDue ? Math.max(0, this.#freeSince + TURN_MS - performance.now()) : 0
  }
}

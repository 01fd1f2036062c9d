/** A turn of git is this long at least, */
const TURN_MS = 50
/** or several shorter ones, which together are. */
const TURNS_MS = 200
/** Git gets a turn this often. */
const TURN_EVERY_MS = 900
/** At most this long is spent on work that makes the turn begin sooner. */
const MAX_DELAY_MS = 200
/** Git may run several commands in a row in its turn, as scripts do, for this long. */
const SERIES_MS = 500
/** How often in a row the next turn becomes twice as long. */
const MAX_DOUBLINGS = 3

/**
 * When git had its index to itself. While commands follow each other, the index stays locked, and git's own commands
 * fail at once; so now and then they get a turn, for which commands wait if need be. Some commands take longer than a
 * turn, in several steps: cut off, they fail and are tried again. So while git uses one turn after the other, they become
 * longer.
 */
export class GitTurns {
  #freeSince = performance.now()
  #lastEnded = performance.now()
  #freeMs = 0
  #isUsed = false
  /** Whether the index was locked for so long before that git may have been kept waiting. */
  #isAwaited = false
  #usedInARow = 0

  /** The index was unlocked. */
  begin(): void {
    this.#freeSince = performance.now()
    this.#isAwaited ||= this.isDue
  }

  /**
   * The index is locked again.
   * @param isUsed whether git wrote it last
   */
  end(isUsed: boolean): void {
    const now = performance.now()
    const freeMs = now - this.#freeSince
    this.#freeMs += freeMs
    this.#isUsed ||= isUsed
    if (freeMs < TURN_MS && this.#freeMs < TURNS_MS) return
    this.#lastEnded = now
    this.#usedInARow = this.#isUsed && this.#isAwaited ? this.#usedInARow + 1 : 0
    this.#freeMs = 0
    this.#isUsed = false
    this.#isAwaited = false
  }

  /** How many times as long as usual git has this time. */
  get patience(): number {
    return 2 ** Math.min(this.#usedInARow, MAX_DOUBLINGS)
  }

  /** How long git may go on in this turn, in ms. */
  get seriesMs(): number {
    return SERIES_MS * this.patience
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

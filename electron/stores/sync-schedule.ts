import type { Log } from '../log.ts'

/** After the store was opened. */
const FIRST_MS = 2_000
/** What is written is gathered for so long, */
const GATHER_MS = 10_000
/** and sent at most this often while writing goes on. */
const WHILE_WRITING_MS = 60_000
const REGULARLY_MS = 5 * 60_000
const TICK_MS = 10_000
/** If a tick comes so much too late, the computer was asleep. */
const ASLEEP_MS = 60_000

/** When a round is due. What fails is tried again the next time. */
export class SyncSchedule {
  readonly #round: () => Promise<void>
  readonly #log: Log | undefined
  #timer: NodeJS.Timeout | null = null
  #tickedAt = Date.now()
  #dueAt = 0
  #lastAt = 0
  #running: Promise<void> | null = null
  #isWritten = false

  /** @param round says by itself why the remote could not be reached, and throws for anything else */
  constructor(round: () => Promise<void>, log: Log | undefined) {
    this.#round = round
    this.#log = log
  }

  begin(): void {
    this.#tickedAt = Date.now()
    this.#dueAt = this.#tickedAt + FIRST_MS
    this.#timer = setTimeout(() => this.#tick(), FIRST_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    await this.#running
  }

  written(): void {
    this.#isWritten = true
    this.#dueAt = Math.min(this.#dueAt, Math.max(Date.now() + GATHER_MS, this.#lastAt + WHILE_WRITING_MS))
  }

  #tick(): void {
    const now = Date.now()
    if (now - this.#tickedAt > TICK_MS + ASLEEP_MS) this.#dueAt = now
    this.#tickedAt = now
    if (now >= this.#dueAt) this.#running ??= this.#run()
    if (this.#timer === null) return
    this.#timer = setTimeout(() => this.#tick(), Math.max(0, Math.min(TICK_MS, this.#dueAt - now)) || TICK_MS)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    this.#isWritten = false
    await this.#round().catch((cause: unknown) => this.#log?.fault('A round with the remote failed', cause))
    this.#running = null
    this.#lastAt = Date.now()
    // What was written meanwhile may have come too late for it.
    this.#dueAt = this.#lastAt + (this.#isWritten ? WHILE_WRITING_MS : REGULARLY_MS)
  }
}

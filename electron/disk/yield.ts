import { setImmediate as next } from 'node:timers/promises'

/** For so long nobody notices. */
const SPELL_MS = 15

/** For long work in a thread that others need too: when a spell of it is over, they have their turn. */
export class TimeSlice {
  #since = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#since > SPELL_MS
  }

  async yield(): Promise<void> {
    await next()
    this.#since = performance.now()
  }
}

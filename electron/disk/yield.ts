import { setImmediate as next } from 'node:timers/promises'

/** Blocking the thread for this long goes unnoticed. */
const SLICE_MS = 15

/** Cooperative yielding for long work in a shared thread: yield whenever the slice is over. */
export class TimeSlice {
  #since = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#since > SLICE_MS
  }

  async yield(): Promise<void> {
    await next()
    this.#since = performance.now()
  }
}

import { setImmediate as next } from 'node:timers/promises'

/** Blocking the thread for this long goes unnoticed, also by a command, which waits for the thread several times. */
const SLICE_MS = 4

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

/** Maps one value after the other, yielding to the event loop now and then. */
export async function mapInTurn<From, To>(
  values: readonly From[],
  map: (value: From) => Promise<To>,
): Promise<readonly To[]> {
  const slice = new TimeSlice()
  const results: To[] = []
  for (const value of values) {
    results.push(await map(value))
    if (slice.isOver) await slice.yield()
  }
  return results
}

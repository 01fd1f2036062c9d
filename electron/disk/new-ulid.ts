import { monotonicFactory } from 'ulid'

/** The system is asked for so many random numbers at once: an id takes sixteen, and asking costs more than they do. */
const random = new Uint32Array(256)
let used = random.length

function share(): number {
  if (used === random.length) {
    crypto.getRandomValues(random)
    used = 0
  }
  used += 1
  return (random[used - 1] ?? 0) / 2 ** 32
}

/** A new ULID; within one process each is greater than the one before. */
export const newUlid: () => string = monotonicFactory(share)

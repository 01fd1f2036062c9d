import { monotonicFactory } from 'ulid'

/** Random numbers, fetched from the system in batches: an id needs sixteen, and the call is the expensive part. */
const random = new Uint32Array(256)
let used = random.length

/** @returns a random number from 0 to below 1 */
function nextRandom(): number {
  if (used === random.length) {
    crypto.getRandomValues(random)
    used = 0
  }
  used += 1
  return (random[used - 1] ?? 0) / 2 ** 32
}

/** A new ULID. Within one process each is greater than the one before. */
export const newUlid: () => string = monotonicFactory(nextRandom)

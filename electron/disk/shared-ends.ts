import { Buffer } from 'node:buffer'

/** What two byte sequences both begin and end with, in bytes: together no more than the shorter one has. */
export interface SharedEnds {
  readonly start: number
  readonly end: number
}

export function sharedEnds(one: Uint8Array, other: Uint8Array): SharedEnds {
  const most = Math.min(one.length, other.length)
  const start = greatest(most, (from, to) => isSame(one.subarray(from, to), other.subarray(from, to)))
  const end = greatest(most - start, (from, to) =>
    isSame(one.subarray(one.length - to, one.length - from), other.subarray(other.length - to, other.length - from)),
  )
  return { start, end }
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

/** The greatest length up to which all bytes are the same, found by halving: comparing many bytes at once is cheap. */
function greatest(most: number, isSameFrom: (from: number, to: number) => boolean): number {
  let [same, open] = [0, most]
  while (same < open) {
    const middle = (same + open + 1) >> 1
    if (isSameFrom(same, middle)) same = middle
    else open = middle - 1
  }
  return same
}

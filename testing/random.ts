/** A random whole number from 0 up to, and without, `below`. */
export type Pick = (below: number) => number

/** Random fractions from a seed, 0 to 1 (mulberry32): the same seed gives the same ones on every machine. */
export function fractions(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function random(seed: number): Pick {
  const next = fractions(seed)
  return (below) => Math.floor(next() * below)
}

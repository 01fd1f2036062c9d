/** A small seeded generator (mulberry32): the same seed makes the same set on every machine. */
export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  of<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const value = list[this.below(list.length)]
    if (value === undefined) throw new Error('An empty list has nothing to choose from.')
    return value
  }

  signs(count: number, alphabet: string): string {
    return Array.from({ length: count }, () => alphabet[this.below(alphabet.length)]).join('')
  }

  digits(count: number): string {
    return this.signs(count, '0123456789')
  }
}

export const LOWER = 'abcdefghijklmnopqrstuvwxyz'
export const UPPER = LOWER.toUpperCase()
export const DIGITS = '0123456789'
export const HEX = '0123456789abcdef'
export const WORD = LOWER + UPPER + DIGITS

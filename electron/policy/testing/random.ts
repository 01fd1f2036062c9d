import { fractions } from '../../../testing/random.ts'

/** Random choices from a seed: the same seed makes the same set on every machine. */
export class Random {
  readonly #next: () => number

  constructor(seed: number) {
    this.#next = fractions(seed)
  }

  next(): number {
    return this.#next()
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  of<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const value = list[this.below(list.length)]
    if (value === undefined) throw new Error('An empty list has nothing to choose from.')
    return value
  }

  shuffled<T>(list: readonly T[]): readonly T[] {
    return list
      .map((each) => ({ each, rank: this.next() }))
      .toSorted((one, two) => one.rank - two.rank)
      .map(({ each }) => each)
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

import { codeUnits } from './code-units.ts'

interface Entry {
  readonly literal: string
  readonly index: number
  /** Where its last character is, and which: another one there rules the literal out at once. */
  readonly end: number
  readonly last: number
}

/** How many values the hashes have: few, so that the tables stay in the processor's nearest cache. */
const PAIRS = 1 << 10
const LONGER = 1 << 13

/** The literals whose first few characters have the same hash. */
class Buckets {
  readonly all: Entry[][] = [[]]
  /** For each hash, where its literals are in `all`: the first of these is empty. */
  readonly of: Uint16Array

  constructor(slots: number) {
    this.of = new Uint16Array(slots)
  }

  add(slot: number, entry: Entry): void {
    const known = this.of[slot] ?? 0
    if (known === 0) this.of[slot] = this.all.push([entry]) - 1
    else this.all[known]?.push(entry)
  }
}

/**
 * Finds many literals in one walk over the text: the first three characters, or the only two, select the few that are
 * compared. Every literal has at least two characters.
 */
export class Literals {
  readonly #pairs = new Buckets(PAIRS)
  readonly #longer = new Buckets(LONGER)

  constructor(literals: readonly string[]) {
    for (const [index, literal] of literals.entries()) {
      if (literal.length < 2) throw new Error(`Too short a literal: "${literal}"`)
      const [one, two] = [literal.charCodeAt(0), literal.charCodeAt(1)]
      const end = literal.length - 1
      const entry = { literal, index, end, last: literal.charCodeAt(end) }
      if (end === 1) this.#pairs.add(pairSlot(one, two), entry)
      else this.#longer.add(longerSlot(one, two, literal.charCodeAt(2)), entry)
    }
  }

  /** Reports every occurrence of every literal, in order. */
  walk(text: string, report: (at: number, index: number) => void): void {
    const [pairs, longer] = [this.#pairs, this.#longer]
    const codes = codeUnits(text)
    let one = codes[0] ?? 0
    let two = codes[1] ?? 0
    for (let at = 0; at < text.length - 1; at += 1) {
      const three = codes[at + 2] ?? 0
      const pair = pairs.of[pairSlot(one, two)] ?? 0
      if (pair !== 0) reportThose(pairs.all[pair] ?? [], text, at, report)
      const long = longer.of[longerSlot(one, two, three)] ?? 0
      if (long !== 0) reportThose(longer.all[long] ?? [], text, at, report)
      one = two
      two = three
    }
  }
}

function reportThose(
  entries: readonly Entry[],
  text: string,
  at: number,
  report: (at: number, index: number) => void,
): void {
  for (const { literal, index, end, last } of entries)
    if (text.charCodeAt(at + end) === last && text.startsWith(literal, at)) report(at, index)
}

const pairSlot = (one: number, two: number): number => ((one << 5) ^ two) & (PAIRS - 1)
const longerSlot = (one: number, two: number, three: number): number => ((one << 8) ^ (two << 4) ^ three) & (LONGER - 1)

interface Entry {
  readonly literal: string
  readonly index: number
}

/** A table has one bucket for each of so many values of a hash. */
const SLOTS = 1 << 16

/** The literals that begin with the same few characters. */
class Buckets {
  readonly #buckets: Entry[][] = [[]]
  readonly #bucketOf = new Uint16Array(SLOTS)

  add(slot: number, entry: Entry): void {
    const known = this.#bucketOf[slot] ?? 0
    if (known === 0) {
      this.#bucketOf[slot] = this.#buckets.length
      this.#buckets.push([entry])
    } else this.#buckets[known]?.push(entry)
  }

  at(slot: number): readonly Entry[] | undefined {
    const bucket = this.#bucketOf[slot] ?? 0
    return bucket === 0 ? undefined : this.#buckets[bucket]
  }
}

/**
 * Finds many literals in one walk over the text: the first three characters, or the only two, select the few that are
 * compared. Every literal has at least two characters.
 */
export class Literals {
  readonly #pairs = new Buckets()
  readonly #longer = new Buckets()

  constructor(literals: readonly string[]) {
    for (const [index, literal] of literals.entries()) {
      if (literal.length < 2) throw new Error(`Too short a literal: "${literal}"`)
      const [one, two, three] = [literal.charCodeAt(0), literal.charCodeAt(1), literal.charCodeAt(2)]
      if (literal.length === 2) this.#pairs.add(pairSlot(one, two), { literal, index })
      else this.#longer.add(longerSlot(one, two, three), { literal, index })
    }
  }

  /** Reports every occurrence of every literal, in order. */
  walk(text: string, report: (at: number, index: number) => void): void {
    let [one, two] = [text.charCodeAt(0), text.charCodeAt(1)]
    for (let at = 0; at < text.length - 1; at += 1) {
      const three = text.charCodeAt(at + 2)
      const pairs = this.#pairs.at(pairSlot(one, two))
      if (pairs !== undefined) reportThose(pairs, text, at, report)
      const longer = this.#longer.at(longerSlot(one, two, three))
      if (longer !== undefined) reportThose(longer, text, at, report)
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
  for (const { literal, index } of entries) if (text.startsWith(literal, at)) report(at, index)
}

const pairSlot = (one: number, two: number): number => ((one << 8) ^ two) & (SLOTS - 1)
const longerSlot = (one: number, two: number, three: number): number => ((one << 10) ^ (two << 5) ^ three) & (SLOTS - 1)

interface Entry {
  readonly literal: string
  readonly index: number
  readonly third: number | null
}

/**
 * Finds many literals in one walk over the text: the first two characters select the few that are compared. Every
 * literal has at least two characters.
 */
export class Literals {
  readonly #buckets: readonly (readonly Entry[])[]
  readonly #bucketOf = new Uint16Array(1 << 14)

  constructor(literals: readonly string[]) {
    const buckets: Entry[][] = [[]]
    for (const [index, literal] of literals.entries()) {
      if (literal.length < 2) throw new Error(`Too short a literal: "${literal}"`)
      const slot = slotOf(literal.charCodeAt(0), literal.charCodeAt(1))
      const known = this.#bucketOf[slot] ?? 0
      if (known === 0) {
        this.#bucketOf[slot] = buckets.length
        buckets.push([])
      }
      buckets[this.#bucketOf[slot] ?? 0]?.push({
        literal,
        index,
        third: literal.length > 2 ? literal.charCodeAt(2) : null,
      })
    }
    this.#buckets = buckets
  }

  /** Reports every occurrence of every literal, in order. */
  walk(text: string, report: (at: number, index: number) => void): void {
    let here = text.charCodeAt(0)
    for (let at = 0; at < text.length - 1; at += 1) {
      const next = text.charCodeAt(at + 1)
      const bucket = this.#bucketOf[slotOf(here, next)] ?? 0
      here = next
      if (bucket === 0) continue
      const third = text.charCodeAt(at + 2)
      for (const entry of this.#buckets[bucket] ?? [])
        if ((entry.third === null || entry.third === third) && text.startsWith(entry.literal, at))
          report(at, entry.index)
    }
  }
}

const slotOf = (one: number, two: number): number => ((one << 7) ^ two) & 0x3fff

/** A block of lines that stands elsewhere. `from` is its first line before, `to` its first line after, from 0. */
export interface Move {
  readonly from: number
  readonly to: number
  readonly length: number
}

/** Whether two lines are two versions of one line. */
export type Similar = (before: string, after: string) => boolean

/** A block of fewer lines with words, and of fewer letters, may be the same by chance. */
const MIN_MOVED_LINES = 2
const MIN_MOVED_LETTERS = 20

/**
 * The blocks that changed their place, in the order of `before`. A block begins with a line that occurs once on either
 * side, and grows over its equal neighbours. The heaviest blocks that keep their order count as unmoved.
 *
 * @param similar when given, a block also runs through edited lines that have no other partner
 */
export function findMoves(before: readonly string[], after: readonly string[], similar?: Similar): readonly Move[] {
  const runs = runsOfUniqueLines(before, after)
  const stays = new Set(heaviestInOrder(runs, before))
  const pairing = new Pairing(before, after, runs)
  // What stays grows first, so that no move takes a line from it.
  for (const run of stays) pairing.grow(run)
  const moves = runs.filter((run) => !stays.has(run)).map((run) => pairing.grow(run))
  return joined(similar === undefined ? moves : moves.map((move) => pairing.grow(move, similar))).filter((move) =>
    isHeavy(move, before),
  )
}

/** The blocks of `before` that are found in `after`, whatever their order: what left one file and came to another. */
export function findShared(before: readonly string[], after: readonly string[], similar?: Similar): readonly Move[] {
  const runs = runsOfUniqueLines(before, after)
  const pairing = new Pairing(before, after, runs)
  const grown = runs.map((run) => pairing.grow(run))
  return joined(similar === undefined ? grown : grown.map((run) => pairing.grow(run, similar))).filter((move) =>
    isHeavy(move, before),
  )
}

/** Which lines belong to a block already; blocks grow into the others. */
class Pairing {
  readonly #before: readonly string[]
  readonly #after: readonly string[]
  readonly #takenBefore: Uint8Array
  readonly #takenAfter: Uint8Array

  constructor(before: readonly string[], after: readonly string[], runs: readonly Move[]) {
    this.#before = before
    this.#after = after
    this.#takenBefore = new Uint8Array(before.length)
    this.#takenAfter = new Uint8Array(after.length)
    for (const { from, to, length } of runs) for (let at = 0; at < length; at++) this.#take(from + at, to + at)
  }

  grow({ from, to, length }: Move, similar?: Similar): Move {
    let [up, down] = [0, length]
    while (this.#fit(from + down, to + down, similar)) down += 1
    while (this.#fit(from + up - 1, to + up - 1, similar)) up -= 1
    return { from: from + up, to: to + up, length: down - up }
  }

  /** Takes a pair of free lines if they are equal, or two versions of one line. */
  #fit(from: number, to: number, similar: Similar | undefined): boolean {
    const [old, now] = [this.#before[from], this.#after[to]]
    if (old === undefined || now === undefined) return false
    if (this.#takenBefore[from] === 1 || this.#takenAfter[to] === 1) return false
    if (old !== now && similar?.(old, now) !== true) return false
    this.#take(from, to)
    return true
  }

  #take(from: number, to: number): void {
    this.#takenBefore[from] = 1
    this.#takenAfter[to] = 1
  }
}

/** Runs of lines that occur exactly once on either side, in the order of `before`. */
function runsOfUniqueLines(before: readonly string[], after: readonly string[]): readonly Move[] {
  const places = onlyPlaces(after)
  const pairs = [...onlyPlaces(before)].flatMap(([line, from]) => {
    const to = places.get(line)
    return to === undefined || lettersOf(line) === 0 ? [] : [{ from, to, length: 1 }]
  })
  return joined(pairs)
}

function onlyPlaces(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  lines.forEach((line, at) => {
    if (places.has(line)) repeated.add(line)
    else places.set(line, at)
  })
  for (const line of repeated) places.delete(line)
  return places
}

/** Blocks that continue each other become one. */
function joined(blocks: readonly Move[]): readonly Move[] {
  const out: Move[] = []
  for (const block of blocks.toSorted((a, b) => a.from - b.from)) {
    const last = out.at(-1)
    if (last !== undefined && last.from + last.length === block.from && last.to + last.length === block.to)
      out[out.length - 1] = { ...last, length: last.length + block.length }
    else out.push(block)
  }
  return out
}

/** What comes after this in a line adds nothing to its weight. */
const MAX_WEIGHED_CHARACTERS = 400

/** How many letters and digits; one of a script that is written without spaces says as much as two. */
function lettersOf(line: string): number {
  let letters = 0
  for (const [letter] of line.slice(0, MAX_WEIGHED_CHARACTERS).matchAll(/[\p{L}\p{N}]/gu))
    letters += /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(letter) ? 2 : 1
  return letters
}

function isHeavy({ from, length }: Move, before: readonly string[]): boolean {
  let [lines, letters] = [0, 0]
  for (let at = from; at < from + length; at++) {
    const weight = lettersOf(before[at] ?? '')
    lines += weight > 0 ? 1 : 0
    letters += weight
    if (lines >= MIN_MOVED_LINES || letters >= MIN_MOVED_LETTERS) return true
  }
  return false
}

/** Of runs in the order of `before`, those with the most letters that are also in the order of `after`. */
function heaviestInOrder(runs: readonly Move[], before: readonly string[]): readonly Move[] {
  const ranks = new Map(runs.toSorted((a, b) => a.to - b.to).map((run, rank) => [run, rank + 1]))
  interface Chain {
    readonly weight: number
    readonly run: Move
    readonly rest: Chain | null
  }
  // A tree of prefix maxima (Fenwick): the heaviest chain that ends at or before a rank.
  const best: (Chain | null)[] = Array.from({ length: runs.length + 1 }, () => null)
  const heaviestUpTo = (rank: number): Chain | null => {
    let found: Chain | null = null
    for (let at = rank; at > 0; at -= at & -at) {
      const chain = best[at] ?? null
      if (chain !== null && (found === null || chain.weight > found.weight)) found = chain
    }
    return found
  }
  for (const run of runs) {
    const rank = ranks.get(run) ?? 0
    const rest = heaviestUpTo(rank - 1)
    const chain = { weight: weightOf(run, before) + (rest?.weight ?? 0), run, rest }
    for (let at = rank; at <= runs.length; at += at & -at) if ((best[at]?.weight ?? -1) < chain.weight) best[at] = chain
  }
  const out: Move[] = []
  for (let chain = heaviestUpTo(runs.length); chain !== null; chain = chain.rest) out.push(chain.run)
  return out
}

function weightOf({ from, length }: Move, before: readonly string[]): number {
  let weight = 0
  for (let at = from; at < from + length; at++) weight += lettersOf(before[at] ?? '')
  return weight
}

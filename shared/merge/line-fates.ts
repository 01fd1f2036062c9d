import { areDistinct, type Entry, entryOf, isBlank } from './entries.ts'
import { hunksBetween } from './hunks.ts'
import { pairLines } from './pairs.ts'
import { sameWholes } from './same-wholes.ts'
import { areVersions, similarity } from './similarity.ts'

// What one side made of each line of the base: kept, edited, moved, removed, or written anew with its neighbours; and
// what it added between them.

export interface Stretch {
  readonly from: number
  readonly to: number
}

export interface Fate {
  /** What stands for the line on this side; null for nothing. */
  readonly text: string | null
  /** It stands in a gap, as an `Added` with the line's number. */
  readonly isMoved: boolean
  /** The lines of the base that were replaced by others as a whole: the text of all of them is that of the first. */
  readonly rewritten: Stretch | null
}

/** A line in a gap: new, or a line of the base that was moved there. */
export interface Added {
  readonly text: string
  readonly line: number | null
}

export interface Side {
  readonly fates: readonly Fate[]
  /** What stands before each line of the base, and behind the last one. */
  readonly gaps: readonly (readonly Added[])[]
}

/** Lines [from, to) of the base became [at, end) of the side. */
interface Replaced extends Stretch {
  readonly at: number
  readonly end: number
}

/** A line that came or went, and where. */
interface Placed extends Entry {
  readonly at: number
}

/** From this similarity on, an edited line is known wherever it is. */
const SURELY_MOVED = 0.5
/** With more pairs of lines than this, only lines that are equal are followed. */
const MAX_COMPARED_PAIRS = 10_000

/** @param nameOf what a line is known by, even if its words change; the line itself for most */
export function fatesOf(base: readonly string[], side: readonly string[], nameOf: (line: string) => string): Side {
  return new Aligning(base, side, nameOf).side
}

class Aligning {
  readonly #base: readonly string[]
  readonly #lines: readonly string[]
  readonly #fates: Fate[]
  readonly #gaps: Added[][]
  /** Where moved lines of the side were in the base, and the other way round. */
  readonly #origins = new Map<number, number>()
  readonly #moved = new Set<number>()
  /** What each line is known by, and the fenced block or the table that it is in. */
  readonly #names: Readonly<Record<'base' | 'side', readonly string[]>>
  readonly #wholes: ReturnType<typeof sameWholes>

  constructor(base: readonly string[], lines: readonly string[], nameOf: (line: string) => string) {
    this.#base = base
    this.#lines = lines
    this.#wholes = sameWholes(base, lines)
    const named = (some: readonly string[], wholes: readonly (string | null)[]): readonly string[] =>
      some.map((line, at) => (wholes[at] == null ? nameOf(line) : `${wholes[at]}\n${line}`))
    this.#names = { base: named(base, this.#wholes.base), side: named(lines, this.#wholes.side) }
    this.#fates = base.map((text) => ({ text, isMoved: false, rewritten: null }))
    this.#gaps = Array.from({ length: base.length + 1 }, () => [])
    const replaced = this.#replaced()
    this.#findMoved(replaced)
    for (const each of replaced) this.#settle(each)
  }

  get side(): Side {
    return { fates: this.#fates, gaps: this.#gaps }
  }

  #replaced(): readonly Replaced[] {
    const out: Replaced[] = []
    let [done, shift] = [0, 0]
    for (const { from, to, pieces } of hunksBetween(this.#names.base, this.#names.side)) {
      this.#keep(done, from, shift)
      out.push({ from, to, at: from + shift, end: from + shift + pieces.length })
      shift += pieces.length - (to - from)
      done = to
    }
    this.#keep(done, this.#base.length, shift)
    return out
  }

  /** A line of a fenced block or of a table is only moved with it, or inside of it. */
  #areTogether(line: number, place: number): boolean {
    return (this.#wholes.base[line] ?? null) === (this.#wholes.side[place] ?? null)
  }

  #keep(from: number, to: number, shift: number): void {
    for (let at = from; at < to; at += 1) this.#put(at, this.#lines[at + shift] ?? null)
  }

  #put(line: number, text: string | null, rewritten: Stretch | null = null): void {
    this.#fates[line] = { text, isMoved: false, rewritten }
  }

  /** A line that went in one place and came in another was moved; so were edited ones that are surely the same. */
  #findMoved(replaced: readonly Replaced[]): void {
    const gone = replaced
      .flatMap(({ from, to }) => numbers(from, to))
      .filter((line) => !isBlank(this.#base[line] ?? ''))
    const came = replaced
      .flatMap(({ at, end }) => numbers(at, end))
      .filter((place) => !isBlank(this.#lines[place] ?? ''))
    const free = Map.groupBy(gone, (line) => this.#names.base[line] ?? '')
    for (const place of came) {
      const line = free.get(this.#names.side[place] ?? '')?.shift()
      if (line !== undefined) this.#take(place, line)
    }
    const known = { lines: new Set(gone), places: new Set(came) }
    for (const place of came) this.#grow(place, 1, known)
    for (const place of came.toReversed()) this.#grow(place, -1, known)
    for (const [place, line] of this.#movedAndEdited(replaced)) this.#take(place, line)
  }

  #take(place: number, line: number): void {
    this.#origins.set(place, line)
    this.#moved.add(line)
  }

  /** An edited line right beside a moved one, on both sides, was moved with it. */
  #grow(
    place: number,
    step: 1 | -1,
    known: { readonly lines: ReadonlySet<number>; readonly places: ReadonlySet<number> },
  ): void {
    const line = (this.#origins.get(place - step) ?? Number.NaN) + step
    if (!known.places.has(place) || this.#origins.has(place) || !known.lines.has(line) || this.#moved.has(line)) return
    const areSame = this.#areTogether(line, place) && areVersions(this.#base[line] ?? '', this.#lines[place] ?? '')
    if (areSame) this.#take(place, line)
  }

  /** Lines that are most like one that went elsewhere, or past others that were edited in their place. */
  #movedAndEdited(replaced: readonly Replaced[]): readonly (readonly [place: number, line: number])[] {
    const lines = placed(
      this.#base,
      replaced.flatMap((each) => this.#gone(each)),
    )
    const places = placed(
      this.#lines,
      replaced.flatMap((each) => this.#fresh(each)),
    )
    if (lines.length * places.length > MAX_COMPARED_PAIRS) return []
    const inPlace = new Map(replaced.flatMap((each) => this.#editsIn(each)).map(({ line, place }) => [place, line]))
    const likenessOf = (line: Placed, place: Placed): number =>
      !this.#areTogether(line.at, place.at) || (areDistinct(line, place) && line.title !== place.title)
        ? 0
        : similarity(line.words, place.words)
    return places.flatMap((place) => {
      const best = mostAlike(lines, (line) => likenessOf(line, place))
      if (best === null || inPlace.get(place.at) === best.at || likenessOf(best, place) < SURELY_MOVED) return []
      return mostAlike(places, (other) => likenessOf(best, other)) === place ? [[place.at, best.at] as const] : []
    })
  }

  /** Tells edits from what was only added or only removed. */
  #settle(replaced: Replaced): void {
    const { to, at, end } = replaced
    const gone = this.#gone(replaced)
    let [next, place] = [0, at]
    for (const edit of [...this.#editsIn(replaced), { line: to, place: end }]) {
      const start = next
      while ((gone[next] ?? to) < edit.line) next += 1
      this.#settleBetween(gone.slice(start, next), numbers(place, edit.place), edit.line)
      if (edit.line < to) this.#put(edit.line, this.#lines[edit.place] ?? null)
      next += 1
      place = edit.place + 1
    }
    for (const added of numbers(at, end)) {
      const origin = this.#origins.get(added)
      if (origin !== undefined)
        this.#fates[origin] = { text: this.#lines[added] ?? null, isMoved: true, rewritten: null }
    }
  }

  #gone({ from, to }: Stretch): readonly number[] {
    return numbers(from, to).filter((line) => !this.#moved.has(line))
  }

  #fresh({ at, end }: Replaced): readonly number[] {
    return numbers(at, end).filter((place) => !this.#origins.has(place))
  }

  /** Which of the lines that came are versions of those that went, in order; without those that were moved. */
  #editsIn(replaced: Replaced): readonly { line: number; place: number }[] {
    const [gone, fresh] = [this.#gone(replaced), this.#fresh(replaced)]
    const [old, now] = [gone.map((line) => this.#base[line] ?? ''), fresh.map((place) => this.#lines[place] ?? '')]
    return [...pairLines(old, now)]
      .flatMap(([added, removed]) => {
        const [line, place] = [gone[removed], fresh[added]]
        if (line === undefined || place === undefined) return []
        return isEdit(entryOf(old[removed] ?? ''), entryOf(now[added] ?? '')) ? [{ line, place }] : []
      })
      .toSorted((a, b) => a.line - b.line)
  }

  /** Lines without a partner: written anew if some went and some came, else only removed, or only added. */
  #settleBetween(removed: readonly number[], places: readonly number[], gap: number): void {
    const came = places.map((place): Added => ({
      text: this.#lines[place] ?? '',
      line: this.#origins.get(place) ?? null,
    }))
    const [first] = removed
    if (first === undefined || !this.#isRewritten(removed, came)) {
      for (const line of removed) this.#put(line, null)
      this.#gaps[gap]?.push(...came)
      return
    }
    const rewritten = { from: first, to: (removed.at(-1) ?? first) + 1 }
    for (const line of removed) this.#put(line, null, rewritten)
    this.#put(first, came.map(({ text }) => text).join(''), rewritten)
  }

  #isRewritten(removed: readonly number[], came: readonly Added[]): boolean {
    const [old, now] = [
      removed.map((line) => this.#base[line] ?? '').filter((line) => !isBlank(line)),
      came.map(({ text }) => text).filter((line) => !isBlank(line)),
    ]
    if (old.length === 0 || now.length === 0 || came.some(({ line }) => line !== null)) return false
    const others = now.map(entryOf)
    return old.map(entryOf).some((line) => others.some((other) => !areDistinct(line, other)))
  }
}

/** What of these can be told by its words. */
function placed(lines: readonly string[], places: readonly number[]): readonly Placed[] {
  return places.flatMap((at) => {
    const line = lines[at] ?? ''
    return isBlank(line) ? [] : [{ ...entryOf(line), at }]
  })
}

/** From this similarity on, an entry was edited that leads elsewhere now, or has another date. */
const SAME_ENTRY = 0.7

const isEdit = (before: Entry, after: Entry): boolean =>
  !areDistinct(before, after) ||
  (before.title !== null && before.title === after.title) ||
  similarity(before.words, after.words) >= SAME_ENTRY

/** The first of those that are most alike; null for none. */
function mostAlike<T>(some: readonly T[], likenessOf: (each: T) => number): T | null {
  let [found, most]: [T | null, number] = [null, 0]
  for (const each of some) {
    const likeness = likenessOf(each)
    if (likeness > most) [found, most] = [each, likeness]
  }
  return found
}

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}

import { indentOf, wholesOf } from './blocks.ts'
import { isBlank, isBullet } from './entries.ts'
import type { Added, Fate, Side, Stretch } from './line-fates.ts'

// What one side wrote inside of a fenced block or a table, or under an entry of a list, stays there: it goes where the
// other side moved that. If the other side removed that, both are one thing, for a person to decide.

interface Sides {
  readonly ours: Side
  readonly theirs: Side
}

export function withWhatTheyBelongTo(base: readonly string[], { ours, theirs }: Sides): Sides {
  const [mine, other] = [new Owned(base, ours), new Owned(base, theirs)]
  const wholes = [...new Set(wholesOf(base))].filter((whole) => whole !== null)
  for (const [side, rest] of [
    [mine, other],
    [other, mine],
  ] as const) {
    for (const whole of wholes) side.keepInside(whole, rest, side === mine)
    side.keepUnder(rest, side === mine)
  }
  return { ours: mine.side, theirs: other.side }
}

interface Parent {
  readonly indent: number
  /** Its line in the base; null for a new one. */
  readonly line: number | null
}

class Owned {
  readonly #base: readonly string[]
  readonly #fates: Fate[]
  readonly #gaps: Added[][]

  constructor(base: readonly string[], { fates, gaps }: Side) {
    this.#base = base
    this.#fates = [...fates]
    this.#gaps = gaps.map((gap) => [...gap])
  }

  get side(): Side {
    return { fates: this.#fates, gaps: this.#gaps }
  }

  /** @param isFirst whether lines that both sides moved go where this side put them */
  keepInside({ from, to }: Stretch, other: Owned, isFirst: boolean): void {
    const [mine, theirs] = [this.#fates[from], other.#fates[from]]
    if (mine == null || theirs == null || mine.text === null || mine.rewritten !== null) return
    const inner = Array.from({ length: to - from - 1 }, (_, index) => from + 1 + index)
    if (theirs.isMoved && mine.isMoved) {
      if (!isFirst) this.#joinMoved({ from, to }, other)
      return
    }
    if (theirs.isMoved) return this.#follow(inner, other)
    if (theirs.text !== null && theirs.rewritten === null) return
    if (mine.isMoved) return this.#asOneMoved({ from, to }, other)
    const isAdded = inner.some((line) => this.#gaps[line]?.length !== 0)
    const isTangled = inner.some(
      (line) => this.#fates[line]?.isMoved === true || this.#gaps[line]?.some((added) => added.line !== null),
    )
    const isChanged = isAdded || inner.some((line) => this.#fates[line]?.text !== this.#base[line])
    if (isTangled || !isChanged) return
    const text = inner.map((line) => [...(this.#gaps[line] ?? []).map((added) => added.text), this.#fates[line]?.text])
    this.#fates[from] = { ...mine, text: mine.text + text.flat().join('') }
    for (const line of inner) {
      this.#fates[line] = { text: null, isMoved: false, rewritten: null }
      this.#gaps[line] = []
    }
  }

  /** This side moved lines [from, to) and changed them, and the other one removed them. */
  #asOneMoved({ from, to }: Stretch, other: Owned): void {
    const place = this.#placeOf(from)
    const isLeft = ({ text, rewritten }: Fate): boolean => text !== null && rewritten === null
    const isInside = ({ line }: Added): boolean => line !== null && line >= from && line < to
    if (place === null || other.#fates.slice(from, to).some(isLeft)) return
    const end = place.gap.findLastIndex(isInside) + 1
    const whole = place.gap.slice(place.at, end)
    const text = whole.map((added) => added.text).join('')
    if (text === this.#base.slice(from, to).join('') || whole.some((added) => added.line !== null && !isInside(added)))
      return
    place.gap.splice(place.at, whole.length, { text, line: from })
    for (const { line } of whole)
      if (line !== null) this.#fates[line] = { text: line === from ? text : null, isMoved: true, rewritten: null }
  }

  /** What came between these lines goes where the other side has them now, and what it removed there is asked about there. */
  #follow(lines: readonly number[], other: Owned): void {
    for (const line of lines) {
      const added = this.#gaps[line] ?? []
      const [mine, theirs] = [this.#fates[line], other.#fates[line]]
      const isOpen = theirs?.text === null && !theirs.isMoved && mine?.text != null && mine.text !== this.#base[line]
      if ((added.length === 0 && !isOpen) || added.some((each) => each.line !== null)) continue
      let last = line - 1
      while (last >= (lines[0] ?? 0) && other.#placeOf(last) === null) last -= 1
      const place = other.#placeOf(last)
      if (place === null) continue
      place.gap.splice(place.at + 1, 0, ...added, ...(isOpen ? [{ text: mine.text ?? '', line }] : []))
      this.#gaps[line] = []
      if (isOpen) other.#fates[line] = { text: null, isMoved: true, rewritten: null }
    }
  }

  /** Both sides moved lines [from, to): they go where the other side put them. */
  #joinMoved({ from, to }: Stretch, other: Owned): void {
    const place = this.#placeOf(from)
    if (place === null) return
    const end = place.gap.findLastIndex(({ line }) => line !== null && line >= from && line < to)
    let [last, count] = [from, 0]
    const joined = new Set<Added>()
    for (const added of place.gap.slice(place.at, end)) {
      const there = other.#placeOf(added.line ?? last)
      if (added.line !== null && there !== null) [last, count] = [added.line, 0]
      if (added.line !== null || there === null) continue
      there.gap.splice(there.at + 1 + count, 0, added)
      joined.add(added)
      count += 1
    }
    place.gap.splice(0, place.gap.length, ...place.gap.filter((added) => !joined.has(added)))
  }

  #placeOf(line: number): { readonly gap: Added[]; readonly at: number } | null {
    for (const gap of this.#gaps) {
      const at = gap.findIndex((added) => added.line === line)
      if (at >= 0) return { gap, at }
    }
    return null
  }

  /** @param isFirst whether lines that both sides moved go where this side put them */
  keepUnder(other: Owned, isFirst: boolean): void {
    if (!this.#gaps.some((gap) => gap.some(({ text, line }) => line === null && /^\s+\S/.test(text)))) return
    let parents: Parent[] = []
    const goesUnder = (text: string, line: number | null): Parent | undefined => {
      if (isBlank(text)) return undefined
      const indent = indentOf(text)
      parents = parents.filter((each) => each.indent < indent)
      const parent = parents.at(-1)
      if (isBullet(text)) parents.push({ indent, line: line ?? parent?.line ?? null })
      return line === null ? parent : undefined
    }
    for (const [at, gap] of this.#gaps.entries()) {
      this.#gaps[at] = gap.filter(({ text, line }) => {
        const parent = goesUnder(text, line)?.line ?? null
        return parent === null || !this.#goesWith(parent, text, { other, isFirst })
      })
      const fate = this.#fates[at]
      if (fate !== undefined && !fate.isMoved && fate.text !== null) goesUnder(fate.text, at)
    }
  }

  /** Whether a new line under an entry is with it elsewhere now. */
  #goesWith(
    parent: number,
    text: string,
    { other, isFirst }: { readonly other: Owned; readonly isFirst: boolean },
  ): boolean {
    const [mine, theirs] = [this.#fates[parent], other.#fates[parent]]
    if (mine?.text == null || theirs === undefined) return false
    if (theirs.text === null && theirs.rewritten === null && mine.rewritten === null) {
      this.#fates[parent] = { ...mine, text: mine.text + text }
      return true
    }
    const place = theirs.isMoved && !(mine.isMoved && isFirst) ? other.#placeOf(parent) : null
    if (place === null) return false
    const indent = indentOf(place.gap[place.at]?.text ?? '')
    let end = place.at + 1
    while (end < place.gap.length && indentOf(place.gap[end]?.text ?? '') > indent) end += 1
    if (place.gap.slice(place.at, end).some((added) => added.text === text)) return true
    place.gap.splice(end, 0, { text, line: null })
    return true
  }
}

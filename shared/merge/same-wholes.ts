import { type Whole, wholesOf } from './blocks.ts'
import { similarity, wordSet } from './similarity.ts'

// Which fenced blocks and tables of two versions of a note are the same ones, so that a line is never taken for an equal
// line of another one.

/** For each line what tells the fenced block or table it is in from every other one; null for any other line. */
type Ids = readonly (string | null)[]

interface Placed extends Whole {
  readonly text: string
  readonly words: ReadonlySet<string>
}

/** From this similarity on, a block was edited rather than replaced by another one. */
const SAME = 0.4
/** With more pairs of blocks than this, only equal ones are the same. */
const MAX_COMPARED_PAIRS = 10_000

export function sameWholes(base: readonly string[], side: readonly string[]): Readonly<Record<'base' | 'side', Ids>> {
  const [old, now] = [placedIn(base), placedIn(side)]
  const same = new Map<number, number>()
  const free = Map.groupBy(old, ({ text }) => text)
  for (const each of now) {
    const equal = free.get(each.text)?.shift()
    if (equal !== undefined) same.set(each.from, equal.from)
  }
  const taken = new Set(same.values())
  const [gone, came] = [old.filter(({ from }) => !taken.has(from)), now.filter(({ from }) => !same.has(from))]
  const pairs = gone.length * came.length > MAX_COMPARED_PAIRS ? [] : alikeIn(gone, came)
  for (const [was, is] of pairs.toSorted((a, b) => b[2] - a[2])) {
    if (taken.has(was.from) || same.has(is.from)) continue
    same.set(is.from, was.from)
    taken.add(was.from)
  }
  return {
    base: wholesOf(base).map((whole) => (whole === null ? null : `${whole.from}`)),
    side: wholesOf(side).map((whole) => {
      const from = whole === null ? undefined : same.get(whole.from)
      return whole === null ? null : from === undefined ? `new ${whole.from}` : `${from}`
    }),
  }
}

function placedIn(lines: readonly string[]): readonly Placed[] {
  return [...new Set(wholesOf(lines))]
    .filter((whole) => whole !== null)
    .map((whole) => {
      const inner = lines.slice(whole.from, whole.to)
      const said = whole.isTable ? inner : inner.slice(1)
      return { ...whole, text: inner.join(''), words: wordSet(said.join('')) }
    })
}

function alikeIn(gone: readonly Placed[], came: readonly Placed[]): readonly (readonly [Placed, Placed, number])[] {
  return gone.flatMap((was) =>
    came.flatMap((is) => {
      const alike = was.isTable === is.isTable ? similarity(was.words, is.words) : 0
      return alike >= SAME ? [[was, is, alike] as const] : []
    }),
  )
}

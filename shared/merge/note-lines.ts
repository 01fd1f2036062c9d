import { withWhatTheyBelongTo } from './belonging.ts'
import { besideOurs } from './beside-ours.ts'
import { blocksOf } from './blocks.ts'
import { isBlank } from './entries.ts'
import { type Added, type Fate, fatesOf, type Side, type Stretch } from './line-fates.ts'
import { merge, mergedText, type MergePiece } from './merge.ts'
import { unite } from './united.ts'

// Merges the lines of two sides by what became of each line of the base, and by what came between them.

interface Lines {
  readonly base: readonly string[]
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
}

/** @param nameOf what a line is known by, even if its words change; the line itself for most */
export function mergeLines({ base, ours, theirs }: Lines, nameOf: (line: string) => string): readonly MergePiece[] {
  const [mine, other] = [fatesOf(base, ours, nameOf), fatesOf(base, theirs, nameOf)]
  const { ours: left, theirs: right } = withWhatTheyBelongTo(base, { ours: mine, theirs: other })
  return new LineMerge(base, left, besideOurs({ base, ours: left, theirs: right }, nameOf)).pieces()
}

/** What stands for a line of the base in the result; undefined where only a person can decide. */
type Decided = string | null | undefined

class LineMerge {
  readonly #base: readonly string[]
  readonly #ours: Side
  readonly #theirs: Side

  constructor(base: readonly string[], ours: Side, theirs: Side) {
    this.#base = base
    this.#ours = ours
    this.#theirs = theirs
  }

  pieces(): readonly MergePiece[] {
    const out: MergePiece[] = []
    for (let line = 0; line <= this.#base.length; line += 1) {
      out.push(...this.#gap(line))
      if (line === this.#base.length) continue
      const stretch = this.#from(line)
      const decided = numbers(stretch).map((each) => (this.#isMoved(each) ? null : this.#decide(each)))
      if (decided.includes(undefined)) out.push(this.#conflict(stretch))
      else out.push({ kind: 'merged', text: decided[0] ?? '' })
      for (let inner = line + 1; inner < stretch.to; inner += 1)
        out.push(...this.#gap(inner), {
          kind: 'merged',
          text: decided.includes(undefined) ? '' : (decided[inner - line] ?? ''),
        })
      line = stretch.to - 1
    }
    return out
  }

  #isMoved(line: number): boolean {
    return this.#ours.fates[line]?.isMoved === true || this.#theirs.fates[line]?.isMoved === true
  }

  #decide(line: number): Decided {
    const [base, ours, theirs] = [this.#base[line], this.#ours.fates[line], this.#theirs.fates[line]]
    return base === undefined || ours === undefined || theirs === undefined ? null : decide(base, ours, theirs)
  }

  /** All that has to be decided together, from this line on: what either side wrote anew as a whole. */
  #from(line: number): Stretch {
    let to = line + 1
    for (let at = line; at < to; at += 1)
      for (const { fates } of [this.#ours, this.#theirs]) to = Math.max(to, fates[at]?.rewritten?.to ?? 0)
    return { from: line, to }
  }

  #conflict(stretch: Stretch): MergePiece {
    const stays = numbers(stretch).filter((line) => !this.#isMoved(line))
    const text = ({ fates }: Side): string => stays.map((line) => fates[line]?.text ?? '').join('')
    return {
      kind: 'conflict',
      base: stays.map((line) => this.#base[line]).join(''),
      ours: text(this.#ours),
      theirs: text(this.#theirs),
    }
  }

  /** What both added here, and moved here. What both moved stands where ours put it. */
  #gap(line: number): readonly MergePiece[] {
    const mine = this.#ours.gaps[line] ?? []
    const other = (this.#theirs.gaps[line] ?? []).filter(
      (added) => added.line === null || this.#ours.fates[added.line]?.isMoved !== true,
    )
    if (mine.length === 0 && other.length === 0) return []
    const open = new Map<string, MergePiece>()
    const texts = (some: readonly Added[]): readonly string[] =>
      some.flatMap((added) => {
        if (added.line === null) return [added.text]
        const decided = this.#decide(added.line)
        if (decided !== undefined) return decided === null ? [] : [decided]
        open.set(added.text, {
          kind: 'conflict',
          base: this.#base[added.line] ?? '',
          ours: this.#ours.fates[added.line]?.text ?? '',
          theirs: this.#theirs.fates[added.line]?.text ?? '',
        })
        return [added.text]
      })
    const [all, others] = [texts(mine), texts(other)]
    return open.size === 0 ? unite(all, others) : inOrder(others, all, open)
  }
}

/** Some of the lines are undecided themselves. */
function inOrder(
  theirs: readonly string[],
  ours: readonly string[],
  open: ReadonlyMap<string, MergePiece>,
): readonly MergePiece[] {
  const blocksIn = (lines: readonly string[]): readonly string[] => {
    const texts: string[] = []
    let start = 0
    for (let at = 0; at <= lines.length; at += 1) {
      const line = lines[at]
      if (line !== undefined && !open.has(line)) continue
      for (const block of blocksOf(lines.slice(start, at))) texts.push(block.lines.join(''))
      if (line !== undefined) texts.push(line)
      start = at + 1
    }
    return texts
  }
  const mine = blocksIn(ours)
  const others = blocksIn(theirs).filter((text) => isBlank(text) || !mine.includes(text))
  return [...others, ...mine].map((text) => open.get(text) ?? { kind: 'merged', text })
}

function decide(base: string, ours: Fate, theirs: Fate): Decided {
  if (ours.text === theirs.text || theirs.text === base) return ours.text
  if (ours.text === base) return theirs.text
  if (ours.text === null || theirs.text === null) {
    const [gone, left] = ours.text === null ? [ours, theirs] : [theirs, ours]
    // What was written instead of the line is no version of it.
    return left.rewritten !== null && gone.rewritten === null ? left.text : undefined
  }
  if (ours.rewritten !== null || theirs.rewritten !== null) return undefined
  return mergedText(merge({ base, ours: ours.text, theirs: theirs.text })) ?? undefined
}

function numbers({ from, to }: Stretch): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

import { type Block, blocksOf } from './blocks.ts'
import { areRivalEntries, type Entry, entryOf, isBlank, isTelling } from './entries.ts'
import { hunksBetween } from './hunks.ts'
import type { MergePiece } from './merge.ts'

// What both sides added at one place: all of it, once. Only where two new entries speak of the same thing, a person decides.

/** Where both sides added more pairs of lines than this, nobody looks for two that speak of the same thing: all stay. */
const MAX_COMPARED_PAIRS = 250_000

/** Blocks of one side, or of both, in the order of the result. */
interface Run {
  readonly ours: readonly Block[]
  readonly theirs: readonly Block[]
  readonly isCommon: boolean
}

export function unite(ours: readonly string[], theirs: readonly string[]): readonly MergePiece[] {
  if (ours.length === 0 || theirs.length === 0 || ours.join('') === theirs.join(''))
    return [{ kind: 'merged', text: (ours.length === 0 ? theirs : ours).join('') }]
  const [mine, other] = withWholeParagraphs(blocksOf(ours), blocksOf(theirs))
  const runs = runsOf(mine, other, areVersionsOfText(ours, theirs))
  const rivals = ours.length * theirs.length > MAX_COMPARED_PAIRS ? new Map<string, string>() : rivalsIn(runs)
  if (rivals.size === 0) return [{ kind: 'merged', text: apart(runs, [mine, other]) }]
  if (!runs.every((run) => run.isCommon || (areEntries(run.ours) && areEntries(run.theirs))))
    return apartFromCommonEnds(mine, other)
  const taken = new Set(rivals.values())
  return runs.flatMap((run): readonly MergePiece[] => {
    if (run.isCommon) return [{ kind: 'merged', text: textOf(run.ours) }]
    const others = run.theirs.filter((block) => !taken.has(textOf([block])))
    const pieces = run.ours.map((block): MergePiece => {
      const rival = rivals.get(textOf([block]))
      return rival === undefined
        ? { kind: 'merged', text: textOf([block]) }
        : { kind: 'conflict', base: '', ours: textOf([block]), theirs: rival }
    })
    return [{ kind: 'merged', text: textOf(others) }, ...pieces]
  })
}

const textOf = (blocks: readonly Block[]): string => blocks.flatMap(({ lines }) => lines).join('')
const isGap = ({ kind }: Block): boolean => kind === 'blank'

/** All blocks; where two came together that each side had apart from what was around it, an empty line is between them. */
function apart(runs: readonly Run[], sides: readonly (readonly Block[])[]): string {
  const neighbours = new Set<string>()
  for (const side of sides)
    side.forEach((block, at) => neighbours.add(JSON.stringify([textOf([block]), textOf(side.slice(at + 1, at + 2))])))
  const areApart = sides.every((side) => side.some(isGap))
  const out: Block[] = []
  for (const block of runs.flatMap(({ ours, theirs, isCommon }) => (isCommon ? ours : [...theirs, ...ours]))) {
    const last = out.at(-1)
    const isJoint =
      last !== undefined &&
      ![last, block].some(isGap) &&
      ![last, block].every(({ kind }) => kind === 'entry') &&
      !neighbours.has(JSON.stringify([textOf([last]), textOf([block])]))
    const newline = textOf([block]).endsWith('\r\n') ? '\r\n' : '\n'
    if (areApart && isJoint) out.push({ kind: 'blank', lines: [newline] })
    out.push(block)
  }
  return textOf(out)
}

/** What both have at the beginning and at the end is not in question. */
function apartFromCommonEnds(ours: readonly Block[], theirs: readonly Block[]): readonly MergePiece[] {
  const most = Math.min(ours.length, theirs.length)
  const [mine, other] = [ours, theirs].map((blocks) => blocks.map((block) => textOf([block])))
  if (mine === undefined || other === undefined) return []
  let [start, end] = [0, 0]
  while (start < most && mine[start] === other[start]) start += 1
  while (end < most - start && mine.at(-1 - end) === other.at(-1 - end)) end += 1
  const between = (texts: readonly string[]): string => texts.slice(start, texts.length - end).join('')
  return [
    { kind: 'merged', text: mine.slice(0, start).join('') },
    { kind: 'conflict', base: '', ours: between(mine), theirs: between(other) },
    { kind: 'merged', text: mine.slice(mine.length - end).join('') },
  ]
}

/** A paragraph of one side that the other one has with more lines becomes that. */
function withWholeParagraphs(
  ours: readonly Block[],
  theirs: readonly Block[],
): readonly [readonly Block[], readonly Block[]] {
  const wholeIn = (others: readonly Block[]): ((block: Block) => Block) => {
    const paragraphs = others
      .filter(({ kind }) => kind === 'paragraph')
      .map((block) => [block, new Set(block.lines)] as const)
    return (block) => {
      if (block.kind !== 'paragraph' || !block.lines.every(isTelling)) return block
      const [whole] = paragraphs.find(([, lines]) => block.lines.every((line) => lines.has(line))) ?? []
      return whole ?? block
    }
  }
  const mine = ours.map(wholeIn(theirs))
  return [mine, theirs.map(wholeIn(mine))]
}

/** Without a block in common, they stay apart: equal empty lines must not interleave two paragraphs. */
function runsOf(ours: readonly Block[], theirs: readonly Block[], isOneText: boolean): readonly Run[] {
  const [mine, other] = [ours, theirs].map((blocks) => namesOf(blocks, isOneText))
  if (mine === undefined || other === undefined) return []
  const hunks = hunksBetween(other, mine)
  // What ours adds, too, in another order, is there once.
  const repeated = new Set(hunks.flatMap(({ pieces }) => pieces).filter(isTelling))
  const runs: Run[] = []
  let [at, shift] = [0, 0]
  for (const { from, to, pieces } of [...hunks, { from: theirs.length, to: theirs.length, pieces: [] }]) {
    if (from > at) runs.push({ ours: theirs.slice(at, from), theirs: [], isCommon: true })
    const start = from + shift
    runs.push({
      ours: ours.slice(start, start + pieces.length),
      theirs: theirs.slice(from, to).filter((_, index) => !repeated.has(other[from + index] ?? '')),
      isCommon: false,
    })
    at = to
    shift += pieces.length - (to - from)
  }
  return runs.some((run) => run.isCommon && !run.ours.every(isGap)) ? runs : [{ ours, theirs, isCommon: false }]
}

/** Of fewer lines, most may be equal by chance. */
const MIN_LINES_OF_TEXT = 5
const MIN_COMMON = 0.6

/** Whether both added one text, and changed it: one of them brought back what the other had kept. */
function areVersionsOfText(ours: readonly string[], theirs: readonly string[]): boolean {
  const [mine, other] = [ours, theirs].map((lines) => new Set(lines.filter((line) => !isBlank(line))))
  if (mine === undefined || other === undefined || Math.min(mine.size, other.size) < MIN_LINES_OF_TEXT) return false
  const common = [...mine].filter((line) => other.has(line)).length
  return common >= Math.max(mine.size, other.size) * MIN_COMMON
}

/** Equal blocks under two headings are two blocks, unless both sides added one text. */
function namesOf(blocks: readonly Block[], isOneText: boolean): readonly string[] {
  let heading = ''
  return blocks.map((block) => {
    const text = textOf([block])
    if (block.kind === 'heading') heading = text
    return isOneText || block.kind === 'heading' || isGap(block) ? text : text + heading
  })
}

/** Whether these can be told apart one by one. */
const areEntries = (blocks: readonly Block[]): boolean =>
  blocks.every(({ kind }) => kind === 'entry' || kind === 'blank')

interface Said extends Entry {
  readonly heading: string
  readonly block: string
}

/** The blocks of ours that have a rival, with the rival. What stands under another new heading is about something else. */
function rivalsIn(runs: readonly Run[]): ReadonlyMap<string, string> {
  const [mine, others] = [saidIn(runs, 'ours'), saidIn(runs, 'theirs')]
  const rivals = new Map<string, string>()
  const taken = new Set<string>()
  for (const each of mine) {
    if (rivals.has(each.block)) continue
    const rival = others.find(
      (other) => other.heading === each.heading && !taken.has(other.block) && areRivalEntries(each, other),
    )
    if (rival === undefined) continue
    rivals.set(each.block, rival.block)
    taken.add(rival.block)
  }
  return rivals
}

/** Code says nothing about anything; a row says it under the names of its columns, a nested line under its entry. */
function saidIn(runs: readonly Run[], side: 'ours' | 'theirs'): readonly Said[] {
  let heading = ''
  const said: Said[] = []
  for (const run of runs)
    for (const block of run.isCommon ? run.ours : run[side]) {
      if (block.kind === 'heading') heading = textOf([block])
      if (run.isCommon || block.kind === 'heading' || block.kind === 'blank' || block.kind === 'fence') continue
      const isTable = block.kind === 'table'
      const [first = ''] = block.lines
      block.lines.forEach((line, at) => {
        if (isBlank(line) || (isTable && at < 2)) return
        const isUnder = isTable || (block.kind === 'entry' && at > 0)
        said.push({ ...entryOf(line), heading: isUnder ? heading + first : heading, block: textOf([block]) })
      })
    }
  return said
}

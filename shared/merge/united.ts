import { areRivalEntries, dateOf, type Entry, entryOf, isBlank, isBullet, isHeading, isTelling } from './entries.ts'
import { hunksBetween } from './hunks.ts'
import type { MergePiece } from './merge.ts'
import { keyOf } from './similarity.ts'

// What both sides added at one place: all of it, once. Only where two new entries speak of the same thing, a person decides.

/** Where both sides added more pairs of lines than this, nobody looks for two that speak of the same thing: all stay. */
const MAX_COMPARED_PAIRS = 250_000

/** Lines of one side, or of both, in the order of the result. */
interface Run {
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
  readonly isCommon: boolean
}

export function unite(ours: readonly string[], theirs: readonly string[]): readonly MergePiece[] {
  if (ours.length === 0 || theirs.length === 0 || ours.join('') === theirs.join(''))
    return [{ kind: 'merged', text: (ours.length === 0 ? theirs : ours).join('') }]
  const runs = runsOf(ours, theirs)
  const rivals = ours.length * theirs.length > MAX_COMPARED_PAIRS ? new Map<string, string>() : rivalsIn(runs)
  if (rivals.size === 0)
    return runs.map(({ ours, theirs }) => ({ kind: 'merged', text: [...theirs, ...ours].join('') }))
  if (!runs.every((run) => run.isCommon || (areEntries(run.ours) && areEntries(run.theirs))))
    return apartFromCommonEnds(ours, theirs)
  const taken = new Set(rivals.values())
  return runs.flatMap((run): readonly MergePiece[] => {
    if (run.isCommon) return [{ kind: 'merged', text: run.ours.join('') }]
    const others = chunksOf(run.theirs).filter((chunk) => !taken.has(chunk.join('')))
    const mine = chunksOf(run.ours).map((chunk): MergePiece => {
      const rival = rivals.get(chunk.join(''))
      return rival === undefined
        ? { kind: 'merged', text: chunk.join('') }
        : { kind: 'conflict', base: '', ours: chunk.join(''), theirs: rival }
    })
    return [{ kind: 'merged', text: others.flat().join('') }, ...mine]
  })
}

function conflict(ours: readonly string[], theirs: readonly string[]): MergePiece {
  return { kind: 'conflict', base: '', ours: ours.join(''), theirs: theirs.join('') }
}

/** What both have at the beginning and at the end is not in question. */
function apartFromCommonEnds(ours: readonly string[], theirs: readonly string[]): readonly MergePiece[] {
  const most = Math.min(ours.length, theirs.length)
  let [start, end] = [0, 0]
  while (start < most && ours[start] === theirs[start]) start += 1
  while (end < most - start && ours.at(-1 - end) === theirs.at(-1 - end)) end += 1
  return [
    { kind: 'merged', text: ours.slice(0, start).join('') },
    conflict(ours.slice(start, ours.length - end), theirs.slice(start, theirs.length - end)),
    { kind: 'merged', text: ours.slice(ours.length - end).join('') },
  ]
}

/** Without a line in common, they stay apart: equal empty lines must not interleave two paragraphs. */
function runsOf(ours: readonly string[], theirs: readonly string[]): readonly Run[] {
  const isOneText = areVersionsOfText(ours, theirs)
  const [mine, other] = [ours, theirs].map((lines) => (isOneText ? lines : underHeadings(lines)))
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
  return runs.some((run) => run.isCommon && !run.ours.every(isBlank)) ? runs : [{ ours, theirs, isCommon: false }]
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

/** Equal lines under two headings are two lines. */
function underHeadings(lines: readonly string[]): readonly string[] {
  let heading = ''
  return lines.map((line) => {
    if (isHeading(line)) heading = line
    return isHeading(line) || isBlank(line) ? line : line + heading
  })
}

/** The entries of a list, a log or a table, each with its continuation. */
function chunksOf(lines: readonly string[]): readonly (readonly string[])[] {
  const chunks: string[][] = []
  for (const line of lines) {
    const last = chunks.at(-1)
    if (last === undefined || isEntryStart(line)) chunks.push([line])
    else last.push(line)
  }
  return chunks
}

const isEntryStart = (line: string): boolean =>
  !/^\s{2,}/.test(line) && (isBullet(line) || line.startsWith('|') || dateOf(line) !== null || keyOf(line) !== null)

/** Whether these are entries and their continuations, which can be told apart line by line. */
const areEntries = (lines: readonly string[]): boolean =>
  lines.length === 0 ||
  (lines.every((line) => isEntryStart(line) || isBlank(line) || /^\s{2,}/.test(line)) && isEntryStart(lines[0] ?? ''))

interface Said extends Entry {
  readonly heading: string
  readonly chunk: string
}

/** The entries of ours that have a rival, with the rival. What stands under another new heading is about something else. */
function rivalsIn(runs: readonly Run[]): ReadonlyMap<string, string> {
  const [mine, others] = [saidIn(runs, 'ours'), saidIn(runs, 'theirs')]
  const rivals = new Map<string, string>()
  const taken = new Set<string>()
  for (const each of mine) {
    if (rivals.has(each.chunk)) continue
    const rival = others.find(
      (other) => other.heading === each.heading && !taken.has(other.chunk) && areRivalEntries(each, other),
    )
    if (rival === undefined) continue
    rivals.set(each.chunk, rival.chunk)
    taken.add(rival.chunk)
  }
  return rivals
}

function saidIn(runs: readonly Run[], side: 'ours' | 'theirs'): readonly Said[] {
  let heading = ''
  const said: Said[] = []
  for (const run of runs)
    for (const chunk of chunksOf(run.isCommon ? run.ours : run[side]))
      for (const line of chunk) {
        if (isHeading(line)) heading = line
        else if (!run.isCommon && !isBlank(line)) said.push({ ...entryOf(line), heading, chunk: chunk.join('') })
      }
  return said
}

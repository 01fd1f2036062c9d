import type { Pick } from '../random.ts'
import { heading, item, keyValue, logLine, longLine, marked, row, section, sectionBody, type Tags } from './notes.ts'
import { chance, fill, oneOf, shuffled } from './words.ts'

/** The lines of a file while somebody edits it. */
export interface Draft {
  lines: string[]
  /** The line that was edited last; the next edit is often near it. */
  near: number
}

/** Changes a draft, or leaves it where nothing suits. */
export type Edit = (pick: Pick, tags: Tags, draft: Draft) => void

const LONG_LINE = 140

const isItem = (line: string): boolean => /^\s*([-*]|\d+\.) /.test(line)
const isHeading = (line: string): boolean => line.startsWith('#')
const isRow = (line: string): boolean => line.startsWith('|') && !line.startsWith('|-')
const isKeyValue = (line: string): boolean => /^\p{L}[^:|]{0,24}: .*-t\d+ t\d+$/u.test(line)
const isLong = (line: string): boolean => line.length >= LONG_LINE
const isText = (line: string): boolean => !['', '---'].includes(line.trim()) && !line.startsWith('|-')

/** The index of a line of which `wanted` holds: often the one nearest to the last edit. */
function find(pick: Pick, draft: Draft, wanted: (line: string) => boolean): number | undefined {
  const found = [...draft.lines.keys()].filter((at) => wanted(draft.lines[at] ?? ''))
  if (found.length === 0) return undefined
  const near = draft.near
  const at = chance(pick, 45)
    ? oneOf(pick, found.toSorted((one, other) => Math.abs(one - near) - Math.abs(other - near)).slice(0, 3))
    : oneOf(pick, found)
  draft.near = at
  return at
}

/** A new line of the same sort as another. */
function alike(pick: Pick, tags: Tags, line: string): string {
  if (isRow(line)) return row(pick, tags)
  if (isLong(line)) return longLine(pick, tags)
  if (isKeyValue(line)) return keyValue(pick, tags)
  if (isHeading(line)) return heading(pick, tags)
  const start = /^(\s*)(\d+\.|[-*]) /.exec(line)
  const fresh = item(pick, tags)
  return start === null ? fresh.replace(/^- /, '') : fresh.replace(/^-/, `${start[1] ?? ''}${start[2] ?? '-'}`)
}

/** The run of like lines around one: from, and to without. */
function run(lines: readonly string[], at: number, like: (line: string) => boolean): [from: number, to: number] {
  let from = at
  let to = at + 1
  while (from > 0 && like(lines[from - 1] ?? '')) from--
  while (to < lines.length && like(lines[to] ?? '')) to++
  return [from, to]
}

/** The section around a line, from its heading to the next. */
function sectionAround(lines: readonly string[], at: number): [from: number, to: number] {
  const from = lines.findLastIndex((line, index) => index <= at && isHeading(line))
  const to = lines.findIndex((line, index) => index > at && isHeading(line))
  return [Math.max(from, 0), to === -1 ? lines.length : to]
}

function insertAt(draft: Draft, at: number, lines: readonly string[]): void {
  draft.lines.splice(at, 0, ...lines)
  draft.near = at
}

/** Adds lines at the end of a list or table. */
export const addAtEnd: Edit = (pick, tags, draft) => {
  const at = find(pick, draft, (line) => isItem(line) || isRow(line))
  const line = draft.lines[at ?? draft.lines.length - 1] ?? ''
  const like = isRow(line) ? isRow : isItem
  const [, to] = at === undefined ? [0, draft.lines.length] : run(draft.lines, at, like)
  const count = chance(pick, 75) ? 1 : 2 + pick(2)
  const last = Number(/^\d+/.exec(draft.lines[to - 1] ?? '')?.[0] ?? 0)
  insertAt(
    draft,
    to,
    Array.from({ length: count }, (_, more) => alike(pick, tags, line).replace(/^\d+/, String(last + 1 + more))),
  )
}

/** Adds a line below another, of the same sort. */
export const addInMiddle: Edit = (pick, tags, draft) => {
  const at = find(pick, draft, (line) => isText(line) && !isHeading(line) && line !== '---')
  if (at !== undefined) insertAt(draft, at + 1, [alike(pick, tags, draft.lines[at] ?? '')])
}

/** Adds a log entry or a section at the end of the file. */
export const appendLines: Edit = (pick, tags, draft) => {
  const more = chance(pick, 70) ? [logLine(pick, tags)] : ['', ...section(pick, tags).slice(0, -1)]
  insertAt(draft, draft.lines.length, more)
}

/** Adds a section before another. */
export const addSection: Edit = (pick, tags, draft) => {
  const at = find(pick, draft, isHeading)
  if (at !== undefined && at > 0) insertAt(draft, at, section(pick, tags))
}

/** Rewrites one line. */
export const reword: Edit = (pick, tags, draft) => {
  const at = find(pick, draft, (line) => isText(line) && !isLong(line))
  if (at !== undefined) draft.lines[at] = alike(pick, tags, draft.lines[at] ?? '')
}

/** Changes one or two words of a line, most often of a long one. */
export const changeWord: Edit = (pick, tags, draft) => {
  const at = (chance(pick, 70) ? find(pick, draft, isLong) : undefined) ?? find(pick, draft, isItem)
  if (at === undefined) return
  const words = (draft.lines[at] ?? '').split(' ')
  const open = [...words.keys()].filter((index) => /^\p{L}[\p{L}’']*(-t\d+)?[,.;]?$/u.test(words[index] ?? ''))
  for (const index of shuffled(pick, open).slice(0, chance(pick, 80) ? 1 : 2)) {
    const stop = /[,.;]$/.exec(words[index] ?? '')?.[0] ?? ''
    words[index] = marked(tags, fill(pick, oneOf(pick, ['{weekday}', '{month}', '{person}', '{hobby}']))) + stop
  }
  draft.lines[at] = words.join(' ')
}

/** Gives a key another value. */
export const changeValue: Edit = (pick, tags, draft) => {
  const at = find(pick, draft, isKeyValue)
  const parts = /^(.*?): .* (t\d+)$/.exec(draft.lines[at ?? -1] ?? '')
  if (at === undefined || parts === null) return
  draft.lines[at] = keyValue(pick, tags, parts[1]).replace(/t\d+$/, parts[2] ?? '')
}

/** Ticks a box, sometimes with a note. */
export const tick: Edit = (pick, tags, draft) => {
  const at = find(pick, draft, (line) => line.includes('- [ ]'))
  if (at === undefined) return
  const note = chance(pick, 40) ? ` ${marked(tags, '(done)')}` : ''
  draft.lines[at] = (draft.lines[at] ?? '').replace('[ ]', '[x]') + note
}

/** Deletes a few lines, seldom a whole section. */
export const deleteLines: Edit = (pick, _tags, draft) => {
  const at = find(pick, draft, isText)
  if (at === undefined || draft.lines.length < 4) return
  const [from, to] =
    chance(pick, 12) && at > 0 ? sectionAround(draft.lines, at) : [at, at + 1 + (pick(3) * pick(3)) / 2]
  draft.lines.splice(from, Math.min(Math.floor(to) - from, draft.lines.length - 2))
  draft.near = from
}

/** Moves a few lines, or a section, to another place. */
export const move: Edit = (pick, _tags, draft) => {
  const whole = chance(pick, 35)
  const at = find(pick, draft, whole ? isHeading : isItem)
  if (at === undefined) return
  const [from, to] = whole ? sectionAround(draft.lines, at) : [at, Math.min(at + 1 + pick(4), draft.lines.length)]
  const block = draft.lines.splice(from, to - from)
  const wanted = whole ? isHeading : (line: string): boolean => isItem(line) || isHeading(line)
  const target = find(pick, draft, wanted)
  insertAt(draft, target ?? draft.lines.length, block)
}

/** Sorts a list, or puts it in another order. */
export const reorder: Edit = (pick, _tags, draft) => {
  const at = find(pick, draft, isItem)
  if (at === undefined) return
  const [from, to] = run(draft.lines, at, isItem)
  const lines = draft.lines.slice(from, to)
  draft.lines.splice(from, to - from, ...(chance(pick, 40) ? lines.toSorted() : shuffled(pick, lines)))
}

/** Rewrites a section; some of its lines stay. */
export const rewriteSection: Edit = (pick, tags, draft) => {
  const at = find(pick, draft, isText)
  if (at === undefined) return
  const [from, to] = sectionAround(draft.lines, at)
  const kept = draft.lines.slice(from + 1, to).filter((line) => line === '' || chance(pick, 30))
  draft.lines.splice(from + 1, to - from - 1, ...kept, ...sectionBody(pick, tags), '')
}

/** Edits the line beside the one that was edited last. */
export const editNeighbour: Edit = (pick, tags, draft) => {
  const at = draft.near + (chance(pick, 50) ? 1 : -1)
  const line = draft.lines[at]
  if (line === undefined || !isText(line)) return
  draft.lines[at] = alike(pick, tags, line)
  draft.near = at
}

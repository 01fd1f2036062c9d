import type { Certainty } from '../../../shared/policy.ts'
import { type Cue, cuesIn, type CueKind } from './cues.ts'
import { isByChance } from './identifiers.ts'
import type { Range } from './marks.ts'
import type { Finding, Scan } from './scan.ts'
import { columnOf } from './table-cells.ts'

/** How far a value is from its cue: with nothing but signs between them, a few words, or a clause. */
export type Distance = 'beside' | 'near' | 'far'
const ORDER: readonly Distance[] = ['beside', 'near', 'far']

/** A value as its cue announces it. */
export interface Announcement {
  readonly value: string
  readonly distance: Distance
  /** The word itself, as written. */
  readonly cue: string
  /** What is between the two, and what follows the value. */
  readonly between: string
  readonly after: string
}

/** One rule: a word announces a number of a shape. */
export interface AnnouncedNumber {
  readonly rule: string
  readonly cues: readonly CueKind[]
  /** Global; begins at the value. */
  readonly shape: RegExp
  readonly farthest: Distance
  /** @returns how many characters of the value the number takes, and how sure that is; `null` if it is not one */
  readonly judge: (announcement: Announcement) => Judged | null
  /** The value may also stand right before the word. */
  readonly behind?: true
}
export interface Judged {
  readonly length: number
  readonly certainty?: Certainty
}

const REACH = 150
const BEHIND = 40
const MAX_LIST = 20

export function findAnnounced(scan: Scan, found: Finding[], number: AnnouncedNumber): void {
  const all = cuesIn(scan)
  let head = 0
  let tableEnd = 0
  for (const [index, cue] of all.entries()) {
    if (!number.cues.includes(cue.kind) || scan.marked(cue.start)) continue
    if (isEncoded(scan.text, cue) || isByChance(scan.text, cue.start, cue.end) || isParameter(scan.text, cue)) continue
    if (isOfOthers(scan.text, all, index)) continue
    const limit = nextStart(all, index, number.cues)
    const before = found.length
    findAfter({ scan, found, number }, cue, limit)
    if (found.length > before) continue
    // A cue within a table that was read is no heading, but for those beside the first.
    if (cue.start >= tableEnd || cue.start < head) {
      const { cells } = columnOf(scan.text, cue)
      for (const cell of cells) findWithin({ scan, found, number }, cue, cell)
      head = cells[0]?.start ?? head
      tableEnd = Math.max(tableEnd, cells.at(-1)?.end ?? 0)
    }
    if (found.length === before && number.behind === true) findBefore({ scan, found, number }, cue)
  }
}

/** Within a run of Base64 or the like, a word is there by chance. */
const isEncoded = (text: string, { start, end }: Cue): boolean =>
  /^[A-Za-z0-9+/=]{14,}$/.test(text.slice(Math.max(0, start - 8), end + 8)) &&
  /[\d+/=]/.test(text.slice(Math.max(0, start - 8), start))

/** In the query of an address, a few letters name anything: "?asin=…&qid=…". */
const isParameter = (text: string, { start, end }: Cue): boolean =>
  end - start < 5 && text[end] === '=' && /:\/\/\S{1,300}$/.test(text.slice(Math.max(0, start - 304), start))

const NEIGHBOURS = 8

/** Where the next cue for the same number begins: what follows it is its own. */
function nextStart(all: readonly Cue[], index: number, kinds: readonly CueKind[]): number {
  const end = all[index]?.end ?? 0
  for (let at = index + 1; at < all.length && at <= index + NEIGHBOURS; at += 1) {
    const cue = all[at]
    if (cue !== undefined && cue.start >= end && kinds.includes(cue.kind)) return cue.start
  }
  return Infinity
}

/** "order number", "AWS account": the word right before says that the number is another's. */
function isOfOthers(text: string, all: readonly Cue[], index: number): boolean {
  const cue = all[index]
  if (cue === undefined) return true
  const other: CueKind = cue.kind === 'account' || cue.kind === 'accountNumber' ? 'otherAccount' : 'otherNumber'
  for (let at = Math.max(0, index - NEIGHBOURS); at <= index + 1; at += 1) {
    const before = all[at]
    if (before === undefined || before.kind !== other || before.start > cue.start) continue
    if (before.end >= cue.end && before.end - before.start > cue.end - cue.start) return true
    if (before.end <= cue.start && /^[ _.-]{0,3}$/.test(text.slice(before.end, cue.start))) return true
  }
  return false
}

interface Search {
  readonly scan: Scan
  readonly found: Finding[]
  readonly number: AnnouncedNumber
}

function findAfter({ scan: { text, marked }, found, number }: Search, cue: Cue, limit: number): void {
  const to = Math.min(text.length, cue.end + REACH, limit)
  const window = text.slice(cue.end, to)
  if (!/\d/.test(window)) return
  let from = cue.end
  let count = 0
  for (const match of window.matchAll(number.shape)) {
    const start = cue.end + match.index
    if (start < from) continue
    const distance = distanceBetween(text.slice(from, start))
    if (distance === null || ORDER.indexOf(distance) > ORDER.indexOf(number.farthest)) break
    if (count > 0 && (start - from > 8 || (distance !== 'beside' && !/番号|號碼|号码/.test(text.slice(from, start)))))
      break
    const value = whole(text, start, match[0], number.shape)
    const judged = number.judge({
      value,
      distance,
      cue: text.slice(cue.start, cue.end),
      between: text.slice(from, start),
      after: text.slice(start + value.length, start + value.length + 16),
    })
    if (judged === null) {
      if (count > 0) break
      continue
    }
    if (!marked(start)) found.push(asFinding(start, judged, number))
    from = start + judged.length
    count += 1
    if (count >= MAX_LIST) break
  }
}

/** The value again without the window's end. */
function whole(text: string, at: number, value: string, shape: RegExp): string {
  const again = new RegExp(shape.source, shape.flags.replace('g', 'y'))
  again.lastIndex = at
  return again.exec(text)?.[0] ?? value
}

function findWithin({ scan: { text, marked }, found, number }: Search, cue: Cue, cell: Range): void {
  for (const match of text.slice(cell.start, cell.end).matchAll(number.shape)) {
    const start = cell.start + match.index
    const judged = number.judge({
      value: match[0],
      distance: 'beside',
      cue: text.slice(cue.start, cue.end),
      between: ': ',
      after: text.slice(start + match[0].length, cell.end),
    })
    if (judged !== null && !marked(start)) found.push(asFinding(start, judged, number))
  }
}

function findBefore({ scan: { text, marked }, found, number }: Search, cue: Cue): void {
  const from = Math.max(0, cue.start - BEHIND)
  const last = [...text.slice(from, cue.start).matchAll(number.shape)].at(-1)
  if (last === undefined || (last.index === 0 && from > 0)) return
  const start = from + last.index
  const between = text.slice(start + last[0].length, cue.start)
  if (/[\n:;.=]/.test(between) || wordsIn(between) > 3) return
  const judged = number.judge({
    value: last[0],
    distance: 'near',
    cue: text.slice(cue.start, cue.end),
    between,
    after: between,
  })
  if (judged !== null && !marked(start)) found.push(asFinding(start, judged, number))
}

const asFinding = (start: number, { length, certainty }: Judged, { rule }: AnnouncedNumber): Finding => ({
  start,
  end: start + length,
  rule,
  certainty: certainty ?? 'usual',
})

const wordsIn = (text: string): number =>
  [...text.matchAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,4}|[\p{L}\p{M}]+/gu)]
    .length

/** @param gap what is between a cue and a value; brackets and tags do not count */
export function distanceBetween(gap: string): Distance | null {
  const plain = gap.replace(/<[^<>\n]{0,100}>|\([^()\n]{0,100}\)|\\[nrt](?=["'\s])/g, ' ')
  const [first = '', ...more] = plain.split('\n')
  if (more.length > 3 || /\p{L}{4}[.!?]["')]?\s+\p{Lu}|[。！？;；]/u.test(plain)) return null
  // The next lines hold the value, after the name of who speaks in a chat.
  if (more.some((line) => /\p{L}/u.test(line.replace(/^[\s>*\d:.[\]-]*[\p{L} ]{1,20}[:>]/u, '')))) return null
  const words = wordsIn(first)
  if (more.length > 0 && words > 6) return null
  const digits = plain.replace(/\D/g, '').length
  if (digits > 6 || words > 12) return null
  return words > 3 || digits > 0 ? 'far' : words > 0 ? 'near' : 'beside'
}

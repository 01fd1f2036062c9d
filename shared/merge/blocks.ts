import { dateOf, isBlank, isBullet, isHeading } from './entries.ts'
import { keyOf } from './similarity.ts'

// What belongs together in a note: a fenced block, a table, a paragraph, an entry with its nested lines. Pure.

export interface Block {
  readonly kind: 'fence' | 'table' | 'heading' | 'entry' | 'paragraph' | 'blank'
  readonly lines: readonly string[]
}

const FENCE = /^\s*(?:(?:[-*+]|\d{1,4}[.)])\s+)?(`{3,}|~{3,})/

/** The marks that open a fence; null for none. After backticks there are no others. */
function fenceIn(line: string): string | null {
  const [whole = '', mark] = FENCE.exec(line) ?? []
  return mark === undefined || (mark.startsWith('`') && line.includes('`', whole.length)) ? null : mark
}

/** The row that tells a table's head from its body. Taken apart: one pattern would take quadratic time. */
function isDelimiter(line: string): boolean {
  const row = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return row.includes('-') && row.split('|').every((cell) => /^:?-+:?$/.test(cell.trim()))
}

const isRow = (line: string): boolean => line.trimStart().startsWith('|')
const isUnderline = (line: string): boolean => /^ {0,3}(?:-{2,}|=+)\s*$/.test(line)
export const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0

/** Where the fence ends that opens here; 0 for none. One that is not closed goes on to the end. */
function fenceFrom(lines: readonly string[], at: number): number {
  const mark = fenceIn(lines[at] ?? '')
  if (mark === null) return 0
  const isClosing = (line: string): boolean =>
    line.trim().startsWith(mark) && line.trim().replaceAll(mark[0] ?? '', '') === ''
  const end = lines.findIndex((line, index) => index > at && isClosing(line))
  return end < 0 ? lines.length : end + 1
}

/** Where the table ends that begins here; 0 for none. */
function tableFrom(lines: readonly string[], at: number): number {
  if (!isRow(lines[at] ?? '') || !isRow(lines[at + 1] ?? '') || !isDelimiter(lines[at + 1] ?? '')) return 0
  const end = lines.findIndex((line, index) => index > at && !isRow(line))
  return end < 0 ? lines.length : end
}

/** Where the entry ends that begins here: behind all that is further in. */
function entryFrom(lines: readonly string[], at: number): number {
  const indent = indentOf(lines[at] ?? '')
  let end = Math.max(at + 1, fenceFrom(lines, at))
  for (let next = end; next < lines.length; next += 1) {
    if (isBlank(lines[next] ?? '')) continue
    if (indentOf(lines[next] ?? '') <= indent) break
    next = Math.max(next, fenceFrom(lines, next) - 1)
    end = next + 1
  }
  return end
}

const isPlain = (line: string): boolean =>
  !isBlank(line) && !isHeading(line) && !isBullet(line) && !isRow(line) && fenceIn(line) === null

/** A line of a log or a list without bullets. */
const isEntry = (line: string): boolean =>
  isRow(line) || dateOf(line) !== null || (keyOf(line) !== null && !line.trimEnd().endsWith(':'))

export function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = []
  const take = (kind: Block['kind'], from: number, to: number): number => {
    blocks.push({ kind, lines: lines.slice(from, to) })
    return to
  }
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    if (isBlank(line)) at = take('blank', at, at + 1)
    else if (isBullet(line)) at = take('entry', at, entryFrom(lines, at))
    else if (fenceIn(line) !== null) at = take('fence', at, fenceFrom(lines, at))
    else if (tableFrom(lines, at) > 0) at = take('table', at, tableFrom(lines, at))
    else if (isHeading(line)) at = take('heading', at, at + 1)
    else if (isPlain(line) && isUnderline(lines[at + 1] ?? '') && !isUnderline(line)) at = take('heading', at, at + 2)
    else if (isPlain(line)) {
      const end = lines.findIndex((each, index) => index > at && !isPlain(each))
      const text = lines.slice(at, end < 0 ? undefined : end)
      if (text.every(isEntry)) for (const each of text) blocks.push({ kind: 'entry', lines: [each] })
      else blocks.push({ kind: 'paragraph', lines: text })
      at += text.length
    } else at = take('entry', at, at + 1)
  }
  return blocks
}

/** A fenced block or a table, lines [from, to). */
export interface Whole {
  readonly from: number
  readonly to: number
  readonly isTable: boolean
}

/** For each line the fenced block or the table that it is in; null for any other line. */
export function wholesOf(lines: readonly string[]): readonly (Whole | null)[] {
  const wholes: (Whole | null)[] = []
  while (wholes.length < lines.length) {
    const from = wholes.length
    const [fence, table] = [fenceFrom(lines, from), tableFrom(lines, from)]
    const to = Math.max(fence, table)
    const whole = to === 0 ? null : { from, to, isTable: fence === 0 }
    do wholes.push(whole)
    while (wholes.length < to)
  }
  return wholes
}

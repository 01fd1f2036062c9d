import type { Range } from './marks.ts'

const MAX_ROWS = 1_000
const MAX_LINE = 1_000
const MAX_HEADING = 40
const MAX_TABLE = 10_000

/** What a heading of a table is about. */
export interface Column {
  /** The row of the heading, as written. */
  readonly headings: string
  /** In order: below the heading, or, in HTML, beside it in a row of two. */
  readonly cells: readonly Range[]
}

const NONE: Column = { headings: '', cells: [] }

/** If the range is within a heading of a table: its cells. Markdown, HTML, tabs, semicolons and commas. */
export function columnOf(text: string, range: Range): Column {
  const from = Math.max(0, range.start - MAX_LINE)
  const lineStart = from + text.slice(from, range.start).lastIndexOf('\n') + 1
  if (/<t[hd][^<>]{0,100}>(?:[^<>]|<(?!\/?t[hdr]))*$/i.test(text.slice(Math.max(from, range.start - 200), range.start)))
    return htmlColumn(text, range)
  if (lineStart === from && from > 0) return NONE
  const length = text.slice(range.end, range.end + MAX_LINE).indexOf('\n')
  return length < 0 ? NONE : plainColumn(text, range, { start: lineStart, end: range.end + length })
}

function plainColumn(text: string, { start, end }: Range, line: Range): Column {
  const headings = text.slice(line.start, line.end)
  const separator = ['|', '\t', ';', ','].find((sign) => headings.includes(sign))
  if (separator === undefined || headings.includes('//')) return NONE
  const heads = rowOf(headings, line.start, separator)
  const column = heads.findIndex((cell) => cell.start <= start && end <= cell.end)
  if (column < 0 || !heads.every((head) => isHeading(text.slice(head.start, head.end)))) return NONE
  const cells: Range[] = []
  let at = line.end + 1
  for (let row = 0; row < MAX_ROWS && at < text.length; row += 1) {
    const next = text.indexOf('\n', at)
    const content = text.slice(at, Math.min(next < 0 ? text.length : next, at + MAX_LINE))
    const parts = rowOf(content, at, separator)
    const cell = parts[column]
    if (content.trim() === '' || cell === undefined || (separator === ',' && parts.length !== heads.length)) break
    cells.push(cell)
    if (next < 0) break
    at = next + 1
  }
  return { headings, cells }
}

const isHeading = (cell: string): boolean => cell.trim().length <= MAX_HEADING && !/\d{3}|[.!?:]\s/.test(cell)

/** The cells of a line. A quoted cell may hold the separator. */
function rowOf(line: string, from: number, separator: string): readonly Range[] {
  const cells: Range[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at <= line.length; at += 1) {
    if (line[at] === '"' && separator !== '|') isQuoted = !isQuoted
    if (at < line.length && (isQuoted || line[at] !== separator)) continue
    cells.push({ start: from + start, end: from + at })
    start = at + 1
  }
  return cells
}

const TABLE_END = /<\/table/i
const ROW = /<tr\b/gi
const CELL = /<t[hd]\b[^<>]{0,200}>/gi

function htmlColumn(text: string, { start, end }: Range): Column {
  const from = Math.max(0, start - MAX_LINE)
  const to = Math.min(text.length, end + MAX_TABLE)
  const close = text.slice(end, to).search(TABLE_END)
  const table = text.slice(from, close < 0 ? to : end + close)
  const starts = [...table.matchAll(ROW)].map(({ index }) => from + index)
  const first = starts.findLastIndex((row) => row < start)
  if (first < 0) return NONE
  const rows = starts
    .slice(first)
    .map((row, index) => cellsOf(text, row, starts[first + index + 1] ?? from + table.length))
  const [heads = [], ...below] = rows
  const column = heads.findIndex((cell) => cell.start <= start && end <= cell.end)
  const heading = heads[column]
  if (heading === undefined || !isHeading(text.slice(heading.start, heading.end).replaceAll(/<[^<>]{0,80}>/g, '')))
    return NONE
  const beside = column === 0 && heads.length === 2 ? heads.slice(1) : []
  return {
    headings: text.slice(heads[0]?.start, heads.at(-1)?.end),
    cells: [...beside, ...below.flatMap((row) => row.slice(column, column + 1))],
  }
}

/** The cells of one row of an HTML table, without their own tags. */
function cellsOf(text: string, rowStart: number, rowEnd: number): readonly Range[] {
  const row = text.slice(rowStart, rowEnd)
  return [...row.matchAll(CELL)].map(({ index, 0: tag }) => {
    const begin = index + tag.length
    const length = row.slice(begin).search(/<\/?t[hdr]\b/i)
    return { start: rowStart + begin, end: length < 0 ? rowEnd : rowStart + begin + length }
  })
}

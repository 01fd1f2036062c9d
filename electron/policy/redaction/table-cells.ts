import type { Range } from './marks.ts'

const MAX_ROWS = 5_000
const MAX_LINE = 1_000
const MAX_HEADING = 40
const MAX_TABLE = 10_000

/** If the range is within a heading of a table: the cells below it. Markdown, HTML, tabs, semicolons and commas. */
export function cellsBelow(text: string, { start, end }: Range): readonly Range[] {
  const from = Math.max(0, start - MAX_LINE)
  const lineStart = from + text.slice(from, start).lastIndexOf('\n') + 1
  if (lineStart === from && from > 0) return []
  if (text.slice(Math.max(lineStart, start - 60), start).includes('<t')) return htmlCells(text, { start, end })
  const length = text.slice(end, end + MAX_LINE).indexOf('\n')
  if (length < 0) return []
  const newline = end + length
  const head = text.slice(lineStart, newline)
  const separator = ['|', '\t', ';', ','].find((sign) => head.includes(sign))
  if (separator === undefined) return []
  const headings = rowOf(head, lineStart, separator)
  const column = headings.findIndex((cell) => cell.start <= start && end <= cell.end)
  const isHeading = (cell: Range): boolean =>
    cell.end - cell.start <= MAX_HEADING && !/\d{3}|[.!?:]\s/.test(text.slice(cell.start, cell.end))
  if (column < 0 || !headings.every(isHeading)) return []
  const cells: Range[] = []
  let at = newline + 1
  for (let row = 0; row < MAX_ROWS && at < text.length; row += 1) {
    const next = text.indexOf('\n', at)
    const line = text.slice(at, Math.min(next < 0 ? text.length : next, at + MAX_LINE))
    const parts = rowOf(line, at, separator)
    const cell = parts[column]
    if (line.trim() === '' || cell === undefined || (separator === ',' && parts.length !== headings.length)) break
    cells.push(cell)
    if (next < 0) break
    at = next + 1
  }
  return cells
}

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

/** The cells of an HTML table below a heading. */
function htmlCells(text: string, { start, end }: Range): readonly Range[] {
  const from = Math.max(0, start - MAX_LINE)
  const row = text.slice(from, start).lastIndexOf('<tr')
  if (row < 0) return []
  const column = cellStarts(text.slice(from + row, start)).length - 1
  const cells: Range[] = []
  const [, ...rows] = text.slice(end, end + MAX_TABLE).split('<tr')
  let at = end + text.slice(end, end + MAX_TABLE).indexOf('<tr')
  for (const cell of rows) {
    const begin = cellStarts(cell)[column]
    if (begin === undefined) break
    const length = cell.slice(begin).indexOf('<')
    const to = length < 0 ? cell.length : begin + length
    cells.push({ start: at + 3 + begin, end: at + 3 + to })
    at += 3 + cell.length
  }
  return cells
}

const cellStarts = (row: string): readonly number[] =>
  [...row.matchAll(/<t[hd][^<>]{0,100}>/g)].map((match) => match.index + match[0].length)

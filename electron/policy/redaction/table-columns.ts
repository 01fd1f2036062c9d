import { asFinding } from './assignments.ts'
import { candidatesIn, shapeOf } from './candidates.ts'
import { valueAt } from './read-value.ts'
import type { Detect, Finding, Scan } from './scan.ts'
import { secretHits, type SecretHit } from './secret-hits.ts'
import { isCodeHeading } from './set-codes.ts'
import { alternations, isOrdinaryWord, isReference, isScheme, looksGenerated } from './values.ts'

const MAX_ROWS = 200
const MAX_HEADING_CHARACTERS = 40

/** Tables whose heading announces a secret: Markdown, CSV and HTML. The cells below it are values. */
export const tables: Detect = (scan, found) => {
  let table = { headEnd: -1, end: -1 }
  for (const hit of secretHits(scan))
    if (hit.start < table.headEnd || hit.start >= table.end) table = columnBelow(scan, hit, found)
  if (/<\/t[dh]>/i.test(scan.text)) htmlTables(scan, found)
}

/** @returns where the line of headings and the table end: what is announced in a cell is no heading */
function columnBelow(scan: Scan, hit: SecretHit, found: Finding[]): { readonly headEnd: number; readonly end: number } {
  const { text } = scan
  const before = text.slice(Math.max(0, hit.start - 200), hit.start)
  const lineStart = hit.start - before.length + before.lastIndexOf('\n') + 1
  const head = text.slice(lineStart, lineStart + 400).split('\n', 1)[0] ?? ''
  const headEnd = lineStart + head.length
  const none = { headEnd: Math.max(headEnd, hit.end), end: Math.max(headEnd, hit.end) }
  const separator = ['|', '\t', ';', ','].find((sign) => head.includes(sign))
  const isCut = before.length === 200 && !before.includes('\n')
  if (isCut || separator === undefined || (hit.kind === 'code' && !isCodeHeading(scan, head))) return none
  const cells = head.split(separator)
  const column = head.slice(0, hit.start - lineStart).split(separator).length - 1
  if (!isHeading(cells[column] ?? '') || head.includes('//') || cells.some((cell) => isSentence(cell))) return none
  let at = headEnd + 1
  for (let row = 0; row < MAX_ROWS && at < text.length; row += 1) {
    const newline = text.indexOf('\n', at)
    const line = text.slice(at, Math.min(newline < 0 ? text.length : newline, at + 2_000))
    const parts = line.split(separator)
    if (parts.length !== cells.length || line.trim() === '') break
    const from = at + parts.slice(0, column).join(separator).length + (column > 0 ? 1 : 0)
    addCell(scan, hit, { text: parts[column] ?? '', from }, found)
    if (newline < 0) break
    at = newline + 1
  }
  return { headEnd, end: at }
}

const isHeading = (cell: string): boolean => /^[\s*_"'`]*[\p{L}\d _().:/#-]{2,40}[\s*_"'`]*$/u.test(cell)
const isSentence = (cell: string): boolean => cell.trim().length > MAX_HEADING_CHARACTERS || /[.!?]\s/.test(cell)

interface Cell {
  readonly text: string
  readonly from: number
}

const ROW = /<tr\b[^>]{0,200}>([\s\S]{0,8000}?)<\/tr>/gi
const CELL = /<(t[dh])\b[^>]{0,200}>([\s\S]{0,1000}?)<\/\1>/gi

/** In HTML a heading stands above its column, or before the one value of its row. */
function htmlTables(scan: Scan, found: Finding[]): void {
  const hits = secretHits(scan)
  let heads: readonly (SecretHit | null)[] = []
  for (const row of scan.text.matchAll(ROW)) {
    const from = row.index + row[0].indexOf('>') + 1
    const cells = [...(row[1] ?? '').matchAll(CELL)].map((cell): Cell => ({
      text: cell[2] ?? '',
      from: from + cell.index + cell[0].indexOf('>') + 1,
    }))
    const announcing = cells.map(({ text, from: start }) =>
      text.replaceAll(/<[^>]{0,80}>/g, '').trim().length > MAX_HEADING_CHARACTERS
        ? null
        : (hits.find(
            (hit) =>
              hit.start >= start &&
              hit.end <= start + text.length &&
              (hit.kind !== 'code' || isCodeHeading(scan, row[1] ?? '')),
          ) ?? null),
    )
    const [label, value] = [announcing[0], cells[1]]
    if (cells.length === 2 && label !== null && label !== undefined && value !== undefined && heads.length === 0)
      addCell(scan, label, value, found)
    if (announcing.some((hit) => hit !== null)) heads = announcing
    else
      for (const [column, head] of heads.entries()) {
        const cell = cells[column]
        if (head !== null && cell !== undefined) addCell(scan, head, cell, found)
      }
  }
}

function addCell(scan: Scan, hit: SecretHit, { text, from }: Cell, found: Finding[]): void {
  const inner = /^(?:[\s"'`*_]|<\/?[a-z]\w{0,10}[^<>]{0,80}>)*/i.exec(text)?.[0].length ?? 0
  const value = text.slice(inner).replace(/(?:[\s"'`*]|<\/?[a-z]\w{0,10}[^<>]{0,80}>)+$/i, '')
  const start = from + inner
  if (isCellSecret(scan, hit, value) && !scan.marked(start)) found.push(asFinding(hit, valueAt(value, start)))
}

function isCellSecret({ vocabulary }: Scan, { kind }: SecretHit, value: string): boolean {
  if (value.length < 3 || /^[-:–—]+$/.test(value) || isReference(value) || isScheme(value)) return false
  const shape = shapeOf(value)
  switch (kind) {
    case 'pin':
    case 'code':
    case 'lock':
      return shape === 'digits' || /^(?=.*\d)[A-Z\d#*]{4,8}$/.test(value)
    case 'weak':
    case 'key':
      return looksGenerated(value) && (alternations(value) >= 2 || value.length >= 20) && value.length >= 12
    case 'licence':
    case 'codes':
      return candidatesIn(value, 0)[0]?.shape === 'groups' || (/\d/.test(value) && /^\S{6,64}$/.test(value))
    case 'passphrase':
      return shape === 'joined' || /^\p{L}+(?: \p{L}+){2,23}$/u.test(value)
    case 'password':
      if (shape === null || shape === 'word') return false
      return !isOrdinaryWord(value, vocabulary) && !/\s/.test(value)
  }
}

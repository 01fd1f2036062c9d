import { asFinding } from './assignments.ts'
import { valueAt } from './read-value.ts'
import type { Finding, Scan } from './scan.ts'
import type { SecretHit } from './secret-hits.ts'
import { alternations, isReference, isScheme, looksChosen } from './values.ts'

const MAX_ROWS = 200

/** A table whose heading announces a secret: the cells below it. @returns where to look for the next heading */
export function columnBelow(scan: Scan, hit: SecretHit, found: Finding[]): number {
  if (hit.kind !== 'password' && hit.kind !== 'weak' && hit.kind !== 'pin') return hit.end
  const { text } = scan
  const lineStart = text.lastIndexOf('\n', hit.start - 1) + 1
  if (hit.start - lineStart > 200) return nextLine(text, hit.end)
  const head = text.slice(lineStart, lineStart + 400).split('\n', 1)[0] ?? ''
  const separator = ['|', '\t', ';', ','].find((sign) => head.includes(sign))
  if (separator === undefined) return lineStart + head.length
  const cells = head.split(separator)
  const column = head.slice(0, hit.start - lineStart).split(separator).length - 1
  if (
    !/^[\s*_"'`]*[\p{L}\d _().-]{2,40}[\s*_"'`]*$/u.test(cells[column] ?? '') ||
    head.includes('//') ||
    cells.some((cell) => cell.trim().length > 40 || /[.!?]\s/.test(cell))
  )
    return hit.end
  let at = lineStart + head.length + 1
  for (let row = 0; row < MAX_ROWS && at < text.length; row += 1) {
    const newline = text.indexOf('\n', at)
    const line = text.slice(at, Math.min(newline < 0 ? text.length : newline, at + 2_000))
    const parts = line.split(separator)
    if (parts.length !== cells.length || line.trim() === '') break
    const cell = parts[column] ?? ''
    const value = cell.trim().replace(/^["'`*]+|["'`*]+$/g, '')
    const start = at + parts.slice(0, column).join(separator).length + (column > 0 ? 1 : 0) + cell.indexOf(value)
    if (isCellSecret(hit, value) && !scan.marked(start)) found.push(asFinding(hit, valueAt(value, start)))
    if (newline < 0) break
    at = newline + 1
  }
  return hit.end
}

function isCellSecret({ kind }: SecretHit, value: string): boolean {
  const fits =
    kind === 'pin'
      ? /^\d{4,8}$/.test(value)
      : kind === 'weak'
        ? alternations(value) >= 3 && value.length >= 12
        : looksChosen(value)
  return fits && !/\s/.test(value) && !/^[-:]+$/.test(value) && !isReference(value) && !isScheme(value)
}

function nextLine(text: string, at: number): number {
  const newline = text.indexOf('\n', at)
  return newline < 0 ? text.length : newline
}

import { asFinding } from './assignments.ts'
import { candidatesIn, shapeOf } from './candidates.ts'
import { onlyNames } from './judge-value.ts'
import type { Range } from './marks.ts'
import { valueAt } from './read-value.ts'
import { detector, type Finding, type Scan, TABLE } from './scan.ts'
import { secretHits, type SecretHit } from './secret-hits.ts'
import { isCodeHeading } from './set-codes.ts'
import { columnOf } from './table-cells.ts'
import { alternations, isOrdinaryWord, isReference, isScheme, looksGenerated } from './values.ts'

/** Tables whose heading announces a secret. The cells of its column are values. */
export const secretCells = detector(TABLE, (scan, found) => {
  let headEnd = -1
  let end = -1
  for (const hit of secretHits(scan)) {
    // A word within a table that was read is no heading, but for those beside the first.
    if (hit.start >= headEnd && hit.start < end) continue
    const { headings, cells } = columnOf(scan.text, hit)
    if (hit.kind === 'code' && !isCodeHeading(scan, headings)) continue
    for (const cell of cells) addCell(scan, hit, cell, found)
    headEnd = cells[0]?.start ?? headEnd
    end = Math.max(end, cells.at(-1)?.end ?? 0)
  }
})

function addCell(scan: Scan, hit: SecretHit, cell: Range, found: Finding[]): void {
  const text = scan.text.slice(cell.start, cell.end)
  const inner = /^(?:[\s"'`*_]|<\/?[a-z]\w{0,10}[^<>]{0,80}>)*/i.exec(text)?.[0].length ?? 0
  const value = text.slice(inner).replace(/(?:[\s"'`*]|<\/?[a-z]\w{0,10}[^<>]{0,80}>)+$/i, '')
  const start = cell.start + inner
  if (isCellSecret(scan, hit, value) && !scan.marked(start)) found.push(asFinding(hit, valueAt(value, start)))
}

/** A digit, and a sign or both cases: no name of anything that a token or a key is for. */
const STRONG = /^(?=\S*\d)(?:[^\s()[\]{};,'"]*[!@#$%^&*+?~]|(?=\S*[a-z])(?=\S*[A-Z])\w*_)[^\s()[\]{};=,'"]*$/

function isCellSecret({ vocabulary }: Scan, { kind, word }: SecretHit, value: string): boolean {
  if (value.length < 3 || /^[-:–—]+$/.test(value) || isReference(value) || isScheme(value)) return false
  if (onlyNames(word, value, vocabulary)) return false
  const shape = shapeOf(value)
  switch (kind) {
    case 'pin':
    case 'code':
    case 'lock':
      return shape === 'digits' || /^(?=.*\d)[A-Z\d#*]{4,8}$/.test(value)
    case 'weak':
    case 'key':
      return (
        (shape === 'chosen' && value.length >= 8 && STRONG.test(value)) ||
        (looksGenerated(value) && (alternations(value) >= 2 || value.length >= 20) && value.length >= 12)
      )
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

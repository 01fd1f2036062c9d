import { diffRows } from '../text/diff-rows.ts'

const MARK = /^\s*(?:#{1,6}|[-*+]|\d{1,9}[.)]|>)\s+/

/** The first line a change wrote, without its block mark; `null` when it only removed lines. */
export function firstChangedLine(before: string, after: string): string | null {
  for (const row of diffRows(before, after)) {
    const text =
      row.kind === 'changed'
        ? row.pieces.map((piece) => (piece.kind === 'removed' ? '' : piece.text)).join('')
        : row.kind === 'added'
          ? row.moved === undefined
            ? row.now.text
            : ''
          : ''
    const plain = text.replace(MARK, '').trim()
    if (plain !== '') return plain
  }
  return null
}

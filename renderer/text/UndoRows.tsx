import { plural, t } from '@lingui/core/macro'
import { Undo2 } from 'lucide-react'
import type { LineChoice } from '../../shared/merge/lines.ts'
import { tooltip } from '../ui/Tooltip.tsx'
import type { Row } from './diff-rows.ts'

/** Undoing parts of a change from its diff. */
export interface UndoRows {
  /** The rows that changed together, by each of them. */
  readonly hunks: ReadonlyMap<Row, readonly Row[]>
  readonly onUndo: (lines: LineChoice) => void
}

/** Rows that changed and stand together. */
export function hunksOf(rows: readonly Row[]): ReadonlyMap<Row, readonly Row[]> {
  const hunks = new Map<Row, readonly Row[]>()
  let open: Row[] = []
  for (const row of rows) {
    if (row.kind === 'same') open = []
    else {
      open.push(row)
      hunks.set(row, open)
    }
  }
  return hunks
}

/** The lines of these rows, by their numbers in the old and the new text. */
export function linesOfRows(rows: readonly Row[]): LineChoice {
  return {
    removed: rows.flatMap((row) => (row.kind === 'removed' || row.kind === 'changed' ? [row.old.number] : [])),
    added: rows.flatMap((row) => (row.kind === 'added' || row.kind === 'changed' ? [row.now.number] : [])),
  }
}

/** The buttons of a row: undo this line, and at the first row of several, undo them all. */
export function UndoRowButtons({ row, undo }: { readonly row: Row; readonly undo: UndoRows }) {
  const hunk = undo.hunks.get(row)
  if (row.kind === 'same' || hunk === undefined) return null
  const line = row.kind === 'removed' ? row.old.number : row.now.number
  const name = row.kind === 'removed' ? t`Restore line ${line}` : t`Undo line ${line}`
  const count = hunk.length
  return (
    <span className="un">
      {count > 1 && hunk[0] === row && (
        <button type="button" onClick={() => undo.onUndo(linesOfRows(hunk))}>
          <Undo2 className="i xs" aria-hidden /> {plural(count, { one: 'Undo # line', other: 'Undo these # lines' })}
        </button>
      )}
      <button type="button" aria-label={name} {...tooltip(name)} onClick={() => undo.onUndo(linesOfRows([row]))}>
        <Undo2 className="i xs" aria-hidden />
      </button>
    </span>
  )
}

import { useState } from 'react'
import { useTimeline } from '../state/timeline-store.ts'
import type { TimelineRow } from './group.ts'

/** Leaves room for any number of rows to be added before the first. */
const START_INDEX = 1_000_000_000

/**
 * The index of the first row. Rows keep their index when others are added or dropped before them, so that nothing moves
 * while it is read. Only a reader at the very top sees new rows appear.
 */
export function useFirstIndex(rows: readonly TimelineRow[], range: number, atTop: React.RefObject<boolean>): number {
  const isNewest = useTimeline((state) => state.newer === null)
  const [known, setKnown] = useState({ rows, range, isNewest, first: START_INDEX })
  if (known.rows === rows && known.range === range) return known.first
  const follows = known.isNewest && atTop.current
  const first = known.range !== range ? START_INDEX : follows ? known.first : known.first + shiftOf(known.rows, rows)
  setKnown({ rows, range, isNewest, first })
  return first
}

/** How far the rows in both lists moved up from `before` to `now`. */
function shiftOf(before: readonly TimelineRow[], now: readonly TimelineRow[]): number {
  const indexes = new Map(before.map(({ kind, id }, at) => [kind + id, at]))
  // A day's heading is no anchor: it stays above whichever of the day's groups are listed.
  const at = now.findIndex(({ kind, id }) => kind !== 'day' && indexes.has(kind + id))
  const row = now[at]
  return row === undefined ? 0 : (indexes.get(row.kind + row.id) ?? 0) - at
}

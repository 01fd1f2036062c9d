import type { HistoryDay } from '../../shared/memory.ts'
import { ACTORS } from '../state/timeline-filter.ts'

/** The number of changes on these days. */
export function changesIn(days: readonly HistoryDay[]): number {
  return days.reduce((sum, { counts }) => sum + ACTORS.reduce((all, actor) => all + counts[actor], 0), 0)
}

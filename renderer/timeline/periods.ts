import { plural, t } from '@lingui/core/macro'
import type { HistoryPeriod, PeriodStep } from '../../shared/memory.ts'
import { size } from '../format/sizes.ts'
import { clock, dayOf, dayWord } from '../format/time.ts'
import { ACTORS, type Filter, periodKeys } from '../state/timeline-filter.ts'
import type { Span } from './day-span.ts'

// What the timeline's chart and its table say of periods, and how one is chosen. Pure.

export const STEP_MS: Readonly<Record<PeriodStep, number>> = { day: 86_400_000, hour: 3_600_000, quarter: 900_000 }

/** The number of changes in these periods. */
export function changesIn(periods: readonly HistoryPeriod[]): number {
  return periods.reduce((sum, { counts }) => sum + ACTORS.reduce((all, actor) => all + counts[actor], 0), 0)
}

/** "16 November", or "today, 14:15". */
export function periodName(from: string, step: PeriodStep): string {
  if (step === 'day') return dayOf(from)
  const [day, time] = [dayWord(from), clock(from)]
  return t`${day}, ${time}`
}

/** "3 files, 12 KB" */
export function memorySize({ files, bytes }: HistoryPeriod): string {
  const shown = size(bytes)
  return plural(files, { one: `# file, ${shown}`, other: `# files, ${shown}` })
}

/** "16 November: 3 changes, 3 files, 12 KB", or the same for several periods. */
export function describeSpan(periods: readonly HistoryPeriod[], step: PeriodStep, { from, at }: Span): string {
  const among = periods.slice(Math.min(from, at), Math.max(from, at) + 1)
  const [first, last] = [among[0], among.at(-1)]
  if (first === undefined || last === undefined) return ''
  const counted = plural(changesIn(among), { one: '# change', other: '# changes' })
  const [begin, end, memory] = [periodName(first.from, step), periodName(last.from, step), memorySize(last)]
  return first === last
    ? t`${begin} · ${counted} · memory: ${memory}`
    : t`${begin} to ${end} · ${counted} · memory: ${memory}`
}

/** Shows only the changes of a span of periods; null for all. */
export function filterOf(
  periods: readonly HistoryPeriod[],
  step: PeriodStep,
  span: Span | null,
): Pick<Filter, 'from' | 'to'> {
  const first = span === null ? undefined : periods[Math.min(span.from, span.at)]
  const last = span === null ? undefined : periods[Math.max(span.from, span.at)]
  return {
    from: first === undefined ? '' : periodKeys(first.from, step).from,
    to: last === undefined ? '' : periodKeys(last.from, step).to,
  }
}

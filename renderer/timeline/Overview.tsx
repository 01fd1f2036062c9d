import { plural, t } from '@lingui/core/macro'
import { Table2 } from 'lucide-react'
import { useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import type { HistoryOverview, HistoryPeriod } from '../../shared/memory.ts'
import { factsText } from '../format/language.ts'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { tooltip } from '../ui/Tooltip.tsx'
import { type Measure, OverviewChart } from './OverviewChart.tsx'
import { OverviewTable } from './OverviewTable.tsx'
import { changesIn, memorySize, periodName } from './periods.ts'

interface OverviewProps {
  readonly overview: HistoryOverview
  readonly selected: Commit | undefined
}

/** The memory over time: a chart on which days can be chosen, and the same as a table. */
export function Overview({ overview, selected }: OverviewProps) {
  const [measure, setMeasure] = useState<Measure>('bytes')
  const [isTableShown, showTable] = useState(false)
  const { periods } = overview
  const [first, last] = [periods[0], periods.at(-1)]
  if (first === undefined || last === undefined) return null
  const endText = (period: HistoryPeriod): string =>
    factsText([periodName(period.from, overview.step), memorySize(period)])
  return (
    <section className="ov" aria-label={t`Memory over time`}>
      <OverviewChart overview={overview} measure={measure} name={sentence(overview, first, last)} selected={selected} />
      <div className="ovx">
        <span aria-hidden>{endText(first)}</span>
        <span className="grow" />
        {periods.length > 1 && (
          <span className="ovx-end" aria-hidden>
            {endText(last)}
          </span>
        )}
        <SegmentedControl<Measure>
          name={t`Line`}
          value={measure}
          options={[
            { value: 'bytes', label: t`Size` },
            { value: 'files', label: t`Files` },
          ]}
          onChange={setMeasure}
        />
        <button
          type="button"
          className={isTableShown ? 'ib sm on' : 'ib sm'}
          aria-pressed={isTableShown}
          aria-label={t`Table`}
          {...tooltip(isTableShown ? t`Hide the table` : t`Show as a table`)}
          onClick={() => showTable(!isTableShown)}
        >
          <Table2 className="i s" aria-hidden />
        </button>
      </div>
      {isTableShown && <OverviewTable overview={overview} />}
    </section>
  )
}

/** What the chart shows, in words. */
function sentence({ periods, step }: HistoryOverview, first: HistoryPeriod, last: HistoryPeriod): string {
  const [begin, small, large] = [periodName(first.from, step), memorySize(first), memorySize(last)]
  const counted = plural(changesIn(periods), { one: '# change', other: '# changes' })
  return periods.length === 1
    ? t`Memory since ${begin}: ${large}; ${counted}`
    : t`Memory since ${begin}: from ${small} to ${large}; ${counted}`
}

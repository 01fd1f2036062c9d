import type { Commit } from '../../shared/commit.ts'
import type { HistoryOverview, HistoryPeriod } from '../../shared/memory.ts'
import { ACTORS } from '../state/timeline-filter.ts'
import { changesIn, periodName, STEP_MS } from './periods.ts'
import { Scrubber } from './Scrubber.tsx'

/** What the line shows. */
export type Measure = 'bytes' | 'files'

const WIDTH = 1000
const HEIGHT = 66
const MARGIN = 8
/** The baseline of the bars. One change is as high as `CHANGE_HEIGHT`, or lower on a chart with a busy day. */
const BASELINE_Y = 63
const CHANGE_HEIGHT = 4
const MAX_UNSCALED_CHANGES = 8
const MAX_BAR_WIDTH = 10
/** Of a young history, whose few bars would be lost. */
const MAX_WIDE_BAR = 28
const FEW_PERIODS = 24
/** A young history does not fill the chart. */
const MIN_PERIODS = 8
/** The line keeps above the bars of a quiet day. */
const LINE = { top: 8, bottom: 38 }

interface Scales {
  readonly x: (time: string) => number
  readonly y: (value: number) => number
  readonly barWidth: number
  /** The changes of the busiest period, at least `MAX_UNSCALED_CHANGES`. */
  readonly busiest: number
}

function scalesOf({ periods, step }: HistoryOverview, measure: Measure): Scales {
  const times = periods.map(({ from }) => Date.parse(from))
  const begin = Math.min(...times)
  const span = Math.max(MIN_PERIODS * STEP_MS[step], Math.max(...times) - begin)
  const largest = Math.max(...periods.map((period) => period[measure]), 1)
  const widest = span / STEP_MS[step] <= FEW_PERIODS ? MAX_WIDE_BAR : MAX_BAR_WIDTH
  return {
    x: (time) => Math.round(MARGIN + ((Date.parse(time) - begin) / span) * (WIDTH - 2 * MARGIN - MAX_WIDE_BAR)),
    y: (value) => Math.round(LINE.bottom - (value / largest) * (LINE.bottom - LINE.top)),
    barWidth: Math.max(1, Math.min(widest, ((WIDTH - 2 * MARGIN) * STEP_MS[step]) / span - 1)),
    busiest: Math.max(MAX_UNSCALED_CHANGES, ...periods.map((period) => changesIn([period]))),
  }
}

interface OverviewChartProps {
  readonly overview: HistoryOverview
  readonly measure: Measure
  /** What it shows, in words. */
  readonly name: string
  readonly selected: Commit | undefined
}

/** The memory's size or files as a step line, and a bar for each period by who changed it. */
export function OverviewChart({ overview, measure, name, selected }: OverviewChartProps) {
  const { periods, step } = overview
  const { x, y, barWidth, busiest } = scalesOf(overview, measure)
  const line = periods.map((period) => `H${x(period.from)}V${y(period[measure])}`).join('')
  return (
    <div className="ov-plot">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="over" role="img" aria-label={name}>
        <path
          className="ov-line"
          d={`M${MARGIN} ${y(0)}${line}H${WIDTH - MARGIN}`}
          fill="none"
          strokeWidth="1.25"
          vectorEffect="non-scaling-stroke"
        />
        {periods.map((period) => (
          <Bars
            key={period.from}
            period={period}
            name={periodName(period.from, step)}
            x={x(period.from)}
            width={barWidth}
            busiest={busiest}
          />
        ))}
        <path d={`M${MARGIN} 64.5H${WIDTH - MARGIN}`} stroke="var(--line-2)" vectorEffect="non-scaling-stroke" />
        {selected !== undefined && (
          <path
            className="ov-at"
            d={`M${Math.min(WIDTH - 2, Math.max(MARGIN, x(selected.time) + 5))} 0V${HEIGHT}`}
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <Scrubber overview={overview} place={(time) => x(time) / WIDTH} width={barWidth / WIDTH} />
    </div>
  )
}

interface BarsProps {
  readonly period: HistoryPeriod
  readonly name: string
  readonly x: number
  readonly width: number
  readonly busiest: number
}

/** The changes of one period, stacked by actor. */
function Bars({ period: { counts }, name, x, width, busiest }: BarsProps) {
  const unit = (MAX_UNSCALED_CHANGES * CHANGE_HEIGHT) / busiest
  const shown = ACTORS.filter((actor) => counts[actor] > 0)
  return (
    <g>
      {shown.map((actor, at) => {
        const top = BASELINE_Y - shown.slice(0, at + 1).reduce((sum, other) => sum + counts[other] * unit, 0)
        return (
          <rect
            key={actor}
            x={x}
            y={top}
            width={width}
            height={Math.max(1, counts[actor] * unit - 0.8)}
            fill={`var(--${actor})`}
            rx=".8"
          >
            <title>{`${name}: ${counts[actor]}`}</title>
          </rect>
        )
      })}
    </g>
  )
}

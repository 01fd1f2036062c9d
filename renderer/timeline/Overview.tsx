import { plural, t } from '@lingui/core/macro'
import type { Commit } from '../../shared/commit.ts'
import type { HistoryDay } from '../../shared/memory.ts'
import { size } from '../format/sizes.ts'
import { dayOf, dayWord } from '../format/time.ts'
import { ACTORS } from '../state/timeline-filter.ts'
import { changesIn } from './changes-in.ts'
import { Scrubber } from './Scrubber.tsx'

const WIDTH = 1000
const HEIGHT = 66
const MARGIN = 8
/** The bars stand on this line; one change is as high as `CHANGE_HEIGHT`, or lower on a chart with a busy day. */
const BASELINE_Y = 63
const CHANGE_HEIGHT = 4
const MAX_UNSCALED_CHANGES = 8
const MAX_BAR_WIDTH = 10
const DAY_MS = 86_400_000

interface Scales {
  readonly x: (time: string) => number
  readonly y: (bytes: number) => number
  readonly barWidth: number
  /** The changes of the busiest day, at least `MAX_UNSCALED_CHANGES`. */
  readonly busiest: number
}

function scalesOf(days: readonly HistoryDay[], first: HistoryDay, last: HistoryDay): Scales {
  const from = Date.parse(first.time)
  const span = Math.max(DAY_MS, Date.parse(last.time) - from)
  const largest = Math.max(...days.map((day) => day.bytes), 1)
  return {
    x: (time) => Math.round(MARGIN + ((Date.parse(time) - from) / span) * (WIDTH - 2 * MARGIN - 12)),
    y: (bytes) => Math.round(38 - (bytes / largest) * 30),
    barWidth: Math.max(1, Math.min(MAX_BAR_WIDTH, ((WIDTH - 2 * MARGIN) * DAY_MS) / span - 1)),
    busiest: Math.max(MAX_UNSCALED_CHANGES, ...days.map((day) => changesIn([day]))),
  }
}

interface OverviewProps {
  readonly days: readonly HistoryDay[]
  readonly selected: Commit | undefined
}

/** The memory over time: its size as a step line, and a bar for each day by who changed it; days can be chosen. */
export function Overview({ days, selected }: OverviewProps) {
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined || days.length < 2) return null
  const { x, y, barWidth, busiest } = scalesOf(days, first, last)
  const line = days
    .map((day, at) => (at === 0 ? `M${MARGIN} ${y(day.bytes)}` : `H${x(day.time)}V${y(day.bytes)}`))
    .join('')
  const begin = dayOf(first.time)
  const small = size(first.bytes)
  const large = size(last.bytes)
  const counted = plural(changesIn(days), { one: '# change', other: '# changes' })
  return (
    <div className="ov">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="over"
        role="img"
        aria-label={t`Memory since ${begin}: from ${small} to ${large}; ${counted}`}
      >
        <path
          d={`${line}H${WIDTH - MARGIN}`}
          fill="none"
          stroke="var(--line-3)"
          strokeWidth="1.25"
          vectorEffect="non-scaling-stroke"
        />
        {days.map((day) => (
          <Bars key={day.time} day={day} x={x(day.time)} width={barWidth} busiest={busiest} />
        ))}
        <path d={`M${MARGIN} 64.5H${WIDTH - MARGIN}`} stroke="var(--line-2)" vectorEffect="non-scaling-stroke" />
        {selected !== undefined && (
          <path
            d={`M${Math.max(MARGIN, x(selected.time) + 5)} 0V${HEIGHT}`}
            stroke="var(--accent)"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <Scrubber days={days} place={(time) => x(time) / WIDTH} />
      <div className="ovx" aria-hidden>
        <span>
          {begin}, {small}
        </span>
        <span>
          {dayWord(last.time)}, {large}
        </span>
      </div>
    </div>
  )
}

interface BarsProps {
  readonly day: HistoryDay
  readonly x: number
  readonly width: number
  readonly busiest: number
}

/** One day's changes, stacked by actor. */
function Bars({ day, x, width, busiest }: BarsProps) {
  const unit = (MAX_UNSCALED_CHANGES * CHANGE_HEIGHT) / busiest
  const shown = ACTORS.filter((actor) => day.counts[actor] > 0)
  return (
    <g>
      {shown.map((actor, at) => {
        const height = day.counts[actor] * unit
        const top = BASELINE_Y - shown.slice(0, at + 1).reduce((sum, other) => sum + day.counts[other] * unit, 0)
        return (
          <rect
            key={actor}
            x={x}
            y={top}
            width={width}
            height={Math.max(1, height - 0.8)}
            fill={`var(--${actor})`}
            rx=".8"
          >
            <title>{`${dayOf(day.time)}: ${day.counts[actor]}`}</title>
          </rect>
        )
      })}
    </g>
  )
}

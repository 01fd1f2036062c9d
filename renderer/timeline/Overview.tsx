import { plural, t } from '@lingui/core/macro'
import type { Commit } from '../../shared/commit.ts'
import type { HistoryDay } from '../../shared/memory.ts'
import { size } from '../format/sizes.ts'
import { dayOf, dayWord } from '../format/time.ts'
import { ACTORS } from '../state/timeline-store.ts'

const WIDTH = 1000
const LEFT = 8
const FLOOR = 63
const UNIT = 4
const MOST_UNITS = 8
const BAR = 10
const DAY_MS = 86_400_000

/** The memory over time: its size as a step line, and a bar for each day by who changed it. */
export function Overview({
  days,
  selected,
}: {
  readonly days: readonly HistoryDay[]
  readonly selected: Commit | undefined
}) {
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined || days.length < 2) return null
  const from = Date.parse(first.time)
  const span = Math.max(DAY_MS, Date.parse(last.time) - from)
  const x = (time: string): number => Math.round(LEFT + ((Date.parse(time) - from) / span) * (WIDTH - 2 * LEFT - 12))
  const top = Math.max(...days.map((day) => day.bytes), 1)
  const y = (value: number): number => Math.round(38 - (value / top) * 30)
  const line = days
    .map((day, at) => (at === 0 ? `M${LEFT} ${y(day.bytes)}` : `H${x(day.time)}V${y(day.bytes)}`))
    .join('')
  const most = Math.max(MOST_UNITS, ...days.map((day) => changesIn([day])))
  const width = Math.max(1, Math.min(BAR, ((WIDTH - 2 * LEFT) * DAY_MS) / span - 1))
  const begin = dayOf(first.time)
  const small = size(first.bytes)
  const large = size(last.bytes)
  const counted = plural(changesIn(days), { one: '# change', other: '# changes' })
  return (
    <div className="ov">
      <svg
        viewBox={`0 0 ${WIDTH} 66`}
        preserveAspectRatio="none"
        className="over"
        role="img"
        aria-label={t`Memory since ${begin}: from ${small} to ${large}; ${counted}`}
      >
        <path
          d={`${line}H${WIDTH - LEFT}`}
          fill="none"
          stroke="var(--line-3)"
          strokeWidth="1.25"
          vectorEffect="non-scaling-stroke"
        />
        {days.map((day) => (
          <Bars key={day.time} day={day} x={x(day.time)} width={width} most={most} />
        ))}
        <path d={`M${LEFT} 64.5H${WIDTH - LEFT}`} stroke="var(--line-2)" vectorEffect="non-scaling-stroke" />
        {selected !== undefined && (
          <path
            d={`M${Math.max(LEFT, x(selected.time) + 5)} 0V66`}
            stroke="var(--accent)"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
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

/** How often the memory was changed on these days. */
export function changesIn(days: readonly HistoryDay[]): number {
  return days.reduce((sum, { counts }) => sum + ACTORS.reduce((all, actor) => all + counts[actor], 0), 0)
}

function Bars({
  day,
  x,
  width,
  most,
}: {
  readonly day: HistoryDay
  readonly x: number
  readonly width: number
  readonly most: number
}) {
  const unit = (MOST_UNITS * UNIT) / most
  const shown = ACTORS.filter((actor) => day.counts[actor] > 0)
  return (
    <g>
      {shown.map((actor, at) => {
        const height = day.counts[actor] * unit
        const top = FLOOR - shown.slice(0, at + 1).reduce((sum, other) => sum + day.counts[other] * unit, 0)
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

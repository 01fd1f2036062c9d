import { plural, t } from '@lingui/core/macro'
import { useMemo } from 'react'
import type { Commit } from '../../shared/commit.ts'
import { size } from '../parts/sizes.ts'
import { dayOf, dayWord } from '../parts/time.ts'
import { useMemory } from '../state/memory-store.ts'
import { ACTORS } from '../state/timeline-store.ts'
import { type Day, overviewDays } from './overview.ts'

const WIDTH = 1000
const LEFT = 8
const FLOOR = 63
const UNIT = 4
const MOST_UNITS = 8
const DAY_MS = 86_400_000

/** The memory over time: its size as a step line, and a bar for each day by who changed it. */
export function Overview({ commits, selected }: { readonly commits: readonly Commit[]; readonly selected: Commit | undefined }) {
  const bytes = useMemory((state) => state.tree?.bytes ?? 0)
  const days = useMemo(() => overviewDays(commits, bytes), [commits, bytes])
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined || days.length < 2) return null
  const from = Date.parse(first.time)
  const span = Math.max(DAY_MS, Date.parse(last.time) - from)
  const x = (time: string): number => Math.round(LEFT + ((Date.parse(time) - from) / span) * (WIDTH - 2 * LEFT - 12))
  const top = Math.max(...days.map((day) => day.bytes), 1)
  const y = (value: number): number => Math.round(38 - (value / top) * 30)
  const line = days.map((day, at) => (at === 0 ? `M${LEFT} ${y(day.bytes)}` : `H${x(day.time)}V${y(day.bytes)}`)).join('')
  const begin = dayOf(first.time)
  const small = size(first.bytes)
  const large = size(last.bytes)
  const counted = plural(commits.length, { one: '# change', other: '# changes' })
  return (
    <div className="ov">
      <svg viewBox={`0 0 ${WIDTH} 66`} preserveAspectRatio="none" className="over" role="img" aria-label={t`Memory since ${begin}: from ${small} to ${large}; ${counted}`}>
        <path d={`${line}H${WIDTH - LEFT}`} fill="none" stroke="var(--line-3)" strokeWidth="1.25" vectorEffect="non-scaling-stroke" />
        {days.map((day) => <Bars key={day.name} day={day} x={x(day.time)} />)}
        <path d={`M${LEFT} 64.5H${WIDTH - LEFT}`} stroke="var(--line-2)" vectorEffect="non-scaling-stroke" />
        {selected !== undefined && <path d={`M${Math.max(LEFT, x(selected.time) + 5)} 0V66`} stroke="var(--accent)" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />}
      </svg>
      <div className="ovx" aria-hidden><span>{begin}, {small}</span><span>{dayWord(last.time)}, {large}</span></div>
    </div>
  )
}

function Bars({ day, x }: { readonly day: Day; readonly x: number }) {
  const total = ACTORS.reduce((sum, actor) => sum + day.counts[actor], 0)
  const unit = total > MOST_UNITS ? (MOST_UNITS * UNIT) / total : UNIT
  const shown = ACTORS.filter((actor) => day.counts[actor] > 0)
  return (
    <g>
      {shown.map((actor, at) => {
        const height = day.counts[actor] * unit
        const top = FLOOR - shown.slice(0, at + 1).reduce((sum, other) => sum + day.counts[other] * unit, 0)
        return <rect key={actor} x={x} y={top} width="10" height={Math.max(1, height - 0.8)} fill={`var(--${actor})`} rx=".8"><title>{`${day.name}: ${day.counts[actor]}`}</title></rect>
      })}
    </g>
  )
}

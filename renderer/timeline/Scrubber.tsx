import { plural, t } from '@lingui/core/macro'
import type { HistoryDay } from '../../shared/memory.ts'
import { size } from '../format/sizes.ts'
import { dayOf } from '../format/time.ts'
import { changesIn } from './changes-in.ts'
import type { Span } from './day-span.ts'
import { useDayChoice } from './use-day-choice.ts'

interface ScrubberProps {
  readonly days: readonly HistoryDay[]
  /** Where a time is on the chart: 0 at its left, 1 at its right. */
  readonly place: (time: string) => number
}

/** Over the chart of the days: chooses a day, or a span of days, by mouse or keyboard. */
export function Scrubber({ days, place }: ScrubberProps) {
  const places = days.map(({ time }) => place(time))
  const { chosen, cursor, ...handlers } = useDayChoice(days, places)
  const text = describe(days, chosen ?? cursor)
  return (
    <>
      <div
        className="scrub"
        role="slider"
        tabIndex={0}
        aria-label={t`Day`}
        aria-valuemin={0}
        aria-valuemax={days.length - 1}
        aria-valuenow={cursor.at}
        aria-valuetext={text}
        title={t`Choose a day, or drag over several`}
        {...handlers}
      >
        {chosen !== null && <Chosen places={places} span={chosen} />}
      </div>
      {chosen !== null && (
        <span className="scrub-at num" aria-hidden>
          {text}
        </span>
      )}
    </>
  )
}

function Chosen({ places, span: { from, at } }: { readonly places: readonly number[]; readonly span: Span }) {
  const [first, last] = [places[Math.min(from, at)] ?? 0, places[Math.max(from, at)] ?? 0]
  return (
    <span
      className="scrub-on"
      style={{ left: `calc(${first * 100}% - 1px)`, width: `calc(${(last - first) * 100}% + 12px)` }}
    />
  )
}

/** "16 November: 3 changes, 12 KB", or the same for several days. */
function describe(days: readonly HistoryDay[], { from, at }: Span): string {
  const among = days.slice(Math.min(from, at), Math.max(from, at) + 1)
  const [first, last] = [among[0], among.at(-1)]
  if (first === undefined || last === undefined) return ''
  const counted = plural(changesIn(among), { one: '# change', other: '# changes' })
  const begin = dayOf(first.time)
  const end = dayOf(last.time)
  const bytes = size(last.bytes)
  return first === last ? t`${begin}: ${counted}, ${bytes}` : t`${begin} to ${end}: ${counted}, ${bytes}`
}

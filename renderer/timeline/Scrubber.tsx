import { t } from '@lingui/core/macro'
import type { HistoryOverview } from '../../shared/memory.ts'
import { explained } from '../ui/Tooltip.tsx'
import type { Span } from './day-span.ts'
import { describeSpan } from './periods.ts'
import { useDayChoice } from './use-day-choice.ts'

interface ScrubberProps {
  readonly overview: HistoryOverview
  /** Where a time is on the chart: 0 at its left, 1 at its right. */
  readonly place: (time: string) => number
  /** Of a period's bar, in parts of the chart. */
  readonly width: number
}

/** Over the chart: chooses a day or an hour, or a span of them, by mouse or keyboard. */
export function Scrubber({ overview, place, width }: ScrubberProps) {
  const { periods, step } = overview
  const places = periods.map(({ from }) => place(from))
  const { chosen, cursor, ...handlers } = useDayChoice(overview, places)
  const text = describeSpan(periods, step, chosen ?? cursor)
  return (
    <>
      <div
        className="scrub"
        role="slider"
        tabIndex={0}
        aria-label={step === 'day' ? t`Day` : t`Time`}
        aria-valuemin={0}
        aria-valuemax={periods.length - 1}
        aria-valuenow={cursor.at}
        aria-valuetext={text}
        {...explained(step === 'day' ? t`Choose a day, or drag over several` : t`Choose a time, or drag over several`)}
        {...handlers}
      >
        {chosen !== null && <Chosen places={places} span={chosen} width={width} />}
      </div>
      {chosen !== null && (
        <span className="scrub-at num" aria-hidden>
          {text}
        </span>
      )}
    </>
  )
}

interface ChosenProps {
  readonly places: readonly number[]
  readonly span: Span
  readonly width: number
}

function Chosen({ places, span: { from, at }, width }: ChosenProps) {
  const [first, last] = [places[Math.min(from, at)] ?? 0, places[Math.max(from, at)] ?? 0]
  return (
    <span
      className="scrub-on"
      style={{ left: `calc(${first * 100}% - 1px)`, width: `calc(${(last - first + width) * 100}% + 2px)` }}
    />
  )
}

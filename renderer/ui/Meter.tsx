import type { Meter as MeterValue } from '../../shared/policy-state.ts'

interface MeterProps {
  readonly name: string
  readonly meter: MeterValue
  /** The share of the limit from which it warns. */
  readonly warnAt: number
  readonly text: string
}

const shareOf = ({ used, limit }: MeterValue): number => (limit === null ? 0 : limit === 0 ? 1 : used / limit)

export function fillOf(meter: MeterValue, warnAt: number): 'plain' | 'wait' | 'full' {
  const share = shareOf(meter)
  if (meter.limit === null || share < warnAt) return 'plain'
  return share >= 1 ? 'full' : 'wait'
}

/** The one closer to its limit. */
export const worst = (a: MeterValue, b: MeterValue): MeterValue => (shareOf(b) > shareOf(a) ? b : a)

const FULL_PERCENT = 100

/** How full something is, as a bar, and as text for screen readers. */
export function Meter({ name, meter, warnAt, text }: MeterProps) {
  const percent = Math.round(Math.min(1, shareOf(meter)) * FULL_PERCENT)
  const fill = fillOf(meter, warnAt)
  return (
    <span
      className={fill === 'plain' ? 'meter' : `meter ${fill}`}
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={FULL_PERCENT}
      aria-valuenow={percent}
      aria-valuetext={text}
    >
      <i style={{ width: `${percent}%` }} />
    </span>
  )
}

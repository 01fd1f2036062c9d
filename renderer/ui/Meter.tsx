import type { Meter as Fill } from '../../shared/policy-state.ts'

interface MeterProps {
  readonly name: string
  readonly meter: Fill
  /** From this share on it warns. */
  readonly warnAt: number
  readonly text: string
}

export const shareOf = ({ used, limit }: Fill): number => (limit === null ? 0 : limit === 0 ? 1 : used / limit)

export function fillOf(meter: Fill, warnAt: number): 'plain' | 'wait' | 'full' {
  const share = shareOf(meter)
  if (meter.limit === null || share < warnAt) return 'plain'
  return share >= 1 ? 'full' : 'wait'
}

/** The one nearer to its cap. */
export const worst = (a: Fill, b: Fill): Fill => (shareOf(b) > shareOf(a) ? b : a)

const WHOLE = 100

/** How full something is: a track, its fill, and the words for those who do not see it. */
export function Meter({ name, meter, warnAt, text }: MeterProps) {
  const percent = Math.round(Math.min(1, shareOf(meter)) * WHOLE)
  const fill = fillOf(meter, warnAt)
  return (
    <span
      className={fill === 'plain' ? 'meter' : `meter ${fill}`}
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={WHOLE}
      aria-valuenow={percent}
      aria-valuetext={text}
    >
      <i style={{ width: `${percent}%` }} />
    </span>
  )
}

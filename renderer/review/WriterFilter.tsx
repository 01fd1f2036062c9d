import { t } from '@lingui/core/macro'
import type { ReviewLine } from '../../shared/review.ts'
import { actorName } from '../memory-parts/ActorBadge.tsx'
import { useReview } from '../state/review-store.ts'
import { Select } from '../ui/Select.tsx'

/** Another agent by its name, everybody else by what they are. */
export function writerName({ by }: ReviewLine): string {
  return by.client ?? actorName(by.actor)
}

interface WriterFilterProps {
  readonly lines: readonly ReviewLine[]
  /** Whose lines are shown; null for everybody's. */
  readonly writer: string | null
}

/** Whose changes are listed, where there is a choice. */
export function WriterFilter({ lines, writer }: WriterFilterProps) {
  const writers = [...new Set(lines.map(writerName))].toSorted((one, other) => one.localeCompare(other))
  if (writer === null && writers.length < 2) return null
  const all = writer === null || writers.includes(writer) ? writers : [writer, ...writers]
  return (
    <Select
      name={t`Changes by`}
      value={writer ?? ''}
      isSet={writer !== null}
      onChange={(chosen) => useReview.setState({ writer: chosen === '' ? null : chosen })}
    >
      <option value="">{t`Changes by anyone`}</option>
      {all.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </Select>
  )
}

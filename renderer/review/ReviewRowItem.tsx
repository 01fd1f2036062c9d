import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, Undo2 } from 'lucide-react'
import { REVIEW_REASONS } from '../../shared/review.ts'
import { changes } from '../format/counts.ts'
import { shortTime } from '../format/time.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { kindWord, moreLines, quoteOf, reasonLabel } from '../memory-parts/review-words.ts'
import { membersOf, type ReviewRow } from '../state/review-rows.ts'
import { useStoreName } from '../state/stores-store.ts'
import { RedactableText } from '../text/RedactedText.tsx'
import { Button } from '../ui/Button.tsx'
import { useRowTitle } from './use-row-title.ts'

interface ReviewRowItemProps {
  readonly row: ReviewRow
  /** The list is of several stores. */
  readonly isOneOfMany: boolean
  readonly isSelected: boolean
  /** It belongs to the group above it. */
  readonly isMember: boolean
  readonly onSelect: () => void
  readonly onKeep: () => void
  readonly onUndo: () => void
}

/** What was learned, changed or forgot, where, by whom, and the two ways on. */
export function ReviewRowItem(props: ReviewRowItemProps) {
  const { row, isOneOfMany, isSelected, isMember, onSelect, onKeep, onUndo } = props
  const [line] = row.lines
  const session = useRowTitle(row)
  const store = useStoreName(row.store)
  const quote = session ?? quoteOf(line)
  const where =
    session === null
      ? [line.path === quote ? null : line.path, moreLines(line)]
      : [changes(membersOf(row).length > 1 ? membersOf(row).length : row.lines.length)]
  // Of a group, the title says that it is from outside.
  const isOutside = isMember || row.members !== undefined
  const reasons = REVIEW_REASONS.filter(
    (reason) => !(isOutside && reason === 'untrusted') && row.lines.some((each) => each.reasons.includes(reason)),
  )
  return (
    <li
      className={[isSelected && 'on', isMember && 'of-group'].filter(Boolean).join(' ') || undefined}
      aria-current={isSelected || undefined}
      tabIndex={isSelected ? 0 : -1}
      onClick={onSelect}
    >
      <ActorBadge actor={line.by.actor} />
      <div className="t">
        {session === null ? (
          <>
            <i>{kindWord(line)}</i>{' '}
            <span title={quote}>
              <RedactableText text={quote} />
            </span>
          </>
        ) : (
          <b title={session}>{session}</b>
        )}
      </div>
      <div className="m">
        {[isOneOfMany ? store : null, ...where, line.by.client, shortTime(line.by.time)]
          .filter((part) => part !== null)
          .join(' · ')}{' '}
        {reasons.map((reason) => (
          <span key={reason} className="badge wait">
            {reasonLabel(reason)}
          </span>
        ))}
      </div>
      <div className="ac">
        <Button variant="q" small icon={Check} aria-label={t`Keep: ${quote}`} tabIndex={-1} onClick={stopping(onKeep)}>
          <span className="hide-n">
            <Trans>Keep</Trans>
          </span>
        </Button>
        <Button variant="q" small icon={Undo2} aria-label={t`Undo: ${quote}`} tabIndex={-1} onClick={stopping(onUndo)}>
          <span className="hide-n">
            <Trans>Undo</Trans>
          </span>
        </Button>
      </div>
    </li>
  )
}

const stopping =
  (action: () => void) =>
  (event: React.MouseEvent): void => {
    event.stopPropagation()
    action()
  }

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, Undo2 } from 'lucide-react'
import type { ReviewLine } from '../../shared/review.ts'
import { shortTime } from '../format/time.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { kindWord, moreLines, quoteOf, reasonLabel } from '../memory-parts/review-words.ts'
import { Button } from '../ui/Button.tsx'

interface LineRowProps {
  readonly line: ReviewLine
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly onKeep: () => void
  readonly onUndo: () => void
}

/** One change: what was learned, changed or forgot, where, by whom, and the two ways on. */
export function LineRow({ line, isSelected, onSelect, onKeep, onUndo }: LineRowProps) {
  const quote = quoteOf(line)
  const more = moreLines(line)
  return (
    <li
      className={isSelected ? 'on' : undefined}
      aria-current={isSelected || undefined}
      tabIndex={isSelected ? 0 : -1}
      onClick={onSelect}
    >
      <ActorBadge actor={line.by.actor} />
      <div className="t">
        <i>{kindWord(line.kind)}</i> <span>{quote}</span>
      </div>
      <div className="m">
        {[line.path === quote ? null : line.path, more, line.by.client, shortTime(line.by.time)]
          .filter((part) => part !== null)
          .join(' · ')}{' '}
        {line.reasons.map((reason) => (
          <span key={reason} className="badge wait">
            {reasonLabel(reason)}
          </span>
        ))}
      </div>
      <div className="ac">
        <Button variant="q" small icon={Undo2} aria-label={t`Undo: ${quote}`} tabIndex={-1} onClick={stopping(onUndo)}>
          <span className="hide-n">
            <Trans>Undo</Trans>
          </span>
        </Button>
        <Button variant="q" small icon={Check} aria-label={t`Keep: ${quote}`} tabIndex={-1} onClick={stopping(onKeep)}>
          <span className="hide-n">
            <Trans>Keep</Trans>
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

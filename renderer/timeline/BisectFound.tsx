import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Flag, History, Undo2 } from 'lucide-react'
import type { BisectOutcome } from '../../shared/memory.ts'
import { openPoint, pointPath } from '../state/routes.ts'
import { Button } from '../ui/Button.tsx'
import { CommitChanges } from './CommitChanges.tsx'

interface BisectFoundProps {
  readonly outcome: BisectOutcome
  /** When the user answered, who may have given no words. */
  readonly heading?: string
  readonly onBack?: (() => void) | undefined
}

/** The end of the search: the change that made the difference, or why there is none. */
export function BisectFound({ outcome, heading = headingOf(outcome), onBack }: BisectFoundProps) {
  return (
    <section className="past" aria-label={t`What was found`} data-pane tabIndex={-1}>
      <div className="asof" role="status">
        <Flag className="i" aria-hidden />
        <b className="cut">{heading}</b>
        {outcome.kind === 'found' && outcome.steps.length > 0 && (
          <span className="ink2 cut hide-n">
            <Plural value={outcome.steps.length} one="# point checked" other="# points checked" />
          </span>
        )}
        <span className="grow" />
        <Button variant="q" small keys="esc" onClick={() => openPoint()}>
          <Trans>Close</Trans>
        </Button>
      </div>
      {outcome.kind === 'found' && (
        <>
          <div className="pbody scroll" tabIndex={0}>
            <CommitChanges commit={outcome.commit} />
          </div>
          <div className="acts">
            <div className="row">
              <a className="btn" href={`#${pointPath(outcome.commit.id)}`}>
                <History className="i s" aria-hidden />
                <Trans>Show in the timeline</Trans>
              </a>
              <span className="grow" />
              {onBack !== undefined && (
                <Button variant="q" icon={Undo2} keys="b" onClick={onBack}>
                  <Trans>Take back the last answer</Trans>
                </Button>
              )}
            </div>
          </div>
        </>
      )}
    </section>
  )
}

function headingOf(outcome: BisectOutcome): string {
  if (outcome.kind === 'not-in-order') return t`The first point isn’t earlier than the second.`
  if (outcome.kind === 'found')
    return outcome.atEnd === 'yes' ? t`The words appear from here on` : t`The words are gone from here on`
  return outcome.answer === 'yes'
    ? t`Both points already contain these words. Choose an earlier first point.`
    : t`No line contains these words at either point.`
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LoaderCircle, Square } from 'lucide-react'
import { assertNever } from '../../shared/assert-never.ts'
import type { Waiting } from '../../shared/conversation.ts'
import { worded } from '../format/worded.ts'
import { stop } from '../state/turn-actions.ts'
import { Button } from '../ui/Button.tsx'

interface WaitingLineProps {
  /** Left out while the model is at work. */
  readonly waiting: Waiting | undefined
  readonly conversation: string
}

/** What a running turn waits for. It goes when words arrive. */
export function WaitingLine({ waiting, conversation }: WaitingLineProps) {
  return (
    <span className="thinking">
      <LoaderCircle className="i s spin" aria-hidden />
      {wordsFor(waiting)}
      {waiting?.kind === 'quiet' && (
        <Button variant="q" small icon={Square} onClick={() => void stop(conversation)}>
          <Trans>Stop</Trans>
        </Button>
      )}
    </span>
  )
}

function wordsFor(waiting: Waiting | undefined): string {
  switch (waiting?.kind) {
    case undefined:
      return t`thinking`
    case 'again': {
      const { attempt, of } = waiting
      const what = worded(waiting.what)
      return t`${what} Trying again (${attempt} of ${of})…`
    }
    case 'quiet':
      return t`Nothing has arrived for over 2 minutes, but the connection is still open.`
    default:
      return assertNever(waiting)
  }
}

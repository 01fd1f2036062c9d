import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Turn } from '../../shared/conversation.ts'
import type { ModelChoice } from '../state/model-choices.ts'
import { regenerate } from '../state/turn-actions.ts'
import { AskSheet } from '../ui/AskSheet.tsx'
import { Button } from '../ui/Button.tsx'
import { PutBack } from './PutBack.tsx'
import { askedIn, usePutBack } from './use-put-back.ts'

interface RegenerateSheetProps {
  readonly turn: Turn
  readonly turns: readonly Turn[]
  readonly conversation: string
  /** The model to ask; `undefined` for the one in use. */
  readonly by: ModelChoice | undefined
  /** How many turns after it are replaced, too. */
  readonly later: number
  readonly onClose: () => void
}

/** What regenerating an answer replaces and puts back, before it happens. */
export function RegenerateSheet({ turn, turns, conversation, by, later, onClose }: RegenerateSheetProps) {
  const [busy, setBusy] = useState(false)
  const back = usePutBack({ conversation, turns, from: askedIn(turns, turn) })
  const go = async (): Promise<void> => {
    setBusy(true)
    const hasBegun = await regenerate(conversation, turn.number, { by, putBack: back.how })
    setBusy(false)
    if (hasBegun) onClose()
  }
  return (
    <AskSheet title={titleOf(by)} onClose={onClose}>
      {later > 0 && (
        <p>
          {plural(later, {
            one: 'The turn that follows is replaced too. You can still read it above the new answer.',
            other: 'The # turns that follow are replaced too. You can still read them above the new answer.',
          })}
        </p>
      )}
      <PutBack back={back} />
      <div className="row sheet-acts">
        <span className="grow" />
        <Button keys="esc" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="pri" busy={busy} disabled={!back.canSend} onClick={() => void go()}>
          {back.isWanted ? <Trans>Undo and regenerate</Trans> : <Trans>Regenerate</Trans>}
        </Button>
      </div>
    </AskSheet>
  )
}

function titleOf(by: ModelChoice | undefined): string {
  if (by === undefined) return t`Regenerate the answer`
  const { label } = by
  return t`Regenerate the answer with ${label}`
}

import { Trans } from '@lingui/react/macro'
import { Pencil } from 'lucide-react'
import type { Turn } from '../../shared/conversation.ts'
import { stopEditing } from '../state/chat-store.ts'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { PutBack } from './PutBack.tsx'
import { askedIn, type PuttingBack, usePutBack } from './use-put-back.ts'

/** What an edited message could put back. @param edited the turn whose message it is */
export function useEditedBack(id: string, turns: readonly Turn[], edited: number | undefined): PuttingBack {
  const turn = turns.find(({ number }) => number === edited)
  const from = turn === undefined ? undefined : askedIn(turns, turn)
  return usePutBack({ conversation: id, turns, from, byDefault: false })
}

/** What sending does while a message is being changed. */
export function Editing({
  id,
  turn,
  back,
}: {
  readonly id: string
  readonly turn: number
  readonly back: PuttingBack
}) {
  useKeys({ esc: () => stopEditing(id) })
  return (
    <div className="editing">
      <div className="row" role="status">
        <Pencil className="i s" aria-hidden />
        <span className="grow">
          {back.isWanted ? (
            <Trans>Editing your message in turn {turn}. Sending it replaces everything after it.</Trans>
          ) : (
            <Trans>
              Editing your message in turn {turn}. Sending it replaces everything after it; anything the agent saved
              stays in the memory.
            </Trans>
          )}
        </span>
        <Button variant="q" small keys="esc" onClick={() => stopEditing(id)}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <PutBack back={back} />
    </div>
  )
}

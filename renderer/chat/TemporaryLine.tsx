import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MessageCircleDashed } from 'lucide-react'
import { closeTemporary, keepTemporary } from '../state/conversation-actions.ts'
import { Button } from '../ui/Button.tsx'

interface TemporaryLineProps {
  readonly id: string | undefined
  /** It was closed, or Variorum was. */
  readonly isOver: boolean
  /** It is being answered. */
  readonly running: boolean
}

/** Says that this conversation is temporary, for as long as it exists. */
export function TemporaryLine({ id, isOver, running }: TemporaryLineProps) {
  return (
    <div className="temporary-line" role="status">
      <MessageCircleDashed className="i s" aria-hidden />
      <span className="grow">
        {isOver
          ? t`This temporary conversation is gone. Nothing was kept.`
          : t`This temporary conversation reads the memory, writes nothing, and is gone when you close it.`}
      </span>
      {id !== undefined && !isOver && (
        <Button variant="q" small disabled={running} onClick={() => void keepTemporary(id)}>
          <Trans>Keep this conversation</Trans>
        </Button>
      )}
      <Button variant="q" small onClick={() => void closeTemporary(id)}>
        <Trans>Close</Trans>
      </Button>
    </div>
  )
}

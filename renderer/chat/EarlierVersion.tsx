import { plural } from '@lingui/core/macro'
import { ChevronRight, History } from 'lucide-react'
import { useId, useState } from 'react'
import type { Turn } from '../../shared/conversation.ts'
import { TurnView } from './TurnView.tsx'

interface EarlierVersionProps {
  readonly turns: readonly Turn[]
  readonly conversation: string
}

/** Turns that an edited message replaced, folded: the model is not sent them, but what they wrote may still be there. */
export function EarlierVersion({ turns, conversation }: EarlierVersionProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <div className="earlier">
        <button type="button" className="looked" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <History className="i s" aria-hidden />
          {plural(turns.length, {
            one: '# replaced turn. The model no longer sees it.',
            other: '# replaced turns. The model no longer sees them.',
          })}
          <ChevronRight className="i xs chev" aria-hidden />
        </button>
      </div>
      <div id={id} hidden={!open} className="replaced">
        {open &&
          turns.map((turn) => <TurnView key={turn.number} turn={turn} conversation={conversation} isLast={false} />)}
      </div>
    </>
  )
}

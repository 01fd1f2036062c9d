import { t } from '@lingui/core/macro'
import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import type { Turn } from '../../shared/conversation.ts'
import { examplesAtEnd } from '../../shared/examples.ts'
import { shownStore } from '../state/app-store.ts'
import { useChat } from '../state/chat-store.ts'
import { openChat } from '../state/routes.ts'
import { send } from '../state/send.ts'
import { Button } from '../ui/Button.tsx'

/** Sentences to begin with: the first three make, correct and undo a fact. */
export function starters(): readonly string[] {
  return [
    t`Remember that Ana is allergic to shellfish`,
    t`Actually, Ana is allergic to nuts`,
    t`Undo that`,
    t`What do you remember?`,
  ]
}

interface StartersProps {
  readonly id: string | undefined
  readonly sentences: readonly string[]
}

/** Each is sent when pressed. */
export function Starters({ id, sentences }: StartersProps) {
  const [sent, setSent] = useState<string | null>(null)
  const isRunning = useChat(({ open }) => id !== undefined && open.get(id)?.at(-1)?.end === null)
  const ask = async (sentence: string): Promise<void> => {
    setSent(sentence)
    const conversation = await send(id, sentence, { store: shownStore() })
    setSent(null)
    if (conversation !== null && id === undefined) openChat(conversation)
  }
  return (
    <ul className="starters" aria-label={t`Sentences to try`}>
      {sentences.map((sentence) => (
        <li key={sentence}>
          <Button
            icon={MessageSquarePlus}
            busy={sent === sentence}
            disabled={sent !== null || isRunning}
            onClick={() => void ask(sentence)}
          >
            <span className="cut">{sentence}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** What to say next, under the last answer: after a starter those that come after it, after the demo’s help its examples. */
export function NextStarters({ id, turn }: { readonly id: string; readonly turn: Turn }) {
  const temporary = useChat(({ list }) => list?.find((each) => each.id === id)?.temporary)
  if (temporary === true || turn.provider !== 'demo' || turn.end?.kind !== 'done') return null
  const all = starters()
  const at = all.indexOf(turn.text)
  const answer = turn.parts.findLast((part) => part.kind === 'text')?.text ?? ''
  const next = at >= 0 ? all.slice(at + 1) : examplesAtEnd(answer)
  return next.length === 0 ? null : <Starters id={id} sentences={next} />
}

import { t } from '@lingui/core/macro'
import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import type { Turn } from '../../shared/conversation.ts'
import { examplesAtEnd, offerIn } from '../../shared/examples.ts'
import { shownStore } from '../state/app-store.ts'
import { useChat } from '../state/chat-store.ts'
import { textOnly } from '../state/drafts-store.ts'
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

interface Starter {
  readonly label: string
  /** What is sent. */
  readonly sentence: string
}

interface StartersProps {
  readonly id: string | undefined
  readonly starters: readonly Starter[]
}

export const asTheySay = (sentences: readonly string[]): readonly Starter[] =>
  sentences.map((sentence) => ({ label: sentence, sentence }))

/** Each is sent when pressed. */
export function Starters({ id, starters }: StartersProps) {
  const [sent, setSent] = useState<string | null>(null)
  const isRunning = useChat(({ open }) => id !== undefined && open.get(id)?.at(-1)?.end === null)
  const ask = async (sentence: string): Promise<void> => {
    setSent(sentence)
    const conversation = await send(id, textOnly(sentence), { store: shownStore() })
    setSent(null)
    if (conversation !== null && id === undefined) openChat(conversation)
  }
  return (
    <ul className="starters" aria-label={t`Sentences to try`}>
      {starters.map(({ label, sentence }) => (
        <li key={sentence}>
          <Button
            icon={MessageSquarePlus}
            busy={sent === sentence}
            disabled={sent !== null || isRunning}
            onClick={() => void ask(sentence)}
          >
            <span className="cut">{label}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/**
 * What to say next, under the last answer of the demo model: after a starter those that come after it, after its help the
 * examples, after what it did not save the sentence that saves it.
 */
export function NextStarters({ id, turn }: { readonly id: string; readonly turn: Turn }) {
  const temporary = useChat(({ list }) => list?.find((each) => each.id === id)?.temporary)
  if (temporary === true || turn.provider !== 'demo' || turn.end?.kind !== 'done') return null
  const next = nextOf(turn)
  return next.length === 0 ? null : <Starters id={id} starters={next} />
}

function nextOf({ text, parts }: Turn): readonly Starter[] {
  const answer = parts.findLast((part) => part.kind === 'text')?.text ?? ''
  const offer = offerIn(answer)
  if (offer !== null) return [{ label: t`Remember it`, sentence: offer }]
  const all = starters()
  const at = all.indexOf(text)
  return asTheySay(at >= 0 ? all.slice(at + 1) : examplesAtEnd(answer))
}

import { t } from '@lingui/core/macro'
import { ArrowUp, Square } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { isUsersText, type Turn } from '../../shared/conversation.ts'
import type { Secrets } from '../../shared/policy-state.ts'
import type { ProviderState } from '../../shared/settings.ts'
import { BeforeSending } from '../memory-parts/BeforeSending.tsx'
import { useLink } from '../state/api.ts'
import { useApp } from '../state/app-store.ts'
import { draftKey, editMessage, type NewConversation, setDraft, useChat } from '../state/chat-store.ts'
import { stop } from '../state/turn-actions.ts'
import { isFocusLost } from '../ui/focus.ts'
import { tooltip } from '../ui/Tooltip.tsx'
import { BudgetControl } from './BudgetControl.tsx'
import { Disconnected, ProviderNotice } from './ComposerNotices.tsx'
import { Editing, useEditedBack } from './Editing.tsx'
import { ModelPicker } from './ModelPicker.tsx'
import { UsageMeter } from './UsageMeter.tsx'
import { useSending } from './use-sending.ts'

interface ComposerProps {
  readonly id: string | undefined
  readonly how: NewConversation
  readonly running: boolean
  readonly turns: readonly Turn[]
}

/** Where the user writes. The draft survives changes of view and failed sends. */
export function Composer({ id, how, running, turns }: ComposerProps) {
  const draft = draftKey(id, how)
  const text = useChat((state) => state.drafts.get(draft) ?? '')
  const offline = useLink((state) => state.open === false)
  const { provider, name } = useProvider()
  const editing = useChat((state) => state.editing.get(draft))
  const lastMessage = turns.findLast(isUsersText)
  const field = useRef<HTMLTextAreaElement>(null)
  const back = useEditedBack(draft, turns, editing?.turn)
  const sending = useSending({ id, how, text, edits: editing?.turn, putBack: back.how, field })
  useFocus(field, { opened: draftKey(id, { ...how, store: '' }), editing, running, turns: turns.length })
  const isReady = !running && !sending.sending && !offline && provider?.ready !== false
  const canSend = text.trim() !== '' && isReady && back.canSend

  const submit = (secrets?: Secrets): void => {
    if (canSend) void sending.submit(secrets)
  }
  const onKey = (event: React.KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      submit()
    } else if (isEditKey(event) && text === '' && id !== undefined && lastMessage !== undefined) {
      event.preventDefault()
      editMessage(id, lastMessage)
    }
  }
  return (
    <div className="compose" data-pane>
      {provider !== undefined && <ProviderNotice name={name} provider={provider} />}
      {offline && <Disconnected />}
      {editing !== undefined && <Editing id={draft} turn={editing.turn} back={back} />}
      {sending.found !== null && <BeforeSending check={sending.found} onSend={submit} onBack={sending.back} />}
      <form
        aria-label={t`Message`}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <textarea
          ref={field}
          rows={1}
          aria-label={t`Message`}
          placeholder={t`Write to ${name}`}
          value={text}
          onChange={(event) => setDraft(draft, event.target.value)}
          onKeyDown={onKey}
        />
        <div className="ctl">
          <ModelPicker />
          <span className="grow" />
          <UsageMeter turns={turns} />
          <BudgetControl id={id} how={how} turns={turns} />
          {running && id !== undefined ? <StopButton id={id} /> : <SendButton disabled={!canSend} />}
        </div>
      </form>
    </div>
  )
}

/** With Alt it goes to the card above. */
const isEditKey = ({ key, altKey }: React.KeyboardEvent): boolean => key === 'ArrowUp' && !altKey

interface FocusedBy {
  /** Not of which store: that becomes known when the user may be elsewhere already. */
  readonly opened: string
  /** Another one each time that a message is to be changed, also the same. */
  readonly editing: object | undefined
  readonly running: boolean
  /** A turn may begin and end between two frames. */
  readonly turns: number
}

/** Focuses the field for another conversation, for a message to change, and when a turn that begins or ends takes the focused button away. */
function useFocus(field: RefObject<HTMLTextAreaElement | null>, { opened, editing, running, turns }: FocusedBy): void {
  useEffect(() => field.current?.focus({ preventScroll: true }), [field, opened, editing])
  useEffect(() => {
    if (isFocusLost()) field.current?.focus({ preventScroll: true })
  }, [field, running, turns])
}

/** The provider chosen, and what people call it in the middle of a sentence. */
function useProvider(): { readonly provider: ProviderState | undefined; readonly name: string } {
  const app = useApp((state) => state.app)
  const provider = app?.providers.find((other) => other.id === app.settings.provider)
  const name = provider?.id === 'demo' ? t`the demo model` : provider?.id === 'anthropic' ? 'Claude' : t`the model`
  return { provider, name }
}

function StopButton({ id }: { readonly id: string }) {
  return (
    <button
      type="button"
      className="send"
      aria-label={t`Stop`}
      {...tooltip(t`Stop`, 'mod+.')}
      onClick={() => void stop(id)}
    >
      <Square className="i xs" fill="currentColor" aria-hidden />
    </button>
  )
}

function SendButton({ disabled }: { readonly disabled: boolean }) {
  return (
    <button type="submit" className="send" aria-label={t`Send`} {...tooltip(t`Send`, 'enter')} disabled={disabled}>
      <ArrowUp className="i" aria-hidden />
    </button>
  )
}

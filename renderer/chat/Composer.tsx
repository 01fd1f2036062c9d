import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowUp, Check, ChevronDown, Circle, KeyRound, Pencil, Settings2, Square } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isUsersText, type Turn } from '../../shared/conversation.ts'
import type { Secrets } from '../../shared/policy-state.ts'
import type { ProviderState } from '../../shared/settings.ts'
import type { UndoHow } from '../../shared/undoing.ts'
import { BeforeSending } from '../memory-parts/BeforeSending.tsx'
import { useSecretsQuestion } from '../memory-parts/use-secrets-question.ts'
import { useLink } from '../state/api.ts'
import { shownStore, useApp } from '../state/app-store.ts'
import { useChat } from '../state/chat-store.ts'
import {
  type Draft,
  unsentKey,
  editMessage,
  isBlank,
  type NewConversation,
  stopEditing,
  useDrafts,
  useSaving,
} from '../state/drafts-store.ts'
import { chooseModel, openService, useModelChoices } from '../state/model-choices.ts'
import { openChat, openSettings, openTemporary } from '../state/routes.ts'
import { send } from '../state/send.ts'
import { stop } from '../state/turn-actions.ts'
import { Button } from '../ui/Button.tsx'
import { isFocusLost } from '../ui/focus.ts'
import { useKeys } from '../ui/keys.ts'
import { Menu } from '../ui/Menu.tsx'
import { tooltip } from '../ui/Tooltip.tsx'
import { AttachButton, Attachments, DropHint } from './Attachments.tsx'
import { BudgetControl } from './BudgetControl.tsx'
import { Disconnected, ProviderNotice } from './ComposerNotices.tsx'
import { PutBack } from './PutBack.tsx'
import { RememberToggle } from './RememberToggle.tsx'
import { SavingMenu } from './SavingMenu.tsx'
import { UsageMeter } from './UsageMeter.tsx'
import { useAttaching } from './use-attaching.ts'
import { askedIn, type PuttingBack, usePutBack } from './use-put-back.ts'

interface ComposerProps {
  readonly id: string | undefined
  readonly how: NewConversation
  readonly running: boolean
  readonly turns: readonly Turn[]
}

/** Where the user writes. What is typed survives changes of view and failed sends. */
export function Composer({ id, how, running, turns }: ComposerProps) {
  const key = unsentKey(id, how)
  const attaching = useAttaching(key)
  const { draft, typed } = attaching
  const offline = useLink((state) => state.open === false)
  const { provider, name } = useProvider()
  const editing = useDrafts((state) => state.editing.get(key))
  const lastMessage = turns.findLast(isUsersText)
  const field = useRef<HTMLTextAreaElement>(null)
  const back = useEditedBack(key, turns, editing?.turn)
  const sending = useSending({ id, how, draft, edits: editing?.turn, putBack: back.how, field })
  useFocus(field, { opened: unsentKey(id, { ...how, store: '' }), editing, running, turns: turns.length })
  const isReady = !running && !sending.sending && !offline && provider?.ready !== false
  const canSend = !isBlank(draft) && isReady && back.canSend

  const submit = (secrets?: Secrets): void => {
    if (canSend) void sending.submit(secrets)
  }
  const onKey = (event: React.KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      submit()
    } else if (isEditKey(event) && isBlank(draft) && id !== undefined && lastMessage !== undefined) {
      event.preventDefault()
      editMessage(id, lastMessage)
    }
  }
  return (
    <div className="compose" data-pane {...attaching.handlers}>
      {provider !== undefined && <ProviderNotice name={name} provider={provider} />}
      {offline && <Disconnected />}
      {editing !== undefined && <Editing id={key} turn={editing.turn} back={back} />}
      {sending.found !== null && <BeforeSending check={sending.found} onSend={submit} onBack={sending.back} />}
      <form
        aria-label={t`Message`}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {attaching.isOver && <DropHint />}
        <Attachments to={attaching} />
        <textarea
          ref={field}
          rows={1}
          aria-label={t`Message`}
          placeholder={t`Write to ${name}`}
          value={typed}
          onChange={(event) => attaching.type(event.target.value)}
          onKeyDown={onKey}
        />
        <Controls id={id} how={how} running={running} turns={turns} canSend={canSend} onFiles={attaching.add} />
      </form>
    </div>
  )
}

interface ControlsProps extends ComposerProps {
  readonly canSend: boolean
  readonly onFiles: (files: readonly File[]) => void
}

function Controls({ id, how, running, turns, canSend, onFiles }: ControlsProps) {
  const saving = useSaving(id, how)
  const isAboutPast = useChat(({ list }) => list?.find((other) => other.id === id)?.at != null) || how.at !== undefined
  const mayWrite = how.temporary !== true && !isAboutPast
  return (
    <div className="ctl">
      <AttachButton onFiles={onFiles} />
      <ModelPicker />
      <span className="grow" />
      <UsageMeter turns={turns} />
      {mayWrite && saving === 'told' && <RememberToggle unsent={unsentKey(id, how)} />}
      {mayWrite && <SavingMenu id={id} how={how} />}
      <BudgetControl id={id} how={how} turns={turns} />
      {running && id !== undefined ? <StopButton id={id} /> : <SendButton disabled={!canSend} />}
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

/** What an edited message could put back. @param edited the turn whose message it is */
function useEditedBack(id: string, turns: readonly Turn[], edited: number | undefined): PuttingBack {
  const turn = turns.find(({ number }) => number === edited)
  const from = turn === undefined ? undefined : askedIn(turns, turn)
  return usePutBack({ conversation: id, turns, from })
}

/** What sending does while a message is being changed. */
function Editing({ id, turn, back }: { readonly id: string; readonly turn: number; readonly back: PuttingBack }) {
  useKeys({ esc: () => stopEditing(id) })
  return (
    <div className="editing">
      <div className="row" role="status">
        <Pencil className="i s" aria-hidden />
        <span className="grow">
          <Trans>Editing your message in turn {turn}. Sending it replaces everything after it.</Trans>
        </span>
        <Button variant="q" small keys="esc" onClick={() => stopEditing(id)}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <PutBack back={back} />
    </div>
  )
}

/** Chooses the model that answers next. One that cannot answer says why, and leads to Settings. */
function ModelPicker() {
  const choices = useModelChoices()
  const [shown, show] = useState(false)
  useKeys({ 'mod+j': () => show(true) })
  const name = choices.find(({ isChosen }) => isChosen)?.name ?? ''
  return (
    <Menu
      align="start"
      open={shown}
      onOpenChange={show}
      trigger={
        <button type="button" className="pick" aria-label={t`Model: ${name}`}>
          <span className="cut">{name}</span>
          <ChevronDown className="i xs" aria-hidden />
        </button>
      }
      items={[
        ...choices.map((choice) => ({
          key: `${choice.provider} ${choice.model}`,
          label: choice.label,
          icon: choice.isChosen ? Check : choice.isReady ? Circle : KeyRound,
          ...(choice.reason !== null && { title: choice.reason }),
          run: () => (choice.isReady ? void chooseModel(choice) : void openService(choice)),
        })),
        { label: t`All models…`, icon: Settings2, apart: true, run: openSettings },
      ]}
    />
  )
}

interface Message {
  readonly id: string | undefined
  readonly how: NewConversation
  readonly draft: Draft
  /** The turn whose message it is to replace. */
  readonly edits: number | undefined
  /** For an edited message: whether what it replaces is first put back in the memory. */
  readonly putBack: UndoHow | undefined
  /** Where it is typed. */
  readonly field: RefObject<HTMLTextAreaElement | null>
}

/** Sends a message, and shows its conversation. */
function useSending({ id, how, draft, edits, putBack, field }: Message) {
  return useSecretsQuestion({
    text: draft.text,
    field,
    async send(secrets) {
      const sent = await send(id, draft, { ...how, secrets, edits, putBack })
      // Another store may have been opened while the message was checked and sent.
      const isReplaced = how.store !== undefined && how.store !== shownStore()
      if (sent === null || id !== undefined || isReplaced) return
      if (how.temporary === true) openTemporary(sent)
      else openChat(sent)
    },
  })
}

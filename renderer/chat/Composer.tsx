import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  ArrowUp,
  CalendarX2,
  Check,
  ChevronDown,
  Circle,
  CloudOff,
  KeyRound,
  Pencil,
  Settings2,
  Square,
  Unplug,
} from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { Turn } from '../../shared/conversation.ts'
import type { Secrets } from '../../shared/policy-state.ts'
import type { ProviderState } from '../../shared/settings.ts'
import { serverName } from '../format/provider-names.ts'
import { providerName } from '../format/provider-names.ts'
import { dayOf } from '../format/time.ts'
import { worded } from '../format/worded.ts'
import { useLink } from '../state/api.ts'
import { changeSettings, useApp } from '../state/app-store.ts'
import { draftKey, editMessage, setDraft, stop, stopEditing, useChat } from '../state/chat-store.ts'
import { useChosenModel } from '../state/models-store.ts'
import { useNetwork } from '../state/network-store.ts'
import { openSettings } from '../state/routes.ts'
import { Button } from '../ui/Button.tsx'
import { printKeys, useKeys } from '../ui/keys.ts'
import { Menu } from '../ui/Menu.tsx'
import { Notice } from '../ui/Notice.tsx'
import { BeforeSending } from './BeforeSending.tsx'
import { BudgetControl } from './BudgetControl.tsx'
import { UsageMeter } from './UsageMeter.tsx'
import { useSending } from './use-sending.ts'

interface ComposerProps {
  readonly id: string | undefined
  /** The commit that a new conversation looks at; left out for the present. */
  readonly at?: string | undefined
  readonly running: boolean
  readonly turns: readonly Turn[]
}

/** Where the user writes. The draft survives changes of view and failed sends. */
export function Composer({ id, at, running, turns }: ComposerProps) {
  const draft = draftKey(id, at)
  const text = useChat((state) => state.drafts.get(draft) ?? '')
  const offline = useLink((state) => state.open === false)
  const { provider, name } = useProvider()
  const editing = useChat((state) => state.editing.get(draft))
  const lastMessage = turns.findLast(({ follows }) => follows?.kind !== 'continue')
  const field = useRef<HTMLTextAreaElement>(null)
  const sending = useSending({ id, at, text, field })
  useFocus(field, { draft, editing, running, turns: turns.length })
  const canSend = text.trim() !== '' && !running && !sending.sending && !offline && provider?.ready !== false

  const submit = (secrets?: Secrets): void => {
    if (canSend) void sending.submit(secrets)
  }
  const onKey = (event: React.KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      submit()
    } else if (event.key === 'ArrowUp' && text === '' && id !== undefined && lastMessage !== undefined) {
      event.preventDefault()
      editMessage(id, lastMessage)
    }
  }
  return (
    <div className="compose">
      {provider !== undefined && <ProviderNotice name={name} provider={provider} />}
      {offline && <Disconnected />}
      {editing !== undefined && <Editing id={draft} turn={editing.turn} />}
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
          <BudgetControl id={id} at={at} turns={turns} />
          {running && id !== undefined ? <StopButton id={id} /> : <SendButton disabled={!canSend} />}
        </div>
      </form>
    </div>
  )
}

interface FocusedBy {
  readonly draft: string
  /** Another one each time that a message is to be changed, also the same. */
  readonly editing: object | undefined
  readonly running: boolean
  /** A turn may begin and end between two frames. */
  readonly turns: number
}

/** Focuses the field for another draft, for a message to change, and when a turn that begins or ends takes the focused button away. */
function useFocus(field: RefObject<HTMLTextAreaElement | null>, { draft, editing, running, turns }: FocusedBy): void {
  useEffect(() => field.current?.focus({ preventScroll: true }), [field, draft, editing])
  useEffect(() => {
    if (document.activeElement === document.body) field.current?.focus({ preventScroll: true })
  }, [field, running, turns])
}

/** The provider chosen, and what people call it in the middle of a sentence. */
function useProvider(): { readonly provider: ProviderState | undefined; readonly name: string } {
  const app = useApp((state) => state.app)
  const provider = app?.providers.find((other) => other.id === app.settings.provider)
  const name = provider?.id === 'demo' ? t`the demo model` : provider?.id === 'compatible' ? t`the model` : 'Claude'
  return { provider, name }
}

/** Why nothing can be sent: the connection to the app itself is gone. */
function Disconnected() {
  return (
    <Notice icon={Unplug} variant="wait" head={t`Variorum is not running.`}>
      <Trans>What you type is kept. You can send it as soon as Variorum answers again; it keeps trying.</Trans>
    </Notice>
  )
}

/** What sending does while a message is being changed. */
function Editing({ id, turn }: { readonly id: string; readonly turn: number }) {
  useKeys({ esc: () => stopEditing(id) })
  return (
    <div className="editing" role="status">
      <Pencil className="i s" aria-hidden />
      <span className="grow">
        <Trans>Editing your message in turn {turn}. Sending replaces what follows; the memory stays as it is.</Trans>
      </span>
      <Button variant="q" small keys="esc" onClick={() => stopEditing(id)}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  )
}

function StopButton({ id }: { readonly id: string }) {
  return (
    <button
      type="button"
      className="send"
      aria-label={t`Stop`}
      title={`${t`Stop`}  ${printKeys('mod+.')}`}
      onClick={() => void stop(id)}
    >
      <Square className="i xs" fill="currentColor" aria-hidden />
    </button>
  )
}

function SendButton({ disabled }: { readonly disabled: boolean }) {
  return (
    <button type="submit" className="send" aria-label={t`Send`} title={t`Send`} disabled={disabled}>
      <ArrowUp className="i" aria-hidden />
    </button>
  )
}

interface ProviderNoticeProps {
  readonly name: string
  readonly provider: ProviderState
}

/** Why no answer can come from the chosen provider, or soon none will; nothing if one can. */
function ProviderNotice({ name, provider }: ProviderNoticeProps) {
  const online = useNetwork((state) => state.online)
  if (!provider.ready) return <NotReady name={name} provider={provider} />
  return online || provider.isLocal ? <RetirementNotice /> : <NoNetwork name={name} />
}

/** Said while the chosen model still answers. */
function RetirementNotice() {
  const model = useChosenModel(useApp((state) => state.app))
  if (model?.lifecycle !== 'deprecated') return null
  const { name } = model
  const day = model.retiresAt === null ? null : dayOf(model.retiresAt)
  const actions = (
    <Button small icon={Settings2} onClick={openSettings}>
      <Trans>Open Settings</Trans>
    </Button>
  )
  return (
    <Notice
      icon={CalendarX2}
      head={day === null ? t`${name} will be retired.` : t`${name} will be retired on ${day}.`}
      actions={actions}
    >
      <Trans>Choose another model in Settings.</Trans>
    </Notice>
  )
}

const switchToDemo = (): void => void changeSettings({ provider: 'demo' })

function NotReady({ name, provider }: ProviderNoticeProps) {
  const actions = (
    <>
      <Button small icon={Settings2} onClick={openSettings}>
        {provider.id === 'anthropic' && provider.key === null ? t`Add a key` : t`Open Settings`}
      </Button>
      <Button variant="q" small onClick={switchToDemo}>
        <Trans>Use the demo model</Trans>
      </Button>
    </>
  )
  return (
    <Notice icon={KeyRound} variant="wait" head={t`No answer can come from ${name} yet.`} actions={actions}>
      {provider.reason !== null && worded(provider.reason)}
    </Notice>
  )
}

function NoNetwork({ name }: { readonly name: string }) {
  return (
    <Notice
      icon={CloudOff}
      variant="wait"
      head={t`No network.`}
      actions={
        <Button small onClick={switchToDemo}>
          <Trans>Use the demo model</Trans>
        </Button>
      }
    >
      <Trans>You can read, edit, undo and restore. Answers from {name} come again when the network is back.</Trans>
    </Notice>
  )
}

function ModelPicker() {
  const app = useApp((state) => state.app)
  const known = useChosenModel(app)
  if (app === null) return null
  const { model, compatible, provider: chosen } = app.settings
  const nameOf = (provider: ProviderState): string => {
    if (provider.id === 'demo') return t`Demo model`
    const id = provider.id === 'anthropic' ? model : compatible.model
    return provider.id === chosen && known !== null ? known.name : id || serverName(compatible.preset)
  }
  const serviceOf = (provider: ProviderState): string =>
    provider.id === 'compatible' ? serverName(compatible.preset) : providerName(provider.id)
  const current = app.providers.find(({ id }) => id === chosen)
  const name = current === undefined ? '' : nameOf(current)
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="pick" aria-label={t`Model: ${name}`}>
          <span className="cut">{name}</span>
          <ChevronDown className="i xs" aria-hidden />
        </button>
      }
      items={[
        ...app.providers.map((provider) => ({
          label: [...new Set([serviceOf(provider), nameOf(provider)])].join(' · '),
          icon: provider.id === chosen ? Check : Circle,
          run: () => void changeSettings({ provider: provider.id }),
        })),
        { label: t`All models…`, icon: Settings2, run: openSettings },
      ]}
    />
  )
}

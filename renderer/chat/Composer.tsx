import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowUp, Check, ChevronDown, Circle, KeyRound, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../parts/Button.tsx'
import { printKeys } from '../parts/keys.ts'
import { Menu } from '../parts/Menu.tsx'
import { Notice } from '../parts/Notice.tsx'
import { changeSettings, useApp } from '../state/app-store.ts'
import { send, setDraft, stop, useChat } from '../state/chat-store.ts'
import { useLink } from '../state/api.ts'
import { openChat } from '../state/routes.ts'

interface ComposerProps {
  readonly id: string | undefined
  readonly running: boolean
  readonly lastMessage: string | undefined
}

/** Where the user writes. What is typed is kept through every change of view, and when sending fails. */
export function Composer({ id, running, lastMessage }: ComposerProps) {
  const text = useChat((state) => state.drafts.get(id ?? '') ?? '')
  const offline = useLink((state) => state.open === false)
  const app = useApp((state) => state.app)
  const [sending, setSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [id])
  const provider = app?.providers.find((other) => other.id === app.settings.provider)
  const name = provider?.id === 'demo' ? t`the demo model` : 'Claude'
  const can = text.trim() !== '' && !running && !sending && !offline && provider?.ready !== false

  const submit = async (): Promise<void> => {
    if (!can) return
    setSending(true)
    const begun = await send(id, text)
    setSending(false)
    if (begun !== null && id === undefined) openChat(begun)
  }
  const onKey = (event: React.KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      void submit()
    } else if (event.key === 'ArrowUp' && text === '' && lastMessage !== undefined) {
      event.preventDefault()
      setDraft(id ?? '', lastMessage)
    }
  }
  return (
    <div className="compose">
      {provider !== undefined && !provider.ready && <KeyMissing name={provider.name} reason={provider.reason} />}
      <form aria-label={t`Message`} onSubmit={(event) => { event.preventDefault(); void submit() }}>
        <textarea ref={field} rows={1} aria-label={t`Message`} placeholder={t`Write to ${name}`} value={text} onChange={(event) => setDraft(id ?? '', event.target.value)} onKeyDown={onKey} />
        <div className="ctl">
          <ModelPicker />
          <span className="grow" />
          {running && id !== undefined
            ? <button type="button" className="send" aria-label={t`Stop`} title={`${t`Stop`}  ${printKeys('mod+.')}`} onClick={() => void stop(id)}><Square className="i xs" fill="currentColor" aria-hidden /></button>
            : <button type="submit" className="send" aria-label={t`Send`} title={`${t`Send`}  ↵`} disabled={!can}><ArrowUp className="i" aria-hidden /></button>}
        </div>
      </form>
    </div>
  )
}

function KeyMissing({ name, reason }: { readonly name: string; readonly reason: string | null }) {
  return (
    <Notice icon={KeyRound} look="wait" head={t`${name} cannot answer now.`} acts={<Button small onClick={() => void changeSettings({ provider: 'demo' })}><Trans>Use the demo model</Trans></Button>}>
      {reason}
    </Notice>
  )
}

function ModelPicker() {
  const app = useApp((state) => state.app)
  if (app === null) return null
  const current = app.settings.provider === 'demo' ? t`Demo model` : app.settings.model
  return (
    <Menu
      align="start"
      trigger={<button type="button" className="pick" aria-label={t`Model: ${current}`}>{current}<ChevronDown className="i xs" aria-hidden /></button>}
      items={app.providers.map((provider) => ({
        label: provider.id === 'demo' ? provider.name : `${provider.name} · ${app.settings.model}`,
        icon: provider.id === app.settings.provider ? Check : Circle,
        run: () => void changeSettings({ provider: provider.id }),
      }))}
    />
  )
}

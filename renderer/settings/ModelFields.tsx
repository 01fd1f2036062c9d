import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { PRESETS, PresetId } from '../../shared/presets.ts'
import type { CompatibleServer, ProviderState } from '../../shared/settings.ts'
import { Button } from '../parts/Button.tsx'
import { api, sentence } from '../state/api.ts'
import { type AppState, changeSettings, loadApp } from '../state/app-store.ts'

/** What the chosen model needs to answer: its name, where it is served, its key; and one press that tries it. */
export function ModelFields({ app, provider }: { readonly app: AppState; readonly provider: ProviderState }) {
  if (provider.id === 'demo') return null
  const { model, compatible } = app.settings
  const change = (part: Partial<CompatibleServer>): void => void changeSettings({ compatible: { ...compatible, ...part } })
  return (
    <>
      {provider.id === 'anthropic' ? (
        <Field name={t`Model of Claude`} hint={t`the name Anthropic gives it`} value={model} save={(text) => text !== '' && void changeSettings({ model: text })} />
      ) : (
        <>
          <PresetField chosen={compatible.preset} choose={(preset) => change({ preset, baseUrl: PRESETS[preset].baseUrl })} />
          <Field name={t`Address`} hint={t`without /v1/messages`} value={compatible.baseUrl} save={(baseUrl) => change({ baseUrl })} />
          <Field name={t`Model`} hint={t`the name the server gives it`} value={compatible.model} save={(text) => change({ model: text })} />
        </>
      )}
      <KeyField provider={provider} />
      <Try provider={provider} />
    </>
  )
}

function Field({ name, hint, value, save, secret = false }: { readonly name: string; readonly hint: string; readonly value: string; readonly save: (text: string) => void; readonly secret?: boolean }) {
  const id = useId()
  const done = (text: string): void => {
    if (text.trim() !== value) save(text.trim())
  }
  return (
    <div className="ln1">
      <label className="lab" htmlFor={id}>{name}<small>{hint}</small></label>
      <span className="in mono"><input id={id} key={value} type={secret ? 'password' : 'text'} autoComplete="off" defaultValue={value} spellCheck={false} onBlur={(event) => done(event.target.value)} onKeyDown={(event) => event.key === 'Enter' && done(event.currentTarget.value)} /></span>
    </div>
  )
}

function PresetField({ chosen, choose }: { readonly chosen: PresetId; readonly choose: (preset: PresetId) => void }) {
  const id = useId()
  return (
    <>
      <div className="ln1">
        <label className="lab" htmlFor={id}><Trans>Server</Trans></label>
        <span className="in">
          <select id={id} value={chosen} onChange={(event) => choose(PresetId.catch('other').parse(event.target.value))}>
            {PresetId.options.map((preset) => <option key={preset} value={preset}>{PRESETS[preset].name}</option>)}
          </select>
        </span>
      </div>
      <p className="ink3">{PRESETS[chosen].lacks.join(' ')}</p>
    </>
  )
}

/** The key is handed over and not shown again; it is kept for this run only, which the margin says. */
function KeyField({ provider }: { readonly provider: ProviderState }) {
  const [given, setGiven] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const keep = async (key: string): Promise<void> => {
    try {
      if (key === '') await api.models.clearKey.mutate({ provider: provider.id })
      else await api.models.setKey.mutate({ provider: provider.id, key })
      setProblem(null)
      setGiven(given + 1)
      await loadApp()
    } catch (error) {
      setProblem(sentence(error))
    }
  }
  return (
    <>
      <Field key={`${provider.id} ${given}`} secret name={t`Key`} hint={provider.key ?? t`stays on this computer`} value="" save={(key) => void keep(key)} />
      {provider.key !== null && <div className="ln1"><span /><Button small onClick={() => void keep('')}><Trans>Forget the key</Trans></Button></div>}
      {problem !== null && <p role="alert" className="bad">{problem}</p>}
    </>
  )
}

function Try({ provider }: { readonly provider: ProviderState }) {
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      setSaid((await api.models.test.mutate({ provider: provider.id })).words)
    } catch (error) {
      setSaid(sentence(error))
    }
    setBusy(false)
  }
  return (
    <div className="ln1">
      <span role="status" className="ink2">{said}</span>
      <Button small busy={busy} onClick={() => void run()}><Trans>Try it</Trans></Button>
    </div>
  )
}

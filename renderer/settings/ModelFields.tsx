import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PRESETS } from '../../shared/presets.ts'
import { CompatibleServer, type ProviderState } from '../../shared/settings.ts'
import type { AppState } from '../state/app-store.ts'
import { saveSettings } from '../state/settings-acts.ts'
import { Field } from './Field.tsx'
import { FoundServers } from './FoundServers.tsx'
import { KeyField } from './KeyField.tsx'
import { ModelList } from './ModelList.tsx'
import { PresetField, ServerHelp, WireFields } from './ServerFields.tsx'
import { isNamed } from './services.ts'

interface ModelFieldsProps {
  readonly app: AppState
  readonly provider: ProviderState
  /** Whether the user has just opened this service. */
  readonly isOpened: boolean
}

/** What the chosen service needs to answer: its address, its key and its model. */
export function ModelFields({ app, provider, isOpened }: ModelFieldsProps) {
  switch (provider.id) {
    case 'demo':
      return null
    case 'anthropic':
      return <ClaudeFields app={app} provider={provider} />
    case 'compatible':
      return <ServerFields app={app} provider={provider} isOpened={isOpened} />
  }
}

const CLAUDE_KEYS = 'https://console.anthropic.com/settings/keys'

function ClaudeFields({ app, provider }: Omit<ModelFieldsProps, 'isOpened'>) {
  return (
    <>
      <AddressFromEnvironment provider={provider} />
      <KeyField provider={provider} keyPage={CLAUDE_KEYS} />
      {app.mode === 'desktop' && provider.key === null && (
        <p className="ink3">
          <Trans>An app opened from its icon doesn’t see a key set in your shell.</Trans>
        </p>
      )}
      <ModelList app={app} choose={(model) => void saveSettings({ model })} />
    </>
  )
}

function ServerFields({ app, provider, isOpened }: ModelFieldsProps) {
  const { compatible } = app.settings
  const { preset, baseUrl, format, keyHeader } = compatible
  const { isLocal, baseUrl: usual, keyPage } = PRESETS[preset]
  const change = (part: Partial<CompatibleServer>): void =>
    void saveSettings({ compatible: CompatibleServer.parse({ ...compatible, ...part }) })
  const takesKey = keyHeader !== 'none' && (preset !== 'ollama' || provider.key !== null)
  return (
    <>
      {(isLocal || preset === 'other') && <FoundServers chosen={compatible} isOpened={isOpened} use={change} />}
      {!isNamed(preset) && (
        <PresetField chosen={preset} choose={(to) => change({ preset: to, baseUrl: PRESETS[to].baseUrl, model: '' })} />
      )}
      <ServerHelp key={preset} preset={preset} />
      {(isLocal || !isNamed(preset) || baseUrl !== usual) && (
        <Field
          name={t`Address`}
          hint={format === 'messages' ? t`without /v1/messages` : t`without /chat/completions`}
          value={baseUrl}
          save={(to) => change({ baseUrl: to })}
        />
      )}
      <AddressFromEnvironment provider={provider} />
      <WireFields server={compatible} change={change} />
      <KeyField provider={provider} takesKey={takesKey} keyPage={keyPage} />
      <ModelList app={app} choose={(model) => change({ model })} />
    </>
  )
}

function AddressFromEnvironment({ provider: { addressFrom, host } }: { readonly provider: ProviderState }) {
  if (addressFrom === null) return null
  return (
    <p className="ink3">
      {host === null
        ? t`The address comes from the environment variable ${addressFrom}.`
        : t`The address comes from the environment variable ${addressFrom}, so requests go to ${host}.`}
    </p>
  )
}

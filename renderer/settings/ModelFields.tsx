import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PRESETS } from '../../shared/presets.ts'
import { CompatibleServer, type ProviderState } from '../../shared/settings.ts'
import { type AppState, changeSettings } from '../state/app-store.ts'
import { Field } from './Field.tsx'
import { FoundServers } from './FoundServers.tsx'
import { KeyField } from './KeyField.tsx'
import { ModelList } from './ModelList.tsx'
import { PresetField, WireFields } from './ServerFields.tsx'

/** What the chosen model needs to answer: its name, its address and its key, with a button to try it. */
export function ModelFields({ app, provider }: { readonly app: AppState; readonly provider: ProviderState }) {
  if (provider.id === 'demo') return null
  const { model, compatible } = app.settings
  const change = (part: Partial<CompatibleServer>): void =>
    void changeSettings({ compatible: CompatibleServer.parse({ ...compatible, ...part }) })
  if (provider.id === 'anthropic') {
    return (
      <>
        <AddressFromEnvironment provider={provider} />
        <KeyField provider={provider} />
        {app.mode === 'desktop' && provider.key === null && (
          <p className="ink3">
            <Trans>
              An app opened from its icon doesn’t see variables set in your shell, such as ANTHROPIC_API_KEY. Enter the
              key here.
            </Trans>
          </p>
        )}
        <Field
          name={t`Claude model`}
          hint={t`Anthropic’s name for the model`}
          value={model}
          required
          save={(text) => void changeSettings({ model: text })}
        />
        <ModelList app={app} choose={(chosen) => void changeSettings({ model: chosen })} />
      </>
    )
  }
  return (
    <>
      <FoundServers chosen={compatible} use={change} />
      <PresetField
        chosen={compatible.preset}
        choose={(preset) => change({ preset, baseUrl: PRESETS[preset].baseUrl, model: '' })}
      />
      <Field
        name={t`Address`}
        hint={compatible.format === 'messages' ? t`without /v1/messages` : t`without /chat/completions`}
        value={compatible.baseUrl}
        save={(baseUrl) => change({ baseUrl })}
      />
      <AddressFromEnvironment provider={provider} />
      <WireFields server={compatible} change={change} />
      <KeyField provider={provider} takesKey={compatible.keyHeader !== 'none'} />
      <Field
        name={t`Model`}
        hint={t`the server’s name for the model`}
        value={compatible.model}
        save={(text) => change({ model: text })}
      />
      <ModelList app={app} choose={(chosen) => change({ model: chosen })} />
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

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ProviderState } from '../../shared/settings.ts'
import { factsText } from '../format/language.ts'
import { worded } from '../format/worded.ts'
import { api, sentence } from '../state/api.ts'
import { appQuery } from '../state/app-store.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from './Field.tsx'

/** Where the key goes: one host. */
function destination({ host }: ProviderState): string {
  return host === null ? '' : t`sent only to ${host}`
}

interface KeyFieldProps {
  readonly provider: ProviderState
  /** Whether a key is sent at all. */
  readonly takesKey?: boolean
  /** Where the service makes keys. */
  readonly keyPage?: string | undefined
}

const FIELD = 'set-key'

/** Leads to the field of a key that is missing. */
export function focusMissingKey(): void {
  document.querySelector<HTMLElement>(`#${FIELD}[data-missing]`)?.focus()
}

/** A field for the key, which is sent to the core and never shown again. */
export function KeyField({ provider, takesKey = true, keyPage }: KeyFieldProps) {
  const [savedCount, setSavedCount] = useState(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    try {
      await work()
      setProblem(null)
      await appQuery.now()
    } catch (error) {
      setProblem(sentence(error))
    }
    setBusy(false)
  }
  const saveKey = (key: string): Promise<void> =>
    attempt(async () => {
      await (key === ''
        ? api.models.clearKey.mutate({ provider: provider.id })
        : api.models.setKey.mutate({ provider: provider.id, key }))
      setSavedCount(savedCount + 1)
    })
  return (
    <>
      {takesKey && (
        <Field
          key={`${provider.id} ${savedCount}`}
          id={FIELD}
          isMissing={provider.key === null && !provider.ready}
          secret
          name={t`Key`}
          hint={factsText([provider.key !== null && worded(provider.key), destination(provider)])}
          value=""
          save={(key) => void saveKey(key)}
        />
      )}
      {takesKey && provider.key === null && keyPage !== undefined && (
        <p className="acts-row">
          <a className="text-link" href={keyPage} target="_blank" rel="noreferrer">
            {t`Get a key at ${new URL(keyPage).host}`}
          </a>
        </p>
      )}
      {provider.key !== null && (
        <div className="acts-row">
          <Button variant="q" small busy={busy} onClick={() => void saveKey('')}>
            <Trans>Forget the key</Trans>
          </Button>
        </div>
      )}
      {problem !== null && (
        <p role="alert" className="bad">
          {problem}
        </p>
      )}
    </>
  )
}

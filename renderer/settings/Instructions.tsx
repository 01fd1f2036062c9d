import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { AppState } from '../state/app-store.ts'
import { saveStoreSettings } from '../state/settings-acts.ts'
import { FormLine } from '../ui/FormLine.tsx'
import { Section } from '../ui/Section.tsx'
import { Switch } from '../ui/Switch.tsx'
import { Field } from './Field.tsx'

const MAX_PROMPT_CHARACTERS = 20_000

/** The system prompt for every model used with this store: the user's own words, and the guidance for the memory. */
export function Instructions({ app: { storeSettings } }: { readonly app: AppState }) {
  const { systemPrompt, keepOrganised, onlyAbout } = storeSettings
  const id = useId()
  return (
    <Section
      id="set-prompt"
      name={t`Instructions`}
      about={t`What every model is told about this memory, from your next message on.`}
    >
      <div className="fld">
        <label className="lab" htmlFor={id}>
          <Trans>Your own words</Trans>
        </label>
        <textarea
          key={systemPrompt}
          id={id}
          className="area own"
          rows={4}
          maxLength={MAX_PROMPT_CHARACTERS}
          defaultValue={systemPrompt}
          placeholder={t`Answer briefly. Write memory files in English.`}
          onBlur={(event) =>
            event.target.value !== systemPrompt && void saveStoreSettings({ systemPrompt: event.target.value })
          }
        />
      </div>
      <FormLine label={t`Keep the memory organised`} hint={t`up to date and coherent, with no unneeded files`}>
        <Switch
          name={t`Keep the memory organised`}
          on={keepOrganised}
          onChange={(on) => void saveStoreSettings({ keepOrganised: on })}
        />
      </FormLine>
      <Field
        mono={false}
        name={t`Only remember things about`}
        hint={t`leave empty to allow any topic`}
        value={onlyAbout}
        save={(topic) => void saveStoreSettings({ onlyAbout: topic })}
      />
    </Section>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { tokens } from '../format/counts.ts'
import { sentencesText } from '../format/language.ts'
import { type AppState, changeStoreSettings } from '../state/app-store.ts'
import { FormLine } from '../ui/FormLine.tsx'
import { Section } from '../ui/Section.tsx'
import { Switch } from '../ui/Switch.tsx'
import { Field } from './Field.tsx'

const MAX_PROMPT_CHARACTERS = 20_000
const CHARACTERS_PER_TOKEN = 4

/** The system prompt for every model used with this store: the user's own words, and the guidance for the memory. */
export function Instructions({ app: { storeSettings } }: { readonly app: AppState }) {
  const { systemPrompt, keepOrganised, onlyAbout } = storeSettings
  const id = useId()
  return (
    <Section
      id="set-prompt"
      name={t`Instructions`}
      about={t`What every model is told before it answers. Saved with this store.`}
      effect={<Effect own={systemPrompt} guided={keepOrganised || onlyAbout !== ''} />}
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
            event.target.value !== systemPrompt && void changeStoreSettings({ systemPrompt: event.target.value })
          }
        />
      </div>
      <FormLine label={t`Keep the memory organised`} hint={t`up to date and coherent, with no unneeded files`}>
        <Switch
          name={t`Keep the memory organised`}
          on={keepOrganised}
          onChange={(on) => void changeStoreSettings({ keepOrganised: on })}
        />
      </FormLine>
      <Field
        mono={false}
        name={t`Only remember things about`}
        hint={t`leave empty to allow any topic`}
        value={onlyAbout}
        save={(topic) => void changeStoreSettings({ onlyAbout: topic })}
      />
    </Section>
  )
}

function Effect({ own, guided }: { readonly own: string; readonly guided: boolean }) {
  const length = tokens(Math.ceil(own.trim().length / CHARACTERS_PER_TOKEN))
  return (
    <div className="fx" aria-live="polite">
      <h3>
        <Trans>With every message</Trans>
      </h3>
      <p className="ink2">
        {sentencesText(
          own.trim() === ''
            ? [guided ? t`Your choices here are sent.` : t`No instructions are sent.`]
            : [t`Your own words are sent (about ${length}).`, guided && t`Your other choices here are sent too.`],
        )}
      </p>
      <p className="ink2">
        <Trans>
          Changes take effect with your next message. Instructions are only guidance; to enforce something, use
          Policies.
        </Trans>
      </p>
    </div>
  )
}

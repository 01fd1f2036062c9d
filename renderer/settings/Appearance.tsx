import { plural, t } from '@lingui/core/macro'
import { LANGUAGES } from '../../shared/locales.ts'
import type { Settings } from '../../shared/settings.ts'
import type { AppState } from '../state/app-store.ts'
import { saveSettings } from '../state/settings-acts.ts'
import { FormLine } from '../ui/FormLine.tsx'
import { Section } from '../ui/Section.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'

export function Appearance({ app }: { readonly app: AppState }) {
  const { theme, textSize, locale } = app.settings
  const themes: readonly { readonly value: Settings['theme']; readonly label: string }[] = [
    { value: 'system', label: t`Same as system` },
    { value: 'light', label: t`Light` },
    { value: 'dark', label: t`Dark` },
  ]
  const locales: readonly { readonly value: Settings['locale']; readonly label: string }[] = [
    { value: 'system', label: t`Same as system` },
    ...LANGUAGES.map(([value, label]) => ({ value, label })),
    ...(locale === 'pseudo' ? [{ value: locale, label: 'Ƥśēũďō' }] : []),
  ]
  const px = plural(textSize, { one: '# px', other: '# px' })
  return (
    <Section id="set-look" name={t`Appearance`}>
      <FormLine label={t`Theme`}>
        <SegmentedControl
          name={t`Theme`}
          value={theme}
          options={themes}
          onChange={(value) => void saveSettings({ theme: value })}
        />
      </FormLine>
      <FormLine label={t`Text size`} hint={px} htmlFor="set-size">
        <input
          id="set-size"
          type="range"
          min={12}
          max={20}
          step={1}
          value={textSize}
          aria-valuetext={px}
          onChange={(event) => void saveSettings({ textSize: Number(event.target.value) })}
        />
      </FormLine>
      <FormLine label={t`Language`}>
        <SegmentedControl
          name={t`Language`}
          value={locale}
          options={locales}
          onChange={(value) => void saveSettings({ locale: value })}
        />
      </FormLine>
    </Section>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type AppState, changeSettings } from '../state/app-store.ts'
import { FormLine } from '../ui/FormLine.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Section } from '../ui/Section.tsx'
import { Switch } from '../ui/Switch.tsx'

export function Shortcuts({ app }: { readonly app: AppState }) {
  const effect = (
    <div className="fx">
      <h3>
        <Trans>Keyboard shortcuts</Trans>
      </h3>
      <p className="ink2">
        <Kbd keys="?" boxed /> <Trans>shows all shortcuts.</Trans>
      </p>
    </div>
  )
  return (
    <Section id="set-keys" name={t`Keyboard`} about={t`Everything can be done without a mouse.`} effect={effect}>
      <FormLine label={t`Single-key shortcuts`} hint={t`such as J, K, E and U, outside text fields`}>
        <Switch
          name={t`Single-key shortcuts`}
          on={app.settings.letterKeys}
          onChange={(letterKeys) => void changeSettings({ letterKeys })}
        />
      </FormLine>
    </Section>
  )
}

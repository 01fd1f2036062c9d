import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { priceOf } from '../../shared/usage.ts'
import { type AppState, changeSettings, useApp } from '../state/app-store.ts'
import { chosenModel } from '../state/models-store.ts'
import { SETTINGS, settingsPath, type SettingsSection } from '../state/routes.ts'
import { usePart } from '../state/use-part.ts'
import { Bar } from '../ui/Bar.tsx'
import { BudgetFields } from '../ui/BudgetFields.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Section } from '../ui/Section.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Switch } from '../ui/Switch.tsx'
import { OtherAgents } from './agents/OtherAgents.tsx'
import { Appearance } from './Appearance.tsx'
import { Browsers } from './Browsers.tsx'
import { Context } from './Context.tsx'
import { Happened } from './Happened.tsx'
import { Instructions } from './Instructions.tsx'
import { Model } from './Model.tsx'
import { PriceTable } from './PriceTable.tsx'
import { Stores } from './Stores.tsx'
import { StoreSection } from './StoreSection.tsx'
import { Thinking } from './Thinking.tsx'
import { Updates } from './Updates.tsx'

/** Plain forms, each beside its effect. Changes are saved at once. */
export function SettingsView({ section }: { readonly section: string | undefined }) {
  const app = useApp((state) => state.app)
  usePart(section === undefined ? null : `set-${section}`, app !== null, SETTINGS)
  return (
    <>
      <Bar title={t`Settings`} crumb={app === null ? undefined : `Variorum ${app.version}`} panelName={null} />
      <div className="deck form">
        <main aria-label={t`Settings`} data-pane tabIndex={-1}>
          <div className="sects scroll">
            {app === null ? (
              <Skeleton rows={8} />
            ) : (
              <>
                <SectionLinks app={app} />
                <Model app={app} />
                <Thinking app={app} />
                <Context app={app} />
                <Instructions app={app} />
                <PriceTable app={app} />
                <BudgetSection app={app} />
                <StoreSection app={app} />
                <Stores app={app} />
                <OtherAgents app={app} />
                {app.mode === 'browser' && <Browsers />}
                {app.update !== null && <Updates settings={app.settings} update={app.update} />}
                <Happened app={app} />
                <Appearance app={app} />
                <Shortcuts app={app} />
              </>
            )}
          </div>
        </main>
      </div>
    </>
  )
}

/** The sections in their order; each link leads to one. */
function SectionLinks({ app }: { readonly app: AppState }) {
  const sections: readonly (readonly [section: SettingsSection, name: string, isShown?: boolean])[] = [
    ['model', t`Model`],
    ['think', t`Thinking`],
    ['context', t`Long conversations`],
    ['prompt', t`Instructions`],
    ['prices', t`Prices`],
    ['budget', t`Budget`],
    ['store', t`Store`],
    ['stores', t`Stores`],
    ['agents', t`Other agents`],
    ['browsers', t`Browsers`, app.mode === 'browser'],
    ['updates', t`Updates`, app.update !== null],
    ['happened', t`What happened`],
    ['look', t`Appearance`],
    ['keys', t`Keyboard`],
  ]
  return (
    <nav className="sect-links" aria-label={t`Sections`}>
      {sections.map(
        ([section, name, isShown = true]) =>
          isShown && (
            <a key={section} href={`#${settingsPath(section)}`}>
              {name}
            </a>
          ),
      )}
    </nav>
  )
}

/** The budget of conversations that have none of their own. */
function BudgetSection({ app }: { readonly app: AppState }) {
  const { budget, provider, prices } = app.settings
  const isUnkept = budget.dollars !== null && provider !== 'demo' && priceOf(chosenModel(app.settings), prices) === null
  return (
    <Section
      id="set-budget"
      name={t`Budget`}
      about={t`How much each conversation may use in total. You can set a different budget beside a conversation’s usage meter.`}
      effect={
        <div className="fx" aria-live="polite">
          <h3>
            <Trans>As the budget is used up</Trans>
          </h3>
          <p className="ink2">
            <Trans>
              You and the agent are notified at 80%. When the budget runs out, the agent gets a few more requests to
              wrap up; then nothing is sent until you raise the budget.
            </Trans>
          </p>
          {isUnkept && (
            <p className="ink2">
              <Trans>
                The dollar limit can’t be enforced because the chosen model has no known price. Set one under Prices.
              </Trans>
            </p>
          )}
        </div>
      }
    >
      <BudgetFields budget={budget} onChange={(changed) => void changeSettings({ budget: changed })} />
    </Section>
  )
}

function Shortcuts({ app }: { readonly app: AppState }) {
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

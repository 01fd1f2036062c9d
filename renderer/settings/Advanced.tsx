import { t } from '@lingui/core/macro'
import { priceOf } from '../../shared/usage.ts'
import type { AppState } from '../state/app-store.ts'
import { chosenModel } from '../state/models-store.ts'
import { saveSettings, saveStoreSettings } from '../state/settings-acts.ts'
import { BudgetFields } from '../ui/BudgetFields.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Section } from '../ui/Section.tsx'
import { Switch } from '../ui/Switch.tsx'
import { Browsers } from './Browsers.tsx'
import { Context } from './Context.tsx'
import { Happened } from './Happened.tsx'
import { HistoryCheck } from './HistoryCheck.tsx'
import { PriceTable } from './PriceTable.tsx'
import { Thinking } from './Thinking.tsx'
import { Updates } from './Updates.tsx'

/** What few people ever set. What the chosen service cannot use is left out. */
export function Advanced({ app }: { readonly app: AppState }) {
  return (
    <>
      {app.settings.provider !== 'demo' && (
        <>
          <Thinking app={app} />
          <Context app={app} />
          <PriceTable app={app} />
        </>
      )}
      <BudgetSection app={app} />
      <History app={app} />
      <Shortcuts app={app} />
      {app.mode === 'browser' && <Browsers />}
      {app.update !== null && <Updates settings={app.settings} update={app.update} />}
      <Happened app={app} />
    </>
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
      about={t`For each conversation. When it runs out, the agent wraps up and nothing more is sent.`}
    >
      <BudgetFields budget={budget} onChange={(changed) => void saveSettings({ budget: changed })} />
      {isUnkept && (
        <p className="problem">{t`The chosen model has no known price, so the dollar limit can’t be kept. Set its price above.`}</p>
      )}
    </Section>
  )
}

/** How the open store records what happens, and whether what it recorded is whole. */
function History({ app: { storeSettings } }: { readonly app: AppState }) {
  return (
    <Section id="set-history" name={t`History`}>
      <FormLine label={t`Record reads as commits`} hint={t`otherwise in the access log`}>
        <Switch
          name={t`Record reads as commits`}
          on={storeSettings.recordReads}
          onChange={(recordReads) => void saveStoreSettings({ recordReads })}
        />
      </FormLine>
      <FormLine label={t`“Create” may overwrite a file`} hint={t`as the older memory tool did`}>
        <Switch
          name={t`“Create” may overwrite a file`}
          on={storeSettings.createOverwrites}
          onChange={(createOverwrites) => void saveStoreSettings({ createOverwrites })}
        />
      </FormLine>
      <HistoryCheck />
    </Section>
  )
}

function Shortcuts({ app }: { readonly app: AppState }) {
  return (
    <Section id="set-keys" name={t`Keyboard`} about={t`“?” shows all shortcuts.`}>
      <FormLine label={t`Single-key shortcuts`} hint={t`such as J, K, E and U, outside text fields`}>
        <Switch
          name={t`Single-key shortcuts`}
          on={app.settings.letterKeys}
          onChange={(letterKeys) => void saveSettings({ letterKeys })}
        />
      </FormLine>
    </Section>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { priceOf } from '../../shared/usage.ts'
import { type AppState, changeSettings } from '../state/app-store.ts'
import { chosenModel } from '../state/models-store.ts'
import { BudgetFields } from '../ui/BudgetFields.tsx'
import { Section } from '../ui/Section.tsx'

/** The budget of conversations that have none of their own. */
export function BudgetSection({ app }: { readonly app: AppState }) {
  const { budget, provider, prices } = app.settings
  const isUnkept = budget.dollars !== null && provider !== 'demo' && priceOf(chosenModel(app.settings), prices) === null
  return (
    <Section
      id="set-budget"
      name={t`Budget`}
      about={t`How much a conversation may use in all. Each can have a budget of its own, beside its meter.`}
      effect={
        <div className="fx" aria-live="polite">
          <h3>
            <Trans>When it is used</Trans>
          </h3>
          <p className="ink2">
            <Trans>
              At 80% you and the model are told. At the end the model writes down in its memory where it is, with a few
              more requests; then nothing is sent until you raise the budget.
            </Trans>
          </p>
          {isUnkept && (
            <p className="ink2">
              <Trans>
                The price of the chosen model is not known, so money cannot be limited with it. Add it under Prices.
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

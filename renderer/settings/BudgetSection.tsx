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

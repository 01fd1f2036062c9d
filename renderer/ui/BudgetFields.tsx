import { t } from '@lingui/core/macro'
import { Budget, BUDGETED } from '../../shared/budget.ts'
import { AmountField } from './AmountField.tsx'
import { FormLine } from './FormLine.tsx'

interface BudgetFieldsProps {
  readonly budget: Budget
  readonly onChange: (budget: Budget) => void
}

/** The three limits of a budget. An empty one is none. */
export function BudgetFields({ budget, onChange }: BudgetFieldsProps) {
  const words: { readonly [limit in keyof Budget]: { readonly label: string; readonly hint: string } } = {
    dollars: { label: t`Money`, hint: t`US dollars` },
    requests: { label: t`Requests`, hint: t`to the model` },
    minutes: { label: t`Minutes`, hint: t`in which it works` },
  }
  return BUDGETED.map((limit) => (
    <FormLine key={limit} label={words[limit].label} hint={words[limit].hint}>
      <span className="cap">
        <AmountField
          name={t`Budget: ${words[limit].label}`}
          value={budget[limit]}
          schema={Budget.unwrap().shape[limit]}
          placeholder={t`no limit`}
          onChange={(amount) => onChange({ ...budget, [limit]: amount })}
        />
      </span>
    </FormLine>
  ))
}

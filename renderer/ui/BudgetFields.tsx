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
  const words: {
    readonly [limit in keyof Budget]: { readonly label: string; readonly hint: string; readonly expected: string }
  } = {
    dollars: { label: t`Money`, hint: t`US dollars`, expected: t`Enter a number above 0, like 2.50.` },
    requests: { label: t`Requests`, hint: t`to the model`, expected: t`Enter a whole number above 0.` },
    minutes: { label: t`Minutes`, hint: t`of working time`, expected: t`Enter a number above 0, like 30.` },
  }
  return BUDGETED.map((limit) => (
    <FormLine key={limit} label={words[limit].label} hint={words[limit].hint}>
      <span className="quantity">
        <AmountField
          name={t`Budget: ${words[limit].label}`}
          value={budget[limit]}
          expected={words[limit].expected}
          schema={Budget.unwrap().shape[limit]}
          placeholder={t`no limit`}
          onChange={(amount) => onChange({ ...budget, [limit]: amount })}
        />
      </span>
    </FormLine>
  ))
}

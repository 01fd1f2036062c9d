import { t } from '@lingui/core/macro'
import { CircleHelp, Gauge, PenLine } from 'lucide-react'
import { assertNever } from '../../shared/assert-never.ts'
import { NEAR_SHARE } from '../../shared/budget.ts'
import type { ToldLimit } from '../../shared/conversation.ts'
import { measureText } from '../format/budget-words.ts'
import { MarkLine } from './MarkLine.tsx'

/** Where a limit came near, or was used up. */
export function LimitMark({ told }: { readonly told: ToldLimit }) {
  const share = NEAR_SHARE * 100
  const used = measureText(told)
  switch (told.state) {
    case 'near':
      return <MarkLine icon={Gauge}>{t`At least ${share}% of the budget is used: ${used}`}</MarkLine>
    case 'used-up':
      return <MarkLine icon={PenLine}>{t`Limit reached (${used}): the agent was asked to wrap up`}</MarkLine>
    case 'unknown':
      return <MarkLine icon={CircleHelp}>{t`The dollar limit can’t be enforced: part of the cost is unknown`}</MarkLine>
    default:
      return assertNever(told.state)
  }
}

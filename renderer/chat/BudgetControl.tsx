import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Gauge } from 'lucide-react'
import { Popover } from 'radix-ui'
import { isNear, type Measure, measuresOf } from '../../shared/budget.ts'
import type { Turn } from '../../shared/conversation.ts'
import { measureText } from '../format/budget-words.ts'
import type { NewConversation } from '../state/drafts-store.ts'
import { BudgetFields } from '../ui/BudgetFields.tsx'
import { explained } from '../ui/Tooltip.tsx'
import { useLimits } from './use-limits.ts'

interface BudgetControlProps {
  readonly id: string | undefined
  readonly how: NewConversation
  readonly turns: readonly Turn[]
}

/** The budget of a conversation: how much of it is used, and what it is. */
export function BudgetControl({ id, how, turns }: BudgetControlProps) {
  const { budget, spent, isOfJob, set } = useLimits(id, turns, how)
  if (spent === null) return null
  const isMoneyUnknown = budget.dollars !== null && !spent.isPriced
  const measures = measuresOf(budget, spent).filter(
    ({ limit, used }) => limit !== 'dollars' || !isMoneyUnknown || used > 0,
  )
  const nearest = measures.toSorted((one, other) => shareOf(other) - shareOf(one))[0]
  const text = nearest !== undefined ? measureText(nearest) : isMoneyUnknown ? t`usage unknown` : t`none`
  const name = isOfJob ? t`This job’s budget, for all its sessions` : t`This conversation’s budget`
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button
          type="button"
          className={nearest !== undefined && isNear(nearest) ? 'pick num budget near' : 'pick num budget'}
          aria-label={t`Budget: ${text}`}
          {...explained(name)}
        >
          <Gauge className="i s" aria-hidden />
          {(nearest !== undefined || isMoneyUnknown) && <span className="hide-n">{text}</span>}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu used budget-of"
          side="top"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label={name}
        >
          <h2>{name}</h2>
          <div className="frm">
            <BudgetFields budget={budget} onChange={(changed) => void set(changed)} />
          </div>
          {measures.length > 0 && <p>{measures.map(measureText).join(' · ')}</p>}
          {isMoneyUnknown && (
            <p>
              <Trans>
                The dollar limit can’t be enforced: part of this conversation’s cost is unknown. If a model has no
                price, set one under Prices in Settings.
              </Trans>
            </p>
          )}
          <p className="ink3">
            <Trans>
              You and the agent are notified at 80%. When the budget runs out, the agent wraps up, and nothing more is
              sent until you raise the budget.
            </Trans>
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const shareOf = ({ used, most }: Measure): number => used / most

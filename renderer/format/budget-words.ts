import { plural, t } from '@lingui/core/macro'
import { assertNever } from '../../shared/assert-never.ts'
import type { LimitName, Measure } from '../../shared/budget.ts'
import { shortCount } from './counts.ts'
import { dollars } from './money.ts'

/** "$0.82 of $1.00", "8 of 10 requests" */
export function measureText({ limit, used, most }: Measure): string {
  const [spent, all] = [amountText(limit, used), amountText(limit, most)]
  switch (limit) {
    case 'dollars':
      return t`${spent} of ${all}`
    case 'requests':
      return plural(most, { one: `${spent} of ${all} request`, other: `${spent} of ${all} requests` })
    case 'minutes':
      return plural(most, { one: `${spent} of ${all} minute`, other: `${spent} of ${all} minutes` })
    case 'context':
      return t`about ${shortCount(used)} tokens`
    case 'turn':
      return plural(used, { one: '# request in one turn', other: '# requests in one turn' })
    default:
      return assertNever(limit)
  }
}

/** "$1.00", "10 requests" */
export function limitText({ limit, most }: Measure): string {
  const all = amountText(limit, most)
  switch (limit) {
    case 'dollars':
      return all
    case 'requests':
    case 'turn':
      return plural(most, { one: '# request', other: '# requests' })
    case 'minutes':
      return plural(most, { one: `${all} minute`, other: `${all} minutes` })
    case 'context':
      return t`${shortCount(most)} tokens`
    default:
      return assertNever(limit)
  }
}

/** "$1.00", "10", "2.5" */
function amountText(limit: LimitName, amount: number): string {
  return limit === 'dollars' ? dollars(amount) : `${Math.round(amount * 10) / 10}`
}

import { t } from '@lingui/core/macro'
import type { Sum } from '../../shared/usage.ts'

/** "$0.07", "< $0.01" */
export function dollars(amount: number): string {
  if (amount > 0 && amount < 0.01) return '< $0.01'
  return `$${amount.toFixed(2)}`
}

/** "$0.07", "at least $0.07", "unknown" */
export function sumText(sum: Sum, textOf: (amount: number) => string): string {
  if (sum.isWhole) return textOf(sum.known)
  const known = textOf(sum.known)
  return sum.known === 0 ? t`unknown` : t`at least ${known}`
}

export const costText = (cost: Sum): string => sumText(cost, dollars)

import { t } from '@lingui/core/macro'
import type { Turn } from '../../shared/conversation.ts'
import { costOf, type Prices, type TurnUsage } from '../../shared/usage.ts'

/** What one turn used; `cost` is `null` if the model's price is unknown. */
interface TurnTally {
  readonly turn: number
  readonly model: string
  readonly usage: TurnUsage
  readonly cost: number | null
}

export interface Tally {
  readonly turns: readonly TurnTally[]
  readonly total: Omit<TurnUsage, 'context'>
  /** The cost of the turns with a known price; `null` if there are none. */
  readonly cost: number | null
  /** Whether every turn has a known price. */
  readonly isWhole: boolean
  /** Tokens in the context at the end of the last counted turn. */
  readonly context: number
}

/** Adds up a conversation; `null` if nothing was counted. */
export function tallyOf(turns: readonly Turn[], prices: Prices): Tally | null {
  const counted = turns.flatMap(({ number, model, usage }): readonly TurnTally[] =>
    usage === undefined ? [] : [{ turn: number, model, usage, cost: costOf(usage, model, prices) }],
  )
  const last = counted.at(-1)
  if (last === undefined) return null
  const sum = (field: keyof Tally['total']): number => counted.reduce((all, { usage }) => all + usage[field], 0)
  const known = counted.flatMap(({ cost }) => (cost === null ? [] : [cost]))
  return {
    turns: counted,
    total: { input: sum('input'), output: sum('output'), cacheRead: sum('cacheRead'), cacheWrite: sum('cacheWrite') },
    cost: known.length === 0 ? null : known.reduce((all, cost) => all + cost, 0),
    isWhole: known.length === counted.length,
    context: last.usage.context,
  }
}

/** "$0.07", "< $0.01" */
export function dollars(cost: number | null): string {
  if (cost === null) return t`unknown`
  if (cost > 0 && cost < 0.01) return '< $0.01'
  return `$${cost.toFixed(2)}`
}

/** A sum; if part of it is unknown, as a minimum. */
export function dollarsInAll({ cost, isWhole }: Pick<Tally, 'cost' | 'isWhole'>): string {
  if (isWhole || cost === null) return dollars(cost)
  const known = dollars(cost)
  return t`${known} and more`
}

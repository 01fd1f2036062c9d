import { t } from '@lingui/core/macro'
import type { Turn } from '../../shared/conversation.ts'
import { costOf, type Prices, type TurnUsage } from '../../shared/usage.ts'

/** What one turn used; `cost` is `null` where the price is not known. */
export interface TurnTally {
  readonly turn: number
  readonly model: string
  readonly usage: TurnUsage
  readonly cost: number | null
}

export interface Tally {
  readonly turns: readonly TurnTally[]
  readonly total: Omit<TurnUsage, 'context'>
  /** What the turns with a known price cost; `null` where none has one. */
  readonly cost: number | null
  /** Is that all of them? */
  readonly isWhole: boolean
  /** How full the context was at the end of the last turn that was counted. */
  readonly context: number
}

/** Adds up a conversation; `null` where nothing was counted. */
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

/** "$0.07"; what is less than a cent is said to be so. */
export function dollars(cost: number | null): string {
  if (cost === null) return t`unknown`
  if (cost > 0 && cost < 0.01) return '< $0.01'
  return `$${cost.toFixed(2)}`
}

/** The same for a sum of which a part is not known: it is at least that. */
export function dollarsInAll({ cost, isWhole }: Pick<Tally, 'cost' | 'isWhole'>): string {
  if (isWhole || cost === null) return dollars(cost)
  const known = dollars(cost)
  return t`${known} and more`
}

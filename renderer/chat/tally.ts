import { t } from '@lingui/core/macro'
import type { Turn } from '../../shared/conversation.ts'
import { contextAfter, costOf, type Prices, type RequestUsage, sumOf, type Sum, tokensIn } from '../../shared/usage.ts'
import { shortCount } from '../format/counts.ts'

/** Tokens of some requests, and what they cost in US dollars. */
interface Amounts {
  readonly input: Sum
  readonly cacheRead: Sum
  readonly cacheWrite: Sum
  readonly cacheWriteHour: Sum
  readonly output: Sum
  /** A part of the output. */
  readonly thoughts: Sum
  readonly cost: Sum
}

interface TurnTally extends Amounts {
  readonly turn: number
  readonly model: string
}

export interface Tally {
  readonly turns: readonly TurnTally[]
  readonly total: Amounts
  /** Tokens in the context after the last answer; `null` if they were not counted. */
  readonly context: number | null
}

/** Adds up a conversation; `null` if no model was asked. The demo model is none: it is free and counts nothing. */
export function tallyOf(turns: readonly Turn[], prices: Prices): Tally | null {
  const asked = turns.filter(({ provider, requests }) => provider !== 'demo' && requests.length > 0)
  if (asked.length === 0) return null
  const tallies = asked.map(({ number, model, requests }) => ({
    turn: number,
    model,
    ...amountsOf(requests, costOf(requests, model, prices)),
  }))
  const requests = asked.flatMap((turn) => turn.requests)
  return {
    turns: tallies,
    total: amountsOf(
      requests,
      sumOf(tallies, ({ cost }) => cost),
    ),
    context: contextAfter(requests),
  }
}

function amountsOf(requests: readonly RequestUsage[], cost: Sum): Amounts {
  return {
    input: tokensIn(requests, 'input'),
    cacheRead: tokensIn(requests, 'cacheRead'),
    cacheWrite: tokensIn(requests, 'cacheWrite'),
    cacheWriteHour: tokensIn(requests, 'cacheWriteHour'),
    output: tokensIn(requests, 'output'),
    thoughts: tokensIn(requests, 'thoughts'),
    cost,
  }
}

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
export const tokensText = (tokens: Sum): string => sumText(tokens, shortCount)

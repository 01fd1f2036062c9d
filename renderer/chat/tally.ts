import type { Turn } from '../../shared/conversation.ts'
import { contextAfter, costOf, type Prices, type RequestUsage, sumOf, type Sum, tokensIn } from '../../shared/usage.ts'
import { shortCount } from '../format/counts.ts'
import { sumText } from '../format/money.ts'

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

export const tokensText = (tokens: Sum): string => sumText(tokens, shortCount)

import { z } from 'zod'
import { costOf, type Prices, type RequestUsage, sumOf } from './usage.ts'

/** How much a conversation may use in all; `null` for as much as it takes. */
export const Budget = z
  .object({
    dollars: z.number().positive().max(100_000).nullable(),
    /** To the model. */
    requests: z.number().int().positive().max(1_000_000).nullable(),
    /** In which a turn ran. */
    minutes: z.number().positive().max(1_000_000).nullable(),
  })
  .readonly()
export type Budget = z.infer<typeof Budget>

export const NO_BUDGET: Budget = { dollars: null, requests: null, minutes: null }
export const BUDGETED = ['dollars', 'requests', 'minutes'] as const

/** The share of a budget from which the agent and the user are told. */
export const NEAR_SHARE = 0.8

/** What ends a turn: the requests of one turn, the model's context, or the budget of its conversation. */
export const LimitName = z.enum(['turn', 'context', ...BUDGETED])
export type LimitName = z.infer<typeof LimitName>

/** How much of a limit is used. */
export interface Measure {
  readonly limit: LimitName
  readonly used: number
  readonly most: number
}

/** A turn, as far as it counts towards the budget. */
export interface Spending {
  readonly provider: string
  readonly model: string
  readonly startedAt: string
  readonly requests: readonly RequestUsage[]
  readonly end: { readonly at: string } | null
}

export const Spent = z
  .object({
    dollars: z.object({ known: z.number(), isWhole: z.boolean() }).readonly(),
    requests: z.number(),
    minutes: z.number(),
    /** Whether each request has a price; if not, the budget cannot be kept in dollars. */
    isPriced: z.boolean(),
  })
  .readonly()
export type Spent = z.infer<typeof Spent>

const MINUTE_MS = 60_000

export function spentIn(turns: readonly Spending[], prices: Prices, now: Date): Spent {
  const costs = turns.flatMap(({ provider, model, requests }) =>
    provider === 'demo' ? [] : requests.map((usage) => costOf([usage], model, prices)),
  )
  return {
    dollars: sumOf(costs, (cost) => cost),
    requests: turns.reduce((all, { requests }) => all + requests.length, 0),
    minutes: turns.reduce((all, turn) => all + minutesOf(turn, now), 0),
    isPriced: costs.every(({ known, isWhole }) => isWhole || known > 0),
  }
}

function minutesOf({ startedAt, end }: Spending, now: Date): number {
  const until = end === null ? now.getTime() : Date.parse(end.at)
  return Math.max(0, until - Date.parse(startedAt)) / MINUTE_MS
}

/** How much of each limit of the budget is used. */
export function measuresOf(budget: Budget, { dollars, requests, minutes }: Spent): readonly Measure[] {
  const used = { dollars: dollars.known, requests, minutes }
  return BUDGETED.flatMap((limit) => {
    const most = budget[limit]
    return most === null ? [] : [{ limit, used: used[limit], most }]
  })
}

export const isUsedUp = ({ used, most }: Measure): boolean => used >= most
export const isNear = ({ used, most }: Measure): boolean => used >= NEAR_SHARE * most

/** Two sums of what was used. */
export function spentTogether(one: Spent, other: Spent): Spent {
  return {
    dollars: sumOf([one.dollars, other.dollars], (sum) => sum),
    requests: one.requests + other.requests,
    minutes: one.minutes + other.minutes,
    isPriced: one.isPriced && other.isPriced,
  }
}

export const NOTHING_SPENT: Spent = { dollars: { known: 0, isWhole: true }, requests: 0, minutes: 0, isPriced: true }

/** The budget with each limit that is used up doubled until there is room again. */
export function raised(budget: Budget, spent: Spent): Budget {
  return measuresOf(budget, spent)
    .filter(isUsedUp)
    .reduce((higher, { limit, used, most }) => ({ ...higher, [limit]: doubledAbove(used, most) }), budget)
}

function doubledAbove(used: number, most: number): number {
  return isNear({ limit: 'turn', used, most }) ? doubledAbove(used, most * 2) : most
}

import {
  type Budget,
  isNear,
  isUsedUp,
  type LimitName,
  type Measure,
  measuresOf,
  NEAR_SHARE,
  type Spent,
  spentIn,
} from '../../shared/budget.ts'
import type { ToldLimit } from '../../shared/conversation.ts'
import type { Prices } from '../../shared/usage.ts'
import type { Line, LineOf } from './conversation/lines.ts'
import { budgetOf, spendingsOf } from './conversation/replay.ts'
import type { Note } from './notes.ts'
import type { End } from './turn-ends.ts'

// How far a turn may go: the requests of one turn, and the budget of its conversation. When a limit is used up, the agent
// writes down where it is, so that the work can go on. Pure.

/** Requests of one turn. */
export const MAX_ROUNDS = 200

/** How many more there are for writing down where it is, once a limit is used up. */
const LAST_ROUNDS = 5

/** What limits depend on besides the conversation. */
export interface Terms {
  /** For conversations that have none of their own. */
  readonly budget: Budget
  readonly prices: Prices
  readonly now: Date
}

/** What the user is told, and the agent by a note, if at all. */
export interface TellLimit {
  readonly told: ToldLimit
  readonly note: Note | null
}

export interface LimitStep {
  /** The turn ends before another request. */
  readonly end: End | null
  readonly tell: readonly TellLimit[]
}

/** What to do about the limits before the next request of the turn. */
export function nextLimitStep(lines: readonly Line[], turn: number, terms: Terms): LimitStep {
  const { measures, spent, budget } = measured(lines, turn, terms)
  const usedUp = measures.find(isUsedUp)
  if (usedUp !== undefined) {
    const told = toldOf(lines, usedUp, 'used-up')
    if (told === null) return { end: null, tell: [{ told: { ...usedUp, state: 'used-up' }, note: lastNote(usedUp) }] }
    const isOver = told.turn !== turn || repliesIn(lines.slice(lines.indexOf(told)), turn) >= LAST_ROUNDS
    return { end: isOver ? endAt(usedUp, repliesIn(lines, turn) > 0) : null, tell: [] }
  }
  const near = measures.filter(
    (measure) => measure.limit !== 'turn' && isNear(measure) && toldOf(lines, measure, 'near') === null,
  )
  const unkept: Measure = { limit: 'dollars', used: spent.dollars.known, most: budget.dollars ?? 0 }
  const isUnkept = budget.dollars !== null && !spent.isPriced && toldOf(lines, unkept, 'unknown') === null
  return {
    end: null,
    tell: [
      ...near.map((measure): TellLimit => ({ told: { ...measure, state: 'near' }, note: nearNote(measure) })),
      ...(isUnkept ? [{ told: { ...unkept, state: 'unknown' as const }, note: null }] : []),
    ],
  }
}

/** How a turn ends whose agent was asked to end it, and did; `null` if it was not asked. */
export function endAsAsked(lines: readonly Line[], turn: number, terms: Terms): End | null {
  const usedUp = measured(lines, turn, terms).measures.find(isUsedUp)
  const told = usedUp === undefined ? null : toldOf(lines, usedUp, 'used-up')
  return usedUp !== undefined && told?.turn === turn ? endAt(usedUp, true) : null
}

interface Measured {
  readonly measures: readonly Measure[]
  readonly spent: Spent
  readonly budget: Budget
}

function measured(lines: readonly Line[], turn: number, { budget: usual, prices, now }: Terms): Measured {
  const budget = budgetOf(lines) ?? usual
  const spent = spentIn(spendingsOf(lines), prices, now)
  const rounds: Measure = { limit: 'turn', used: repliesIn(lines, turn), most: MAX_ROUNDS - LAST_ROUNDS }
  return { measures: [rounds, ...measuresOf(budget, spent)], spent, budget }
}

function repliesIn(lines: readonly Line[], turn: number): number {
  return lines.filter((line) => line.type === 'model.replied' && line.turn === turn).length
}

/** A limit is told once; a raised one is another. The limit of a turn starts over with each turn. */
function toldOf(
  lines: readonly Line[],
  { limit, most }: Measure,
  state: ToldLimit['state'],
): LineOf<'limit.told'> | null {
  const last = lines.findLast((line) => line.type === 'turn.started')
  const told = lines.findLast(
    (line) =>
      line.type === 'limit.told' &&
      line.limit === limit &&
      line.most === most &&
      line.state === state &&
      (limit !== 'turn' || line.turn === last?.turn),
  )
  return told?.type === 'limit.told' ? told : null
}

const WRITE_DOWN = `${LAST_ROUNDS} more requests are possible. Write down in your memory where you are: what is done, what is not, and what comes next. Then end your answer with a short summary.`

function lastNote(measure: Measure): Note {
  const what =
    measure.limit === 'turn'
      ? `You have used your tools ${measure.used} times in this turn.`
      : `The budget of this conversation is used up: ${inWords(measure)}.`
  return { about: 'limit', value: measure.limit, text: `${what} ${WRITE_DOWN}` }
}

function nearNote(measure: Measure): Note {
  return {
    about: 'budget',
    value: measure.limit,
    text: `${NEAR_SHARE * 100} % of the budget of this conversation is used: ${inWords(measure)}. Do what matters most first, and keep your memory up to date.`,
  }
}

function endAt(measure: Measure, hasAnswered: boolean): End {
  return { kind: 'limit', reason: reasonFor(measure, hasAnswered), next: ['continue', 'new-conversation'] }
}

function reasonFor(measure: Measure, hasAnswered: boolean): string {
  if (measure.limit === 'turn')
    return `The model used its tools ${MAX_ROUNDS} times, the most in one turn. It was asked to write down where it is. Continue, and it goes on from there.`
  const usedUp = `The budget of this conversation is used up: ${inWords(measure)}.`
  return hasAnswered
    ? `${usedUp} The model was asked to write down where it is. Continue with a higher budget, or begin a new conversation.`
    : `${usedUp} Your message is kept, and nothing was sent. Continue with a higher budget, or begin a new conversation.`
}

const WORDS: { readonly [limit in Exclude<LimitName, 'turn'>]: (amount: number) => string } = {
  dollars: (amount) => `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`,
  requests: (amount) => `${amount}`,
  minutes: (amount) => `${Math.round(amount * 10) / 10}`,
}

/** "$0.82 of $1.00", "8 of 10 requests" */
export function inWords({ limit, used, most }: Measure): string {
  if (limit === 'turn') return `${used} of ${most} requests in one turn`
  const amounts = `${WORDS[limit](used)} of ${WORDS[limit](most)}`
  return limit === 'dollars' ? amounts : `${amounts} ${most === 1 ? limit.slice(0, -1) : limit}`
}

import { assertNever } from '../../shared/assert-never.ts'
import {
  type Budget,
  isNear,
  isUsedUp,
  type Measure,
  measuresOf,
  NEAR_SHARE,
  type Spent,
  spentIn,
  spentTogether,
} from '../../shared/budget.ts'
import type { NextStep, ToldLimit } from '../../shared/conversation.ts'
import { english } from '../../shared/messages/english.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import type { Saving } from '../../shared/saving.ts'
import type { Prices } from '../../shared/usage.ts'
import { contextSize } from './context.ts'
import type { Line, LineOf } from './conversation/lines.ts'
import { budgetOf, mayWrite, spendingsOf } from './conversation/replay.ts'
import { sentLines } from './conversation/sent-lines.ts'
import type { JobTerms } from './job-terms.ts'
import type { Note } from './notes.ts'
import type { End } from './turn-ends.ts'

// How far a turn may go: the requests of one turn, the model's context, and the budget of its conversation or job. When
// a limit is used up, the agent writes down where it is, so that the work can go on. Pure.

/** Requests of one turn. */
export const MAX_ROUNDS = 200

/** How many more there are for writing down where it is, once a limit is used up. */
const LAST_ROUNDS = 5

/** The share of what a model can be sent from which the agent writes down where it is. */
const FULL_SHARE = 0.9

/** What limits depend on besides the conversation. */
export interface Terms {
  /** For conversations that have none of their own. */
  readonly budget: Budget
  /** For a session of a job, what all of its sessions share. */
  readonly job: Pick<JobTerms, 'budget' | 'before'> | null
  /** How much the model can be sent, in tokens; null if unknown, or if the service makes room itself. */
  readonly maxInput: number | null
  readonly prices: Prices
  /** For conversations for which the user chose nothing else. */
  readonly saving: Saving
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
  const whose = terms.job === null ? 'conversation' : 'job'
  const writes = mayWrite(lines, terms.saving)
  const reached = reachedIn(lines, measures)
  if (reached !== null) {
    const { usedUp, told } = reached
    const hasAnswered = repliesIn(lines, turn) > 0
    // What a job's other sessions used up, they wrote down.
    const isWrittenDown = whose === 'job' && !isOfTurn(usedUp) && !hasAnswered
    if (told === null && !isWrittenDown)
      return { end: null, tell: [{ told: { ...usedUp, state: 'used-up' }, note: lastNote(usedUp, whose, writes) }] }
    const isOver = told?.turn !== turn || repliesIn(lines.slice(lines.indexOf(told)), turn) >= LAST_ROUNDS
    return { end: isOver ? endAt(usedUp, { hasAnswered, whose, writes }) : null, tell: [] }
  }
  const near = measures.filter(
    (measure) => !isOfTurn(measure) && isNear(measure) && toldOf(lines, measure, 'near') === null,
  )
  const unkept: Measure = { limit: 'dollars', used: spent.dollars.known, most: budget.dollars ?? 0 }
  const isUnkept = budget.dollars !== null && !spent.isPriced && toldOf(lines, unkept, 'unknown') === null
  return {
    end: null,
    tell: [
      ...near.map((measure): TellLimit => ({
        told: { ...measure, state: 'near' },
        note: nearNote(measure, whose, writes),
      })),
      ...(isUnkept ? [{ told: { ...unkept, state: 'unknown' as const }, note: null }] : []),
    ],
  }
}

/** How a turn ends whose agent was asked to end it, and did; `null` if it was not asked. */
export function endAsAsked(lines: readonly Line[], turn: number, terms: Terms): End | null {
  const reached = reachedIn(lines, measured(lines, turn, terms).measures)
  const whose = terms.job === null ? 'conversation' : 'job'
  return reached !== null && reached.told?.turn === turn
    ? endAt(reached.usedUp, { hasAnswered: true, whose, writes: mayWrite(lines, terms.saving) })
    : null
}

interface Reached {
  readonly usedUp: Measure
  readonly told: LineOf<'limit.told'> | null
}

/** The limit that is used up; of several the one that was told, so that another gives no more requests. */
function reachedIn(lines: readonly Line[], measures: readonly Measure[]): Reached | null {
  const all = measures.filter(isUsedUp).map((usedUp) => ({ usedUp, told: toldOf(lines, usedUp, 'used-up') }))
  return all.find(({ told }) => told !== null) ?? all[0] ?? null
}

/** Whose budget it is. */
type Whose = 'conversation' | 'job'

/** Limits that start over with each turn. */
const isOfTurn = ({ limit }: Pick<Measure, 'limit'>): boolean => limit === 'turn' || limit === 'context'

interface Measured {
  readonly measures: readonly Measure[]
  readonly spent: Spent
  readonly budget: Budget
}

function measured(lines: readonly Line[], turn: number, terms: Terms): Measured {
  const { budget: usual, job, maxInput, prices, now } = terms
  const budget = job === null ? (budgetOf(lines) ?? usual) : job.budget()
  const here = spentIn(spendingsOf(lines), prices, now)
  const spent = job === null ? here : spentTogether(job.before, here)
  const rounds: Measure = { limit: 'turn', used: repliesIn(lines, turn), most: MAX_ROUNDS - LAST_ROUNDS }
  return { measures: [rounds, ...contextMeasure(lines, maxInput), ...measuresOf(budget, spent)], spent, budget }
}

function contextMeasure(lines: readonly Line[], maxInput: number | null): readonly Measure[] {
  if (maxInput === null) return []
  return [{ limit: 'context', used: contextSize(sentLines(lines)), most: Math.floor(maxInput * FULL_SHARE) }]
}

function repliesIn(lines: readonly Line[], turn: number): number {
  return lines.filter((line) => line.type === 'model.replied' && line.turn === turn).length
}

/** A limit is told once; a raised one is another. Limits of a turn start over with each turn. */
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
      (!isOfTurn({ limit }) || line.turn === last?.turn),
  )
  return told?.type === 'limit.told' ? told : null
}

const LAST = `${LAST_ROUNDS} more requests are possible.`
const WRITE_DOWN =
  'Write down in your memory where you are: what is done, what is not, and what comes next. Then end your answer with a short summary.'
const ONLY_END = 'End your answer with a short summary.'

/** @param writes whether the conversation can write to the memory */
function lastNote(measure: Measure, whose: Whose, writes: boolean): Note {
  const text = `${usedUpFor(measure, whose)} ${LAST} ${writes ? WRITE_DOWN : ONLY_END}`
  return { about: 'limit', value: measure.limit, text }
}

function usedUpFor(measure: Measure, whose: Whose): string {
  switch (measure.limit) {
    case 'turn':
      return `You have used your tools ${measure.used} times in this turn.`
    case 'context':
      return 'The context is nearly full.'
    default:
      return english(budgetUsedUp(measure, whose))
  }
}

const budgetUsedUp = (measure: Measure, whose: Whose): Message =>
  say(whose === 'job' ? 'budget-of-job-used-up' : 'budget-of-conversation-used-up', { amounts: amountsOf(measure) })

function nearNote(measure: Measure, whose: Whose, writes: boolean): Note {
  return {
    about: 'budget',
    value: measure.limit,
    text: `${NEAR_SHARE * 100} % of the budget of this ${whose} is used: ${english(amountsOf(measure))}. Do what matters most first${writes ? ', and keep your memory up to date' : ''}.`,
  }
}

interface Ending {
  readonly hasAnswered: boolean
  readonly whose: Whose
  readonly writes: boolean
}

function endAt(measure: Measure, ending: Ending): End {
  // Another session of the job would have no budget either.
  const isOfJob = ending.whose === 'job' && !isOfTurn(measure)
  const next: readonly NextStep[] = isOfJob ? ['continue', 'stop'] : ['continue', 'fresh', 'stop']
  // Without a handoff in the memory, there is nothing to start from.
  return { kind: 'limit', reason: reasonFor(measure, ending), next: ending.writes ? next : ['continue', 'stop'] }
}

function reasonFor(measure: Measure, { hasAnswered, whose, writes }: Ending): Message {
  if (measure.limit === 'context')
    return say(writes ? 'context-nearly-full' : 'context-nearly-full-of-reading', { amounts: amountsOf(measure) })
  if (measure.limit === 'turn')
    return say(writes ? 'rounds-used-up' : 'rounds-of-reading-used-up', { count: MAX_ROUNDS })
  const used = budgetUsedUp(measure, whose)
  if (!writes) return say(hasAnswered ? 'reading-budget-used-up' : 'job-budget-nothing-sent', { used })
  if (whose === 'job') return say(hasAnswered ? 'job-budget-asked-to-write' : 'job-budget-nothing-sent', { used })
  return say(hasAnswered ? 'budget-asked-to-write' : 'budget-nothing-sent', { used })
}

const inDollars = (amount: number): string => `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`
const tenths = (amount: number): number => Math.round(amount * 10) / 10

/** "$0.82 of $1.00", "8 of 10 requests" */
export function amountsOf({ limit, used, most }: Measure): Message {
  switch (limit) {
    case 'turn':
      return say('measure-turn', { used, most })
    case 'context':
      return say('measure-context', { tokens: Math.round(used) })
    case 'dollars':
      return say('measure-dollars', { used: inDollars(used), most: inDollars(most) })
    case 'requests':
      return say('measure-requests', { used, most })
    case 'minutes':
      return say('measure-minutes', { used: tenths(used), most: tenths(most) })
    default:
      return assertNever(limit)
  }
}

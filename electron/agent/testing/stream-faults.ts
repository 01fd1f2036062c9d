import type { Pick } from '../../../testing/random.ts'
import { oneOf, type Sent } from './meant-answer.ts'

// What goes wrong with one event of a stream on its way, or in the server that sends it.

export interface Faulty {
  readonly what: string
  readonly sent: readonly Sent[]
  /** Calls may be refused instead of carried out. */
  readonly mayRefuse: boolean
  /** Some of it may be lost without a trace. */
  readonly mayLose: boolean
}

/** What matters of a server's habits for what can still be told. */
interface Habits {
  readonly index: string
  readonly id: string
  readonly input: string
}

interface Place {
  readonly sent: readonly Sent[]
  readonly at: number
  readonly one: Sent
  readonly pick: Pick
  readonly habits: Habits
}

type Change = Partial<Faulty> & { readonly sent: readonly Sent[] }

const isOfCall = ({ part }: Sent): boolean => part === 'call' || part === 'arguments' || part === 'again'
const isEnd = ({ part }: Sent): boolean => part === 'finish' || part === 'end'

/** `null` for a change that nobody could notice. */
const FAULTS: Readonly<Record<string, (place: Place) => Change | null>> = {
  none: () => null,
  drop: ({ sent, at, one, habits }) =>
    isNoticed(sent, at, habits)
      ? // Without an id, what is left of a call may be what the next one begins with.
        { sent: sent.toSpliced(at, 1), mayLose: habits.id === 'none' && isOfCall(one) }
      : null,
  repeat: ({ sent, at, one }) => ({ sent: sent.toSpliced(at, 0, one) }),
  repeatLater: ({ sent, at, one, pick, habits }) => {
    if (isEmptyInput(one, habits)) return null
    const later = at + 1 + pick(sent.length - at)
    const between = sent.slice(at, later)
    // Among the pieces of another call, nobody can tell it from them; nor whether a block begins that stays empty.
    const isLost = between.some(
      (other, place) => other.part === 'end' || (place > 0 && isBoundary(other) && (isOfCall(one) || one.said === '')),
    )
    return isLost ? null : { sent: sent.toSpliced(later, 0, one) }
  },
  move: ({ sent, at, one, habits }) => {
    const other = sent[at + 1]
    if (isEmptyInput(one, habits)) return null
    if (other === undefined || one.part === 'end' || other.part === 'end') return null
    // Without an index, the order alone says which call is meant.
    const isNumbered = ['right', 'from-one', 'as-text'].includes(habits.index)
    // The empty beginning of a block says nothing about the end.
    if (one.said === '' && other.part === 'finish') return null
    const isOfCalls = isOfCall(one) && isOfCall(other)
    if (isOfCalls && !isNumbered && (one.part === 'call' || other.part === 'call')) return null
    return { sent: sent.toSpliced(at, 2, other, one), mayRefuse: isOfCall(one) || isOfCall(other) }
  },
  reIndex: ({ sent, at, one, pick, habits }) => {
    // What is whole under another index is another call.
    const isWhole =
      one.part === 'again' || isEmptyInput(one, habits) || (one.part === 'arguments' && habits.input !== 'pieces')
    return isWhole ? null : { sent: sent.with(at, { ...one, event: reIndexed(one.event, pick(6)) }) }
  },
  omit: ({ sent, at, one, pick }) =>
    isEnd(one) ? null : { sent: sent.with(at, { ...one, event: without(one.event, pick) }), mayLose: true },
  split: ({ sent, at, one, habits }) => ({
    sent: sent.toSpliced(at, 1, ...halves(one)),
    mayRefuse: one.part === 'again' || one.part === 'call' || (isOfCall(one) && habits.input === 'cumulative'),
  }),
  merge: ({ sent, at, habits }) => merged(sent, at, habits),
  cut: ({ sent, at }) => ({ sent: sent.slice(0, at), mayRefuse: true, mayLose: true }),
}

/** An empty object in the middle of a string is more of the string. */
const isEmptyInput = ({ part }: Sent, { input }: Habits): boolean => input === 'after-empty' && part === 'call'
const isBoundary = ({ part }: Sent): boolean => part === 'call' || part === 'finish'

/** One fault at random, such that what is lost by it can be noticed. */
export function withFault(sent: readonly Sent[], pick: Pick, habits: Habits): Faulty {
  const what = oneOf(pick, ['none', ...Object.keys(FAULTS)])
  const at = pick(sent.length)
  const one = sent[at]
  const change = one === undefined ? null : (FAULTS[what]?.({ sent, at, one, pick, habits }) ?? null)
  if (one === undefined || change === null) return { what: 'nothing', sent, mayRefuse: false, mayLose: false }
  return { what: `${what} ${one.part} ${at}`, mayRefuse: isOfCall(one), mayLose: false, ...change }
}

function isNoticed(sent: readonly Sent[], at: number, { id, index }: Habits): boolean {
  const [before, one, after] = [sent[at - 1], sent[at], sent[at + 1]]
  if (one !== undefined && isEnd(one)) return sent.some((other) => other !== one && isEnd(other))
  // A call that is lost whole leaves no trace.
  if (one?.part === 'call') return after?.part === 'arguments'
  // Without any arguments, and an id or an index of its own, it is the next one's beginning, told twice.
  const isAll = one?.part === 'arguments' && before?.part === 'call' && after?.part !== 'arguments'
  return !(isAll && (id === 'none' || (id === 'late' && index === 'zero')))
}

function reIndexed(event: unknown, index: number): unknown {
  return mapped(event, (key, value) => (key === 'index' && typeof value !== 'object' ? index : value))
}

/** Without one of its fields, at any depth. */
function without(event: unknown, pick: Pick): unknown {
  let fields = 0
  mapped(event, (_, value) => {
    fields += 1
    return value
  })
  const left = pick(Math.max(1, fields))
  let field = -1
  return mapped(event, (_, value) => {
    field += 1
    return field === left ? undefined : value
  })
}

/** A copy with each field changed. */
function mapped(value: unknown, change: (key: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => mapped(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
      const changed = change(key, item)
      if (changed === undefined) return []
      // What a call is about is the model's.
      return [[key, key === 'input' || key === 'arguments' ? changed : mapped(changed, change)]]
    }),
  )
}

const TEXTS = ['content', 'reasoning_content', 'arguments', 'text', 'thinking', 'partial_json']

/** The same in two events, where it is one text. */
function halves(sent: Sent): readonly Sent[] {
  let half = 0
  const part = (which: 0 | 1): unknown =>
    mapped(sent.event, (key, value) => {
      if (!TEXTS.includes(key) || typeof value !== 'string' || value.length < 2) return value
      half = Math.floor(value.length / 2)
      return which === 0 ? value.slice(0, half) : value.slice(half)
    })
  const events = [part(0), part(1)]
  const isStart = JSON.stringify(sent.event).includes('content_block_start')
  if (half === 0 || isStart) return [sent]
  const { said } = sent
  if (said === undefined) return events.map((event) => ({ ...sent, event }))
  return [
    { ...sent, event: events[0], said: said.slice(0, half) },
    { ...sent, event: events[1], said: said.slice(half) },
  ]
}

/** Two pieces of the OpenAI format in one. */
function merged(sent: readonly Sent[], at: number, { index }: Habits): Change | null {
  const [one, other] = [deltaOf(sent[at]?.event), deltaOf(sent[at + 1]?.event)]
  if (one === null || other === null || 'content' in one || 'reasoning_content' in one) return null
  // Two in one list that have no index are two calls.
  if (index === 'none' && callsOf(one).length > 0 && callsOf(other).length > 0) return null
  const calls = [...callsOf(one), ...callsOf(other)]
  const event = { choices: [{ index: 0, delta: { ...one, ...other, tool_calls: calls }, finish_reason: null }] }
  const said = sent[at + 1]?.said
  const whole: Sent = { event, part: calls.length > 0 ? 'arguments' : 'text', ...(said === undefined ? {} : { said }) }
  return { sent: sent.toSpliced(at, 2, whole), mayRefuse: true }
}

function deltaOf(event: unknown): object | null {
  if (typeof event !== 'object' || event === null || !('choices' in event) || !Array.isArray(event.choices)) return null
  const [choice]: readonly unknown[] = event.choices
  if (typeof choice !== 'object' || choice === null || !('delta' in choice) || !('finish_reason' in choice)) return null
  const { delta, finish_reason: reason } = choice
  return typeof delta === 'object' && reason === null ? delta : null
}

function callsOf(delta: object): readonly unknown[] {
  return 'tool_calls' in delta && Array.isArray(delta.tool_calls) ? delta.tool_calls : []
}

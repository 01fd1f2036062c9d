import type { Pick } from '../../../testing/random.ts'
import { indexIn, type IndexHabit, type MeantAnswer, type MeantCall, oneOf, type Sent } from './meant-answer.ts'

// The ways in which servers of the Messages format write an answer.

export interface MessagesHabits {
  readonly index: IndexHabit
  readonly hasStarts: boolean
  readonly hasStops: boolean
  /** Where the text of a block is. */
  readonly text: 'pieces' | 'in-start' | 'in-both'
  readonly hasTextField: boolean
  readonly id: 'right' | 'none' | 'number'
  readonly input: 'pieces' | 'after-empty' | 'whole' | 'cumulative' | 'in-start' | 'as-text-in-start' | 'in-both'
  readonly again: 'nothing' | 'input' | 'start'
  readonly end: 'both' | 'stop' | 'null-reason' | 'reason' | 'done' | 'early-reason'
  /** What kind an event is stands in its name, in the JSON, or in both. */
  readonly type: 'both' | 'name' | 'json'
  readonly hasPings: boolean
}

/** Habits that leave no doubt about which block a piece belongs to. */
export function messagesHabits(pick: Pick): MessagesHabits {
  const index = oneOf(pick, ['right', 'right', 'from-one', 'as-text', 'zero', 'none', 'tail'] as const)
  const id = oneOf(pick, ['right', 'right', 'none', 'number'] as const)
  const hasStarts = pick(4) > 0
  return {
    index,
    hasStarts,
    hasStops: pick(3) > 0,
    text: hasStarts ? oneOf(pick, ['pieces', 'in-start', 'in-both'] as const) : 'pieces',
    hasTextField: pick(2) === 0,
    id,
    input: oneOf(pick, [
      ...(['pieces', 'after-empty', 'whole', 'cumulative'] as const),
      ...(index === 'tail' ? [] : (['in-start', 'as-text-in-start', 'in-both'] as const)),
    ]),
    again: oneOf(pick, ['nothing', 'input', ...(id === 'none' ? [] : ['start' as const])] as const),
    end: oneOf(pick, ['both', 'stop', 'null-reason', 'reason', 'done', 'early-reason'] as const),
    type: oneOf(pick, ['both', 'name', 'json'] as const),
    hasPings: pick(3) === 0,
  }
}

const PING: Sent = { event: { type: 'ping' }, part: 'nothing' }

/** The stream of a server with these habits. */
export function sayInMessages({ thoughts, texts, calls }: MeantAnswer, habits: MessagesHabits): readonly Sent[] {
  const reason = calls.length > 0 ? 'tool_use' : 'end_turn'
  const finish: Sent = { event: { type: 'message_delta', delta: { stop_reason: reason }, usage: {} }, part: 'finish' }
  const stop: Sent = { event: { type: 'message_stop' }, part: 'end' }
  const blocks = [
    ...thoughts.map((said) => (at: number) => wordsIn({ kind: 'thought', said }, at, habits)),
    ...texts.map((said) => (at: number) => wordsIn({ kind: 'text', said }, at, habits)),
    ...calls.map((call) => (at: number) => callIn(call, at, habits)),
  ].map((block, at) => block(at))
  return [
    { event: { type: 'message_start', message: { usage: { input_tokens: 3 } } }, part: 'nothing' },
    ...(habits.end === 'early-reason' ? [finish] : []),
    ...blocks.flatMap((block) => (habits.hasPings ? [PING, ...block] : block)),
    ...(habits.end === 'both' || habits.end === 'reason' ? [finish] : []),
    ...(habits.end === 'null-reason'
      ? [{ event: { type: 'message_delta', delta: { stop_reason: null } }, part: 'nothing' as const }]
      : []),
    ...(habits.end === 'done' ? [{ event: '[DONE]', part: 'end' as const }] : habits.end === 'reason' ? [] : [stop]),
  ]
}

const start = (content_block: object, at: number, habits: MessagesHabits): object => ({
  type: 'content_block_start',
  ...indexIn(habits.index, at, at),
  content_block,
})
const delta = (fields: object, at: number, habits: MessagesHabits): object => ({
  type: 'content_block_delta',
  ...indexIn(habits.index, at, at + 100),
  delta: fields,
})

function stopsIn(habits: MessagesHabits, at: number): readonly Sent[] {
  return habits.hasStops
    ? [{ event: { type: 'content_block_stop', ...indexIn(habits.index, at, at) }, part: 'nothing' }]
    : []
}

interface Words {
  readonly kind: 'text' | 'thought'
  readonly said: string
}

function wordsIn({ kind, said }: Words, at: number, habits: MessagesHabits): readonly Sent[] {
  const [type, field] = kind === 'text' ? ['text', 'text'] : ['thinking', 'thinking']
  const cut = habits.text === 'in-both' ? Math.ceil(said.length / 2) : habits.text === 'in-start' ? said.length : 0
  const [inStart, inPiece] = [said.slice(0, cut), said.slice(cut)]
  const fields = inStart === '' && !habits.hasTextField ? {} : { [field]: inStart }
  return [
    ...(habits.hasStarts ? [{ event: start({ type, ...fields }, at, habits), part: kind, said: inStart }] : []),
    ...(inPiece === ''
      ? []
      : [{ event: delta({ type: `${field}_delta`, [field]: inPiece }, at, habits), part: kind, said: inPiece }]),
    ...stopsIn(habits, at),
  ]
}

function callIn({ id, input, pieces }: MeantCall, at: number, habits: MessagesHabits): readonly Sent[] {
  const json = pieces.join('')
  const isThere = habits.input === 'in-start' || habits.input === 'in-both'
  const named = {
    type: 'tool_use',
    ...(habits.id === 'none' ? {} : { id: habits.id === 'number' ? Number(id.slice(-1)) + 100 : id }),
    name: 'memory',
    input: isThere ? input : habits.input === 'as-text-in-start' ? json : habits.input === 'after-empty' ? '{}' : {},
  }
  const texts = {
    pieces,
    'after-empty': pieces,
    whole: [json],
    cumulative: pieces.map((_, piece) => pieces.slice(0, piece + 1).join('')),
    'in-start': [],
    'as-text-in-start': [],
    'in-both': [json],
  }[habits.input]
  const piece = (partial_json: string): object => delta({ type: 'input_json_delta', partial_json }, at, habits)
  const again = {
    nothing: [],
    input: [piece(json)],
    start: [start({ ...named, input: {} }, at, habits)],
  }[habits.again]
  return [
    { event: start(named, at, habits), part: 'call' },
    ...texts.map((text) => ({
      event: piece(text),
      part: habits.input === 'in-both' ? ('again' as const) : ('arguments' as const),
    })),
    ...again.map((event) => ({ event, part: 'again' as const })),
    ...stopsIn(habits, at),
  ]
}

/** An event as it is on the wire. */
export function framedAs(event: unknown, type: MessagesHabits['type']): string {
  if (typeof event !== 'object' || event === null) return `data: ${String(event)}\n\n`
  if (!('type' in event)) return `data: ${JSON.stringify(event)}\n\n`
  const { type: name, ...rest } = event
  return `${type === 'json' ? '' : `event: ${String(name)}\n`}data: ${JSON.stringify(type === 'name' ? rest : event)}\n\n`
}

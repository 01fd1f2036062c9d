import type { Pick } from '../../../testing/random.ts'
import { indexIn, type IndexHabit, type MeantAnswer, type MeantCall, oneOf, type Sent } from './meant-answer.ts'

// The ways in which servers of the OpenAI format write an answer.

export interface OpenAIHabits {
  readonly index: IndexHabit | 'running'
  readonly id: 'head' | 'each' | 'late' | 'none' | 'changing' | 'number'
  readonly name: 'head' | 'each' | 'late'
  readonly input: 'pieces' | 'whole' | 'cumulative' | 'object' | 'after-empty'
  readonly again: 'nothing' | 'input' | 'call' | 'head'
  /** The pieces of all calls are mixed. */
  readonly isMixed: boolean
  readonly end: 'both' | 'done' | 'finish' | 'early-finish'
  readonly counts: 'last' | 'first' | 'each' | 'never'
}

/** Habits that leave no doubt about which call a piece belongs to. */
export function openAIHabits(pick: Pick): OpenAIHabits {
  const index = oneOf(pick, ['right', 'right', 'from-one', 'as-text', 'zero', 'none', 'running', 'tail'] as const)
  const isOrdered = index === 'running' || index === 'tail'
  const isIndexed = index === 'right' || index === 'from-one' || index === 'as-text'
  const id = isOrdered
    ? oneOf(pick, ['head', 'none', 'number'] as const)
    : oneOf(pick, [
        'head',
        'each',
        'late',
        'none',
        ...(index === 'none' ? [] : ['changing' as const]),
        'number',
      ] as const)
  const canName = !isOrdered && id !== 'changing' && id !== 'late'
  return {
    index,
    id,
    name: oneOf(pick, [
      'head',
      ...(canName ? ['each' as const] : []),
      ...(canName && !(index === 'none' && id === 'none') ? ['late' as const] : []),
    ] as const),
    input: oneOf(pick, [
      'pieces',
      'whole',
      'cumulative',
      'object',
      ...(isOrdered ? [] : ['after-empty' as const]),
    ] as const),
    again: oneOf(pick, [
      'nothing',
      'input',
      ...(isOrdered || id === 'changing' ? [] : ['call' as const, 'head' as const]),
    ] as const),
    isMixed: (isIndexed || id === 'each') && pick(3) === 0,
    end: oneOf(pick, ['both', 'done', 'finish', 'early-finish'] as const),
    counts: oneOf(pick, ['last', 'first', 'each', 'never'] as const),
  }
}

const COUNTS = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
const chunk = (delta: object, finish: string | null = null): object => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
})

/** The stream of a server with these habits. */
export function sayInOpenAI({ thoughts, texts, calls }: MeantAnswer, habits: OpenAIHabits): readonly Sent[] {
  const finish: Sent = { event: chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'), part: 'finish' }
  const counts: Sent = { event: { choices: [], usage: COUNTS }, part: 'nothing' }
  const words: readonly Sent[] = [
    ...thoughts.map((said) => ({ event: chunk({ reasoning_content: said }), part: 'thought' as const, said })),
    ...texts.map((said) => ({ event: chunk({ content: said }), part: 'text' as const, said })),
  ]
  const said = [
    ...words,
    ...inOrder(
      calls.map((call, at) => callIn(call, at, habits)),
      habits.isMixed,
    ),
  ]
  const numbered = habits.index === 'running' ? withRunningIndex(said) : said
  const counted = habits.counts === 'each' ? numbered.map(withCounts) : numbered
  return [
    { event: chunk({ role: 'assistant', content: '' }), part: 'nothing' },
    ...(habits.counts === 'first' ? [counts] : []),
    ...(habits.end === 'early-finish' ? [finish] : []),
    ...counted,
    ...(habits.end === 'both' || habits.end === 'finish' ? [finish] : []),
    ...(habits.counts === 'last' ? [counts] : []),
    ...(habits.end === 'finish' ? [] : [{ event: '[DONE]', part: 'end' as const }]),
  ]
}

function inOrder(calls: readonly (readonly Sent[])[], isMixed: boolean): readonly Sent[] {
  if (!isMixed) return calls.flat()
  const longest = Math.max(0, ...calls.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => calls.flatMap((pieces) => pieces[at] ?? [])).flat()
}

interface CallFields {
  readonly index?: number | string
  readonly id?: string | number
  readonly function: { readonly name?: string; readonly arguments?: unknown }
}

function callIn(call: MeantCall, at: number, habits: OpenAIHabits): readonly Sent[] {
  const json = call.pieces.join('')
  const texts = inputIn(call, habits)
  const rest = texts.map((text, piece) => ({
    ...indexIn(habits.index, at, 1),
    ...idIn(call, habits, piece + 1),
    function: { ...(habits.name === 'each' ? { name: 'memory' } : {}), arguments: text },
  }))
  const head = { ...indexIn(habits.index, at, 0), ...idIn(call, habits, 0) }
  const [name, empty] = [{ name: 'memory' }, habits.input === 'after-empty' ? '{}' : '']
  const beginning: readonly CallFields[] =
    habits.name === 'late' || habits.id === 'late'
      ? [
          { ...head, function: habits.name === 'late' ? { arguments: empty } : { ...name, arguments: empty } },
          { ...head, ...(habits.id === 'late' ? { id: call.id } : {}), function: habits.name === 'late' ? name : {} },
        ]
      : [{ ...head, function: { ...name, arguments: empty } }]
  const again: readonly CallFields[] = {
    nothing: [],
    input: [{ ...indexIn(habits.index, at, 1), ...idIn(call, habits, 99), function: { arguments: json } }],
    call: [{ ...head, function: { ...name, arguments: json } }],
    head: [{ ...head, function: { ...name, arguments: '' } }],
  }[habits.again]
  const sent = (part: Sent['part']) => (fields: CallFields) => ({ event: chunk({ tool_calls: [fields] }), part })
  return [...beginning.map(sent('call')), ...rest.map(sent('arguments')), ...again.map(sent('again'))]
}

function inputIn({ pieces, input }: MeantCall, habits: OpenAIHabits): readonly unknown[] {
  switch (habits.input) {
    case 'pieces':
    case 'after-empty':
      return pieces
    case 'whole':
      return [pieces.join('')]
    case 'cumulative':
      return pieces.map((_, at) => pieces.slice(0, at + 1).join(''))
    case 'object':
      return [input]
  }
}

function idIn({ id }: MeantCall, habits: OpenAIHabits, piece: number): { readonly id?: string | number } {
  switch (habits.id) {
    case 'none':
    case 'late':
      return {}
    case 'number':
      return piece === 0 ? { id: Number(id.slice(-1)) + 100 } : {}
    case 'changing':
      return { id: `${id}_${piece}` }
    default:
      return piece === 0 || habits.id === 'each' ? { id } : {}
  }
}

/** Every piece of a call has the next number. */
function withRunningIndex(said: readonly Sent[]): readonly Sent[] {
  let index = -1
  return said.map((sent) => {
    if (!['call', 'arguments', 'again'].includes(sent.part)) return sent
    index += 1
    const text = JSON.stringify(sent.event).replace(/("tool_calls":\[\{)"index":\d+/, `$1"index":${index}`)
    return { ...sent, event: JSON.parse(text) }
  })
}

function withCounts(sent: Sent): Sent {
  return typeof sent.event === 'object' ? { ...sent, event: { ...sent.event, usage: COUNTS } } : sent
}

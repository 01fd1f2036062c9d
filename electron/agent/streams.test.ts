import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { type Pick, random } from '../../testing/random.ts'
import { type MeantAnswer, meantAnswer, type Sent } from './testing/meant-answer.ts'
import { framedAs, messagesHabits, sayInMessages } from './testing/messages-habits.ts'
import { openAIHabits, sayInOpenAI } from './testing/openai-habits.ts'
import { play, type Service, textIn } from './testing/play.ts'
import { withFault } from './testing/stream-faults.ts'

// Answers in the ways of many servers, whole and with a fault. `npm run long -- streams` tries more of them.

const { VARIORUM_LONG: LONG, VARIORUM_SEED: SEED } = process.env
const COUNT = Number(LONG ?? 250)
const TIMEOUT_MS = LONG === undefined ? 60_000 : 3_600_000

interface Stream {
  readonly sent: readonly Sent[]
  readonly habits: Parameters<typeof withFault>[2]
  readonly frame: (event: unknown) => string
}

const WAYS: Readonly<Record<Exclude<Service, 'anthropic'>, (meant: MeantAnswer, pick: Pick) => Stream>> = {
  openai(meant, pick) {
    const habits = openAIHabits(pick)
    const frame = (event: unknown): string => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`
    return { sent: sayInOpenAI(meant, habits), habits, frame }
  },
  messages(meant, pick) {
    const habits = messagesHabits(pick)
    return { sent: sayInMessages(meant, habits), habits, frame: (event) => framedAs(event, habits.type) }
  },
}

test.each(['openai', 'messages'] as const)(
  'every call runs once with its arguments or is refused, shown is kept, whole is whole: %s',
  async (service) => {
    expect.hasAssertions()
    const first = Number(SEED ?? 1)
    for (let seed = first; seed < first + COUNT; seed += 1) await tryOne(service, seed)
  },
  TIMEOUT_MS,
)

async function tryOne(service: keyof typeof WAYS, seed: number): Promise<void> {
  const pick = random(seed)
  const meant = meantAnswer(pick)
  const { sent, habits, frame } = WAYS[service](meant, pick)
  const { what, sent: faulty, mayRefuse, mayLose } = withFault(sent, pick, habits)
  const stream = faulty.map(({ event }) => frame(event)).join('')
  const { ended, ran, shown, kept } = await play(service, new TextEncoder().encode(stream))
  const told = `seed ${seed}: ${what}; ${JSON.stringify(habits)}\n${stream}`

  expect(kept, told).toEqual(shown)
  const meantInputs = meant.calls.map(({ input }) => input)
  for (const input of ran)
    expect(
      meantInputs.some((each) => isDeepStrictEqual(each, input)),
      told,
    ).toBe(true)
  expect(new Set(ran.map((input) => JSON.stringify(input))).size, told).toBe(ran.length)

  const isWhole = isWholeStream(faulty)
  const refused = kept.filter((part) => part.kind === 'call' && part.call.state === 'failed')
  if (!isWhole) {
    expect(ran, told).toEqual([])
    expect(ended.kind, told).toBe('failed')
    return
  }
  if (!mayRefuse) expect(ran, told).toEqual(meantInputs)
  else if (ran.length < meantInputs.length && !mayLose) expect(refused.length, told).toBeGreaterThan(0)
  expect(refused.length > 0 && !mayRefuse, told).toBe(false)
  const said = faulty.flatMap(({ part, said: text = '' }) => (part === 'text' ? text : [])).join('')
  if (!mayLose) expect(textIn(kept), told).toBe(`${said}${meant.calls.length > 0 ? 'Done.' : ''}`.toWellFormed())
}

/** Whether the sender says after the last of the answer that it is complete. */
function isWholeStream(sent: readonly Sent[]): boolean {
  const isContent = ({ part }: Sent): boolean => ['call', 'arguments', 'text', 'thought'].includes(part)
  const last = sent.findLastIndex(isContent)
  return sent.some(({ part }, at) => part === 'end' || (part === 'finish' && at > last))
}

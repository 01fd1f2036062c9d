import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Budget, NO_BUDGET, raised, spentIn } from '../../shared/budget.ts'
import { DEFAULT_PRICES } from '../../shared/usage.ts'
import { saying } from '../../testing/saying.ts'
import { callBlock, type ModelServer, type Script, send, startModelServer, textBlock } from './testing/model-server.ts'
import { type Scene, setScene } from './testing/scene.ts'

const MODEL = 'claude-opus-5-5'

/** Ten cents at the model's price. */
const TEN_CENTS = { input_tokens: 25_000, output_tokens: 1 }

const answers =
  (stop: 'end_turn' | 'tool_use', usage: object = TEN_CENTS): Script =>
  (response) => {
    const block = stop === 'tool_use' ? callBlock(0, 't', { command: 'view', path: '/memories' }) : textBlock(0, 'ok')
    send(
      response,
      { type: 'message_start', message: { usage } },
      ...block,
      { type: 'message_delta', delta: { stop_reason: stop }, usage },
      { type: 'message_stop' },
    )
    response.end()
  }

interface Talk extends Scene {
  readonly server: ModelServer
  readonly id: string
  /** Sends a message. @returns how its turn ended */
  ask(change?: { readonly budget?: Partial<Budget>; readonly model?: string }): Promise<object>
  /** What the model was told in each of its last messages. */
  notes(about: string): readonly number[]
  limits(): readonly string[]
}

async function talk(scripts: readonly Script[], usual: Partial<Budget> = {}, now?: () => Date): Promise<Talk> {
  const server = await startModelServer(...scripts)
  onTestFinished(() => server.close())
  const scene = await setScene({
    env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url },
    settings: { provider: 'anthropic', model: MODEL, budget: { ...NO_BUDGET, ...usual } },
    ...(now === undefined ? {} : { now }),
  })
  const id = 'talk'
  return {
    ...scene,
    server,
    id,
    async ask(change = {}) {
      await scene.agent.send({ id, text: 'go', ...change })
      await scene.agent.finished(id)
      return scene.events.findLast((event) => event.type === 'turn.ended') ?? {}
    },
    notes: (words) =>
      server.requests.flatMap(({ body }, at) => (JSON.stringify(body.messages.at(-1)).includes(words) ? [at + 1] : [])),
    limits: () => scene.events.flatMap((event) => (event.type === 'limit.told' ? `${event.state} ${event.limit}` : [])),
  }
}

const calls = (count: number): readonly Script[] => Array.from({ length: count }, () => answers('tool_use'))

test('a budget is announced from 80 % on, and at its end the agent writes down where it is', async () => {
  const scene = await talk([...calls(11), answers('end_turn')])
  expect(await scene.ask({ budget: { requests: 10 } })).toMatchObject({
    kind: 'limit',
    reason: saying(/^This conversation’s budget is used up: 12 of 10 requests\. .*To continue, raise the budget/),
    next: ['continue', 'fresh', 'stop'],
  })
  expect(scene.limits()).toEqual(['near requests', 'used-up requests'])
  expect(scene.notes('80 % of the budget')).toEqual([9])
  expect(scene.notes('Write down in your memory where you are')).toEqual([11])
  const parts = (await scene.agent.conversations.open(scene.id))?.transcript[0]?.parts ?? []
  expect(parts.flatMap((part) => (part.kind === 'limit' ? part.told.used : []))).toEqual([8, 10])
})

test('an agent that does not end has a few requests more', async () => {
  const scene = await talk(calls(30), { dollars: 1 })
  expect(await scene.ask()).toMatchObject({ kind: 'limit', reason: saying('$1.50 of $1.00') })
  expect(scene.server.requests).toHaveLength(15)
})

test('after that nothing is sent until the budget is raised, and then it goes on', async () => {
  const scene = await talk([...calls(1), ...Array.from({ length: 4 }, () => answers('end_turn'))])
  await scene.ask({ budget: { requests: 1 } })
  expect(await scene.ask()).toMatchObject({
    kind: 'limit',
    reason: saying('nothing was sent'),
    next: ['continue', 'fresh', 'stop'],
  })
  expect(scene.server.requests).toHaveLength(2)
  const turns = (await scene.agent.conversations.open(scene.id))?.transcript ?? []
  const spent = spentIn(turns, DEFAULT_PRICES, new Date())
  const more = raised({ ...NO_BUDGET, requests: 1 }, spent)
  expect(more).toEqual({ ...NO_BUDGET, requests: 4 })
  await scene.agent.conversations.setBudget(scene.id, more)
  expect(await scene.agent.conversations.list()).toMatchObject([{ budget: more }])
  await scene.agent.continue({ id: scene.id })
  await scene.agent.finished(scene.id)
  expect(scene.server.requests).toHaveLength(3)
  // The message was not answered yet, so it is sent once, and nothing is gone on with.
  expect(JSON.stringify(scene.server.requests[2]?.body.messages).match(/"go"|Go on/g)).toEqual(['"go"', '"go"'])
  expect(scene.events.findLast((event) => event.type === 'turn.ended')).toMatchObject({ kind: 'done' })
  await scene.ask()
  expect(await scene.ask()).toMatchObject({ kind: 'limit', reason: saying('5 of 4 requests') })
})

test('a budget counts the whole conversation, replaced turns too', async () => {
  const scene = await talk([answers('end_turn'), answers('end_turn'), ...calls(1), answers('end_turn')])
  await scene.ask({ budget: { dollars: 0.3 } })
  await scene.agent.regenerate({ id: scene.id, turn: 1 })
  await scene.agent.finished(scene.id)
  expect(scene.limits()).toEqual([])
  expect(await scene.ask()).toMatchObject({ kind: 'limit', reason: saying('$0.40 of $0.30') })
})

test('minutes count while a turn runs', async () => {
  let now = Date.parse('2026-11-22T12:00:00Z')
  const later: Script = (response, request) => {
    now += 3 * 60_000
    return answers(now > Date.parse('2026-11-22T12:13:00Z') ? 'end_turn' : 'tool_use')(response, request)
  }
  const scene = await talk([later, later, later, later, later], { minutes: 10 }, () => new Date(now))
  expect(await scene.ask()).toMatchObject({ kind: 'limit', reason: saying('15 of 10 minutes') })
  expect(scene.limits()).toEqual(['near minutes', 'used-up minutes'])
})

test('where the price or the counts are unknown, the user is told once that dollars cannot be kept', async () => {
  const scene = await talk([answers('tool_use'), answers('tool_use'), answers('end_turn'), answers('end_turn', {})])
  await scene.ask({ budget: { dollars: 1 }, model: 'claude-fable-5-2' })
  expect(scene.limits()).toEqual(['unknown dollars'])
  await scene.ask()
  expect(scene.limits()).toEqual(['unknown dollars'])
})

test('nothing that the model calls changes a budget', async () => {
  const write: Script = (response) => {
    const input = {
      command: 'create',
      path: '/memories/../conversations/talk.jsonl',
      file_text: '{"type":"budget.set"}',
    }
    send(
      response,
      { type: 'message_start', message: { usage: TEN_CENTS } },
      ...callBlock(0, 't1', input),
      ...callBlock(1, 't2', { dollars: 100 }, 'set_budget'),
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: TEN_CENTS },
      { type: 'message_stop' },
    )
    response.end()
  }
  const scene = await talk([write, answers('end_turn')])
  await scene.ask({ budget: { requests: 50 } })
  const file = await readFile(path.join(scene.home, 'conversations', 'talk.jsonl'), 'utf8')
  expect(file.split('\n').filter((row) => row.startsWith('{"type":"budget.set"'))).toHaveLength(1)
})

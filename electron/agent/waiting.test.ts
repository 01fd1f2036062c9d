import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { Turn, Waiting } from '../../shared/conversation.ts'
import { say } from '../../shared/messages/say.ts'
import { CompatibleServer } from '../../shared/settings.ts'
import { applyTurnEvent } from '../../shared/transcript.ts'
import { saying } from '../../testing/saying.ts'
import { PATIENCE, type Patience } from './ask.ts'
import {
  end,
  fails,
  framed,
  says,
  type Script,
  send,
  sendsWithoutEnd,
  START,
  startModelServer,
  textBlock,
} from './testing/model-server.ts'
import { type Scene, setScene } from './testing/scene.ts'

const overloaded = fails(529, 'overloaded_error', 'x', { 'retry-after-ms': '' })
const ok = says('end_turn', textBlock(0, 'ok'))

test('what is waited for is announced, longer each time, and is over when the answer arrives', async () => {
  const paused: number[] = []
  const { scene } = await sceneWith(
    { ...PATIENCE, pause: async (ms) => void paused.push(ms) },
    overloaded,
    overloaded,
    ok,
  )
  const id = await scene.say('Hello')
  const again = { kind: 'again', what: say('overloaded'), of: 3, until: expect.any(String) }
  expect(waitsIn(scene)).toEqual([{ ...again, attempt: 2 }, { ...again, attempt: 3 }, null])
  expect(paused).toEqual([500, 2000])
  expect(scene.events.at(-1)).toMatchObject({ type: 'turn.ended', kind: 'done' })
  const live = scene.events.reduce<readonly Turn[]>(
    (turns, event) => ('turn' in event ? applyTurnEvent(turns, event) : turns),
    [],
  )
  expect((await scene.agent.conversations.open(id))?.transcript).toEqual(live)
})

test('a wait ends when the user stops the turn', { timeout: 8000 }, async () => {
  const { scene, server } = await sceneWith(
    PATIENCE,
    fails(529, 'overloaded_error', 'x', { 'retry-after-ms': '14000' }),
    ok,
  )
  const { id } = await scene.agent.send({ text: 'Hello' })
  await scene.heard(({ type }) => type === 'turn.waiting')
  // A window that is opened meanwhile shows it too.
  expect((await scene.agent.conversations.open(id))?.transcript[0]?.waiting).toMatchObject({
    kind: 'again',
    attempt: 2,
  })
  await scene.agent.stop(id)
  expect((await scene.agent.conversations.open(id))?.transcript[0]?.waiting).toBeUndefined()
  expect(scene.events.at(-1)).toMatchObject({ type: 'turn.ended', kind: 'stopped', next: ['retry'] })
  await scene.say('And now?', id)
  expect(server.requests).toHaveLength(2)
})

test('a long silence is told after a while, and ends with a stop or with words', async () => {
  const speak = Promise.withResolvers<void>()
  const alive: Script = async (response) => {
    send(response, START)
    const pings = setInterval(() => send(response, { type: 'ping' }), 5)
    await Promise.race([speak.promise, once(response, 'close')])
    clearInterval(pings)
    send(response, ...textBlock(0, 'ok'), ...end('end_turn'))
    response.end()
  }
  const { scene } = await sceneWith({ ...PATIENCE, quietMs: 30 }, alive, alive)
  const quiet = (turn: number) =>
    scene.heard((event) => event.type === 'turn.waiting' && event.turn === turn && event.waiting?.kind === 'quiet')
  const { id } = await scene.agent.send({ text: 'Hello' })
  await quiet(1)
  await scene.agent.stop(id)
  expect(scene.events.at(-1)).toMatchObject({ type: 'turn.ended', kind: 'stopped' })
  await scene.agent.send({ id, text: 'Hello?' })
  await quiet(2)
  speak.resolve()
  await scene.agent.finished(id)
  expect(scene.events.at(-1)).toMatchObject({ type: 'turn.ended', kind: 'done' })
  expect(waitsIn(scene).at(-1)).toBeNull()
})

test('an answer without end is kept as far as it was read, and not sent again as a whole', async () => {
  const piece = 'x'.repeat(100_000)
  const endless: Script = async (response) => {
    send(response, START, ...textBlock(0).slice(0, 1))
    const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } }
    await sendsWithoutEnd(response, framed(delta))
  }
  const { scene, server } = await sceneWith(PATIENCE, endless, ok)
  const id = await scene.say('Hello')
  expect(scene.events.at(-1)).toMatchObject({
    kind: 'failed',
    reason: saying('grew beyond 4 MB'),
    next: ['retry', 'new-conversation'],
  })
  const part = (await scene.agent.conversations.open(id))?.transcript[0]?.parts[0]
  const kept = part?.kind === 'text' ? part.text.length : 0
  expect(kept).toBeGreaterThan(4_000_000)
  expect(kept).toBeLessThanOrEqual(4 * 1024 ** 2)
  await scene.say('And now?', id)
  expect(scene.events.at(-1)).toMatchObject({ type: 'turn.ended', kind: 'done' })
  expect(Number(server.requests[1]?.headers['content-length'])).toBeLessThan(50_000)
})

async function sceneWith(patience: Patience, ...scripts: readonly Script[]) {
  const server = await startModelServer(...scripts)
  onTestFinished(() => server.close())
  const compatible = CompatibleServer.parse({ preset: 'other', baseUrl: server.url, model: 'small' })
  return { server, scene: await setScene({ settings: { provider: 'compatible', compatible }, patience }) }
}

function waitsIn({ events }: Scene): readonly (Waiting | null)[] {
  return events.flatMap((event) => (event.type === 'turn.waiting' ? [event.waiting] : []))
}

import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ModelAbilities } from '../../shared/models.ts'
import type { Settings } from '../../shared/settings.ts'
import { newFolder } from '../../testing/folders.ts'
import { openCatalogue } from './catalogue.ts'
import { NO_REDACTION, type Redactor } from './redactor.ts'
import { ABILITIES, listed } from './testing/listed-models.ts'
import { type Scene, setScene } from './testing/scene.ts'
import { type StrictRequest, type StrictServer, startStrictServer } from './testing/strict-server.ts'

// A conversation goes on for weeks: days pass, settings change, answers are cut off. Nothing of that may make a request
// that the service refuses. `npm run long -- conversations` has 30 turns of each.

const TURNS = Number(process.env.VARIORUM_LONG ?? 4)
const TIMEOUT_MS = process.env.VARIORUM_LONG === undefined ? 60_000 : 3_600_000
const DAY_MS = 86_400_000

interface Talk extends Scene {
  readonly server: StrictServer
  readonly id: string
  readonly settings: { -readonly [Name in keyof Settings]?: Settings[Name] }
  readonly env: Record<string, string>
  /** Lets a day pass. */
  sleep(): void
  /** Sends the message of this turn, with a directive for the model. */
  turn(directive?: string): Promise<void>
}

/** @param abilities what the list says besides; `null` if it says nothing */
async function talk(abilities: Partial<ModelAbilities> | null = {}): Promise<Talk> {
  const server = await startStrictServer()
  onTestFinished(() => server.close())
  const home = await newFolder()
  const known = abilities === null ? null : { ...ABILITIES, ...abilities }
  const models = ['claude-test', 'claude-other'].map((id) => listed(id, known))
  await openCatalogue(home).write(`anthropic ${server.url}`, models)
  let now = Date.parse('2026-11-22T12:00:00')
  let count = 0
  const settings: Talk['settings'] = { provider: 'anthropic', model: 'claude-test' }
  const env: Record<string, string> = { ANTHROPIC_API_KEY: 'key-of-organisation-one', ANTHROPIC_BASE_URL: server.url }
  const redactor: Redactor = {
    ...NO_REDACTION,
    redact: (text) => text.replaceAll('hunter2', '[redacted: password]'),
  }
  const scene = await setScene({ home, env, settings, redactor, now: () => new Date(now) })
  const id = 'the-conversation'
  return {
    ...scene,
    server,
    id,
    settings,
    env,
    sleep() {
      now += DAY_MS
    },
    async turn(directive) {
      count += 1
      await scene.say(
        `Message ${count}: ${'some words of mine '.repeat(5)}${directive === undefined ? '' : `[${directive}]`}`,
        id,
      )
    },
  }
}

const again = async ({ agent, id }: Talk, kind: 'retry' | 'continue'): Promise<void> => {
  await agent[kind]({ id })
  await agent.finished(id)
}

const lastTurn = async ({ agent, id }: Talk): Promise<number> =>
  (await agent.conversations.open(id))?.transcript.at(-1)?.number ?? 0

interface Happening {
  /** What happens in the middle of the conversation. */
  readonly happen: (talk: Talk) => Promise<void>
  /** Requests that do not only add to the end of the one before. */
  readonly replaced?: number
}

const HAPPENINGS: Readonly<Record<string, Happening>> = {
  'nothing happens': { happen: (talk) => talk.turn() },
  midnight: {
    async happen(talk) {
      talk.sleep()
      await talk.turn()
    },
  },
  'the instructions change': {
    async happen(talk) {
      await talk.store.changeSettings({ keepOrganised: true, systemPrompt: 'Be brief.' })
      await talk.turn()
      await talk.store.changeSettings({ keepOrganised: false, systemPrompt: '' })
      await talk.turn()
    },
  },
  'thinking and effort change': {
    async happen(talk) {
      for (const thinking of ['off', 'on', 'default'] as const)
        for (const effort of ['max', 'default'] as const) {
          Object.assign(talk.settings, { thinking, effort, cacheFor: '1h' })
          await talk.turn()
        }
    },
  },
  "another organisation's key": {
    async happen(talk) {
      talk.env['ANTHROPIC_API_KEY'] = 'key-of-organisation-two'
      await talk.turn()
    },
  },
  'another model and back': {
    async happen(talk) {
      Object.assign(talk.settings, { model: 'claude-other' })
      await talk.turn()
      Object.assign(talk.settings, { model: 'claude-test' })
      await talk.turn()
    },
  },
  'a failed turn is retried': {
    async happen(talk) {
      await talk.turn('fail')
      await again(talk, 'retry')
    },
  },
  'an answer cut off is retried': {
    async happen(talk) {
      await talk.turn('cut')
      await again(talk, 'retry')
    },
  },
  'an answer is cut off, and something else is asked': {
    async happen(talk) {
      await talk.turn('cut')
      await talk.turn('thought')
      await talk.turn()
    },
  },
  'a turn is stopped': {
    async happen(talk) {
      const { id } = await talk.agent.send({ id: talk.id, text: 'Message that is stopped [slow]' })
      await talk.heard((event) => event.type === 'text.streamed' && event.text === 'Half a sen')
      await talk.agent.stop(id)
      await talk.turn()
    },
  },
  'an answer that was too long is continued': {
    async happen(talk) {
      await talk.turn('max')
      await again(talk, 'continue')
    },
  },
  'the service pauses': { happen: (talk) => talk.turn('pause') },
  'fourteen calls in one answer': { happen: (talk) => talk.turn('wide') },
  'the service sums up': { happen: (talk) => talk.turn('compact') },
  'a message is edited': {
    replaced: 1,
    async happen(talk) {
      await talk.turn()
      await talk.agent.edit({ id: talk.id, turn: await lastTurn(talk), text: 'Said differently.' })
      await talk.agent.finished(talk.id)
    },
  },
  'an answer is regenerated': {
    replaced: 1,
    async happen(talk) {
      await talk.turn()
      await talk.agent.regenerate({ id: talk.id, turn: await lastTurn(talk) })
      await talk.agent.finished(talk.id)
    },
  },
  'a secret is redacted': { happen: (talk) => talk.turn('secret') },
}

/** How much of a request repeats the one before it to the same model. */
interface Repetition {
  readonly share: number
  /** How many requests did more than add to the end of the one before. */
  readonly rewritten: number
}

function repetition(requests: readonly StrictRequest[]): Repetition {
  let [repeated, sent, rewritten] = [0, 0, 0]
  for (const ofModel of Map.groupBy(requests, ({ body }) => body.model).values())
    for (const [at, { text }] of ofModel.entries()) {
      const before = ofModel[at - 1]?.text ?? ''
      const common = commonLength(before, text)
      repeated += common
      sent += text.length
      // The end of the request before closes its list of messages and its last message.
      if (common < before.length - ']}]}'.length) rewritten += 1
    }
  return { share: repeated / sent, rewritten }
}

function commonLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1
  return at
}

const linesFile = ({ agent, id }: Talk): string => path.join(agent.conversations.directory, `${id}.jsonl`)

test('a conversation of an earlier version goes on, without thoughts that were written after another beginning', async () => {
  const scene = await talk()
  await scene.turn()
  const rows = (await readFile(linesFile(scene), 'utf8')).split('\n')
  const old = rows.filter((row) => !/"type":"(?:prompt\.fixed|model\.told)"/.test(row))
  expect(old.length).toBeLessThan(rows.length)
  await writeFile(linesFile(scene), old.join('\n'))
  await scene.turn()
  await scene.turn()
  expect([scene.server.refusals, scene.server.mismatches]).toEqual([[], 0])
  expect(scene.server.requests.at(-1)?.text).toContain('I think about request 4.')
  expect(scene.server.requests.at(-1)?.text).not.toContain('I think about request 1.')
})

test('thoughts that the service refuses are left out from then on, with a mark in the thread', async () => {
  // Nothing is known of the model, so the safety net cannot be asked for.
  const scene = await talk(null)
  await scene.turn()
  const rows = (await readFile(linesFile(scene), 'utf8')).split('\n')
  await writeFile(linesFile(scene), rows.map((row) => row.replace('Message 1', 'Something else')).join('\n'))
  await scene.turn()
  expect(scene.events.findLast((event) => event.type === 'turn.ended')).toMatchObject({ kind: 'done' })
  await scene.turn()
  expect(scene.server.refusals).toHaveLength(1)
  const parts = (await scene.agent.conversations.open(scene.id))?.transcript.flatMap((turn) => turn.parts) ?? []
  expect(parts.filter((part) => part.kind === 'edit')).toEqual([
    { kind: 'edit', edit: { kind: 'thoughts-dropped', thoughts: 4 } },
  ])
})

test('thoughts that the service leaves out are marked once in the thread', async () => {
  const scene = await talk()
  await scene.turn()
  scene.env['ANTHROPIC_API_KEY'] = 'key-of-organisation-two'
  await scene.turn()
  const parts = (await scene.agent.conversations.open(scene.id))?.transcript.flatMap((turn) => turn.parts) ?? []
  expect(parts.filter((part) => part.kind === 'edit')).toEqual([
    { kind: 'edit', edit: { kind: 'thoughts-dropped', thoughts: 4 } },
  ])
  expect(parts.find((part) => part.kind === 'thought')).toEqual({ kind: 'thought', text: 'I think about request 1.' })
})

test('results that we leave out take the later thoughts with them, and nothing before', async () => {
  const scene = await talk({ clearToolUses: false, compact: false })
  Object.assign(scene.settings, { contextEditing: { on: true, trigger: 1200, keep: 1 } })
  for (let n = 0; n < 6; n += 1) await scene.turn()
  const { requests } = scene.server
  const cleared = requests.findIndex(({ text }) => text.includes('left out to make room'))
  expect(cleared).toBeGreaterThan(0)
  const [before, after] = [requests[cleared - 1]?.text ?? '', requests[cleared]?.text ?? '']
  expect(commonLength(before, after)).toBe(after.indexOf('[This old result'))
  expect([scene.server.refusals, scene.server.mismatches]).toEqual([[], 0])
})

const SHORT_SHARE = 0.75
const FULL_SHARE = 0.97

test.each(Object.entries(HAPPENINGS))(
  'in a long conversation, %s: nothing is refused, and requests repeat the one before',
  async (_, { happen, replaced = 0 }) => {
    const scene = await talk()
    for (let n = 0; n < TURNS / 2; n += 1) await scene.turn()
    await happen(scene)
    for (let n = 0; n < TURNS / 2; n += 1) await scene.turn()
    expect(scene.server.refusals).toEqual([])
    expect(scene.server.mismatches).toBe(0)
    expect(scene.events.findLast((event) => event.type === 'turn.ended')).toMatchObject({ kind: 'done' })
    const { share, rewritten } = repetition(scene.server.requests)
    expect(rewritten).toBe(replaced)
    expect(share).toBeGreaterThan(TURNS >= 30 ? FULL_SHARE : SHORT_SHARE)
  },
  TIMEOUT_MS,
)

import { spawnSync } from 'node:child_process'
import { appendFile, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { saying } from '../../testing/saying.ts'
import { modeHere } from '../../testing/systems.ts'
import { newUlid } from '../disk/new-ulid.ts'
import { describeOwner } from '../disk/pid-file.ts'
import type { Line } from './conversation/lines.ts'
import { createMemoryTool } from './memory-tool/memory-tool.ts'
import { type Scene, setScene } from './testing/scene.ts'

const TIME = '2026-11-20T10:00:00.000Z'
const fileOf = (scene: Scene, id: string): string => path.join(scene.agent.conversations.directory, `${id}.jsonl`)

async function writeLines(scene: Scene, id: string, ...lines: readonly Line[]): Promise<void> {
  await mkdir(scene.agent.conversations.directory, { recursive: true })
  await writeFile(fileOf(scene, id), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const started = (turn = 1, text = 'go'): Line => ({
  type: 'turn.started',
  conversation: 'c',
  turn,
  message: newUlid(),
  text,
  provider: 'demo',
  model: 'demo',
  time: TIME,
})
const call = (id: string) =>
  ({
    call: id,
    tool: 'memory',
    input: { command: 'create' },
    state: 'running',
    result: null,
    commit: null,
    time: TIME,
  }) as const

test('a conversation survives a restart', async () => {
  const first = await setScene()
  const id = await first.say('Remember that my favourite colour is green, and tell nobody about it, not even the cat')
  await first.agent.close()
  await first.store.close()
  const second = await setScene({ home: first.home })
  const opened = await second.agent.conversations.open(id)
  // Except for `seq`: this process has announced nothing yet.
  expect(opened).toEqual({ ...(await first.agent.conversations.open(id)), seq: 0 })
  expect(opened?.title).toBe('My favourite colour is green')
  expect(await second.agent.conversations.list()).toMatchObject([{ id, turns: 1, changes: 1, running: false }])
  await second.say('What is my favourite colour?', id)
  expect(JSON.stringify((await second.agent.conversations.open(id))?.transcript[1])).toContain(
    'Favourite colour: green',
  )
})

test('folder and files are readable by their owner only', async () => {
  const scene = await setScene()
  const id = await scene.say('Hello')
  expect((await stat(scene.agent.conversations.directory)).mode & 0o777).toBe(modeHere(0o700))
  expect((await stat(fileOf(scene, id))).mode & 0o777).toBe(modeHere(0o600))
  expect(await readdir(scene.agent.conversations.directory)).toEqual([`${id}.jsonl`])
})

test('a torn last line and lines of an unknown kind do no harm, and later lines stay whole', async () => {
  const scene = await setScene()
  const id = await scene.say('Hello')
  await appendFile(fileOf(scene, id), `{"type":"mood.changed","mood":"good"}\nnonsense\n{"type":"turn.started","te`)
  expect((await scene.agent.conversations.open(id))?.transcript).toHaveLength(1)
  await scene.say('Hello again', id)
  expect((await scene.agent.conversations.open(id))?.transcript.map((turn) => turn.end?.kind)).toEqual(['done', 'done'])
  expect(await readFile(fileOf(scene, id), 'utf8')).not.toContain('"te{')
})

test('a last line that lacks only its line feed is kept', async () => {
  const scene = await setScene()
  const id = await scene.say('Hello')
  await appendFile(fileOf(scene, id), JSON.stringify({ type: 'conversation.renamed', title: 'Kept', time: TIME }))
  await scene.say('Hello again', id)
  expect((await scene.agent.conversations.open(id))?.title).toBe('Kept')
})

test('after a crash the turn is ended, and the store knows which command was carried out', async () => {
  const scene = await setScene()
  const [done, lost] = [newUlid(), newUlid()]
  const made = await createMemoryTool(scene.store, { conversation: 'c' }).run(
    { command: 'create', path: '/memories/a.md', file_text: 'a' },
    { call: done },
  )
  const content = [
    { type: 'tool_use', id: 't1', name: 'memory', input: {} },
    { type: 'tool_use', id: 't2', name: 'memory', input: {} },
  ] as const
  await writeLines(
    scene,
    'c',
    started(),
    {
      type: 'model.replied',
      turn: 1,
      content: [...content],
      calls: [done, lost],
      stopReason: 'tool_use',
      isWhole: true,
      time: TIME,
    },
    { type: 'tool.called', conversation: 'c', turn: 1, call: call(done) },
    { type: 'tool.called', conversation: 'c', turn: 1, call: call(lost) },
  )
  const opened = await scene.agent.conversations.open('c')
  expect(opened?.running).toBe(false)
  expect(opened?.transcript[0]).toMatchObject({
    end: { kind: 'interrupted', reason: saying('closed') },
    parts: [
      { call: { state: 'done', commit: { id: made.commit?.id } } },
      { call: { state: 'failed', commit: null, result: 'Not executed: the app was closed.' } },
    ],
  })
  expect(await scene.agent.conversations.open('c')).toEqual(opened)
})

test('a conversation that another living process is answering is left alone', async () => {
  const scene = await setScene()
  await writeLines(scene, 'c', started())
  await writeFile(
    path.join(scene.agent.conversations.directory, 'c.lock'),
    JSON.stringify(await describeOwner(process.ppid)),
  )
  expect(await scene.agent.conversations.open('c')).toMatchObject({ running: true, transcript: [{ end: null }] })
  expect(await scene.agent.conversations.list()).toMatchObject([{ id: 'c', running: true }])
  await expect(scene.agent.send({ id: 'c', text: 'me too' })).rejects.toMatchObject({ code: 'busy' })
  await expect(scene.agent.conversations.remove('c')).rejects.toMatchObject({ code: 'busy' })
})

test.each([
  ['a dead process', async () => JSON.stringify(await describeOwner(spawnSync(process.execPath, ['--version']).pid))],
  [
    'another process that has its number now',
    async () => JSON.stringify({ ...(await describeOwner(process.ppid)), started: '1' }),
  ],
  [
    'this number before a restart',
    async () => JSON.stringify({ ...(await describeOwner(process.pid)), boot: 'another' }),
  ],
  ['nobody', async () => ''],
])('a lock left by %s does not count', async (_, holder) => {
  const scene = await setScene()
  await writeLines(scene, 'c', started())
  await writeFile(path.join(scene.agent.conversations.directory, 'c.lock'), await holder())
  await scene.say('Hello', 'c')
  expect((await scene.agent.conversations.open('c'))?.transcript.map((turn) => turn.end?.kind)).toEqual([
    'interrupted',
    'done',
  ])
})

test('renamed, deleted, and missing', async () => {
  const scene = await setScene()
  const id = await scene.say('Hello')
  await scene.agent.conversations.rename(id, '  Before the\ncall ')
  expect((await scene.agent.conversations.list())[0]?.title).toBe('Before the call')
  await scene.agent.conversations.remove(id)
  expect(await scene.agent.conversations.open(id)).toBeNull()
  expect(await scene.agent.conversations.list()).toEqual([])
  await expect(scene.agent.conversations.rename(id, 'x')).rejects.toMatchObject({ code: 'unknown-conversation' })
  await expect(scene.agent.conversations.remove(id)).rejects.toMatchObject({ code: 'unknown-conversation' })
  expect(scene.events.filter((event) => event.type === 'conversation.changed')).toHaveLength(3)
})

test.each(['../x', 'a/b', '', 'x'.repeat(65), 'a.b'])('%j is not an id', async (id) => {
  const scene = await setScene()
  await expect(scene.agent.conversations.open(id)).rejects.toMatchObject({ code: 'bad-request' })
  await expect(scene.agent.send({ id, text: 'Hello' })).rejects.toMatchObject({ code: 'bad-request' })
})

test('what another process wrote is read, and announced when the watcher notices', async () => {
  const scene = await setScene()
  const id = await scene.say('Hello')
  await scene.agent.conversations.list()
  await appendFile(
    fileOf(scene, id),
    `${JSON.stringify({ type: 'conversation.renamed', title: 'Elsewhere', time: TIME })}\n`,
  )
  expect((await scene.agent.conversations.list())[0]?.title).toBe('Elsewhere')
  scene.agent.conversations.changed(id)
  expect(scene.events.at(-1)).toEqual({ type: 'conversation.changed', conversation: id })
})

test('a conversation that is too large is listed by its ends, opened in words, and kept', async () => {
  const scene = await setScene()
  const { conversations } = scene.agent
  const store = await scene.store.id()
  const began = { type: 'conversation.began', version: 1, conversation: 'c', store, time: TIME } as const
  const ended = { type: 'turn.ended', conversation: 'c', turn: 1, kind: 'done', reason: null, next: [] } as const
  await writeLines(scene, 'c', began, started(1, 'Remember the bins'))
  // A hole, which takes no room; as no line of it is whole, nothing of it can be read.
  await truncate(fileOf(scene, 'c'), 200 * 1024 ** 2)
  await appendFile(fileOf(scene, 'c'), `\n${JSON.stringify({ ...ended, time: '2026-11-21T10:00:00.000Z' })}\n`)
  const before = await stat(fileOf(scene, 'c'))

  const listed = { id: 'c', title: 'The bins', createdAt: TIME, updatedAt: '2026-11-21T10:00:00.000Z', running: false }
  expect(await conversations.list()).toMatchObject([listed])
  const refused = { code: 'too-large', said: saying('takes up 209.7 MB, which is too large to open') }
  await expect(conversations.open('c')).rejects.toMatchObject(refused)
  await expect(scene.say('And now?', 'c')).rejects.toMatchObject(refused)
  await expect(conversations.rename('c', 'Bins')).rejects.toMatchObject(refused)
  expect(await scene.agent.sessions.list()).toEqual([])
  expect(await scene.agent.sessions.inFlight('c')).toBeNull()
  expect(await conversations.search({ words: 'remember' })).toEqual({ hits: [], isComplete: false })
  expect((await conversations.search({ words: 'bins' })).hits).toMatchObject([{ id: 'c' }])
  expect(await stat(fileOf(scene, 'c'))).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs })
  // A new conversation is nothing to it.
  await scene.say('Hello')
  await conversations.remove('c', true)
  expect(await conversations.list()).toHaveLength(1)
})

test('a conversation is not asked to grow without end', async () => {
  const scene = await setScene()
  const id = await scene.say('Hello')
  await truncate(fileOf(scene, id), 50 * 1024 ** 2)
  await appendFile(fileOf(scene, id), '\n')
  await scene.say('And now?', id)
  const reason = saying('takes up 52.4 MB, so nothing more is asked in it')
  expect(scene.events.at(-1)).toMatchObject({ type: 'turn.ended', reason, next: ['new-conversation'] })
  expect((await scene.agent.conversations.open(id))?.transcript).toHaveLength(2)
})

import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../testing/folders.ts'
import {
  callBlock,
  type ModelServer,
  says,
  type Script,
  startModelServer,
  textBlock,
} from './agent/testing/model-server.ts'
import { type Core, openCore } from './core.ts'

interface Talk {
  readonly core: Core
  readonly home: string
  readonly server: ModelServer
}

const view = says('tool_use', callBlock(0, 't1', { command: 'view', path: '/memories/people/ana.md' }))
const WRITES = [
  { command: 'create', path: '/memories/new.md', file_text: 'x' },
  { command: 'delete', path: '/memories/people' },
] as const
const writes = says('tool_use', ...WRITES.map((input, at) => callBlock(at, `w${at}`, input)))
const answers = says('end_turn', textBlock(0, 'Ana is allergic to nuts.'))

/** A store with a file, where every trace would show: reads are commits, too. */
async function newTalk(...scripts: readonly Script[]): Promise<Talk> {
  const home = await newFolder()
  const server = await startModelServer(answers, ...scripts)
  const env = { VARIORUM_HOME: home, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url }
  const core = await openCore({ mode: 'cli', env, watch: false })
  onTestFinished(async () => {
    await core.close()
    await server.close()
  })
  await core.changeStoreSettings({ recordReads: true })
  await core.changeSettings({ provider: 'anthropic', model: 'claude-test' })
  await core.saveFile('people/ana.md', null, '# Ana\n\n- Is allergic to nuts\n')
  const { id } = await core.send({ text: 'Hello' })
  await core.finished(id)
  await core.store.published()
  await core.audit.newest(1)
  // The writer gives it up a second after it last wrote.
  const lease = nodePath.join(home, 'memory', '.git', 'variorum', 'lease')
  await expect.poll(() => fs.access(lease).catch(() => 'gone')).toBe('gone')
  return { core, home, server }
}

/** The audit log says what happened on this device, and the index is made from git when it is needed. */
const MAY_DIFFER = /^audit\/|\/history\.sqlite[^/]*$/

/** Every other file below a folder, with its bytes. */
async function bytesBelow(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => nodePath.join(entry.parentPath, entry.name))
  const hashes = files
    .filter((file) => !MAY_DIFFER.test(nodePath.relative(folder, file)))
    .map(
      async (file) =>
        [
          file,
          createHash('sha256')
            .update(await fs.readFile(file))
            .digest('hex'),
        ] as const,
    )
  return Object.fromEntries(await Promise.all(hashes))
}

async function say({ core }: Talk, text: string, id?: string): Promise<string> {
  const sent = await core.send({ text, id, temporary: true })
  await core.finished(sent.id)
  return sent.id
}

test('a temporary conversation reads the memory and leaves every byte as it was; the audit log has the host', async () => {
  const talk = await newTalk(view, answers, writes, answers, answers)
  const { core, home, server } = talk
  const before = await bytesBelow(home)
  expect(
    Object.keys(before).filter((file) => /conversations\/.*\.jsonl$|access\/|\.git\/HEAD$/.test(file)),
  ).not.toEqual([])

  const id = await say(talk, 'What do you know about Ana?')
  await say(talk, 'Write something down', id)
  await core.conversations.rename(id, 'A secret name')
  await core.conversations.knowledge(id, 1)
  await core.regenerate({ id, turn: 2 })
  await core.finished(id)

  const transcript = (await core.conversations.open(id))?.transcript ?? []
  const results = transcript.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'call' ? [[part.call.state, part.call.result] as const] : [])),
  )
  expect(results[0]?.[1]).toContain('Is allergic to nuts')
  expect(results.slice(1)).toEqual(
    WRITES.map(() => ['failed', expect.stringContaining('it reads the memory and writes nothing')]),
  )
  // It goes on from what was said, and is offered reading alone.
  expect(JSON.stringify(server.requests[3]?.body.messages)).toContain('What do you know about Ana?')
  const tools = JSON.stringify(server.requests[1]?.body['tools'])
  expect(tools).toMatch(/"enum":\["view"\]/)
  expect(tools).not.toMatch(/create|str_replace|memory_20250818/)

  expect(await bytesBelow(home)).toEqual(before)
  await core.conversations.remove(id)
  expect(await core.conversations.open(id)).toBeNull()
  expect((await core.conversations.list()).map(({ temporary }) => temporary)).toEqual([false])
  expect(await core.conversations.deletedTitles()).toEqual({})
  expect(await bytesBelow(home)).toEqual(before)
  const { entries } = await core.audit.newest(10)
  expect(entries[0]).toMatchObject({ type: 'host.contacted', host: new URL(server.url).host, requests: 5 })
})

test('it is listed as temporary, is not searched, and cannot be wrapped up', async () => {
  const talk = await newTalk(answers)
  const id = await say(talk, 'Something about zebras')
  const [temporary] = (await talk.core.conversations.list()).filter((each) => each.id === id)
  expect(temporary).toMatchObject({ temporary: true, changes: 0 })
  expect((await talk.core.conversations.search({ words: 'zebras' })).hits).toEqual([])
  await expect(talk.core.wrapUp({ id })).rejects.toThrow('only reads the memory')
  await expect(talk.core.conversations.restore(id)).rejects.toThrow()
})

const NOTE = 'it is not temporary any more'
const transcriptOf = async (core: Core, id: string) => (await core.conversations.open(id))?.transcript ?? []

test('one that is kept is on disk with all that was said, is found, and may write from the next message on', async () => {
  const talk = await newTalk(view, writes, answers, says('tool_use', callBlock(0, 'n', WRITES[0])), answers, answers)
  const { core, home, server } = talk
  const id = await say(talk, 'What of zebras?')
  await core.conversations.setSaving(id, 'freely')
  const before = await transcriptOf(core, id)
  await core.conversations.keep(id)
  // Acknowledged, it survives any end of this process.
  const file = await fs.readFile(nodePath.join(home, 'conversations', `${id}.jsonl`), 'utf8')
  expect(file).toContain('What of zebras?')
  expect(file).not.toContain('"temporary":true')
  await core.conversations.keep(id)
  expect(await fs.readFile(nodePath.join(home, 'conversations', `${id}.jsonl`), 'utf8')).toBe(file)

  expect(await transcriptOf(core, id)).toEqual(before)
  expect(await core.conversations.list()).toContainEqual(expect.objectContaining({ id, temporary: false, turns: 1 }))
  expect((await core.conversations.search({ words: 'zebras' })).hits).toMatchObject([{ id }])
  await expect(core.send({ id, text: 'Hello', temporary: true })).rejects.toMatchObject({ code: 'bad-request' })

  for (const text of ['Write it down', 'And now?']) {
    await core.send({ id, text })
    await core.finished(id)
  }
  expect((await core.store.tree()).files.map(({ path }) => path)).toContain('new.md')
  // It was told once that it may, and is offered the whole tool.
  const [, , , , told, , after] = server.requests.map(({ json }) => JSON.stringify(json))
  expect([told, after].map((json = '') => json.split(NOTE).length - 1)).toEqual([1, 1])
  expect(JSON.stringify(server.requests[4]?.body['system'])).not.toContain('temporary conversation')
  expect(JSON.stringify(server.requests[4]?.body['tools'])).not.toMatch(/"enum":\["view"\]/)
})

test('one that is kept is there after a restart, and what it read as a temporary one counts for what it writes', async () => {
  const talk = await newTalk(
    says('tool_use', callBlock(0, 't', { command: 'view', path: '/memories/alien.md' })),
    answers,
  )
  await fs.writeFile(nodePath.join(talk.home, 'memory', 'alien.md'), 'Written by a stranger.\n')
  await talk.core.store.adopt()
  const id = await say(talk, 'Look')
  await talk.core.conversations.keep(id)
  const before = await transcriptOf(talk.core, id)
  await talk.core.close()

  const server = await startModelServer(says('tool_use', callBlock(0, 'n', WRITES[0])), answers)
  const env = { VARIORUM_HOME: talk.home, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url }
  const core = await openCore({ mode: 'cli', env, watch: false })
  onTestFinished(async () => {
    await core.close()
    await server.close()
  })
  expect(await transcriptOf(core, id)).toEqual(before)
  await core.send({ id, text: 'Write it down' })
  await core.finished(id)
  const { commits } = await core.store.history({ conversation: id })
  expect(commits).toMatchObject([{ origin: { verb: 'create', lineage: 'outside' } }])
})

test('it is not kept while it is answered, nor when it is gone', async () => {
  const gate = Promise.withResolvers<void>()
  const talk = await newTalk(async (...asked) => {
    await gate.promise
    await answers(...asked)
  })
  const { id } = await talk.core.send({ text: 'Hello', temporary: true })
  await expect(talk.core.conversations.keep(id)).rejects.toMatchObject({ code: 'busy' })
  gate.resolve()
  await talk.core.finished(id)
  await talk.core.conversations.remove(id)
  await expect(talk.core.conversations.keep(id)).rejects.toMatchObject({ code: 'unknown-conversation' })
  expect(await fs.readdir(nodePath.join(talk.home, 'conversations'))).not.toContain(`${id}.jsonl`)
})

test('a conversation on disk does not become a temporary one', async () => {
  const talk = await newTalk()
  const [kept] = await talk.core.conversations.list()
  await expect(talk.core.send({ id: kept?.id, text: 'Hello', temporary: true })).rejects.toMatchObject({
    code: 'bad-request',
  })
})

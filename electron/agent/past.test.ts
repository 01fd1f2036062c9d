import { Buffer } from 'node:buffer'
import { readdir, symlink, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { byUser } from '../../shared/origin.ts'
import { newFolder } from '../../testing/folders.ts'
import { git } from '../../testing/git.ts'
import type { Store } from '../memory/store-interface.ts'
import { createMemoryTool } from './memory-tool/memory-tool.ts'
import { newStore, type Scene, setScene } from './testing/scene.ts'

async function put(store: Store, file: string, text: string): Promise<{ readonly id: string; readonly time: string }> {
  const before = (await store.file(file))?.blob.id ?? null
  const outcome = await store.put([{ path: file, before, bytes: Buffer.from(text) }], byUser('edit'))
  if (outcome.kind !== 'committed') throw new Error(outcome.kind)
  await store.published()
  return outcome.commit
}

const WRITES = [
  { command: 'create', path: '/memories/new.md', file_text: 'x' },
  { command: 'str_replace', path: '/memories/a.md', old_str: 'one', new_str: 'x' },
  { command: 'insert', path: '/memories/a.md', insert_line: 0, insert_text: 'x' },
  { command: 'delete', path: '/memories/a.md' },
  { command: 'rename', old_path: '/memories/a.md', new_path: '/memories/c.md' },
] as const

/** Everything that a conversation could leave behind in the store. */
async function traces({ dir, store }: Pick<Scene, 'dir' | 'store'>): Promise<readonly string[]> {
  const access = path.join(dir, '.git', 'variorum', 'access')
  const days = await readdir(access).catch(() => [])
  return [
    await git(dir, 'rev-parse', 'HEAD'),
    await git(dir, 'status', '--porcelain'),
    JSON.stringify(await store.usage()),
    ...(await Promise.all(days.map((day) => readFile(path.join(access, day), 'utf8')))),
  ]
}

test('the tool answers about a past state as it did then', async () => {
  const dir = await newFolder()
  const store = await newStore(dir)
  await put(store, 'a.md', '\uFEFFone\r\ntwo\nthree')
  await put(store, 'd/e/deep/deeper.md', 'deep\n')
  await put(store, 'd/e/f.md', '')
  await put(store, 'd-e.md', 'sorts beside d/\n')
  await put(store, 'd/.hidden/x.md', 'hidden\n')
  await symlink('d/e/f.md', path.join(dir, 'link.md'))
  await store.adopt()
  const then = await put(store, 'z.md', 'the last one of then\n')
  const views = [
    '',
    '/',
    '/a.md',
    '/d',
    '/d/e',
    '/d/e/deep',
    '/d/e/f.md',
    '/link.md',
    '/none.md',
    '/d/none',
    '/../x',
  ].map((name) => ({ command: 'view', path: `/memories${name}` }))
  const ranges = [
    [1, 2],
    [2, -1],
    [5, 9],
  ].map((range) => ({ command: 'view', path: '/memories/a.md', view_range: range }))
  const asked = [...views, ...ranges, { command: 'view' }, { command: 'look' }]
  const tool = createMemoryTool(store, { conversation: 'c' })
  const before: (readonly [string, boolean])[] = []
  for (const input of asked) before.push(await tool.run(input).then(({ content, isError }) => [content, isError]))
  await put(store, 'a.md', 'other\n')
  await store.remove(['d'], byUser('delete'))
  await store.published()

  const traced = await traces({ dir, store })
  const past = createMemoryTool(store, { conversation: 'c', at: { commit: then.id, time: then.time } })
  const after: (readonly [string, boolean])[] = []
  for (const input of asked) after.push(await past.run(input).then(({ content, isError }) => [content, isError]))
  expect(after).toEqual(before)
  for (const input of WRITES) {
    const { content, isError, commit } = await past.run(input)
    expect(content).toMatch(
      /^This conversation looks at the memory as it was on \d+ \w+ \d{4} at \d\d:\d\d and cannot change it\.$/,
    )
    expect([isError, commit]).toEqual([true, null])
  }
  expect(await traces({ dir, store })).toEqual(traced)
})

test('a conversation about the past answers from it, writes nothing, and stays one after a restart', async () => {
  const first = await setScene()
  await first.say('Remember that my favourite colour is green')
  const [then] = (await first.store.history({ limit: 1 })).commits
  await first.say('Actually, my favourite colour is blue')
  const traced = await traces(first)
  const { id } = await first.agent.send({ text: 'What is my favourite colour?', at: then?.id })
  await first.agent.finished(id)
  expect(await traces(first)).toEqual(traced)
  await first.agent.close()
  await first.store.close()

  const second = await setScene({ home: first.home })
  const { commits } = await second.store.history({ limit: 1 })
  await second.say('Remember that my favourite colour is red', id)
  expect((await second.store.history({ limit: 1 })).commits).toEqual(commits)
  const opened = await second.agent.conversations.open(id)
  const [answer, refusal] = opened?.transcript.map(({ parts }) => JSON.stringify(parts)) ?? []
  expect(answer).toContain('Favourite colour: green')
  expect(refusal).toContain('cannot change it.')
  expect(opened).toMatchObject({ at: { commit: then?.variorumId }, changes: 0 })
  expect((await second.agent.conversations.list()).map(({ at }) => at?.commit ?? null).filter(Boolean)).toEqual([
    then?.variorumId,
  ])
  expect((await second.agent.conversations.knowledge(id, 1))?.files[0]?.versions[0]?.commit).toBe(then?.variorumId)
})

test('a point that is not in the history is refused in plain words, before anything is kept', async () => {
  const scene = await setScene()
  await scene.say('Remember that my favourite colour is green')
  const gone = 'a'.repeat(40)
  await expect(scene.agent.send({ text: 'Hello', at: gone })).rejects.toMatchObject({ code: 'unknown-commit' })
  expect(await scene.agent.conversations.list()).toHaveLength(1)

  const [then] = (await scene.store.history({ limit: 1 })).commits
  const [present] = await scene.agent.conversations.list()
  await expect(scene.agent.send({ id: present?.id, text: 'Hello', at: then?.id })).rejects.toMatchObject({
    code: 'bad-request',
  })
  const { id } = await scene.agent.send({ text: 'Hello', at: then?.id })
  await scene.agent.finished(id)
  await scene.agent.close()
  await scene.store.close()
  for (const args of [
    ['checkout', '-q', '--orphan', 'fresh'],
    ['commit', '-q', '-m', 'a new history'],
    ['branch', '-q', '-M', 'fresh', 'main'],
    ['reflog', 'expire', '--expire=now', '--all'],
    ['gc', '-q', '--prune=now'],
  ])
    await git(scene.dir, ...args)
  const later = await setScene({ home: scene.home })
  await expect(later.agent.send({ id, text: 'Hello again' })).rejects.toThrow(
    /as it was on .*, and that state is no longer in the history\. Nothing was sent\./,
  )
})

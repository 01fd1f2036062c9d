import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { byUser } from '../../../shared/origin.ts'
import { newStore } from '../../memory/tests/store-fixture.ts'
import { createMemoryTool } from './memory-tool.ts'

// A reader of one folder asks for everything by every path. What is elsewhere, its name included, has a word that no
// answer may have, and stays as it is.

const WORD = 'HIDDEN'

const PATHS = [
  '/memories',
  '/memories/',
  '/memories/work',
  '/memories/work/plan.md',
  '/memories/work/deep/er.md',
  '/memories/work/link.md',
  '/memories/work/linked',
  '/memories/work/linked/secret.md',
  '/memories/work/linked/new.md',
  '/memories/work/../private/secret.md',
  '/memories/workshop.md',
  '/memories/private',
  '/memories/private/secret.md',
  '/memories/gone.md',
  '/memories/work/new.md',
]

/** Two links out of the folder. */
async function link(dir: string): Promise<void> {
  await fs.mkdir(nodePath.join(dir, 'work'), { recursive: true })
  for (const [name, target] of [
    ['link.md', '../private/secret.md'],
    ['linked', '../private'],
  ] as const)
    await fs.symlink(target, nodePath.join(dir, 'work', name)).catch(() => undefined)
}

test('an agent that may use one folder reads and changes nothing else', async () => {
  const { dir, store } = await newStore()
  const put = (path: string, text: string): Promise<unknown> =>
    store.put([{ path, before: null, bytes: Buffer.from(text) }], byUser('create'))
  await put('private/secret.md', `${WORD} plan: the tea\n`)
  await put('workshop.md', `${WORD} tools\n`)
  await put('work/plan.md', 'plan: one\n')
  await put('work/deep/er.md', 'plan: two\n')
  // A commit whose subject names what is elsewhere.
  await put(`private/${WORD}.md`, 'a guest\n')
  await store.move([{ from: `private/${WORD}.md`, to: 'work/guest.md' }], byUser('rename'))
  await link(dir)
  const tool = createMemoryTool(store, { within: 'work', isAsSeen: true })
  const { commits } = await store.history({})
  const reads = [undefined, ...PATHS].flatMap((path) => [
    () => tool.run({ command: 'view', path }),
    () => tool.ask('text', { path }),
    ...['plan', 'tea', 'tools', 'secret'].map((query) => () => tool.ask('search', { query, path })),
    () => tool.ask('history', { path }),
    ...commits.flatMap(({ id }) => [
      () => tool.ask('history', { path, at: id }),
      () => tool.ask('history', { path, before: id }),
    ]),
  ])
  const writes = PATHS.flatMap((path) => [
    ...PATHS.map((to) => () => tool.run({ command: 'rename', old_path: path, new_path: to })),
    () => tool.run({ command: 'create', path, file_text: 'x\n' }),
    () => tool.run({ command: 'str_replace', path, old_str: 'tea', new_str: 'gin' }),
    () => tool.run({ command: 'insert', path, insert_line: 0, insert_text: 'x' }),
    () => tool.run({ command: 'delete', path }),
  ])
  for (const ask of [...reads, () => tool.ask('files', {}), ...writes]) {
    const { content } = await ask()
    expect(content).not.toContain(WORD)
    // A delete or a rename takes them along.
    await link(dir)
  }
  expect(await fs.readFile(nodePath.join(dir, 'private/secret.md'), 'utf8')).toBe(`${WORD} plan: the tea\n`)
  expect(await fs.readFile(nodePath.join(dir, 'workshop.md'), 'utf8')).toBe(`${WORD} tools\n`)
  expect((await store.tree()).files.map(({ path }) => path).filter((path) => !path.startsWith('work/'))).toEqual([
    'private/secret.md',
    'workshop.md',
  ])
})

test('the folder is found from above, and what is asked elsewhere is refused with its name', async () => {
  const { store } = await newStore()
  await store.put([{ path: 'teams/work/a.md', before: null, bytes: Buffer.from('tea\n') }], byUser('create'))
  await store.put([{ path: 'b.md', before: null, bytes: Buffer.from('tea\n') }], byUser('create'))
  const tool = createMemoryTool(store, { within: 'teams/work' })
  const { content } = await tool.run({ command: 'view', path: '/memories' })
  expect(
    content
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t')[1]),
  ).toEqual(['/memories', '/memories/teams', '/memories/teams/work'])
  expect((await tool.ask('search', { query: 'tea' })).content).toBe('/memories/teams/work/a.md:1: tea')
  for (const path of ['/memories/b.md', '/memories/none.md'])
    expect((await tool.run({ command: 'view', path })).content).toBe(
      'Error: This agent may only use /memories/teams/work, and nothing else of the memory.',
    )
})

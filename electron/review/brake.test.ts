import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { StoppedWriter } from '../../shared/waiting.ts'
import { newFolder } from '../../testing/folders.ts'
import { gitComplaints } from '../../testing/git.ts'
import { type Core, openCore } from '../core.ts'

const FILES = 10
/** Of 400 bytes each, as ten lines. */
const textOf = (file: number): string =>
  Array.from({ length: 10 }, (_, line) => `${`File ${file} says fact ${line}`.padEnd(39, '.')}\n`).join('')
const pathOf = (file: number): string => `notes/${file}.md`

async function open(home: string): Promise<Core> {
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, watch: false })
  onTestFinished(() => core.close())
  return core
}

/** A memory of ten files of the same size. */
async function tenFiles() {
  const home = await newFolder()
  const core = await open(home)
  for (let file = 0; file < FILES; file += 1) await core.saveFile(pathOf(file), null, textOf(file))
  return { home, dir: nodePath.join(home, 'memory'), core, tool: core.memoryTool({ client: { client: 'Codex' } }) }
}

const remove = (file: number) => ({ command: 'delete', path: `/memories/${pathOf(file)}` })
const create = (path: string, text: string) => ({ command: 'create', path: `/memories/${path}`, file_text: text })

async function stoppedIn(
  core: Core,
): Promise<readonly (Omit<StoppedWriter, 'releasedAt'> & { writes: readonly string[] })[]> {
  return (await core.review.review()).waiting.flatMap((each) =>
    each.kind === 'stopped' ? [{ ...each, writes: each.writes }] : [],
  )
}

const filesIn = async (core: Core): Promise<number> => (await core.store.tree()).files.length

test('who removes more than the share is stopped after it, and all of it is kept or undone as one', async () => {
  const { core, dir, tool } = await tenFiles()
  for (const file of [0, 1, 2]) expect((await tool.run(remove(file))).commit).not.toBeNull()
  const told = await tool.run(remove(3))
  expect(told).toMatchObject({ isError: false, commit: null, content: expect.stringContaining('much of the memory') })
  // Whatever it wants to write from now on waits, too: one card has all of it.
  expect((await tool.run(create('new.md', 'New.\n'))).commit).toBeNull()
  expect(await filesIn(core)).toBe(7)
  const [stopped] = await stoppedIn(core)
  expect(stopped).toMatchObject({ origin: { client: 'Codex' }, share: 0.4 })
  expect(stopped?.commits).toHaveLength(3)
  expect(stopped?.writes).toHaveLength(2)
  // Somebody else goes on.
  expect(
    (await core.memoryTool({ client: { client: 'Other' } }).run(create('other.md', 'Other.\n'))).commit,
  ).not.toBeNull()

  await core.accept({ id: stopped?.id ?? '' })
  const { waiting, lines } = await core.review.review()
  expect(waiting).toEqual([])
  expect(lines.filter(({ by }) => by.client === 'Codex')).toEqual([])
  expect(await filesIn(core)).toBe(6 + 2)
  // It counts anew.
  expect((await tool.run(remove(4))).commit).not.toBeNull()
  await core.store.published()
  expect(await gitComplaints(dir)).toBe('')
})

test('undone as one: what waits is refused, and the agent may go on', async () => {
  const { core, tool } = await tenFiles()
  for (const file of [0, 1, 2, 3]) await tool.run(remove(file))
  const [stopped] = await stoppedIn(core)
  expect(await core.undo({ commits: stopped?.commits ?? [] })).toMatchObject({ kind: 'committed' })
  await core.review.refuse(stopped?.id ?? '')
  expect(await filesIn(core)).toBe(FILES)
  expect((await core.review.review()).waiting).toEqual([])
  expect((await tool.run(remove(5))).content).toContain('did not save')
  expect(await filesIn(core)).toBe(FILES - 1)
  await expect(core.accept({ id: stopped?.id ?? '' })).rejects.toThrow('')
})

test('one command that takes too much is stopped before it', async () => {
  const { core, tool } = await tenFiles()
  expect((await tool.run({ command: 'delete', path: '/memories/notes' })).commit).toBeNull()
  expect(await stoppedIn(core)).toMatchObject([{ commits: [], share: 1 }])
  expect(await filesIn(core)).toBe(FILES)
})

test('rewriting counts by the lines that are gone: not what it wrote itself, not a move, not what is there again', async () => {
  const { core, tool } = await tenFiles()
  for (let round = 0; round < 6; round += 1) {
    await tool.run(create('own.md', `${textOf(round)}${textOf(round + 1)}`))
    await tool.run({ command: 'rename', old_path: '/memories/notes', new_path: '/memories/moved' })
    await tool.run({ command: 'rename', old_path: '/memories/moved', new_path: '/memories/notes' })
  }
  for (let file = 0; file < FILES; file += 1) {
    await tool.run(remove(file))
    await tool.run(create(pathOf(file), `${textOf(file)}And more.\n`))
  }
  expect(await stoppedIn(core)).toEqual([])
  const rewrite = (file: number, line: number) => ({
    command: 'str_replace',
    path: `/memories/${pathOf(file)}`,
    old_str: textOf(file).split('\n')[line] ?? '',
    new_str: 'Something else.',
  })
  for (let line = 0; line < 3; line += 1)
    for (let file = 0; file < FILES; file += 1) expect((await tool.run(rewrite(file, line))).commit).not.toBeNull()
  expect(await stoppedIn(core)).toEqual([])
  expect((await tool.run(rewrite(0, 3))).commit).toBeNull()
  expect(await stoppedIn(core)).toHaveLength(1)
})

test('a file moved to the place of a deleted one hides no loss', async () => {
  const { core, tool } = await tenFiles()
  for (const file of [0, 1, 2, 3]) {
    await tool.run(remove(file))
    await tool.run({
      command: 'rename',
      old_path: `/memories/${pathOf(file + 4)}`,
      new_path: `/memories/${pathOf(file)}`,
    })
  }
  expect(await stoppedIn(core)).toHaveLength(1)
})

test('it counts across processes, and not where the user lifted the limit', async () => {
  const { core, home, tool } = await tenFiles()
  for (const file of [0, 1]) await tool.run(remove(file))
  await core.close()
  const again = await open(home)
  const next = again.memoryTool({ client: { client: 'Codex' } })
  expect((await next.run(remove(2))).commit).not.toBeNull()
  expect((await next.run(remove(3))).commit).toBeNull()
  // Stopped it stays, until the user decides.
  await again.close()
  const third = await open(home)
  expect((await third.memoryTool({ client: { client: 'Codex' } }).run(create('x.md', 'x\n'))).commit).toBeNull()
  const { policies } = await third.policies.state()
  await third.policies.save({ ...policies, brake: null }, policies)
  const other = third.memoryTool({ client: { client: 'Other' } })
  for (const file of [3, 4, 5, 6, 7]) expect((await other.run(remove(file))).commit).not.toBeNull()
})

test('another program is not stopped, but the user is asked at once about all of it', async () => {
  const { core, dir } = await tenFiles()
  for (const file of [0, 1]) await fs.rm(nodePath.join(dir, pathOf(file)))
  await core.store.adopt()
  expect(await stoppedIn(core)).toEqual([])
  for (const file of [2, 3]) await fs.writeFile(nodePath.join(dir, pathOf(file)), 'Gone.\n')
  await core.store.adopt()
  await expect.poll(() => stoppedIn(core)).toMatchObject([{ origin: { actor: 'outside' }, writes: [] }])
  await fs.rm(nodePath.join(dir, pathOf(4)))
  await core.store.adopt()
  await expect.poll(async () => (await stoppedIn(core))[0]?.commits.length).toBe(3)
  const [stopped] = await stoppedIn(core)
  expect(await core.undo({ commits: stopped?.commits ?? [] })).toMatchObject({ kind: 'committed' })
  await core.review.refuse(stopped?.id ?? '')
  expect(await filesIn(core)).toBe(FILES)
  expect((await core.store.file(pathOf(2)))?.text).toBe(textOf(2))
  expect((await core.review.review()).waiting).toEqual([])
})

/** More than may wait as one write, or a commit tells of. */
const MANY = 510

async function manyFiles() {
  const home = await newFolder()
  const dir = nodePath.join(home, 'memory')
  const core = await open(home)
  const bytes = Buffer.from('A fact that is fairly long.\n').toString('base64')
  const files = Array.from({ length: MANY }, (_, file) => ({ path: `many/${file}.md`, before: null, bytes }))
  for (let at = 0; at < MANY; at += 100) await core.importFiles(files.slice(at, at + 100))
  return { core, dir }
}

test('what two processes do for one agent counts together', async () => {
  const { core, home, tool } = await tenFiles()
  const other = (await open(home)).memoryTool({ client: { client: 'Codex' } })
  await tool.run(create('one.md', 'One.\n'))
  await other.run(create('two.md', 'Two.\n'))
  for (const file of [0, 1, 2]) expect((await tool.run(remove(file))).commit).not.toBeNull()
  await core.store.published()
  for (const file of [3, 4, 5]) await other.run(remove(file))
  expect(await stoppedIn(core)).toHaveLength(1)
  expect(await filesIn(core)).toBeGreaterThanOrEqual(2 + 6)
})

test('what a program did stays part of what the user is asked about, however long they are away', async () => {
  // Back rather than forth: ids of other tests in this process would be of the future.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 60 * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { core, dir } = await tenFiles()
  for (const file of [0, 1, 2, 3]) await fs.rm(nodePath.join(dir, pathOf(file)))
  await core.store.adopt()
  await expect.poll(() => stoppedIn(core)).toMatchObject([{ share: 0.4 }])
  vi.useRealTimers()
  await fs.writeFile(nodePath.join(dir, 'hello.md'), 'Hello.\n')
  await core.store.adopt()
  await expect.poll(async () => (await stoppedIn(core))[0]?.commits).toHaveLength(2)
  const [stopped] = await stoppedIn(core)
  expect(stopped).toMatchObject({ share: 0.4 })
  await core.undo({ commits: stopped?.commits ?? [] })
  expect(await filesIn(core)).toBe(FILES)
})

test('all that one commit of many files takes counts', async () => {
  const { core, dir } = await manyFiles()
  for (let file = 0; file < MANY - 10; file += 1) await fs.writeFile(nodePath.join(dir, `many/${file}.md`), 'Gone.\n')
  await core.store.adopt()
  await expect.poll(() => stoppedIn(core)).toMatchObject([{ commits: [expect.anything()] }])
  expect((await stoppedIn(core))[0]?.share).toBeGreaterThan(0.8)
})

test('what is too large to wait is refused, and leaves no empty question', async () => {
  const { core } = await manyFiles()
  const tool = core.memoryTool({ client: { client: 'Codex' } })
  expect(await tool.run({ command: 'delete', path: '/memories/many' })).toMatchObject({ isError: true, commit: null })
  expect(await stoppedIn(core)).toEqual([])
  expect(await filesIn(core)).toBe(MANY)
})

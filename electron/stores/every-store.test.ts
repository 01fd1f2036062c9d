import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import { byAgent } from '../../shared/origin.ts'
import { newFolder } from '../../testing/folders.ts'
import { type Core, openCore } from '../core.ts'
import { newUlid } from '../disk/new-ulid.ts'
import { WaitingList } from '../review/waiting-list.ts'

const git = (dir: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: dir, encoding: 'utf8' }).trim()

interface Kept {
  readonly core: Core
  readonly keys: readonly string[]
  readonly folders: readonly string[]
}

/** A window with its own store open, and others kept. */
async function keeping(...names: readonly string[]): Promise<Kept> {
  const root = await newFolder()
  const core = await openCore({ mode: 'browser', env: { VARIORUM_HOME: nodePath.join(root, 'home') } })
  onTestFinished(() => core.close())
  const folders = names.map((name) => nodePath.join(root, name))
  const keys: string[] = []
  for (const folder of folders) {
    await fs.mkdir(folder)
    await fs.writeFile(nodePath.join(folder, 'facts.md'), `# Facts\nfirst in ${nodePath.basename(folder)}\n`)
    const key = await core.addStore(folder)
    await core.kept.set(key, true)
    keys.push(key)
  }
  await vi.waitFor(async () => {
    const reviews = await core.everyStore.reviews()
    expect(reviews.filter(({ said }) => said !== null)).toHaveLength(names.length)
  }, 10_000)
  return { core, keys, folders }
}

async function append(folder: string, line: string): Promise<void> {
  const before = git(folder, 'rev-parse', 'HEAD')
  await fs.appendFile(nodePath.join(folder, 'facts.md'), `${line}\n`)
  await vi.waitFor(() => expect(git(folder, 'rev-parse', 'HEAD')).not.toBe(before), 10_000)
}

const linesOf = async (core: Core): Promise<readonly unknown[]> =>
  (await core.everyStore.reviews()).map(({ key, said }) => [
    key,
    ...(said?.lines ?? []).flatMap(({ added }) => added.map(({ text }) => text)),
  ])

test('words, changes and what to review of every kept store are found while another one is open', async () => {
  const { core, keys, folders } = await keeping('one', 'two')
  const [one = '', two = ''] = keys
  const events: AppEvent['type'][] = []
  core.on(({ type }) => events.push(type))
  await append(folders[0] ?? '', 'the bike is blue')
  await append(folders[1] ?? '', 'the bike is red')

  await vi.waitFor(async () =>
    expect(await linesOf(core)).toEqual([
      [one, 'the bike is blue'],
      [two, 'the bike is red'],
    ]),
  )
  expect(events).toContain('kept.changed')
  expect(await core.everyStore.search({ words: 'bike is blue' })).toEqual([
    { key: one, said: [{ path: 'facts.md', line: { number: 3, text: 'the bike is blue' } }] },
    { key: two, said: [] },
  ])
  const { commits } = await core.everyStore.history(two, { limit: 1 })
  const [{ change } = { change: null }] = commits[0]?.changes ?? []
  expect(change?.path).toBe('facts.md')
  expect(await core.everyStore.text(two, change?.after?.id ?? '')).toContain('the bike is red')
  // The open store is not one of them.
  await expect(core.everyStore.history('default', {})).rejects.toMatchObject({ code: 'not-adoptable' })
})

test('a write that another process leaves waiting is announced, in the open store and in a kept one', async () => {
  const { core, folders } = await keeping('kept')
  const told = new Set<string>()
  core.on(({ type }) => told.add(type))
  const origin = byAgent('create', 'agent')
  const stores = nodePath.join(folders[0] ?? '', '..', 'home', 'stores')
  for (const id of (await fs.readdir(stores)).filter((name) => name.length === newUlid().length)) {
    const waiting = new WaitingList(nodePath.join(stores, id))
    await waiting.add({ kind: 'write', id: newUlid(), at: new Date().toISOString(), origin, files: [] })
  }
  await vi.waitFor(() => expect([...told]).toEqual(expect.arrayContaining(['review.changed', 'kept.changed'])))
})

test('a change in a kept store is kept, or undone by the user, without opening the store', async () => {
  const { core, keys, folders } = await keeping('one', 'two')
  const [one = '', two = ''] = keys
  await append(folders[0] ?? '', 'seen')
  await append(folders[0] ?? '', 'not seen')
  await append(folders[1] ?? '', 'wrong')
  const open = (await core.state()).store.id

  const review = await core.everyStore.review(one)
  const said = async (key: string) => (await core.everyStore.reviews()).find((each) => each.key === key)?.said
  const count = async (key: string) => (await said(key))?.lines.length
  const ids = ((await said(one))?.lines ?? []).slice(0, 1).map(({ id }) => id)
  await review.keep(ids)
  expect(await count(one)).toBe(1)
  await review.unkeep(ids)
  expect(await count(one)).toBe(2)
  await review.keepAll((await said(one))?.until ?? null)
  expect(await count(one)).toBe(0)

  const [line] = (await said(two))?.lines ?? []
  if (line === undefined) throw new Error('nothing to undo')
  expect(await core.everyStore.undo(two, line.undo)).toMatchObject({ kind: 'committed' })
  expect(git(folders[1] ?? '', 'show', 'HEAD:facts.md')).toBe('# Facts\nfirst in two')
  expect(git(folders[1] ?? '', 'log', '-1', '--format=%an')).toBe('User')
  expect(git(folders[1] ?? '', 'status', '--porcelain')).toBe('')
  await vi.waitFor(async () => expect(await count(two)).toBe(0))
  expect((await core.state()).store.id).toBe(open)
})

test('a store whose folder is gone says so, and the others are there', async () => {
  const { core, keys, folders } = await keeping('one', 'two')
  await fs.rename(folders[0] ?? '', `${folders[0]}-elsewhere`)
  const readable = async () => (await core.everyStore.reviews()).flatMap(({ key, said }) => (said === null ? [] : key))
  await vi.waitFor(async () => expect(await readable()).toEqual([keys[1]]), 10_000)
  expect((await core.everyStore.reviews())[0]).toMatchObject({
    key: keys[0],
    said: null,
    problem: { id: expect.any(String) },
  })
  await expect(core.everyStore.history(keys[0] ?? '', {})).rejects.toBeInstanceOf(AppError)
})

test('a store that is forgotten is kept no more, and one that moved is kept where it is now', async () => {
  const { core, keys, folders } = await keeping('one', 'two')
  const [one = '', two = ''] = folders
  await core.forgetStore(keys[0] ?? '')
  expect((await core.everyStore.reviews()).map(({ key }) => key)).toEqual([keys[1]])
  const before = git(one, 'rev-parse', 'HEAD')
  await fs.appendFile(nodePath.join(one, 'facts.md'), 'nobody keeps this\n')

  await fs.rename(two, `${two}-moved`)
  await core.stores.find(keys[1] ?? '', `${two}-moved`)
  await append(`${two}-moved`, 'kept here')
  await expect(fs.stat(two)).rejects.toThrow('ENOENT')
  expect(git(one, 'rev-parse', 'HEAD')).toBe(before)

  // The open one is not moved away under itself.
  await core.openKnown(keys[1] ?? '', 'stop')
  await expect(core.stores.find(keys[1] ?? '', one)).rejects.toMatchObject({ code: 'not-adoptable' })
})

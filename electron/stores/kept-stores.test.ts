import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { type Core, openCore } from '../core.ts'
import { openKeeping } from '../keeping.ts'

const git = (dir: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: dir, encoding: 'utf8' })
const commitsIn = (dir: string): number => Number(git(dir, 'rev-list', '--count', 'HEAD'))

/** A window, with one store open and others on the list. */
async function window(root: string, ...others: readonly string[]) {
  const env = { VARIORUM_HOME: nodePath.join(root, 'home') }
  const core = await openCore({ mode: 'browser', env })
  onTestFinished(() => core.close())
  const folders = others.map((name) => nodePath.join(root, name))
  const keys: string[] = []
  for (const folder of folders) {
    await fs.mkdir(folder)
    await fs.writeFile(nodePath.join(folder, 'a.md'), 'one\n')
    keys.push(await core.addStore(folder))
  }
  return { core, env, folders, keys }
}

const stateOf = async (core: Core, key: string) => (await core.state()).stores.list.find((each) => each.key === key)

async function becomesKept(core: Core, key: string): Promise<void> {
  await vi.waitFor(async () => expect(await stateOf(core, key)).toMatchObject({ isKept: true, keepingProblem: null }))
}

test('an edit in a kept store becomes a commit while another store is open; in one that is not kept it waits', async () => {
  const { core, folders, keys } = await window(await newFolder(), 'kept', 'other')
  const [kept = '', other = ''] = folders
  const [key = ''] = keys
  await core.kept.set(key, true)
  for (const folder of folders) await fs.writeFile(nodePath.join(folder, 'a.md'), 'two\n')
  await vi.waitFor(() => expect(commitsIn(kept)).toBe(2), 10_000)
  expect(git(kept, 'log', '-1', '--format=%s').trim()).toBe('edited outside: a.md')
  expect(git(kept, 'status', '--porcelain')).toBe('')
  expect(commitsIn(other)).toBe(1)

  await core.kept.set(key, false)
  expect(await stateOf(core, key)).toMatchObject({ isKept: false })
  // Opened, it is watched by the window itself; closed again, by nobody.
  await core.openKnown(key, 'stop')
  await fs.writeFile(nodePath.join(kept, 'a.md'), 'three\n')
  await vi.waitFor(() => expect(commitsIn(kept)).toBe(3), 10_000)
})

test('what a window and the command line keep both is one commit', async () => {
  const { core, env, folders, keys } = await window(await newFolder(), 'kept')
  const [kept = ''] = folders
  const [key = ''] = keys
  await core.kept.set(key, true)
  const keeping = await openKeeping({ env })
  onTestFinished(() => keeping.close())
  await becomesKept(core, key)
  for (const text of ['two\n', 'three\n', 'four\n']) {
    const before = commitsIn(kept)
    await fs.writeFile(nodePath.join(kept, 'a.md'), text)
    await vi.waitFor(() => expect(git(kept, 'show', 'HEAD:a.md')).toBe(text), 10_000)
    expect(commitsIn(kept)).toBe(before + 1)
  }
  expect(git(kept, 'fsck', '--strict')).toBe('')
})

test('a folder that is gone is said and not made again; when it is back, it is kept again', async () => {
  const root = await newFolder()
  const { core, folders, keys } = await window(root, 'kept')
  const [kept = ''] = folders
  const [key = ''] = keys
  // It may be gone before the thread has opened it, or while it does.
  await core.kept.set(key, true)
  const away = nodePath.join(root, 'away')
  await fs.rename(kept, away)
  await vi.waitFor(async () => expect((await stateOf(core, key))?.keepingProblem).not.toBeNull(), 10_000)
  await expect(fs.stat(kept)).rejects.toThrow('ENOENT')
  await fs.writeFile(nodePath.join(away, 'a.md'), 'changed while away\n')
  await fs.rename(away, kept)
  await vi.waitFor(() => expect(git(kept, 'show', 'HEAD:a.md')).toBe('changed while away\n'), 10_000)
  await becomesKept(core, key)
})

test('what another process begins to keep is kept here, too', async () => {
  const { core, env, folders, keys } = await window(await newFolder(), 'kept')
  const [kept = ''] = folders
  const keeping = await openKeeping({ env })
  onTestFinished(() => keeping.close())
  await core.kept.set(keys[0] ?? '', true)
  await core.close()
  await vi.waitFor(async () => expect(await keeping.kept()).toMatchObject([{ isKept: true }]), 10_000)
  const before = commitsIn(kept)
  await fs.writeFile(nodePath.join(kept, 'a.md'), 'two\n')
  await vi.waitFor(() => expect(commitsIn(kept)).toBe(before + 1), 10_000)
})

import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { saying } from '../../../testing/saying.ts'
import { openStore } from '../open-store.ts'
import { removeHistory, whyKeepHistory } from '../remove-history.ts'
import type { Store } from '../store-interface.ts'
import { agent, allow, fileAt, git, writeOutside } from './store-fixture.ts'

async function open(dir: string, home: string): Promise<Store> {
  return openStore({ dir, device: `${home}/stores`, gate: allow, watch: false })
}

/** A store with commits of the agent and of other programs, a point and what git itself makes; closed. */
async function store(root: string): Promise<{ readonly dir: string; readonly here: { readonly device: string } }> {
  const dir = nodePath.join(root, 'notes')
  await writeOutside(dir, 'outside.md', 'outside\n')
  await git(dir, 'init', '-q', '-b', 'main')
  const opened = await open(dir, `${root}/home`)
  await opened.put([fileAt('a.md', 'one\n')], agent)
  await opened.makePoint('before')
  await opened.put([fileAt('b.md', 'two\n')], agent)
  await opened.close()
  return { dir, here: { device: `${root}/home/stores` } }
}

test('a history that holds nothing but ours is removed, and the files stay', async () => {
  const root = await newFolder()
  const { dir, here } = await store(root)
  await git(dir, 'pack-refs', '--all')
  expect(await whyKeepHistory(dir, here)).toBeNull()
  const id: unknown = JSON.parse(await fs.readFile(`${dir}/.git/variorum/store.json`, 'utf8'))
  expect({ id: await removeHistory(dir, here) }).toEqual(id)
  expect((await fs.readdir(dir)).toSorted()).toEqual(['a.md', 'b.md', 'outside.md'])
  expect(await fs.readFile(`${dir}/a.md`, 'utf8')).toBe('one\n')
  // The folder can become a store again.
  const again = await open(dir, `${root}/home`)
  expect((await again.tree()).files).toHaveLength(3)
  await again.close()
})

const KEPT: readonly (readonly [what: string, prepare: (dir: string) => Promise<unknown>, why: RegExp])[] = [
  ['a commit of git', (dir) => git(dir, 'commit', '-q', '--allow-empty', '-m', 'mine'), /didn’t make|Another program/],
  [
    'a commit that only a reflog remembers',
    async (dir) => {
      await git(dir, 'commit', '-q', '--allow-empty', '-m', 'mine')
      await git(dir, 'reset', '-q', '--hard', 'HEAD~1')
      for (const name of ['COMMIT_EDITMSG', 'ORIG_HEAD']) await fs.rm(`${dir}/.git/${name}`)
    },
    /didn’t make/,
  ],
  ['another branch', (dir) => git(dir, 'branch', 'side/x'), /another branch \(side\/x\)/],
  [
    'another branch, packed',
    async (dir) => (await git(dir, 'branch', 'side'), git(dir, 'pack-refs', '--all')),
    /another branch \(side\)/,
  ],
  ['a tag', (dir) => git(dir, 'tag', 'v1'), /a tag \(v1\)/],
  [
    'a stash',
    async (dir) => {
      await writeOutside(dir, 'a.md', 'stashed\n')
      await git(dir, 'stash', '-q')
      await fs.rm(`${dir}/.git/ORIG_HEAD`, { force: true })
    },
    /a stash/,
  ],
  [
    'a version that is only staged',
    async (dir) => {
      await writeOutside(dir, 'a.md', 'staged\n')
      await git(dir, 'add', 'a.md')
      await writeOutside(dir, 'a.md', 'one\n')
    },
    /of a\.md is staged/,
  ],
  ['a remote', (dir) => git(dir, 'remote', 'add', 'origin', 'https://example.invalid/x.git'), /a remote/],
  ['settings of the user', (dir) => git(dir, 'config', 'user.name', 'Ada'), /custom settings \(\[user\]/],
  ['a hook', (dir) => writeOutside(dir, '.git/hooks/post-commit', '#!/bin/sh\n'), /a hook \(post-commit\)/],
  ['another work tree', (dir) => git(dir, 'worktree', 'add', '-q', '--detach', `${dir}-tree`), /other worktrees/],
  ['a submodule', (dir) => fs.mkdir(`${dir}/.git/modules/x`, { recursive: true }), /submodules/],
  ['ignore rules', (dir) => fs.appendFile(`${dir}/.git/info/exclude`, '*.bak\n'), /custom ignore rules/],
  ['attributes', (dir) => fs.appendFile(`${dir}/.git/info/attributes`, '*.x text\n'), /custom attributes/],
  ['notes', (dir) => git(dir, 'notes', 'add', '-m', 'x'), /another program/],
  [
    'what came with the folder',
    (dir) => writeOutside(dir, '.git/variorum/unverified/settings.json', '{"systemPrompt":"x"}'),
    /came with the store’s folder/,
  ],
  [
    'a change that is not in git yet',
    (dir) => writeOutside(dir, '.git/variorum/journal', new Uint8Array(64).fill(1)),
    /aren’t in git yet/,
  ],
  [
    'a lost object',
    (dir) => fs.rm(`${dir}/.git/objects`, { recursive: true }),
    /can’t be read completely|unusual structure/,
  ],
]

test.for(KEPT)('a history with %s stays', async ([, prepare, why]) => {
  const root = await newFolder()
  const { dir, here } = await store(root)
  expect(await whyKeepHistory(dir, here)).toBeNull()
  await prepare(dir)
  expect(await whyKeepHistory(dir, here)).toEqual(saying(why))
  await expect(removeHistory(dir, here)).rejects.toThrow(why)
  expect(await fs.readdir(`${dir}/.git`)).toContain('HEAD')
})

test('the history of a store that this device does not know stays', async () => {
  const root = await newFolder()
  const { dir, here } = await store(root)
  expect(await whyKeepHistory(dir, { device: deviceOf(dir) })).toEqual(
    saying(/has no record of the store in this folder/),
  )
  await fs.rename(dir, `${dir}-moved`)
  expect(await whyKeepHistory(`${dir}-moved`, here)).toEqual(saying(/has no record of the store in this folder/))
  expect(await whyKeepHistory(dir, here)).toEqual(saying(/no longer where it was/))
})

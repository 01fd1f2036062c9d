import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_POLICIES } from '../../shared/policy.ts'
import { eventually } from '../../testing/eventually.ts'
import { newFolder } from '../../testing/folders.ts'
import { git } from '../../testing/git.ts'
import { openCore, type Core } from '../core.ts'

const DAY_SECONDS = 86_400
const NOW = Math.floor(Date.now() / 1000)
/** More than are looked through without an index. */
const LATER_COMMITS = 1_050

/**
 * A store that was used every day for fifty days and expires what was not used on twenty of them. `due.md` was written
 * forty days ago, `kept.md` ten days ago, and then others so often that only an index knows of it.
 */
async function storeWithLongHistory(): Promise<string> {
  const home = await newFolder()
  const dir = nodePath.join(home, 'memory')
  const core = await open(home)
  await core.policies.save({
    ...DEFAULT_POLICIES,
    expiry: { ...DEFAULT_POLICIES.expiry, on: true, days: 20, maxShare: 0.5 },
  })
  await core.store.published()
  await core.close()
  const head = (await git(dir, 'rev-parse', 'HEAD')).trim()
  const commit = (path: string, daysAgo: number, at: number): string =>
    `commit refs/heads/main\ncommitter U <u@example.invalid> ${Math.floor(NOW - daysAgo * DAY_SECONDS)} +0000\ndata 2\nx\n` +
    `${at === 0 ? `from ${head}\n` : ''}M 100644 inline ${path}\ndata ${String(at).length}\n${at}\n`
  const paths = ['due.md', 'kept.md', ...Array.from({ length: LATER_COMMITS }, (_, at) => `note-${at % 9}.md`)]
  const commits = paths.map((path, at) => commit(path, [40, 10][at] ?? 9, at))
  execFileSync('git', ['fast-import', '--quiet'], { cwd: dir, input: commits.join('') })
  await git(dir, 'reset', '-q', '--hard')
  const access = nodePath.join(dir, '.git', 'variorum', 'access')
  await fs.mkdir(access, { recursive: true })
  const read = (_: unknown, day: number): string =>
    JSON.stringify({ time: new Date((NOW - day * DAY_SECONDS) * 1000).toISOString(), path: 'note-0.md' })
  await fs.writeFile(nodePath.join(access, '2000-01.jsonl'), Array.from({ length: 50 }, read).join('\n'))
  return home
}

const open = (home: string, options: { readonly mode?: 'browser'; readonly watch?: boolean } = {}): Promise<Core> =>
  openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, watch: false, ...options })

test('nothing expires while the history is not indexed, and it is said so', async () => {
  const core = await open(await storeWithLongHistory())
  onTestFinished(() => core.close())
  expect((await core.store.usage()).isComplete).toBe(false)
  expect(await core.policies.runExpiry(new Date(), true)).toBeNull()
  expect(await core.policies.runExpiry(new Date(), false)).toBeNull()
  expect((await core.policies.state()).expiry).toMatchObject({ isKnown: false, next: [], asks: [] })
  const { policies } = await core.policies.state()
  const told = []
  for await (const each of core.policies.effect(policies)) told.push(each)
  expect(told.at(-1)).toMatchObject({ kind: 'done', effect: { expires: null } })
  expect((await core.store.fileUse()).files.filter(({ isUnread }) => isUnread)).toEqual([])
  await core.store.reindex()
  expect((await core.policies.state()).expiry.isKnown).toBe(true)
  expect((await core.policies.runExpiry(new Date(), false))?.now.map(({ path }) => path)).toEqual(['due.md'])
  expect((await core.store.tree()).files.map(({ path }) => path)).toContain('kept.md')
})

test('a window that opens such a store waits for the index, and then removes what is due and nothing else', async () => {
  const core = await open(await storeWithLongHistory(), { mode: 'browser', watch: true })
  onTestFinished(() => core.close())
  const paths = async (): Promise<readonly string[]> => (await core.store.tree()).files.map(({ path }) => path)
  await eventually('what is due is removed', async () => !(await paths()).includes('due.md'))
  expect(await paths()).toContain('kept.md')
  const { commits } = await core.store.history({ limit: 1 })
  expect(commits).toMatchObject([{ origin: { actor: 'policy' }, changeCount: 1 }])
})

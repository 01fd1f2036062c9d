import nodeFs, { existsSync, type FSWatcher } from 'node:fs'
import * as fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import * as nodePath from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AppEvent } from '../../../shared/events.ts'
import { eventually } from '../../../testing/eventually.ts'
import { deviceOf } from '../../../testing/folders.ts'
import { openStore } from '../open-store.ts'
import { Repository } from '../repo/repository.ts'
import type { Store } from '../store-interface.ts'
import { agent, allow, fileAt, filesOfHead, git, newStore, writeOutside } from './store-fixture.ts'

// A window must learn of what others do even where the system has no watchers left, as when an editor took them all.

/** Whether the system refuses to watch anything more. */
let isRefusing = false
/** The system's watchers of what is in `.git`. */
const inGit: FSWatcher[] = []

beforeEach(() => {
  isRefusing = false
  inGit.length = 0
  const { watch } = nodeFs
  vi.spyOn(nodeFs, 'watch').mockImplementation((...given) => {
    if (isRefusing) throw Object.assign(new Error('ENOSPC: refused, watch'), { code: 'ENOSPC' })
    const watcher = Reflect.apply(watch, nodeFs, given)
    if (String(given[0]).includes('.git')) inGit.push(watcher)
    return watcher
  })
  syncBuiltinESMExports()
})

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Everything that a store announces from now on. */
function announcedBy(store: Store): readonly AppEvent[] {
  const events: AppEvent[] = []
  store.on((event) => void events.push(event))
  return events
}

/** Makes a commit as git does at another's command, and waits until it is announced. */
async function expectCommitAnnounced(dir: string, events: readonly AppEvent[]): Promise<void> {
  await git(dir, 'commit', '-q', '--allow-empty', '-m', 'by git')
  const id = (await git(dir, 'rev-parse', 'HEAD')).trim()
  await eventually('the commit is announced', async () =>
    events.some((event) => event.type === 'memory.committed' && event.commit.id === id),
  )
}

test('without watchers, a commit by git is announced, and an edit adopted', async () => {
  isRefusing = true
  await using place = await newStore({ watch: true })
  const { dir, store } = place
  expect(await store.status()).toMatchObject({ watching: false })
  await expectCommitAnnounced(dir, announcedBy(store))
  await writeOutside(dir, 'a.md', 'one\n')
  await eventually('the edit is adopted', async () => (await filesOfHead(dir))['a.md'] === 'one\n')
})

test('without watchers, commands and policies of another process are announced, and its locks cleared', async () => {
  isRefusing = true
  await using place = await newStore({ watch: true })
  const { dir, store } = place
  const events = announcedBy(store)
  const other = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  expect(await other.put([fileAt('a.md', 'one\n')], agent)).toMatchObject({ kind: 'committed' })
  await other.published()
  await eventually('its command is announced', async () => events.some(({ type }) => type === 'memory.committed'))
  // Of this, only the tick tells.
  await other.putPoliciesInForce('{}')
  await eventually('its policies are announced', async () => events.some(({ type }) => type === 'policies.changed'))
  await other.close()
  const killed = new Repository(dir)
  expect(await killed.locks.take(killed.indexPath, 0)).not.toBeNull()
  await eventually('its lock is cleared', async () => !existsSync(nodePath.join(dir, '.git', 'index.lock')))
})

test('when the watchers run out later, at a new folder, edits are adopted and commits announced as before', async () => {
  await using place = await newStore({ watch: true })
  const { dir, store } = place
  expect(await store.status()).toMatchObject({ watching: true })
  isRefusing = true
  const events = announcedBy(store)
  await fs.mkdir(`${dir}/d`)
  await eventually('it is said', async () => !(await store.status()).watching)
  expect(events).toContainEqual({ type: 'store.changed' })
  await writeOutside(dir, 'd/a.md', 'one\n')
  await eventually('the edit is adopted', async () => (await git(dir, 'ls-files')).includes('d/a.md'))
  await expectCommitAnnounced(dir, events)
})

test('when the watchers of .git fail, commits and policies of others are announced as before', async () => {
  await using place = await newStore({ watch: true })
  const { dir, store } = place
  const events = announcedBy(store)
  for (const watcher of inGit) {
    watcher.removeAllListeners('change')
    watcher.emit('error', Object.assign(new Error('it failed'), { code: 'EIO' }))
  }
  expect(inGit.length).toBeGreaterThan(2)
  expect(await store.status()).toMatchObject({ watching: false })
  await expectCommitAnnounced(dir, events)
  const other = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  await other.putPoliciesInForce('{}')
  await eventually('the policies are announced', async () => events.some(({ type }) => type === 'policies.changed'))
  await other.close()
})

import * as fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { byAgent, byClient, byUser, type Origin } from '../../../shared/origin.ts'
import { isPolicyPath } from '../../../shared/policies-path.ts'
import type { Gate } from '../../../shared/policy.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { commitAt } from '../../../testing/git.ts'
import { inspectFolder } from '../inspect-folder.ts'
import { openStore } from '../open-store.ts'
import { allow, fileAt, git, lineage, newStore, rewrite, subjects, writeOutside } from './store-fixture.ts'

// What a plain `git log` says.

test('a subject says what was learned or done, and the author is who did it', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await git(dir, 'config', 'user.name', 'Ana <Silva>')
  await git(dir, 'config', 'user.email', 'ana@example.invalid')
  const model: Origin = byAgent('create', 'agent', { model: 'claude-test' })
  await store.put([fileAt('people/ana.md', '# Ana\n\n- [ ] Is **allergic** to [nuts](nuts.md)\n')], model)
  await rewrite(store, 'people/ana.md', '# Ana\n', byClient('edit', 'agent', { client: 'Claude Code' }))
  await rewrite(store, 'data.json', '{ "secret": 1 }\n', byUser('create'))
  await rewrite(store, 'data.json', '{ "secret": 1 }\n', byUser('edit'))
  await store.move([{ from: 'people', to: 'friends' }], byUser('rename'))
  await store.remove(['friends/ana.md'], byUser('delete'))
  const undone = await store.undo({ next: 'undo' }, byUser('undo'))
  if (undone.kind !== 'committed') throw new Error('Nothing was undone.')
  await store.undo({ commits: [undone.commit.id] }, byUser('undo'))
  await writeOutside(dir, 'todo.md', 'Buy tea\n')
  await writeOutside(dir, 'data.json', '{}\n')
  await store.adopt()
  await rewrite(store, 'long.md', `${'記'.repeat(100)}\u202e\n`, byUser('create'))
  const ana = 'Ana Silva'
  expect(await subjects(dir)).toEqual([
    `${ana}: long: ${'記'.repeat(65)}…`,
    'Another program: edited outside: data.json and 1 other',
    `${ana}: redid “deleted friends/ana.md”`,
    `${ana}: undid “deleted friends/ana.md”`,
    `${ana}: deleted friends/ana.md`,
    `${ana}: renamed people to friends`,
    `${ana}: no change to data.json`,
    `${ana}: created data.json`,
    'Claude Code: removed 2 lines from people/ana.md',
    'claude-test: ana: Is allergic to nuts',
  ])
  expect(await git(dir, 'log', '-1', '--format=%ae %ce')).toBe('ana@example.invalid ana@example.invalid\n')
})

test('an undo of several changes names the first, and its redo does too', async () => {
  await using place = await newStore()
  const { dir, store } = place
  for (const [path, text] of [
    ['about-me.md', 'My bike is blue\n'],
    ['plan.md', 'Go\n'],
    ['long.md', `${'記'.repeat(100)}\n`],
  ] as const)
    await store.put([fileAt(path, text)], byAgent('create', 'agent', { conversation: 'c1', turn: 1 }))
  const undone = await store.undo({ conversation: 'c1' }, byUser('undo'))
  if (undone.kind !== 'committed') throw new Error('Nothing was undone.')
  await store.undo({ commits: [undone.commit.id] }, byUser('undo'))
  expect((await subjects(dir)).slice(0, 2)).toEqual([
    'User: redid “about-me: My bike is blue” and 2 more',
    'User: undid “about-me: My bike is blue” and 2 more',
  ])
})

test('what was done to several files names the first, and what another program deleted before all else', async () => {
  await using place = await newStore()
  const { dir, store } = place
  const paths = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md']
  await store.put(
    paths.map((path) => fileAt(path, `${path}\n`)),
    byUser('create'),
  )
  await store.remove(['d.md', 'e.md'], byUser('delete'))
  await store.move(
    ['a.md', 'b.md', 'c.md'].map((from) => ({ from, to: `new-${from}` })),
    byUser('rename'),
  )
  await store.restore('HEAD~1', ['a.md', 'b.md'], byUser('restore'))
  await fs.rm(`${dir}/new-c.md`)
  await writeOutside(dir, 'a.md', 'A line more\n')
  await writeOutside(dir, 'z.md', 'z\n')
  await store.adopt()
  const id = (await git(dir, 'rev-parse', '--short=7', 'HEAD~2~1')).trim()
  expect(await subjects(dir)).toEqual([
    'Another program: deleted outside: new-c.md, 2 more changed',
    `User: restored a.md and 1 other to ${id}`,
    'User: renamed a.md to new-a.md and 2 others',
    'User: deleted d.md and 1 other',
    'User: created a.md and 4 others',
  ])
})

test('a subject quotes nothing that the policies in force would keep out', async () => {
  let rule = ''
  const gate: Gate = ({ path, after }) =>
    !isPolicyPath(path) && rule !== '' && after !== null && Buffer.from(after).includes(rule)
      ? { kind: 'hold', reason: { id: 'file-withheld', values: { path, rules: ['mine'] } }, rules: ['mine'] }
      : { kind: 'allow' }
  await using place = await newStore({ gate })
  const { dir, store } = place
  await rewrite(store, 'a.md', 'Falcon flies\n')
  rule = 'Falcon'
  await store.undo({ next: 'undo' }, byUser('undo'))
  // Their own file is not judged.
  await store.putPolicies(null, Buffer.from('{}\n'), byUser('edit'), 'policies: pinned Falcon.md')
  expect(await subjects(dir)).toEqual([
    'User: changed .variorum/policies.json',
    'User: undid a.md',
    'Agent: a: Falcon flies',
  ])
})

test("commits of git by the user's own address are the user's where the history began here, or the user said so", async () => {
  const { GIT_CONFIG_GLOBAL } = process.env
  const dir = await newFolder()
  await fs.writeFile(`${dir}.gitconfig`, '[user]\n\tname = T\n\temail = T@example.invalid\n')
  process.env.GIT_CONFIG_GLOBAL = `${dir}.gitconfig`
  try {
    await git(dir, 'init', '-q')
    await writeOutside(dir, 'mine.md', 'By hand\n')
    await commitAt(dir, '2026-01-01T00:00:00Z')
    const device = deviceOf(dir)
    expect((await inspectFolder(dir, { device })).ownCommits).toEqual({ count: 1, addresses: ['t@example.invalid'] })
    for (const [mine, actor] of [
      [false, 'outside'],
      [true, 'user'],
    ] as const) {
      // A folder that this device does not know.
      await fs.rm(`${dir}/.git/variorum`, { recursive: true, force: true })
      const derived = await newFolder()
      const store = await openStore({ dir, device, derived, gate: allow, mine, watch: false })
      await store.reindex({ resume: true })
      const { commits } = await store.history({ actors: [actor] })
      expect(commits.map(({ ours, author, origin }) => [ours, author, origin.actor])).toEqual([[mine, 'T', actor]])
      expect(await lineage(store, 'mine.md')).toBe(actor)
      expect((await store.tree()).files[0]?.last?.actor).toBe(actor)
      await store.close()
    }
  } finally {
    process.env.GIT_CONFIG_GLOBAL = GIT_CONFIG_GLOBAL
  }
})

test('a message that claims to be the user’s is believed of nobody, whatever its address', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await git(dir, 'config', 'user.email', 't@example.invalid')
  await writeOutside(dir, 'a.md', 'a\n')
  await git(dir, 'add', '-A')
  await git(dir, 'commit', '-qm', 'x\n\nVariorum-Id: 01M8E981B0MG7AMFEETHN1X99Z\nVariorum-Actor: user')
  await store.close()
  const again = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  expect((await again.history({})).commits[0]?.ours).toBe(false)
  expect(await lineage(again, 'a.md')).toBe('outside')
  await again.close()
})

test('in a folder that is a program’s memory, edits from outside are signed by the program', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await store.changeSettings({ program: 'Claude Code' })
  await writeOutside(dir, 'a.md', 'one\n')
  await store.adopt()
  await store.published()
  expect(await git(dir, 'log', '-1', '--format=%an %s')).toBe('Claude Code added outside: a.md\n')
  const [commit] = (await store.history({})).commits
  expect(commit?.origin).toMatchObject({ actor: 'outside', client: 'Claude Code', lineage: 'outside' })
  await expect(store.changeSettings({ program: 'two\nlines' })).rejects.toThrow()
})

import * as fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Commit, WriteOutcome } from '../../../shared/commit.ts'
import { verbatim } from '../../../shared/messages/say.ts'
import { saying } from '../../../testing/saying.ts'
import type { Store } from '../store-interface.ts'
import {
  gitDirOf,
  agent,
  bytes,
  fileAt,
  countCommits,
  filesOfHead,
  git,
  gitComplaints,
  newStore,
  user,
  writeOutside,
} from './store-fixture.ts'

const undoing = { ...user, verb: 'undo' } as const
const restoring = { ...user, verb: 'restore' } as const
const renaming = { ...agent, verb: 'rename' } as const

function committed(outcome: WriteOutcome | { readonly kind: string }): Commit {
  if (outcome.kind !== 'committed' || !('commit' in outcome)) throw new Error(JSON.stringify(outcome))
  return outcome.commit
}

async function put(store: Store, path: string, text: string, origin = agent): Promise<Commit> {
  const found = await store.look(path)
  return committed(await store.put([fileAt(path, text, found.kind === 'file' ? found.blob.id : null)], origin))
}

async function expectFiles(dir: string, files: Record<string, string>): Promise<void> {
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([files, ''])
}

test('an undo is a commit, and undoing it is the redo', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await put(store, 'a.md', 'one\n')
  const second = await put(store, 'a.md', 'two\n')
  const undo = committed(await store.undo({ commits: [second.id] }, undoing))
  expect([undo.subject, undo.origin.undoes]).toEqual(['undid “a: two”', [second.variorumId]])
  await expectFiles(dir, { 'a.md': 'one\n' })
  expect((await store.history({})).commits.map(({ undoneBy }) => undoneBy)).toEqual([null, undo.variorumId, null])
  const redo = committed(await store.undo({ commits: [undo.variorumId ?? ''] }, undoing))
  await expectFiles(dir, { 'a.md': 'two\n' })
  expect((await store.history({})).commits.map(({ undoneBy }) => undoneBy)).toEqual([null, redo.variorumId, null, null])
  expect((await store.commit(second.id.slice(0, 8))).undoneBy).toBeNull()
})

test.for(['by the agent', 'by another program'])(
  'undoing a file that was changed since %s writes nothing and says why',
  async (who) => {
    await using place = await newStore()
    const { dir, store } = place
    const first = await put(store, 'a.md', 'one\n')
    if (who === 'by the agent') await put(store, 'a.md', 'two\n')
    else await writeOutside(dir, 'a.md', 'two\n')
    expect(await store.undo({ commits: [first.id] }, undoing)).toMatchObject({
      kind: 'conflict',
      paths: ['a.md'],
      reason: saying('a later change affects'),
    })
    await store.adopt()
    await expectFiles(dir, { 'a.md': 'two\n' })
    expect(await countCommits(dir)).toBe(2)
  },
)

test('a change of mode that was reversed since leaves nothing to undo', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await put(store, 'a.md', 'one\n')
  await fs.chmod(`${dir}/a.md`, 0o755)
  await store.adopt()
  const [executable] = (await store.history({ limit: 1 })).commits
  await fs.chmod(`${dir}/a.md`, 0o644)
  await store.adopt()
  expect(await store.undo({ commits: [executable?.id ?? ''] }, undoing)).toMatchObject({ kind: 'refused' })
})

test('undoing a rename with a change of mode restores both', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await put(store, 'a.md', 'one\n')
  await fs.rename(`${dir}/a.md`, `${dir}/b.md`)
  await fs.chmod(`${dir}/b.md`, 0o755)
  await store.adopt()
  const [renamed] = (await store.history({ limit: 1 })).commits
  expect(renamed?.changes.map(({ change }) => [change.from, change.before?.mode, change.after?.mode])).toEqual([
    ['a.md', '100644', '100755'],
  ])
  committed(await store.undo({ commits: [renamed?.id ?? ''] }, undoing))
  expect(await git(dir, 'ls-files', '-s')).toMatch(/^100644 .*\ta\.md\n$/)
})

test('undo restores folders that were renamed, or deleted with their files', async () => {
  await using place = await newStore()
  const { dir, store } = place
  const files = { 'd/a.md': 'a\n', 'd/e/b.md': 'b\n', 'd/same.md': 'a\n' }
  for (const [path, text] of Object.entries(files)) await put(store, path, text)
  await fs.chmod(`${dir}/d/a.md`, 0o755)
  await store.adopt()
  const moved = committed(await store.move([{ from: 'd', to: 'x/y' }], renaming))
  await expectFiles(dir, { 'x/y/a.md': 'a\n', 'x/y/e/b.md': 'b\n', 'x/y/same.md': 'a\n' })
  expect(moved.changes.map(({ change }) => change.from?.startsWith('d/'))).toEqual([true, true, true])
  committed(await store.undo({ commits: [moved.id] }, undoing))
  await expectFiles(dir, files)
  expect(await git(dir, 'ls-files', '-s', 'd/a.md')).toMatch(/^100755/)
  expect(await store.look('x/y')).toEqual({ kind: 'missing', path: 'x/y' })
  const removed = committed(await store.remove(['d'], { ...agent, verb: 'delete' }))
  expect(await store.look('d')).toEqual({ kind: 'missing', path: 'd' })
  committed(await store.undo({ commits: [removed.id] }, undoing))
  await expectFiles(dir, files)
})

test('a whole turn is undone, in whatever order its commits are given', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await put(store, 'kept.md', 'kept\n')
  const turn = { ...agent, conversation: 'c1', turn: 1 }
  await put(store, 'a.md', 'one\n', turn)
  await put(store, 'a.md', 'two\n', turn)
  committed(await store.move([{ from: 'a.md', to: 'b.md' }], { ...turn, verb: 'rename' }))
  await put(store, 'kept.md', 'changed\n', turn)
  await put(store, 'later.md', 'later\n', { ...agent, conversation: 'c1', turn: 2 })
  const commits = await store.commitsOfTurn('c1', 1)
  expect(commits).toHaveLength(4)
  const undo = committed(
    await store.undo({ commits: [...commits.toReversed(), ...commits].map(({ id }) => id) }, undoing),
  )
  expect(undo.origin.undoes).toEqual(commits.map(({ variorumId }) => variorumId))
  await expectFiles(dir, { 'kept.md': 'kept\n', 'later.md': 'later\n' })
  expect((await store.commitsOfTurn('c1', 1)).map(({ undoneBy }) => undoneBy)).toEqual(
    commits.map(() => undo.variorumId),
  )
  committed(await store.undo({ commits: [undo.id] }, undoing))
  await expectFiles(dir, { 'b.md': 'two\n', 'kept.md': 'changed\n', 'later.md': 'later\n' })
})

test('a file, a folder and the whole store can be restored, even where files and folders traded places', async () => {
  await using place = await newStore()
  const { dir, store } = place
  const then = { 'd/a.md': 'a\n', 'd/e': 'a file\n', 'x.md': 'x\n' }
  for (const [path, text] of Object.entries(then)) await put(store, path, text)
  const at = (await store.history({ limit: 1 })).commits[0]?.id ?? ''
  committed(await store.remove(['d'], agent))
  await put(store, 'd', 'now a file\n')
  await put(store, 'x.md', 'changed\n')
  await put(store, 'new.md', 'new\n')
  const before = (await store.history({ limit: 1 })).commits[0]?.id ?? ''
  const restore = committed(await store.restore(at, [''], restoring))
  expect([restore.subject, restore.origin.restores !== undefined]).toEqual([
    `restored everything to ${at.slice(0, 7)}`,
    true,
  ])
  await expectFiles(dir, then)
  committed(await store.restore(before, [''], restoring))
  const now = { d: 'now a file\n', 'new.md': 'new\n', 'x.md': 'changed\n' }
  await expectFiles(dir, now)
  committed(await store.restore(at, ['x.md'], restoring))
  await expectFiles(dir, { ...now, 'x.md': 'x\n' })
  committed(await store.restore(at, ['d'], restoring))
  await expectFiles(dir, { 'd/a.md': 'a\n', 'd/e': 'a file\n', 'new.md': 'new\n', 'x.md': 'x\n' })
  committed(await store.remove(['d/e'], agent))
  await put(store, 'd/e/deep.md', 'deep\n')
  committed(await store.restore(at, ['d'], restoring))
  await expectFiles(dir, { ...then, 'new.md': 'new\n' })
  expect(await store.restore(at, ['d'], restoring)).toMatchObject({
    kind: 'refused',
    reason: saying('already'),
  })
  expect(await store.restore(at, ['../x'], restoring)).toMatchObject({
    kind: 'refused',
    reason: saying('didn’t exist then'),
  })
})

test('a restore first adopts what another program wrote, and never removes ignored files', async () => {
  await using place = await newStore({ prepare: (dir) => writeOutside(dir, '.gitignore', '*.log\n') })
  const { dir, store } = place
  await put(store, 'd', 'a file\n')
  const at = (await store.history({ limit: 1 })).commits[0]?.id ?? ''
  committed(await store.remove(['d'], agent))
  await writeOutside(dir, 'd/a.md', 'outside\n')
  await writeOutside(dir, 'd/mine.log', 'ignored\n')
  expect(await store.restore(at, [''], restoring)).toMatchObject({
    kind: 'refused',
    reason: saying('folder with files'),
  })
  expect(await fs.readFile(`${dir}/d/mine.log`, 'utf8')).toBe('ignored\n')
  expect((await store.history({ limit: 1 })).commits[0]?.origin.actor).toBe('outside')
  await fs.rm(`${dir}/d/mine.log`)
  committed(await store.restore(at, [''], restoring))
  await expectFiles(dir, { '.gitignore': '*.log\n', d: 'a file\n' })
})

test('the gate may refuse an undo or a restore, but never rewrites it', async () => {
  let verdict: 'allow' | 'replace' | 'refuse' = 'allow'
  await using place = await newStore({
    gate: () =>
      verdict === 'refuse'
        ? { kind: 'refuse', reason: verbatim('no'), rule: 'r' }
        : verdict === 'replace'
          ? { kind: 'replace', after: bytes('redacted'), notes: [] }
          : { kind: 'allow' },
  })
  const { dir, store } = place
  const first = await put(store, 'a.md', 'one\n')
  const second = await put(store, 'a.md', 'two\n')
  verdict = 'refuse'
  expect(await store.undo({ commits: [second.id] }, undoing)).toEqual({
    kind: 'refused',
    reason: verbatim('no'),
    rule: 'r',
  })
  expect(await store.restore(first.id, [''], restoring)).toEqual({ kind: 'refused', reason: verbatim('no'), rule: 'r' })
  // Only where the gate leaves it to the user.
  expect(await store.restore(first.id, [''], restoring, { override: true })).toEqual({
    kind: 'refused',
    reason: verbatim('no'),
    rule: 'r',
  })
  verdict = 'replace'
  committed(await store.undo({ commits: [second.id] }, undoing))
  await expectFiles(dir, { 'a.md': 'one\n' })
  await put(store, 'b.md', 'secret\n')
  await expectFiles(dir, { 'a.md': 'one\n', 'b.md': 'redacted' })
})

test('a foreign commit with names that lead out cannot be restored', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await put(store, 'a.md', 'one\n')
  const { execFileSync } = await import('node:child_process')
  const id = (await git(dir, 'rev-parse', 'HEAD:a.md')).trim()
  const raw = Buffer.concat([Buffer.from('100644 evil.md\0'), Buffer.from(id, 'hex')])
  const inner = execFileSync(
    'git',
    [`--git-dir=${gitDirOf(dir)}`, 'hash-object', '-t', 'tree', '-w', '--literally', '--stdin'],
    {
      cwd: dir,
      input: raw,
    },
  )
    .toString()
    .trim()
  const outer = execFileSync(
    'git',
    [`--git-dir=${gitDirOf(dir)}`, 'hash-object', '-t', 'tree', '-w', '--literally', '--stdin'],
    {
      cwd: dir,
      input: Buffer.concat([Buffer.from('40000 ..\0'), Buffer.from(inner, 'hex')]),
    },
  )
    .toString()
    .trim()
  const evil = (await git(dir, 'commit-tree', '-m', 'evil', outer)).trim()
  await expect(store.restore(evil, [''], restoring)).rejects.toMatchObject({ code: 'damaged' })
  await expect(fs.stat(`${dir}/../evil.md`)).rejects.toThrow()
})

test('single lines of a deleted file come back without the others', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await put(store, 'a.md', '1\n2\n3\n')
  await put(store, 'empty.md', '')
  const { id } = committed(await store.remove(['a.md'], { ...agent, verb: 'delete' }))
  const emptied = committed(await store.remove(['empty.md'], { ...agent, verb: 'delete' }))
  const of = (path: string, ...removed: readonly number[]) => ({ path, removed, added: [] })
  committed(await store.undo({ commits: [id], lines: of('a.md', 2) }, undoing))
  await expectFiles(dir, { 'a.md': '2\n' })
  committed(await store.undo({ commits: [emptied.id], lines: of('empty.md') }, undoing))
  expect(Object.keys(await filesOfHead(dir))).toContain('empty.md')
  const both = { commits: [id, emptied.id], lines: of('a.md', 2) }
  await expect(store.undo(both, undoing)).rejects.toMatchObject({ code: 'bad-request' })
})

test('what changed since a state that was rewritten away counts from the beginning, and can be undone', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await put(store, 'a.md', '1\n')
  const looked = await put(store, 'a.md', '1\n2\n')
  await git(dir, 'commit', '-q', '--amend', '-m', 'rewritten')
  const written = await put(store, 'a.md', '1\n2\n3\n')
  const { since, until, changes } = await store.changesSince(looked.id)
  expect(since).toBeNull()
  const added = changes.flatMap((change) => change.added.flatMap(({ number, text }) => (text === '2' ? number : [])))
  const lines = { path: 'a.md', removed: [], added, between: { since, until: until ?? '' } }
  committed(await store.undo({ commits: [written.id], lines }, undoing))
  await expectFiles(dir, { 'a.md': '1\n3\n' })
})

test('after an undo of a commit of native git, Undo goes further back and Redo brings it back', async () => {
  await using place = await newStore()
  const { dir, store } = place
  const first = await put(store, 'a.md', '1\n')
  await writeOutside(dir, 'b.md', 'b\n')
  await git(dir, 'add', '.')
  await git(dir, 'commit', '-q', '-m', 'by hand')
  committed(await store.undo({ commits: [(await git(dir, 'rev-parse', 'HEAD')).trim()] }, undoing))
  expect(await store.nextSteps()).toMatchObject({
    undo: { id: first.variorumId },
    redo: { subject: 'undid “by hand”' },
  })
  committed(await store.undo({ next: 'redo' }, undoing))
  await expectFiles(dir, { 'a.md': '1\n', 'b.md': 'b\n' })
  expect(await store.nextSteps()).toMatchObject({ undo: { id: first.variorumId }, redo: null })
})

test('a conflict of whole files stays open until one of them is chosen', async () => {
  await using place = await newStore()
  const { dir, store } = place
  const written = await put(store, 'a.bin', 'one\0')
  await put(store, 'a.bin', 'two\0', user)
  const what = { commits: [written.id] }
  const [conflict] = (await store.previewUndo(what)).conflicts
  for (const choice of ['both', { text: 'three' }] as const) {
    const how = { choices: { [conflict?.id ?? '']: choice } }
    expect(await store.undo(what, undoing, how)).toMatchObject({ kind: 'conflict', conflicts: [{ choice: null }] })
  }
  committed(await store.undo(what, undoing, { choices: { [conflict?.id ?? '']: 'theirs' } }))
  await expectFiles(dir, {})
})

test('a link that became a file is not merged with it', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await fs.symlink('there.md', `${dir}/a`)
  await store.adopt()
  const [linked] = (await store.history({ limit: 1 })).commits
  await fs.rm(`${dir}/a`)
  await writeOutside(dir, 'a', 'there.md\nand more\n')
  await store.adopt()
  expect(await store.previewUndo({ commits: [linked?.id ?? ''] })).toMatchObject({ conflicts: [{ kind: 'file' }] })
})

test('a file that another one was moved over comes back where it was, and the other one goes back', async () => {
  await using place = await newStore()
  const { dir, store } = place
  const turn = { ...agent, conversation: 'c1', turn: 1 }
  await put(store, 'draft.md', 'the new plan\n')
  await put(store, 'plan.md', 'what we had before\n')
  await put(store, 'plan.md', 'what we had before, edited\n', turn)
  const deleted = await store.remove(['plan.md'], { ...turn, verb: 'delete' })
  committed(await store.move([{ from: 'draft.md', to: 'plan.md' }], { ...turn, verb: 'rename' }))
  committed(await store.undo({ conversation: 'c1' }, undoing))
  await expectFiles(dir, { 'draft.md': 'the new plan\n', 'plan.md': 'what we had before\n' })
  committed(await store.undo({ next: 'redo' }, undoing))
  await expectFiles(dir, { 'plan.md': 'the new plan\n' })
  committed(await store.move([{ from: 'plan.md', to: 'kept.md' }], { ...user, verb: 'rename' }))
  committed(await store.undo({ commits: [committed(deleted).id] }, undoing))
  await expectFiles(dir, { 'kept.md': 'the new plan\n', 'plan.md': 'what we had before, edited\n' })
})

test('undo goes on behind what git has undone', async () => {
  await using place = await newStore()
  const { store, dir } = place
  await store.put([fileAt('a.md', '1\n')], agent)
  await store.put([fileAt('b.md', '2\n')], agent)
  await git(dir, 'rm', '-q', 'b.md')
  await git(dir, 'commit', '-qm', 'without b')
  expect((await store.nextSteps()).undo?.subject).toContain('a: 1')
  expect((await store.undo({ next: 'undo' }, user)).kind).toBe('committed')
  expect(await filesOfHead(dir)).toEqual({})
  expect((await store.undo({ next: 'undo' }, user)).kind).toBe('nothing')
})

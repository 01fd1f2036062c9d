import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { FoundFile, FoundInSource, ImportKind, ImportProposal } from '../../shared/import.ts'
import { say } from '../../shared/messages/say.ts'
import { newFolder } from '../../testing/folders.ts'
import { git, gitComplaints } from '../../testing/git.ts'
import { type Core, openCore } from '../core.ts'
import type { ReadSource } from './imports.ts'
import { hashOf } from './ledger.ts'

async function importing(): Promise<{ readonly core: Core; readonly dir: string }> {
  const home = await newFolder()
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, watch: false })
  onTestFinished(() => core.close())
  return { core, dir: nodePath.join(home, 'memory') }
}

/** Several files may come from one place of the source. */
const file = (path: string, text: string): FoundFile => ({
  path,
  text,
  time: '2024-03-05T10:00:00Z',
  from: 'conversations.json',
  items: 1,
})

function source(kind: ImportKind, files: readonly FoundFile[], leftOut: FoundInSource['leftOut'] = []): ReadSource {
  const found = files.length + leftOut.length
  return { name: `${kind}.zip`, hash: hashOf(JSON.stringify(files)), found: { kind, found, files, leftOut } }
}

const textOf = async (core: Core, path: string): Promise<string | null> => (await core.store.file(path))?.text ?? null

function accounted({ sources }: ImportProposal): void {
  for (const { found, proposed, folded, leftOut } of sources)
    expect(proposed + folded + leftOut.reduce((sum, { count }) => sum + count, 0)).toBe(found)
}

test('all of it waits, is written as one commit that says what it is of, and is undone as one', async () => {
  const { core, dir } = await importing()
  await core.saveFile('me.md', null, 'I like green tea.\n')
  const made = await core.imports.propose(
    [
      source(
        'chatgpt',
        [
          file('profile.md', '# Profile\n\n- Likes green tea.\n- Lives in the old town of Porto.\n'),
          file('keys.md', 'password: Zebra-Hunter2!9\n'),
          file('known.md', '- The user likes green tea.\n'),
        ],
        [{ what: 'a talk', why: say('import-unknown', { source: 'a talk' }) }],
      ),
      source('folder', [file('me.md', 'Other notes of mine.\n')]),
    ],
    { into: 'from' },
  )
  accounted(made)
  expect(made.sources).toMatchObject([
    { found: 4, proposed: 2, folded: 1 },
    { found: 1, proposed: 1 },
  ])
  expect(made.files.map(({ path }) => path)).toEqual(['from/profile.md', 'from/keys.md', 'from/me.md'])
  expect(made.folded.map(({ path }) => path)).toEqual(['me.md', 'me.md'])
  expect(JSON.stringify(made)).not.toContain('Zebra')
  expect((await core.store.tree()).files).toHaveLength(1)
  expect((await core.review.review()).waiting).toMatchObject([{ kind: 'import', id: made.id, files: 3 }])

  const outcome = await core.accept({ id: made.id })
  expect(outcome).toMatchObject({ kind: 'committed', commit: { origin: { actor: 'user', lineage: 'outside' } } })
  expect(await textOf(core, 'from/profile.md')).toBe('# Profile\n\n- Lives in the old town of Porto.\n')
  // The user has just chosen it.
  expect(await core.review.review()).toMatchObject({ waiting: [], lines: [] })
  await core.store.published()
  const message = await git(dir, 'log', '-1', '--format=%B')
  expect(message).toContain('imported from/profile.md and 2 others')
  expect(message).toMatch(/^Variorum-Source: chatgpt\.zip \(chatgpt\), folder\.zip \(folder\)$/m)
  expect(message).toMatch(/^Variorum-Source-Hash: [0-9a-f]{64}$/m)
  // The source's date is the author's; the history is in its own order.
  expect(await git(dir, 'log', '-1', '--format=%as')).toBe('2024-03-05\n')
  expect('commit' in outcome && Date.parse(outcome.commit.time)).toBeGreaterThan(Date.now() - 60_000)
  const commit = 'commit' in outcome ? (outcome.commit.variorumId ?? '') : ''
  await core.undo({ commits: [commit] })
  expect((await core.store.tree()).files.map(({ path }) => path)).toEqual(['me.md'])
  await core.store.published()
  expect(await gitComplaints(dir)).toBe('')
})

test('a part of it is taken, lines and edits too; what was left out is not proposed again', async () => {
  const { core } = await importing()
  const files = [
    file('a.md', 'One fact here.\n'),
    file('b.md', 'Another fact here.\n'),
    file('c.md', 'A third fact.\n'),
  ]
  const { id } = await core.imports.propose([source('claude', files)])
  await core.accept({ id, imported: [{ path: 'a.md' }, { path: 'b.md', text: 'As I say it.\n' }] })
  expect(await textOf(core, 'b.md')).toBe('As I say it.\n')
  expect(await textOf(core, 'c.md')).toBeNull()
  const again = await core.imports.propose([source('claude', files)])
  expect(again).toMatchObject({ files: [], sources: [{ proposed: 0, folded: 3, vanished: [] }] })
  expect((await core.review.review()).waiting).toEqual([])
})

test('what was imported and undone may come again', async () => {
  const { core } = await importing()
  const files = [file('a.md', 'One fact here.\n'), file('b.md', 'Another fact here.\n')]
  const { id } = await core.imports.propose([source('chatgpt', files)])
  const outcome = await core.accept({ id, imported: [{ path: 'a.md' }] })
  expect((await core.imports.propose([source('chatgpt', files)])).files).toEqual([])
  await core.undo({ commits: ['commit' in outcome ? (outcome.commit.variorumId ?? '') : ''] })
  const again = await core.imports.propose([source('chatgpt', files)])
  accounted(again)
  expect(again.files.map(({ path }) => path)).toEqual(['a.md', 'b.md'])
})

test('while one import of a source waits, the next takes its place', async () => {
  const { core } = await importing()
  await core.imports.propose([source('claude', [file('a.md', 'One fact here.\n')])])
  await core.imports.propose([source('mem0', [file('m.md', 'A fact of another.\n')])])
  const { id } = await core.imports.propose([
    source('claude', [file('a.md', 'One fact here.\n'), file('b.md', 'And more of it.\n')]),
  ])
  const { waiting } = await core.review.review()
  expect(waiting.map((each) => each.kind === 'import' && each.names)).toEqual([['mem0.zip'], ['claude.zip']])
  await core.accept({ id })
  expect(await textOf(core, 'b.md')).toBe('And more of it.\n')
  expect((await core.store.tree()).files).toHaveLength(2)
})

test('a repeated import brings what is new or changed into the file as it is by now, and says what vanished', async () => {
  const { core } = await importing()
  const first = await core.imports.propose([
    source('vault', [file('a.md', 'one\ntwo\nthree\n'), file('b.md', 'gone\n')]),
  ])
  await core.accept({ id: first.id })
  const blob = (await core.store.file('a.md'))?.blob.id ?? ''
  await core.saveFile('a.md', blob, 'one, by me\ntwo\nthree\n')
  const second = await core.imports.propose([
    source('vault', [file('a.md', 'one\ntwo\nthree and four\n'), file('new.md', 'new\n')]),
  ])
  accounted(second)
  expect(second.sources).toMatchObject([{ proposed: 2, vanished: ['b.md'] }])
  expect(second.files[0]).toMatchObject({ path: 'a.md', text: 'one, by me\ntwo\nthree and four\n' })
  await core.accept({ id: second.id })
  expect(await textOf(core, 'a.md')).toBe('one, by me\ntwo\nthree and four\n')
  expect(await textOf(core, 'b.md')).toBe('gone\n')
})

test('where the source and the user changed one place, the source’s comes beside it; left-out lines stay out', async () => {
  const { core } = await importing()
  await core.saveFile('me.md', null, 'I like green tea.\n')
  const text = (pet: string): string => `# Me\n\n- Likes green tea.\n- Lives in Porto.\n- ${pet}\n`
  const first = await core.imports.propose([source('chatgpt', [file('profile.md', text('Has a dog.'))])])
  await core.accept({ id: first.id, imported: [{ path: 'profile.md', text: '# Me\n\n- Has a dog.\n' }] })
  const second = await core.imports.propose([source('chatgpt', [file('profile.md', text('Has a cat.'))])])
  expect(second.files).toMatchObject([{ path: 'profile.md', text: '# Me\n\n- Has a cat.\n' }])
  const blob = (await core.store.file('profile.md'))?.blob.id ?? ''
  await core.saveFile('profile.md', blob, '# Me\n\n- Has two dogs.\n')
  const third = await core.imports.propose([source('chatgpt', [file('profile.md', text('Has a bird.'))])])
  expect(third.files).toMatchObject([{ path: 'profile 2.md', before: null }])
  await core.accept({ id: third.id })
  expect(await textOf(core, 'profile.md')).toBe('# Me\n\n- Has two dogs.\n')
  expect(await textOf(core, 'profile 2.md')).toContain('- Has a bird.')
})

test('two texts that were pasted are two files, and neither is part of the other', async () => {
  const { core } = await importing()
  for (const text of ['- Has a dog named Bo.\n', '- Rides a bicycle to work.\n']) {
    const { id, sources } = await core.imports.propose([source('text', [file('about-me.md', text)])])
    expect(sources).toMatchObject([{ vanished: [] }])
    await core.accept({ id })
  }
  expect(await textOf(core, 'about-me.md')).toBe('- Has a dog named Bo.\n')
  expect(await textOf(core, 'about-me 2.md')).toBe('- Rides a bicycle to work.\n')
})

test('what waits is replaced only by all of it; no file comes where a folder is', async () => {
  const { core } = await importing()
  await core.saveFile('work', null, 'A file.\n')
  await core.saveFile('home.md/list.md', null, 'A list.\n')
  await core.imports.propose([source('claude', [file('work/plan.md', 'A plan.\n')])])
  const { files } = await core.imports.propose([source('claude', [file('home.md', 'My home.\n')])])
  const waiting = (await core.review.review()).waiting.map((each) => each.kind === 'import' && each.paths)
  expect(waiting).toEqual([['work 2/plan.md'], ['home 2.md']])
  expect(files).toHaveLength(1)
})

test('what only has the name of a file replaces nothing; a rehearsal leaves nothing; what is refused may come again', async () => {
  const { core } = await importing()
  await core.saveFile('notes.md', null, 'Mine.\n')
  const files = [file('notes.md', 'Theirs.\n'), file('NOTES.md', 'And others.\n')]
  expect(await core.imports.propose([source('folder', files)], { isRehearsal: true })).toMatchObject({
    files: [{ path: 'notes 2.md' }, { path: 'NOTES 3.md' }],
  })
  expect((await core.review.review()).waiting).toEqual([])
  const { id } = await core.imports.propose([source('folder', files)])
  await core.refuse(id)
  expect((await core.review.review()).waiting).toEqual([])
  await expect(core.accept({ id })).rejects.toThrow()
  expect((await core.imports.propose([source('folder', files)])).files).toHaveLength(2)
  expect(await textOf(core, 'notes.md')).toBe('Mine.\n')
})

test('what was written since stays; where both changed one place nothing is written', async () => {
  const { core } = await importing()
  const first = await core.imports.propose([source('rules', [file('r.md', 'one\ntwo\nthree\n')])])
  await core.accept({ id: first.id })
  const second = await core.imports.propose([source('rules', [file('r.md', 'one\ntwo\nTHREE\n')])])
  const save = async (text: string): Promise<void> =>
    void (await core.saveFile('r.md', (await core.store.file('r.md'))?.blob.id ?? '', text))
  await save('one\ntwo\nthree, mine\n')
  expect(await core.accept({ id: second.id })).toMatchObject({ kind: 'conflict', paths: ['r.md'] })
  await save('ONE\ntwo\nthree\n')
  expect(await core.accept({ id: second.id })).toMatchObject({ kind: 'committed' })
  expect(await textOf(core, 'r.md')).toBe('ONE\ntwo\nTHREE\n')
})

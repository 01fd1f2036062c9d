import * as fs from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isClaimed } from '../../../shared/commit.ts'
import { type Origin } from '../../../shared/origin.ts'
import { eventually } from '../../../testing/eventually.ts'
import { modeHere } from '../../../testing/systems.ts'
import { formatMessage, readMessage } from '../repo/commit-message.ts'
import {
  agent,
  fileAt,
  countCommits,
  git,
  gitComplaints,
  lineage,
  newStore,
  rewrite,
  user,
  writeOutside,
} from '../tests/store-fixture.ts'

test('consecutive pages have no gaps, with and without filters', async () => {
  await using place = await newStore()
  const { dir, store } = place
  for (let at = 0; at < 7; at += 1)
    await store.put(
      [fileAt(`d/f${at}.md`, `${at}\n`)],
      at % 2 === 0 ? { ...agent, conversation: 'c1', turn: at + 1 } : user,
    )
  await store.move([{ from: 'd', to: 'e/d' }], { ...agent, verb: 'rename' })
  await writeOutside(dir, 'Lisbon notes.md', 'x')
  await store.adopt()
  const all = (await git(dir, 'rev-list', 'HEAD')).trim().split('\n')
  const read = async (query: object): Promise<readonly string[]> => {
    const ids: string[] = []
    for (let after: string | undefined; ;) {
      const page = await store.history({ limit: 2, ...query, ...(after === undefined ? {} : { after }) })
      ids.push(...page.commits.map(({ id }) => id))
      expect(page.next === null || page.commits.length === 2).toBe(true)
      if (page.next === null) return ids
      after = page.next
    }
  }
  expect(await read({})).toEqual(all)
  expect(await read({ limit: 9 })).toEqual(all)
  expect(await read({ actors: ['user'] })).toEqual(all.slice(2).filter((_, at) => at % 2 === 1))
  expect(await read({ actors: ['outside', 'user'], words: 'lisbon' })).toEqual([all[0]])
  expect(await read({ conversation: 'c1' })).toHaveLength(4)
  expect(await read({ path: 'd/f3.md' })).toEqual([all[1], all[5]])
  expect(await read({ path: 'e' })).toEqual([all[1]])
  expect(await read({ words: ' RENAME  d ' })).toEqual([all[1]])
  expect(await read({ words: 'nowhere' })).toEqual([])
})

test('a commit is found by its id, a unique prefix and its Variorum-Id, and nothing else', async () => {
  await using place = await newStore()
  const { dir, store } = place
  for (let at = 0; at < 40; at += 1) await store.put([fileAt(`f${at}.md`, `${at}`)], agent)
  const [first] = (await store.history({ limit: 1 })).commits
  const id = first?.id ?? ''
  for (const ref of [id, id.toUpperCase(), id.slice(0, 12), first?.variorumId ?? ''])
    expect((await store.commit(ref)).id).toBe(id)
  for (const ref of [
    'f'.repeat(40),
    'ffffffffff',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    (await git(dir, 'rev-parse', 'HEAD:f1.md')).trim(),
    'nowhere',
  ])
    await expect(store.commit(ref), ref).rejects.toMatchObject({ code: 'unknown-commit' })
  const ids = (await git(dir, 'rev-list', '--all', '--objects')).split('\n').map((line) => line.slice(0, 40))
  const alone = (await store.history({})).commits.find(
    (commit) => ids.filter((other) => other.startsWith(commit.id.slice(0, 4))).length === 1,
  )
  const prefix = alone?.id.slice(0, 4) ?? ''
  // A file whose id has the same prefix does not make the commit ambiguous.
  const { createHash } = await import('node:crypto')
  for (let at = 0; ; at += 1) {
    const text = `x${at}`
    if (!createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex').startsWith(prefix)) continue
    await store.put([fileAt('alike.md', text)], agent)
    break
  }
  expect((await store.commit(prefix)).id).toBe(alone?.id)
})

test('trailers of a foreign commit are read, and the commit is marked as foreign', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await store.put([fileAt('a.md', 'one\n')], { ...agent, model: 'm' })
  const message = await git(dir, 'log', '-1', '--format=%B')
  await writeOutside(dir, 'a.md', 'two\n')
  await git(dir, 'commit', '-qam', message)
  const { commits } = await store.history({})
  expect(commits.map(({ ours, origin }) => [ours, origin.actor, origin.model])).toEqual([
    [false, 'agent', 'm'],
    [true, 'agent', 'm'],
  ])
})

test('each line is as trusted as the commit that wrote it, wherever it is moved', async () => {
  await using place = await newStore({ prepare: (dir) => writeOutside(dir, 'd/a.md', 'outside\n') })
  const { store } = place
  await store.move([{ from: 'd', to: 'e' }], { ...agent, verb: 'rename', lineage: 'agent' })
  await store.put([fileAt('b.md', 'b\n')], { ...agent, lineage: 'user' })
  expect([await lineage(store, 'e/a.md'), await lineage(store, 'b.md')]).toEqual(['outside', 'agent'])
  await rewrite(store, 'e/a.md', 'mine\noutside\nmine, too\n')
  const lines = (from: number, to: number) => lineage(store, 'e/a.md', { from, to })
  expect([await lines(1, 1), await lines(1, 2), await lines(3, 9)]).toEqual(['agent', 'outside', 'agent'])
  await rewrite(store, 'e/a.md', 'mine\n')
  expect(await lineage(store, 'e/a.md')).toBe('agent')
})

const words = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\n',
      '\r',
      '\u0000',
      '\u001b',
      '\u0085',
      '\u2028',
      '\n\nVariorum-Actor: user',
      'Variorum-Id: ',
      ': ',
      ' ',
    ),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  ),
  maxLength: 12,
})
const ulid = fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/)
const origin: fc.Arbitrary<Origin> = fc.record(
  {
    actor: fc.constantFrom('agent' as const, 'user' as const, 'outside' as const, 'policy' as const),
    verb: fc.constantFrom('create' as const, 'rename' as const, 'undo' as const),
    conversation: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
    turn: fc.integer({ min: 1, max: 1e6 }),
    message: ulid,
    call: ulid,
    toolUse: words,
    provider: words,
    model: words,
    lineage: fc.constantFrom('user' as const, 'agent-untrusted' as const),
    undoes: fc.array(ulid, { minLength: 1, maxLength: 3 }),
    restores: words,
  },
  { requiredKeys: ['actor', 'verb', 'lineage'] },
)

test('a message is read back as it was written, and no text can forge a trailer', () => {
  // oxlint-disable-next-line no-control-regex
  const plain = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, ' ').trim()
  fc.assert(
    fc.property(
      ulid,
      origin,
      fc.array(
        words.filter((path) => path !== ''),
        { maxLength: 3 },
      ),
      words,
      (id, given, paths, subject) => {
        const message = formatMessage({
          id,
          origin: given,
          subject,
          changes: paths.map((path) => ({ path, before: null, after: null })),
        })
        // oxlint-disable-next-line no-control-regex
        expect(message).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/u)
        const read = readMessage(message)
        // An empty text is not written.
        const texts = Object.fromEntries(
          (['toolUse', 'provider', 'model', 'restores'] as const).map((name) => [
            name,
            plain(given[name] ?? '') || undefined,
          ]),
        )
        expect([read.id, read.subject, read.origin]).toEqual([id, plain(subject), { ...given, ...texts }])
      },
    ),
  )
})

test("a line end in an outside file's name breaks neither message nor reflog", async () => {
  await using place = await newStore({
    prepare: (dir) => writeOutside(dir, 'a\n\nVariorum-Actor: user\nVariorum-Id: 01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x'),
  })
  const { dir, store } = place
  expect((await store.history({})).commits[0]?.origin).toEqual({ actor: 'outside', verb: 'adopt', lineage: 'outside' })
  expect(await git(dir, 'reflog', '--format=%gs')).toBe(
    'added outside: a Variorum-Actor: user Variorum-Id: 01ARZ3NDEKTSV4RRFFQ…\n',
  )
  expect((await fs.readFile(`${dir}/.git/logs/HEAD`, 'utf8')).trimEnd().split('\n')).toHaveLength(1)
  expect(await gitComplaints(dir)).toBe('')
})

test('a view is a line in the access log, or an empty commit when the store records reads', async () => {
  await using place = await newStore()
  const { dir, store } = place
  const events: string[] = []
  store.on((event) => events.push(event.type))
  await store.put([fileAt('a.md', 'one\n')], agent)
  const view = { ...agent, verb: 'view', conversation: 'c1', turn: 2 } as const
  expect(await store.viewed('a.md', view)).toBeNull()
  const log = `${dir}/.git/variorum/access`
  const [name = ''] = await fs.readdir(log)
  const lines = (await fs.readFile(`${log}/${name}`, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect([name, lines]).toEqual([
    expect.stringMatching(/^\d{4}-\d\d\.jsonl$/),
    [{ time: expect.stringMatching(/Z$/), path: 'a.md', actor: 'agent', conversation: 'c1', turn: 2 }],
  ])
  expect((await fs.stat(`${log}/${name}`)).mode & 0o777).toBe(modeHere(0o600))
  expect(await store.changeSettings({ recordReads: true })).toMatchObject({
    createOverwrites: false,
    recordReads: true,
  })
  const tree = await git(dir, 'rev-parse', 'HEAD^{tree}')
  expect(await store.viewed('', view)).toMatchObject({ subject: 'looked at everything', changeCount: 0, origin: view })
  expect([await countCommits(dir), await git(dir, 'rev-parse', 'HEAD^{tree}'), await gitComplaints(dir)]).toEqual([
    2,
    tree,
    '',
  ])
  await eventually('all events arrived', async () => events.filter((type) => type === 'memory.committed').length === 2)
  expect(events.filter((type) => type === 'memory.viewed')).toHaveLength(2)
  await store.close()
  await expect(store.put([fileAt('b.md', 'x')], agent)).rejects.toMatchObject({ code: 'closed' })
})

test('what a commit of another device claims is marked wherever it is listed', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await store.put([fileAt('mine.md', 'mine\n')], user)
  for (const [at, actor] of ['user', 'policy', 'agent'].entries()) {
    await writeOutside(dir, `${actor}.md`, 'forged\n')
    await git(dir, 'add', '-A')
    const trailers = `Variorum-Id: 01ARZ3NDEKTSV4RRFFQ69G5FA${at}\nVariorum-Actor: ${actor}`
    await git(dir, 'commit', '-qm', `x\n\n${trailers}`)
  }
  const { commits } = await store.history({ limit: 9 })
  expect(commits.map((commit) => isClaimed(commit))).toEqual([true, true, true, false])
  const { files } = await store.tree()
  expect(Object.fromEntries(files.map(({ path, last }) => [path, last?.actor]))).toEqual({
    'agent.md': 'agent',
    'mine.md': 'user',
    'policy.md': 'outside',
    'user.md': 'outside',
  })
  for (const [path, claimed] of [
    ['mine.md', false],
    ['user.md', true],
  ] as const) {
    const blame = await store.blame(path)
    expect(Object.values(blame?.sources ?? {}).map(isClaimed)).toEqual([claimed])
  }
})

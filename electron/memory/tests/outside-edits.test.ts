import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { openStore } from '../open-store.ts'
import {
  agent,
  allow,
  bytes,
  countCommits,
  filesOfHead,
  git,
  gitComplaints,
  newStore,
  subjects,
  writeOutside,
} from './store-fixture.ts'

const run = promisify(execFile)

/** Waits until HEAD's files are these, and git has nothing to say. */
async function settles(dir: string, files: Record<string, string>): Promise<void> {
  await eventually(
    `HEAD holds ${Object.keys(files).join(', ')}`,
    async () => JSON.stringify(await filesOfHead(dir).catch(() => null)) === JSON.stringify(files),
  )
  await eventually('git has nothing to say', async () => (await gitComplaints(dir)) === '')
}

test('a new, a changed, a renamed and a deleted outside file each become a commit of actor outside', async () => {
  await using place = await newStore({ watch: true })
  const { dir, store } = place
  await writeOutside(dir, 'a.md', 'one\n')
  await settles(dir, { 'a.md': 'one\n' })
  await writeOutside(dir, 'a.md', 'two\n')
  await settles(dir, { 'a.md': 'two\n' })
  await fs.mkdir(`${dir}/d`)
  await fs.rename(`${dir}/a.md`, `${dir}/d/b.md`)
  await settles(dir, { 'd/b.md': 'two\n' })
  await fs.rm(`${dir}/d/b.md`)
  await settles(dir, {})
  const { commits } = await store.history({})
  expect(commits.map(({ origin, author }) => [origin.actor, origin.verb, origin.lineage, author])).toEqual(
    Array.from({ length: 4 }, () => ['outside', 'adopt', 'outside', 'Another program']),
  )
  expect(commits[1]?.changes[0]?.change).toMatchObject({ path: 'd/b.md', from: 'a.md' })
})

test('a burst of twenty files becomes one commit', async () => {
  await using place = await newStore({ watch: true })
  const { dir } = place
  await store20(dir)
  await eventually('all twenty are in', async () => Object.keys(await filesOfHead(dir).catch(() => ({}))).length === 20)
  expect(await subjects(dir)).toEqual(['Another program: adopt 20 files'])
})

async function store20(dir: string): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, (_, at) => fs.writeFile(`${dir}/f${at}.md`, `${at}\n`)))
}

test("every editor's way of saving leaves the text it saved", async () => {
  await using place = await newStore({ watch: true, prepare: (dir) => writeOutside(dir, 'a.md', 'one\n') })
  const { dir } = place
  const a = `${dir}/a.md`
  const ways: readonly ((text: string) => Promise<void>)[] = [
    (text) => fs.writeFile(a, text),
    async (text) => {
      await fs.writeFile(`${dir}/.a.md.tmp`, text)
      await fs.rename(`${dir}/.a.md.tmp`, a)
    },
    async (text) => {
      await fs.rm(a)
      await fs.writeFile(a, text)
    },
    async (text) => {
      for (let at = 1; at <= text.length; at += 1) await fs.writeFile(a, text.slice(0, at))
    },
  ]
  for (const [at, way] of ways.entries()) {
    await way(`${at}, saved in a way of its own\n`)
    await settles(dir, { 'a.md': `${at}, saved in a way of its own\n` })
  }
  await fs.rename(a, `${a}~`)
  await fs.writeFile(a, 'new\n')
  await settles(dir, { 'a.md': 'new\n', 'a.md~': '3, saved in a way of its own\n' })
  // One for the state at the start, one for each way; rapid saves may rest once in between on a slow machine.
  expect(await countCommits(dir)).toBeLessThanOrEqual(8)
})

test('our own writes leave no echo, and each is told once', async () => {
  await using place = await newStore({ watch: true })
  const { dir, store } = place
  const told: string[] = []
  store.on((event) => event.type === 'memory.committed' && told.push(event.commit.id))
  for (let at = 0; at < 15; at += 1) {
    await store.put(`d${at % 3}/f${at}.md`, null, bytes(`${at}\n`), agent)
    if (at % 5 === 4) await store.move(`d${at % 3}`, `e${at}`, { ...agent, verb: 'rename' })
  }
  await writeOutside(dir, 'last.md', 'sentinel\n')
  await eventually('the outside file is in', async () => (await subjects(dir))[0] === 'Another program: adopt last.md')
  expect(await countCommits(dir)).toBe(19)
  await eventually('all are told', async () => told.length >= 19)
  expect(told).toEqual((await git(dir, 'rev-list', '--reverse', 'HEAD')).trim().split('\n'))
  expect(await gitComplaints(dir)).toBe('')
})

test('a second store on the same folder learns of every commit, once', async () => {
  await using place = await newStore({ watch: true })
  const { dir, store } = place
  const other = await openStore({ dir, gate: allow })
  const told: Record<'a' | 'b', string[]> = { a: [], b: [] }
  store.on((event) => event.type === 'memory.committed' && told.a.push(event.commit.id))
  other.on((event) => event.type === 'memory.committed' && told.b.push(event.commit.id))
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? store : other).put(`f${at}.md`, null, bytes('x'), agent)),
  )
  expect(outcomes.every(({ kind }) => kind === 'committed')).toBe(true)
  const ids = (await git(dir, 'rev-list', '--reverse', 'HEAD')).trim().split('\n')
  await eventually('both know', async () => told.a.length >= 12 && told.b.length >= 12)
  await other.close()
  expect(told).toEqual({ a: ids, b: ids })
})

test("ignored files are not adopted, a tool's write to one is, and tracked ones are", async () => {
  await using place = await newStore({
    watch: true,
    prepare: (dir) => writeOutside(dir, '.gitignore', '*.log\nREADME\nout/\n'),
  })
  const { dir, store } = place
  await writeOutside(dir, 'a.log', 'not kept\n')
  await writeOutside(dir, 'out/b.md', 'not kept\n')
  await writeOutside(dir, 'readme', 'case matters to git\n')
  await store.put('tool.log', null, bytes('kept\n'), agent)
  const rules = { '.gitignore': '*.log\nREADME\nout/\n' }
  await settles(dir, { ...rules, readme: 'case matters to git\n', 'tool.log': 'kept\n' })
  await writeOutside(dir, 'tool.log', 'tracked and ignored\n')
  await settles(dir, { ...rules, readme: 'case matters to git\n', 'tool.log': 'tracked and ignored\n' })
})

test('what git cannot hold is left out with a reason, and what it can is taken', async () => {
  await using place = await newStore({ watch: true })
  const { dir, store } = place
  await run('mkfifo', [`${dir}/pipe`, `${dir}/e.pipe`])
  await run('git', ['init', '-q', `${dir}/nested`])
  await writeOutside(dir, 'nested/n.md', 'theirs\n')
  await writeOutside(dir, '.gitmodules', '[submodule "x"]\n')
  await writeOutside(dir, 'GIT~1/x', 'no\n')
  await writeOutside(dir, 'a\nb.md', 'a name with a line end\n')
  await writeOutside(dir, 'd/.gitattributes', `a${' x'.repeat(3_000)}\n`)
  await fs.writeFile(Buffer.concat([Buffer.from(`${dir}/caf`), Buffer.from([0xe9])]), 'latin\n')
  await fs.symlink('/etc', `${dir}/link`)
  await fs.symlink('x', `${dir}/.gitattributes`)
  await eventually('the link is in', async () => (await git(dir, 'ls-files').catch(() => '')).includes('link'))
  await store.adopt()
  await writeOutside(dir, 'nested/later.md', 'theirs\n')
  await writeOutside(dir, 'ok.md', 'ok\n')
  await eventually('the good file is in', async () => (await git(dir, 'ls-files')).includes('ok.md'))
  expect((await git(dir, 'ls-files', '-s')).replace(/[0-9a-f]{40}/g, 'ID')).toBe(
    '100644 ID 0\t"a\\nb.md"\n120000 ID 0\tlink\n100644 ID 0\tok.md\n',
  )
  const { leftOut } = await store.status()
  expect(Object.fromEntries(leftOut.map(({ path, reason }) => [path, reason]))).toEqual({
    pipe: expect.stringContaining('pipe'),
    'e.pipe': expect.stringContaining('pipe'),
    nested: expect.stringContaining('another repository'),
    '.gitmodules': expect.stringContaining('submodules'),
    'GIT~1/x': expect.stringContaining('git keeps'),
    'd/.gitattributes': expect.stringContaining('longer'),
    'caf\ufffd': expect.stringContaining('UTF-8'),
    '.gitattributes': expect.stringContaining('link'),
  })
  expect(await git(dir, 'fsck', '--strict')).toBe('')
  expect(await store.look('pipe')).toMatchObject({ kind: 'refused' })
  expect(await store.put('nested/agent.md', null, bytes('x'), agent)).toMatchObject({ kind: 'refused' })
  expect(await store.remove('d', agent)).toMatchObject({ kind: 'committed' })
  expect(await store.remove('nested', agent)).toMatchObject({ kind: 'refused' })
})

test('a pipe in the place of .gitignore, or of a file, does not stop adoption', async () => {
  await using place = await newStore({ watch: true, prepare: (dir) => writeOutside(dir, 'a.md', 'one\n') })
  const { dir } = place
  await run('mkfifo', [`${dir}/.gitignore`])
  await fs.rm(`${dir}/a.md`)
  await run('mkfifo', [`${dir}/a.md`])
  await writeOutside(dir, 'b.md', 'b\n')
  await eventually('HEAD follows', async () => JSON.stringify(await filesOfHead(dir)) === '{"b.md":"b\\n"}')
})

test('a folder that became a link out of the store is taken for what it is', async () => {
  await using place = await newStore({
    watch: true,
    prepare: async (dir) => {
      await writeOutside(dir, 'd/e/a.md', 'ours\n')
      await writeOutside(`${dir}-outside`, 'e/a.md', 'not ours\n')
    },
  })
  const { dir, store } = place
  await fs.rename(`${dir}/d`, `${dir}-moved`)
  await fs.symlink(`${dir}-outside`, `${dir}/d`)
  await store.adopt()
  expect(await filesOfHead(dir)).toEqual({ d: `${dir}-outside` })
  expect(await gitComplaints(dir)).toBe('')
  await Promise.all([`${dir}-outside`, `${dir}-moved`].map((path) => fs.rm(path, { recursive: true })))
})

test('file and folder that changed places become one commit, also when only one of the two is looked at', async () => {
  await using place = await newStore({ prepare: (dir) => writeOutside(dir, 'd', 'file\n') })
  const { dir, store } = place
  await fs.rm(`${dir}/d`)
  await writeOutside(dir, 'd/a.md', 'below\n')
  await store.adopt(['d/a.md'])
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([{ 'd/a.md': 'below\n' }, ''])
  await fs.rm(`${dir}/d`, { recursive: true })
  expect(await store.put('d', null, bytes("the tool's\n"), agent)).toMatchObject({ kind: 'committed' })
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([{ d: "the tool's\n" }, ''])
  expect((await subjects(dir)).slice(0, 2)).toEqual(['Agent: create d', 'Another program: adopt d/a.md'])
})

test('names that no text can spell survive in folders that we write', async () => {
  await using place = await newStore({
    prepare: async (dir) => {
      await git(dir, 'init', '-q', '-b', 'main')
      await fs.writeFile(Buffer.concat([Buffer.from(`${dir}/caf`), Buffer.from([0xe9])]), 'latin\n')
      await git(dir, 'add', '.')
      await git(dir, 'commit', '-qm', 'theirs')
    },
  })
  const { dir, store } = place
  await store.put('\u{1f600}.md', null, bytes('x'), agent)
  await store.put('\uff01.md', null, bytes('x'), agent)
  expect(await git(dir, 'ls-tree', '--name-only', 'HEAD')).toBe(
    '"caf\\351"\n"\\357\\274\\201.md"\n"\\360\\237\\230\\200.md"\n',
  )
  expect(await gitComplaints(dir)).toBe('')
})

test('the folder goes on being written to while a file of it never rests', async () => {
  await using place = await newStore({ watch: true, prepare: (dir) => writeOutside(dir, 'log.md', '') })
  const { dir } = place
  const stop = new AbortController()
  const restless = (async () => {
    while (!stop.signal.aborted) await fs.appendFile(`${dir}/log.md`, 'x')
  })()
  await writeOutside(dir, 'a.md', 'one\n')
  await eventually('the other file is in', async () => (await git(dir, 'ls-files')).includes('a.md'))
  stop.abort()
  await restless
  await eventually('the restless file is in', async () => (await gitComplaints(dir)) === '')
})

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { deviceOf } from '../../../testing/folders.ts'
import { saying } from '../../../testing/saying.ts'
import { HAS_PIPES, makePipe } from '../../../testing/systems.ts'
import { openStore } from '../open-store.ts'
import { OutsideChanges } from '../outside/outside-changes.ts'
import {
  agent,
  allow,
  fileAt,
  closedStore,
  countCommits,
  filesOfHead,
  git,
  gitComplaints,
  gitDirOf,
  newStore,
  subjects,
  writeOutside,
} from './store-fixture.ts'

const run = promisify(execFile)

afterEach(() => void vi.restoreAllMocks())

/** Waits until HEAD has these files, and git has no complaints. */
async function expectFiles(dir: string, files: Record<string, string>): Promise<void> {
  await eventually(
    `HEAD holds ${Object.keys(files).join(', ')}`,
    async () => JSON.stringify(await filesOfHead(dir).catch(() => null)) === JSON.stringify(files),
  )
  await eventually('git has no complaints', async () => (await gitComplaints(dir)) === '')
}

test('a new, changed, renamed or deleted outside file becomes a commit by the actor outside', async () => {
  await using place = await newStore({ watch: true })
  const { dir, store } = place
  await writeOutside(dir, 'a.md', 'one\n')
  await expectFiles(dir, { 'a.md': 'one\n' })
  await writeOutside(dir, 'a.md', 'two\n')
  await expectFiles(dir, { 'a.md': 'two\n' })
  await fs.mkdir(`${dir}/d`)
  await fs.rename(`${dir}/a.md`, `${dir}/d/b.md`)
  await expectFiles(dir, { 'd/b.md': 'two\n' })
  await fs.rm(`${dir}/d/b.md`)
  await expectFiles(dir, {})
  const { commits } = await store.history({})
  expect(commits.map(({ origin, author }) => [origin.actor, origin.verb, origin.lineage, author])).toEqual(
    Array.from({ length: 4 }, () => ['outside', 'adopt', 'outside', 'Another program']),
  )
  expect(commits[1]?.changes[0]?.change).toMatchObject({ path: 'd/b.md', from: 'a.md' })
})

test('a folder that is moved in, renamed and deleted is adopted with all that is in it', async () => {
  await using place = await newStore({ watch: true })
  const { dir } = place
  const files = Object.fromEntries(['a.md', 'e/b.md', 'e/f/c.md'].map((name) => [name, `${name}\n`]))
  for (const [name, text] of Object.entries(files)) await writeOutside(`${dir}-elsewhere`, name, text)
  const below = (folder: string): Record<string, string> =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]))
  await fs.rename(`${dir}-elsewhere`, `${dir}/d`)
  await expectFiles(dir, below('d'))
  await fs.rename(`${dir}/d`, `${dir}/g`)
  await expectFiles(dir, below('g'))
  await writeOutside(dir, 'g/e/f/c.md', 'changed\n')
  await expectFiles(dir, { ...below('g'), 'g/e/f/c.md': 'changed\n' })
  await fs.rm(`${dir}/g`, { recursive: true })
  await expectFiles(dir, {})
})

test('a memory folder that is moved away is reported, nothing is made in its place, and it works again when it is back', async () => {
  await using place = await newStore({ watch: true })
  const { dir, store } = place
  const blocked: (string | undefined)[] = []
  store.on(({ type }) => {
    if (type === 'store.changed') void store.status().then((status) => blocked.push(status.blocked?.id))
  })
  // The first time what was written is published already.
  for (const name of ['a.md', 'b.md']) {
    await store.put([fileAt(name, `${name}\n`)], agent)
    if (name === 'a.md') await eventually('git has it', async () => (await gitComplaints(dir)) === '')
    await fs.rename(dir, `${dir}-elsewhere`)
    await eventually('it is reported', async () => blocked.at(-1) === 'store-folder-gone')
    expect(await store.status()).toMatchObject({ head: null, files: 0 })
    await expect(store.put([fileAt('c.md', 'c\n')], agent)).rejects.toMatchObject({ code: 'disk' })
    expect(existsSync(dir)).toBe(false)
    await fs.rename(`${dir}-elsewhere`, dir)
    await eventually('it is in order', async () => blocked.at(-1) === undefined)
    await expectFiles(dir, name === 'a.md' ? { 'a.md': 'a.md\n' } : { 'a.md': 'a.md\n', 'b.md': 'b.md\n' })
  }
})

test('a burst of twenty files becomes one commit, or a few where the machine pauses', async () => {
  await using place = await newStore({ watch: true })
  const { dir } = place
  await writeTwenty(dir)
  await eventually(
    'all twenty are adopted',
    async () => Object.keys(await filesOfHead(dir).catch(() => ({}))).length === 20,
  )
  expect((await subjects(dir)).length).toBeLessThanOrEqual(FEW)
})

// It takes longer than a few edits may wait for each other.
test('a burst of many files, one after the other, becomes one commit, or a few', async () => {
  await using place = await newStore({ watch: true })
  const { dir } = place
  for (let at = 0; at < 1100; at += 1) {
    await fs.writeFile(`${dir}/f${at}.md`, `${at}\n`)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const inHead = (): Promise<string> => git(dir, 'ls-tree', '-r', '--name-only', 'HEAD').catch(() => '')
  await eventually('all are adopted', async () => (await inHead()).trimEnd().split('\n').length === 1100)
  expect((await subjects(dir)).length).toBeLessThanOrEqual(FEW)
})

/** Commits of one burst at most: how long a machine pauses between two files is not ours to say. */
const FEW = 5

async function writeTwenty(dir: string): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, (_, at) => fs.writeFile(`${dir}/f${at}.md`, `${at}\n`)))
}

test('the saved text is adopted whichever way the editor saves', async () => {
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
    await way(`${at}, saved in yet another way\n`)
    await expectFiles(dir, { 'a.md': `${at}, saved in yet another way\n` })
  }
  await fs.rename(a, `${a}~`)
  await fs.writeFile(a, 'new\n')
  await expectFiles(dir, { 'a.md': 'new\n' })
  // One for the initial state and one for each way; on a slow machine rapid saves may pause long enough for another.
  expect(await countCommits(dir)).toBeLessThanOrEqual(8)
})

test('our own writes are not adopted again, and each is announced once', async () => {
  await using place = await newStore({ watch: true })
  const { dir, store } = place
  const announced: string[] = []
  store.on((event) => event.type === 'memory.committed' && announced.push(event.commit.id))
  for (let at = 0; at < 15; at += 1) {
    await store.put([fileAt(`d${at % 3}/f${at}.md`, `${at}\n`)], agent)
    if (at % 5 === 4) await store.move([{ from: `d${at % 3}`, to: `e${at}` }], { ...agent, verb: 'rename' })
  }
  await writeOutside(dir, 'last.md', 'sentinel\n')
  await eventually(
    'the outside file is adopted',
    async () => (await subjects(dir))[0] === 'Another program: added outside: last.md',
  )
  expect(await countCommits(dir)).toBe(19)
  await eventually('all are announced', async () => announced.length >= 19)
  expect(announced).toEqual((await git(dir, 'rev-list', '--reverse', 'HEAD')).trim().split('\n'))
  expect(await gitComplaints(dir)).toBe('')
})

test('two stores on the same folder both announce every commit once', async () => {
  await using place = await newStore({ watch: true })
  const { dir, store } = place
  const other = await openStore({ dir, device: deviceOf(dir), gate: allow })
  const announced: Record<'a' | 'b', string[]> = { a: [], b: [] }
  store.on((event) => event.type === 'memory.committed' && announced.a.push(event.commit.id))
  other.on((event) => event.type === 'memory.committed' && announced.b.push(event.commit.id))
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? store : other).put([fileAt(`f${at}.md`, 'x')], agent)),
  )
  expect(outcomes.every(({ kind }) => kind === 'committed')).toBe(true)
  const ids = (await git(dir, 'rev-list', '--reverse', 'HEAD')).trim().split('\n')
  await eventually('both know', async () => announced.a.length >= 12 && announced.b.length >= 12)
  await other.close()
  expect(announced).toEqual({ a: ids, b: ids })
})

test('ignored files are not adopted, except when the tool wrote them or they are tracked', async () => {
  await using place = await newStore({
    watch: true,
    prepare: (dir) => writeOutside(dir, '.gitignore', '*.log\nREADME\nout/\n'),
  })
  const { dir, store } = place
  await writeOutside(dir, 'a.log', 'not kept\n')
  await writeOutside(dir, 'out/b.md', 'not kept\n')
  await writeOutside(dir, 'readme', 'case matters to git\n')
  await store.put([fileAt('tool.log', 'kept\n')], agent)
  const rules = { '.gitignore': '*.log\nREADME\nout/\n' }
  await expectFiles(dir, { ...rules, readme: 'case matters to git\n', 'tool.log': 'kept\n' })
  await writeOutside(dir, 'tool.log', 'tracked and ignored\n')
  await expectFiles(dir, { ...rules, readme: 'case matters to git\n', 'tool.log': 'tracked and ignored\n' })
})

// Windows has neither pipes in folders nor such names.
test.runIf(HAS_PIPES)('files that git cannot store are left out with a reason, all others adopted', async () => {
  await using place = await newStore({ watch: true })
  const { dir, store } = place
  makePipe(`${dir}/pipe`)
  makePipe(`${dir}/e.pipe`)
  await run('git', ['init', '-q', `${dir}/nested`])
  await writeOutside(dir, 'nested/n.md', 'theirs\n')
  await writeOutside(dir, '.gitmodules', '[submodule "x"]\n')
  await writeOutside(dir, 'GIT~1/x', 'no\n')
  await writeOutside(dir, 'a\nb.md', 'a name with a line end\n')
  await writeOutside(dir, 'd/.gitattributes', `a${' x'.repeat(3_000)}\n`)
  await fs.writeFile(Buffer.concat([Buffer.from(`${dir}/caf`), Buffer.from([0xe9])]), 'latin\n')
  await fs.symlink('/etc', `${dir}/link`)
  await fs.symlink('x', `${dir}/.gitattributes`)
  await eventually('the link is adopted', async () => (await git(dir, 'ls-files').catch(() => '')).includes('link'))
  await store.adopt()
  await writeOutside(dir, 'nested/later.md', 'theirs\n')
  await writeOutside(dir, 'ok.md', 'ok\n')
  await eventually('the good file is adopted', async () => (await git(dir, 'ls-files')).includes('ok.md'))
  expect((await git(dir, 'ls-files', '-s')).replace(/[0-9a-f]{40}/g, 'ID')).toBe(
    '100644 ID 0\t"a\\nb.md"\n120000 ID 0\tlink\n100644 ID 0\tok.md\n',
  )
  const { leftOut } = await store.status()
  expect(Object.fromEntries(leftOut.map(({ path, reason }) => [path, reason]))).toEqual({
    pipe: saying('pipe'),
    'e.pipe': saying('pipe'),
    nested: saying('another repository'),
    '.gitmodules': saying('submodules'),
    'GIT~1/x': saying('git reserves'),
    'd/.gitattributes': saying('longer'),
    'caf\ufffd': saying('UTF-8'),
    '.gitattributes': saying('link'),
  })
  expect(await git(dir, 'fsck', '--strict')).toBe('')
  expect(await store.look('pipe')).toMatchObject({ kind: 'refused' })
  expect(await store.put([fileAt('nested/agent.md', 'x')], agent)).toMatchObject({ kind: 'refused' })
  expect(await store.remove(['d'], agent)).toMatchObject({ kind: 'committed' })
  expect(await store.remove(['nested'], agent)).toMatchObject({ kind: 'refused' })
})

test.runIf(HAS_PIPES)('a pipe in place of .gitignore, or of a file, does not stop adoption', async () => {
  await using place = await newStore({ watch: true, prepare: (dir) => writeOutside(dir, 'a.md', 'one\n') })
  const { dir } = place
  makePipe(`${dir}/.gitignore`)
  await fs.rm(`${dir}/a.md`)
  makePipe(`${dir}/a.md`)
  await writeOutside(dir, 'b.md', 'b\n')
  await eventually('HEAD follows', async () => JSON.stringify(await filesOfHead(dir)) === '{"b.md":"b\\n"}')
})

test('a folder replaced by a link that leads out is adopted as a link', async () => {
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

test('a file and a folder that traded places become one commit, even if only one of them is adopted', async () => {
  await using place = await newStore({ prepare: (dir) => writeOutside(dir, 'd', 'file\n') })
  const { dir, store } = place
  await fs.rm(`${dir}/d`)
  await writeOutside(dir, 'd/a.md', 'below\n')
  await store.adopt(['d/a.md'])
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([{ 'd/a.md': 'below\n' }, ''])
  await fs.rm(`${dir}/d`, { recursive: true })
  expect(await store.put([fileAt('d', "the tool's\n")], agent)).toMatchObject({ kind: 'committed' })
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([{ d: "the tool's\n" }, ''])
  expect((await subjects(dir)).slice(0, 2)).toEqual([
    "Agent: d: the tool's",
    'Another program: deleted outside: d/a.md',
  ])
})

test('names that are not valid UTF-8 survive in folders that we write', async () => {
  await using place = await newStore({
    history: 'inside',
    prepare: async (dir) => {
      await git(dir, 'init', '-q', '-b', 'main')
      await fs.writeFile(Buffer.concat([Buffer.from(`${dir}/caf`), Buffer.from([0xe9])]), 'latin\n')
      await git(dir, 'add', '.')
      await git(dir, 'commit', '-qm', 'theirs')
    },
  })
  const { dir, store } = place
  await store.put([fileAt('\u{1f600}.md', 'x')], agent)
  await store.put([fileAt('\uff01.md', 'x')], agent)
  expect(await git(dir, 'ls-tree', '--name-only', 'HEAD')).toBe(
    '"caf\\351"\n"\\357\\274\\201.md"\n"\\360\\237\\230\\200.md"\n',
  )
  expect(await gitComplaints(dir)).toBe('')
})

test('other files are adopted while one file is never at rest', async () => {
  await using place = await newStore({ watch: true, prepare: (dir) => writeOutside(dir, 'log.md', '') })
  const { dir } = place
  const stop = new AbortController()
  const restless = (async () => {
    while (!stop.signal.aborted) await fs.appendFile(`${dir}/log.md`, 'x')
  })()
  await writeOutside(dir, 'a.md', 'one\n')
  await eventually('the other file is adopted', async () => (await git(dir, 'ls-files')).includes('a.md'))
  stop.abort()
  await restless
  await eventually('the restless file is adopted', async () => (await gitComplaints(dir)) === '')
})

test('the whole folder is searched without the lease, so that other processes can write meanwhile', async () => {
  await using place = await closedStore({ 'a.md': 'one\n' })
  const { dir } = place
  await writeOutside(dir, 'a.md', 'two\n')
  const held: boolean[] = []
  const search = OutsideChanges.prototype.everywhere
  vi.spyOn(OutsideChanges.prototype, 'everywhere').mockImplementation(function (this: OutsideChanges, ...given) {
    held.push(existsSync(`${gitDirOf(dir)}/variorum/lease`))
    return search.apply(this, given)
  })
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  expect([held, await filesOfHead(dir)]).toEqual([[false], { 'a.md': 'two\n' }])
  await store.close()
})

import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { english } from '../../../shared/messages/english.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { openStore } from '../open-store.ts'
import { agent, allow, fileAt, filesOfHead, git, gitComplaints, subjects } from './store-fixture.ts'

const FILES = { 'a.md': 'one\n', 'd/b.md': 'two\n' }

/** A store of three commits, closed and then damaged. */
async function damagedStore(damage: (dir: string) => Promise<unknown>): Promise<string> {
  const dir = await newFolder()
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  await store.put([fileAt('a.md', 'zero\n')], agent)
  await store.put([fileAt('a.md', FILES['a.md'], (await git(dir, 'rev-parse', 'HEAD:a.md')).trim())], agent)
  await store.put([fileAt('d/b.md', FILES['d/b.md'])], agent)
  await store.close()
  await damage(dir)
  return dir
}

/** Unpacks all objects into files of their own. */
async function unpackObjects(dir: string): Promise<void> {
  const folder = `${dir}/.git/objects/pack`
  await fs.rename(folder, `${dir}/.git/packs`)
  await fs.mkdir(folder)
  for (const name of await fs.readdir(`${dir}/.git/packs`))
    if (name.endsWith('.pack'))
      execFileSync('git', ['unpack-objects', '-q'], { cwd: dir, input: await fs.readFile(`${dir}/.git/packs/${name}`) })
  await fs.rm(`${dir}/.git/packs`, { recursive: true })
}

const objectPath = async (dir: string, name: string): Promise<string> => {
  const id = (await git(dir, 'rev-parse', name)).trim()
  return `${dir}/.git/objects/${id.slice(0, 2)}/${id.slice(2)}`
}

async function overwrite(path: string, text: string): Promise<void> {
  await fs.chmod(path, 0o644)
  await fs.writeFile(path, text)
}

interface Case {
  readonly what: string
  readonly damage: (dir: string) => Promise<unknown>
  /** Matches the findings of `check`; null when there are none. */
  readonly found: RegExp | null
  /**
   * Whether git has no complaints after the repair. It has if a reflog names a lost commit, or a foreign file is bad.
   */
  readonly whole?: boolean
}

const CASES: readonly Case[] = [
  {
    what: 'an empty branch',
    damage: (dir) => fs.writeFile(`${dir}/.git/refs/heads/main`, ''),
    found: /doesn’t point to a commit/,
  },
  {
    what: 'a truncated branch',
    damage: (dir) => fs.truncate(`${dir}/.git/refs/heads/main`, 17),
    found: /doesn’t point to a commit/,
  },
  { what: 'a missing HEAD', damage: (dir) => fs.rm(`${dir}/.git/HEAD`), found: null },
  {
    what: 'a missing HEAD beside packed branches',
    damage: async (dir) => {
      await git(dir, 'pack-refs', '--all')
      await fs.rm(`${dir}/.git/HEAD`)
    },
    found: null,
  },
  {
    what: 'a broken index',
    damage: (dir) => fs.writeFile(`${dir}/.git/index`, 'DIRC nothing that follows'),
    found: /index can’t be read/,
  },
  {
    what: 'a broken journal',
    damage: (dir) => fs.writeFile(`${dir}/.git/variorum/journal`, 'x'.repeat(500)),
    found: null,
  },
  {
    what: 'a stale lock of git',
    damage: async (dir) => {
      await fs.writeFile(`${dir}/.git/index.lock`, '')
      await fs.utimes(`${dir}/.git/index.lock`, 1, 1)
    },
    found: /left a lock/,
  },
  {
    what: 'an empty file object',
    damage: async (dir) => {
      await unpackObjects(dir)
      await overwrite(await objectPath(dir, 'HEAD:a.md'), '')
    },
    found: /a\.md/,
  },
  {
    what: 'a truncated folder object',
    damage: async (dir) => {
      await unpackObjects(dir)
      await overwrite(await objectPath(dir, 'HEAD:d'), 'x\u0001')
    },
    found: /damaged \(d\)/,
  },
  {
    what: 'an empty newest commit',
    damage: async (dir) => {
      await unpackObjects(dir)
      await overwrite(await objectPath(dir, 'HEAD'), '')
    },
    found: /newest commit/,
    whole: false,
  },
  {
    what: 'a foreign bad .gitmodules',
    damage: async (dir) => {
      await fs.writeFile(`${dir}/.gitmodules`, '[submodule "../x"]\n\tpath = -x\n\turl = -u\n')
    },
    found: null,
    whole: false,
  },
]

test.for(CASES)(
  '$what: the store opens, reports the damage, and loses no file in the repair',
  async ({ damage, found, whole = true }) => {
    const dir = await damagedStore(damage)
    const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false, patience: 300 })
    const report = await store.check({ repair: false })
    expect(report.findings.map(({ what }) => english(what)).join('\n')).toMatch(found ?? /^$/)
    for (const { what, means } of report.findings) expect(english(what) + english(means)).not.toContain(dir)
    const repaired = await store.check({ repair: true })
    expect(repaired.findings.filter(({ done }) => done === null)).toEqual([])
    expect((await store.check({ repair: false })).findings).toEqual([])
    expect(await store.put([fileAt('new.md', 'new\n')], agent)).toMatchObject({ kind: 'committed' })
    expect(await filesOfHead(dir)).toEqual({ ...FILES, 'new.md': 'new\n' })
    expect((await subjects(dir))[0]).toBe('Agent: new: new')
    await store.close()
    if (whole) expect(await gitComplaints(dir)).toBe('')
  },
)

test.each([
  [
    'a truncated pack',
    (size: number): number => size - 60,
    /^Everything readable was copied to a new pack: \d+ of \d+ objects/,
  ],
  ['a pack with nothing left', (): number => 40, /^Nothing in the damaged pack could be read/],
])('%s: the loss is reported, the present state restored, and writing still works', async (_, left, done) => {
  const dir = await damagedStore(async (place) => {
    await git(place, 'gc', '-q')
    const [name = ''] = (await fs.readdir(`${place}/.git/objects/pack`)).filter((each) => each.endsWith('.pack'))
    const path = `${place}/.git/objects/pack/${name}`
    await fs.chmod(path, 0o644)
    await fs.truncate(path, left((await fs.stat(path)).size))
  })
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  const { findings } = await store.check({ repair: false })
  expect(findings.map(({ what }) => english(what)).join('\n')).toMatch(/^The pack .* is damaged/)
  const repaired = await store.check({ repair: true })
  expect(repaired.findings.map((each) => english(each.done ?? each.what)).join('\n')).toMatch(done)
  expect([
    (await store.status()).blocked,
    (await store.put([fileAt('new.md', 'new\n')], agent)).kind,
    await filesOfHead(dir),
  ]).toEqual([null, 'committed', { ...FILES, 'new.md': 'new\n' }])
  expect([await fs.readFile(`${dir}/a.md`, 'utf8'), await fs.readFile(`${dir}/d/b.md`, 'utf8')]).toEqual([
    FILES['a.md'],
    FILES['d/b.md'],
  ])
  await store.close()
})

test('a detached HEAD, as during a rebase, is no damage: no branch is made or moved', async () => {
  const dir = await damagedStore(async (place) => {
    await git(place, 'reflog', 'expire', '--expire=now', '--all')
    await git(place, 'checkout', '-q', '--detach', 'HEAD~1')
  })
  const before = await git(dir, 'for-each-ref')
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  expect((await store.check({ repair: true })).findings).toEqual([])
  await store.close()
  expect(await git(dir, 'for-each-ref')).toBe(before)
})

import * as fs from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import { exactStatIfThere } from '../../disk/exact-stat.ts'
import { agent, fileAt, git, gitComplaints, newStore, writeOutside } from '../tests/store-fixture.ts'
import { keyOf, pathOf, serializeEntry, StoredEntry, UnreadableIndex, type IndexEntry } from './git-index-entry.ts'
import { imageOf, parseIndex, withChecksum } from './git-index-format.ts'
import { GitIndex, readIndex } from './git-index.ts'
import { isTreeName } from './names.ts'

const ordinary = {
  stat: { ctime: 0, ctimeNs: 0, mtime: 0, mtimeNs: 0, dev: 0, ino: 0, uid: 0, gid: 0, size: 0 },
  mode: '100644',
  id: '0'.repeat(40),
  flags: 0,
  extended: 0,
}
const word = fc.nat(0xffff_ffff)
const entry = fc.record({
  key: fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((name) => !name.includes('\0') && name.split('/').every(isTreeName))
    .map(keyOf),
  stat: fc.record({
    ctime: word,
    ctimeNs: word,
    mtime: word,
    mtimeNs: word,
    dev: word,
    ino: word,
    uid: word,
    gid: word,
    size: word,
  }),
  mode: fc.constantFrom('100644', '100755', '120000', '160000'),
  id: fc.stringMatching(/^[0-9a-f]{40}$/),
  /** Assume-valid, and the stage. */
  flags: fc.constantFrom(0, 0x8000, 0x1000, 0x2000, 0x3000),
  /** Intent-to-add, skip-worktree. */
  extended: fc.constantFrom(0, 0x2000, 0x4000),
})
/** A path is merged or not: git's index never has both for one. */
const possible = (entries: readonly IndexEntry[]): readonly IndexEntry[] =>
  entries.filter(
    ({ key, flags }) => isMerged(flags) || !entries.some((each) => each.key === key && isMerged(each.flags)),
  )
const isMerged = (flags: number): boolean => (flags & 0x3000) === 0
const keyAndStage = ({ key, flags }: IndexEntry): string => `${key}\0${flags & 0x3000}`
const byKeyAndStage = (a: IndexEntry, b: IndexEntry): number =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : (a.flags & 0x3000) - (b.flags & 0x3000)

const plain = ({ key, stat, mode, id, flags, extended }: IndexEntry): IndexEntry => ({
  key,
  stat,
  mode,
  id,
  flags,
  extended,
})
const fileOf = (entries: readonly IndexEntry[]): Buffer =>
  Buffer.from(withChecksum(new GitIndex(imageOf(entries)).toImage()))

test('parse(serialize(x)) = x', () => {
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: keyAndStage, maxLength: 30 }).map(possible), (entries) => {
      const { bytes: stored, offsets } = parseIndex(fileOf(entries))
      expect(offsets.map((at) => plain(new StoredEntry(stored, at)))).toEqual(entries.toSorted(byKeyAndStage))
    }),
  )
})

test('an index that is updated is the same as one that was made of its entries', () => {
  const merged = entry.map((each) => ({ ...each, flags: 0, extended: 0 }))
  const change = fc.tuple(fc.constantFrom('set', 'delete'), fc.nat(), merged)
  const changes = fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 8 })
  fc.assert(
    fc.property(fc.uniqueArray(merged, { selector: ({ key }) => key, maxLength: 20 }), changes, (entries, all) => {
      const index = new GitIndex(imageOf(entries))
      const known = new Map<string, IndexEntry>(entries.map((each) => [each.key, each]))
      // Counted once, and kept up to date from then on.
      expect(index.totals.files).toBe(known.size)
      for (const together of all) {
        const names = [...known.keys()]
        const becomes = new Map<string, IndexEntry | null>()
        for (const [kind, at, made] of together) {
          const key = at % 3 === 0 ? (names[at % Math.max(1, names.length)] ?? made.key) : made.key
          becomes.set(key, kind === 'set' ? { ...made, key } : null)
        }
        const files = [...becomes].map(([key, after]) => ({ path: pathOf(key), before: known.get(key) ?? null, after }))
        index.update(files, (path) => becomes.get(keyOf(path))?.stat ?? null)
        for (const [key, after] of becomes)
          if (after === null) known.delete(key)
          else known.set(key, after)
        for (const key of becomes.keys()) expect(index.entry(pathOf(key))?.id).toBe(known.get(key)?.id)
      }
      const made = new GitIndex(imageOf([...known.values()]))
      expect(index.totals).toEqual(made.totals)
      expect(Buffer.from(index.toImage())).toEqual(Buffer.from(made.toImage()))
    }),
  )
})

test('a truncated or changed index is refused, never partly read', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(entry, { selector: keyAndStage, minLength: 1, maxLength: 5 }),
      fc.nat(),
      fc.boolean(),
      (entries, at, truncate) => {
        const whole = fileOf(possible(entries))
        const damaged = truncate ? whole.subarray(0, at % whole.length) : Buffer.from(whole)
        if (!truncate) damaged.writeUInt8((damaged[at % whole.length] ?? 0) ^ 1, at % whole.length)
        expect(() => parseIndex(damaged)).toThrow(UnreadableIndex)
      },
    ),
  )
})

test.for([
  { how: 'in another order', names: ['b', 'a'] },
  { how: 'twice', names: ['a', 'a'] },
  { how: 'outside the folder', names: ['../a'] },
  { how: 'with the name of its own folder, after one that begins like it', names: ['.g', '.git'] },
])('entries $how are refused, as git refuses them', ({ names }) => {
  const { bytes: stored, offsets } = imageOf(
    names.map((name, at) => ({ ...ordinary, key: `${at}`.padEnd(name.length, '-') })),
  )
  names.forEach((key, at) => serializeEntry({ ...ordinary, key }).copy(stored, offsets[at]))
  expect(() => parseIndex(Buffer.from(withChecksum(stored)))).toThrow(UnreadableIndex)
})

test('an index is refused if git refuses one part of one name, whatever the names beside it begin with', () => {
  const part = fc.constantFrom('a', 'ab', 'a.b', '-', '.', '..', '', '.g', '.git', 'git~', 'git~1', 'ü', 'a:b')
  const name = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant('a') }, part), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(
      fc.uniqueArray(
        name.map((parts) => parts.join('/')),
        { minLength: 1, maxLength: 6 },
      ),
      (names) => {
        const parse = (): unknown => parseIndex(fileOf(names.map((each) => ({ ...ordinary, key: keyOf(each) }))))
        if (names.every((each) => each.split('/').every(isTreeName))) expect(parse).not.toThrow()
        else expect(parse).toThrow(UnreadableIndex)
      },
    ),
    { numRuns: 500 },
  )
})

async function repository(): Promise<string> {
  const dir = await newFolder()
  await git(dir, 'init', '-q', '-b', 'main')
  for (const path of ['a.md', 'a/b.md', 'a.b/c.md', 'ü.md', `long/${'x'.repeat(200)}.md`])
    await writeOutside(dir, path.replace('a/', 'folder/'), path)
  await git(dir, 'add', '.')
  await git(dir, 'commit', '-qm', 'first')
  return dir
}

test.for(['2', '3', '4'])(
  'native git reads version %s of the index as we write it, and we read what git writes',
  async (version) => {
    const dir = await repository()
    if (version === '3') {
      await git(dir, 'update-index', '--skip-worktree', 'a.md')
      await writeOutside(dir, 'intended.md', 'x')
      await git(dir, 'add', '-N', 'intended.md')
    } else await git(dir, 'update-index', '--index-version', version)
    const raw = await fs.readFile(`${dir}/.git/index`)
    expect(raw.readUInt32BE(4)).toBe(Number(version))
    const [before, flags] = [await git(dir, 'ls-files', '-s', '--debug', '-z'), await git(dir, 'ls-files', '-t')]
    await fs.writeFile(`${dir}/.git/index`, withChecksum((await readIndex(`${dir}/.git/index`)).toImage()))
    expect([await git(dir, 'ls-files', '-s', '--debug', '-z'), await git(dir, 'ls-files', '-t')]).toEqual([
      before,
      flags,
    ])
  },
)

test('entries of an unfinished merge are preserved', async () => {
  const dir = await repository()
  const id = (await git(dir, 'rev-parse', ':a.md')).trim()
  await fs.writeFile(
    `${dir}/.git/stages`,
    `0 ${'0'.repeat(40)}\ta.md\n100644 ${id} 1\ta.md\n100644 ${id} 2\ta.md\n100755 ${id} 3\ta.md\n`,
  )
  const { execFileSync } = await import('node:child_process')
  execFileSync('git', ['update-index', '--index-info'], { cwd: dir, input: await fs.readFile(`${dir}/.git/stages`) })
  const before = await git(dir, 'ls-files', '-s')
  expect(before).toContain(' 3\ta.md')
  const index = await readIndex(`${dir}/.git/index`)
  index.update([{ path: 'b.md', before: null, after: { id, mode: '100644' } }], () => null)
  await fs.writeFile(`${dir}/.git/index`, withChecksum(index.toImage()))
  expect((await git(dir, 'ls-files', '-s')).replace(/.*\tb\.md\n/, '')).toBe(before)
})

test('a file as recent as the index ("racily clean") is read, even with an unchanged size and time', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await store.put([fileAt('a.md', 'one\n')], agent)
  const { mtime, atime } = await fs.stat(`${dir}/a.md`)
  const { ino } = await fs.stat(`${dir}/a.md`)
  await fs.writeFile(`${dir}/a.md`, 'two\n')
  await fs.utimes(`${dir}/a.md`, atime, mtime)
  expect((await fs.stat(`${dir}/a.md`)).ino).toBe(ino)
  await store.adopt()
  expect([await git(dir, 'show', 'HEAD:a.md'), await gitComplaints(dir)]).toEqual(['two\n', ''])
  const index = await readIndex(`${dir}/.git/index`)
  const stat = exactStatIfThere(`${dir}/a.md`)
  if (stat === null) throw new Error('no file')
  const before = index.entry('a.md')
  const after = { id: 'f'.repeat(40), mode: '100644' }
  index.update([{ path: 'a.md', before, after }], () => stat)
  index.written = stat
  expect(index.knownId('a.md', stat, '100644')).toBeNull()
  index.written = { ...stat, mtimeNs: stat.mtimeNs + 1 }
  expect(index.knownId('a.md', stat, '100644')).toBe('f'.repeat(40))
})

test('a key stands for exactly one path, in any script', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (path) => pathOf(keyOf(path.toWellFormed())) === path.toWellFormed()),
  )
})

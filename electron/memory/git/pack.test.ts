import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import { DurableFiles } from '../../disk/durable-files.ts'
import { git } from '../tests/store-fixture.ts'
import { deflated } from './deflate.ts'
import { applyDelta, deltaBetween } from './delta.ts'
import { ObjectStore } from './object-store.ts'
import { encodeCommit, encodeEntry, inGitOrder, objectId, parseCommit, parseTree, type TreeEntry } from './objects.ts'
import { PackBuilder, wholeContent } from './pack-builder.ts'
import { Pack } from './pack.ts'

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array))

test('applying a delta to its base gives its target, for any two versions', () => {
  const parts = fc.record({ start: bytes, middle: bytes, newMiddle: bytes, end: bytes, filled: fc.nat(9_000) })
  fc.assert(
    fc.property(parts, ({ start, middle, newMiddle, end, filled }) => {
      const filling = Buffer.alloc(filled, 'x')
      const [base, target] = [
        Buffer.concat([filling, start, middle, end, filling]),
        Buffer.concat([filling, start, newMiddle, end, filling]),
      ]
      const delta = deltaBetween(base, target)
      const shared = start.length + end.length + 2 * filled
      if (delta === null) expect(Math.min(target.length - 64, shared - target.length / 2)).toBeLessThan(0)
      else expect([applyDelta(base, delta).equals(target), delta.length >= 4]).toEqual([true, true])
    }),
  )
})

test('a delta that does not fit its base is refused', () => {
  const base = Buffer.from('one line\nand another\n')
  const delta = deltaBetween(base, Buffer.from('one line\nand a third\n'))
  expect(() => applyDelta(base.subarray(1), delta ?? base)).toThrow()
  for (let length = 0; length < (delta?.length ?? 0); length += 1)
    expect(() => applyDelta(base, (delta ?? base).subarray(0, length))).toThrow()
})

test('native git and we read the packs that we write, with whole objects and deltas', async () => {
  const dir = await newFolder()
  await git(dir, 'init', '-q', '-b', 'main')
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { minLength: 1, maxLength: 40 }), fc.nat(40_000), async (pieces, length) => {
      const builder = new PackBuilder()
      const versions = new Map<string, Buffer>()
      let last: Buffer | null = null
      for (const piece of pieces) {
        const version = Buffer.concat([Buffer.alloc(length, 'text '), piece])
        const id = objectId('blob', version)
        if (versions.has(id)) continue
        const delta: Buffer | null = last === null ? null : deltaBetween(last, version)
        builder.add(
          id,
          delta === null || last === null
            ? wholeContent({ type: 'blob', bytes: version })
            : { kind: 'delta', base: objectId('blob', last), size: delta.length, deflated: deflated(delta) },
        )
        versions.set(id, version)
        last = version
      }
      const { name, pack, index } = builder.finish()
      const path = `${dir}/.git/objects/pack/pack-${name}`
      await fs.writeFile(`${path}.pack`, pack)
      const indexed = execFileSync('git', ['index-pack', '--strict', '-o', `${dir}/made.idx`, `${path}.pack`], {
        cwd: dir,
      })
      expect([indexed.toString().trim(), (await fs.readFile(`${dir}/made.idx`)).equals(index)]).toEqual([name, true])
      await fs.writeFile(`${path}.idx`, index)
      const read = new Pack(path)
      for (const [id, version] of versions)
        expect(read.readAt(read.offsetOf(id) ?? -1, () => expect.unreachable()).bytes.equals(version)).toBe(true)
      expect([read.offsetOf('0'.repeat(40)), read.ids()]).toEqual([null, [...versions.keys()].toSorted()])
      read.close()
      await fs.rm(`${dir}/made.idx`, { force: true })
      for (const end of ['pack', 'idx']) await fs.rm(`${path}.${end}`)
    }),
    { numRuns: 12 },
  )
})

test.for(['1', '2'])(
  'we read the packs of native git, with every kind of delta, and indexes of version %s',
  async (version) => {
    const dir = await newFolder()
    await git(dir, 'init', '-q', '-b', 'main')
    for (let at = 0; at < 30; at += 1) {
      await fs.writeFile(
        `${dir}/a.md`,
        `${'a line of text that stays\n'.repeat(200)}${at}\n${'and another\n'.repeat(at)}`,
      )
      await git(dir, 'add', '.')
      await git(dir, 'commit', '-qm', `${at}`)
    }
    await git(dir, 'config', 'pack.indexVersion', version)
    await git(dir, 'gc', '-q')
    const [name = ''] = (await fs.readdir(`${dir}/.git/objects/pack`)).filter((each) => each.endsWith('.idx'))
    const pack = new Pack(`${dir}/.git/objects/pack/${name.slice(0, -4)}`)
    expect([pack.count, pack.isIntact]).toEqual([90, true])
    for (const id of pack.ids()) {
      const { type, bytes: content } = pack.readAt(pack.offsetOf(id) ?? -1, () => expect.unreachable())
      expect(objectId(type, content)).toBe(id)
      if (type === 'tree') expect(Buffer.concat(parseTree(content).map(encodeEntry)).equals(content)).toBe(true)
      if (type === 'commit') expect(objectId('commit', encodeCommit(parseCommit(id, content)))).toBe(id)
    }
    pack.close()
  },
)

test('an object at the end of a long chain of deltas that name their bases is read', async () => {
  const dir = await newFolder()
  await git(dir, 'init', '-q', '-b', 'main')
  const lines = Array.from({ length: 200 }, (_, at) => `line ${at}`)
  const commits = Array.from({ length: 600 }, (_, at) => {
    lines[at % lines.length] = `changed ${at}`
    const text = lines.join('\n')
    return `commit refs/heads/main\ncommitter a <a@b> ${at} +0000\ndata 1\nx\nM 100644 inline f\ndata ${text.length}\n${text}\n`
  })
  execFileSync('git', ['fast-import', '--quiet'], { cwd: dir, input: commits.join('') })
  await git(
    dir,
    '-c',
    'pack.threads=1',
    '-c',
    'repack.useDeltaBaseOffset=false',
    'repack',
    '-adfq',
    '--depth=4000',
    '--window=20',
  )
  const [name = ''] = (await fs.readdir(`${dir}/.git/objects/pack`)).filter((each) => each.endsWith('.idx'))
  const listed = await git(dir, 'verify-pack', '-v', `.git/objects/pack/${name}`)
  const deltas = [...listed.matchAll(/^(\w{40}) \w+ +\d+ \d+ \d+ (\d+) \w{40}$/gm)]
  const [, deepest = '', depth] = deltas.toSorted((a, b) => Number(b[2]) - Number(a[2]))[0] ?? []
  expect(Number(depth)).toBeGreaterThan(110)
  const store = new ObjectStore(`${dir}/.git`, new DurableFiles(dir))
  const { type, bytes: content } = store.read(deepest)
  expect(objectId(type, content)).toBe(deepest)
  store.close()
})

test('tree entries are sorted as git sorts them', async () => {
  const dir = await newFolder()
  await git(dir, 'init', '-q')
  const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: dir, input: 'x' }).toString().trim()
  const tree = execFileSync('git', ['mktree'], { cwd: dir, input: `100644 blob ${blob}\tx\n` })
    .toString()
    .trim()
  const entries: readonly TreeEntry[] = [
    'a',
    'a.md',
    'a-b',
    'ä',
    'a0',
    'Z',
    'foo',
    'foo.bar',
    'foo0',
    '\u{10000}',
    '\ufffd',
  ].flatMap((name, at) => [{ name, mode: at % 2 === 0 ? '40000' : '100644', id: at % 2 === 0 ? tree : blob }])
  const input = entries
    .map(({ name, mode, id }) => `${mode} ${mode === '40000' ? 'tree' : 'blob'} ${id}\t${name}\0`)
    .join('')
  const made = execFileSync('git', ['mktree', '-z'], { cwd: dir, input }).toString().trim()
  expect(objectId('tree', Buffer.concat(entries.toSorted(inGitOrder).map(encodeEntry)))).toBe(made)
})

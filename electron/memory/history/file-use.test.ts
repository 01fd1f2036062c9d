import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TreeFile } from '../../../shared/memory.ts'
import { agent, fileAt, newStore } from '../tests/store-fixture.ts'
import { memoryUse, type Read } from './file-use.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number): string => new Date(NOW.getTime() - days * 86_400_000).toISOString()

function file(path: string, writtenDaysAgo: number, size = 400): TreeFile {
  const blob = { id: '0'.repeat(40), size, mode: '100644' } as const
  return { path, blob, last: { commit: '1'.repeat(40), actor: 'agent', time: daysAgo(writtenDaysAgo) } }
}

test('reads are counted by file and by conversation, with what they cost; older lines cost what the file is long', () => {
  const reads: readonly Read[] = [
    { path: 'a.md', time: daysAgo(9) },
    { path: 'a.md', time: daysAgo(3), conversation: 'c1', tokens: 20 },
    { path: 'a.md', time: daysAgo(1), conversation: 'c2', tokens: 30 },
    { path: 'a.md', time: daysAgo(2), conversation: 'c1', tokens: 20 },
    { path: '', time: daysAgo(1), conversation: 'c1', tokens: 900 },
    { path: 'gone.md', time: daysAgo(1), tokens: 900 },
  ]
  const use = memoryUse([file('a.md', 30), file('b.md', 30)], reads, { now: NOW, isComplete: true })
  expect(use.since).toBe(daysAgo(9))
  expect(use.files).toEqual([
    expect.objectContaining({ path: 'a.md', reads: 4, lastRead: daysAgo(1), tokens: 170, readerCount: 2 }),
    expect.objectContaining({ path: 'b.md', reads: 0, lastRead: null, tokens: 0, readers: [] }),
  ])
  expect(use.files[0]?.readers).toEqual([
    { conversation: 'c2', reads: 1, lastRead: daysAgo(1) },
    { conversation: 'c1', reads: 2, lastRead: daysAgo(2) },
  ])
})

test('a file is unread only after 60 days without a read or a change, and with reads recorded all that time', () => {
  const unread = (files: readonly TreeFile[], reads: readonly Read[]): readonly string[] =>
    memoryUse(files, reads, { now: NOW, isComplete: true })
      .files.filter(({ isUnread }) => isUnread)
      .map(({ path }) => path)
  const files = [file('old.md', 61), file('read.md', 61), file('new.md', 59)]
  expect(unread(files, [])).toEqual([])
  expect(unread(files, [{ path: 'x.md', time: daysAgo(59) }])).toEqual([])
  const known = { path: 'x.md', time: daysAgo(61) }
  expect(memoryUse(files, [known], { now: NOW, isComplete: false }).files.some(({ isUnread }) => isUnread)).toBe(false)
  expect(unread(files, [known, { path: 'read.md', time: daysAgo(59) }])).toEqual(['old.md'])
  expect(unread(files, [known, { path: 'read.md', time: daysAgo(60.5) }])).toEqual(['old.md', 'read.md'])
})

test('whatever is read, the sums are those of the reads of present files', () => {
  const read = fc.record({
    path: fc.constantFrom('a.md', 'b.md', 'gone.md', ''),
    time: fc.integer({ min: 0, max: 100 }).map(daysAgo),
    conversation: fc.option(fc.constantFrom('c1', 'c2', 'c3'), { nil: undefined }),
    tokens: fc.nat(1000),
  })
  fc.assert(
    fc.property(fc.array(read), (reads) => {
      const { files } = memoryUse([file('a.md', 1), file('b.md', 1)], reads, { now: NOW, isComplete: true })
      for (const use of files) {
        const own = reads.filter(({ path }) => path === use.path)
        expect(use.reads).toBe(own.length)
        expect(use.tokens).toBe(own.reduce((sum, { tokens }) => sum + tokens, 0))
        expect(use.readers.reduce((sum, each) => sum + each.reads, 0)).toBe(
          own.filter(({ conversation }) => conversation !== undefined).length,
        )
        expect(use.lastRead).toBe(
          own
            .map(({ time }) => time)
            .toSorted()
            .at(-1) ?? null,
        )
      }
    }),
  )
})

test('reads count the same from the access log and from commits that record them', async () => {
  await using place = await newStore()
  const { store } = place
  await store.put([fileAt('a.md', 'one\n')], agent)
  const view = { ...agent, verb: 'view', conversation: 'c1', tokens: 12 } as const
  await store.viewed('a.md', view)
  await store.changeSettings({ recordReads: true })
  const commit = await store.viewed('a.md', { ...view, conversation: 'c2' })
  expect(commit?.origin.tokens).toBe(12)
  await store.viewed('', view)
  const { files, since } = await store.fileUse()
  expect(since).not.toBeNull()
  expect(files).toMatchObject([{ path: 'a.md', reads: 2, tokens: 24, readerCount: 2, isUnread: false }])
  const usage = await store.usage()
  expect(usage.files).toMatchObject([{ path: 'a.md', lastUsed: usage.usedDays.at(-1) }])
})

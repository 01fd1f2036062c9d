import { expect, test } from 'vitest'
import type { FileUse } from '../../shared/upkeep.ts'
import { largestShare, neverRead, partsOf } from './largest.ts'

const file = (path: string, bytes: number, reads = 0): FileUse => ({
  path,
  bytes,
  reads,
  lastRead: null,
  readers: [],
  readerCount: 0,
  tokens: 0,
  lastWritten: null,
  isUnread: false,
})

test('the largest come first, and all that are smaller are one part', () => {
  const files = [file('empty.md', 0), ...Array.from({ length: 66 }, (_, at) => file(`${at}.md`, at + 1, at % 2))]
  const parts = partsOf(files)
  expect(parts).toHaveLength(61)
  expect(parts[0]).toMatchObject({ file: { path: '65.md' }, bytes: 66, count: 1 })
  // 1 + … + 6 bytes are as much as the 46th file has.
  expect(parts.findIndex((part) => part.file === null)).toBe(46)
  expect(parts.find((part) => part.file === null)).toMatchObject({ bytes: 21, count: 6 })
  expect(neverRead(files)).toHaveLength(34)
  expect(partsOf([])).toEqual([])
})

test('a few files that hold half of the memory are named, and many are not', () => {
  const small = Array.from({ length: 9 }, (_, at) => file(`${at}.md`, 10))
  expect(largestShare([...small, file('large.md', 110)])).toEqual({ count: 1, share: 0.55 })
  expect(largestShare(small)).toBeNull()
  expect(largestShare([])).toBeNull()
})

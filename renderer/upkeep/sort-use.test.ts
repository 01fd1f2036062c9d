import { expect, test } from 'vitest'
import type { FileUse } from '../../shared/upkeep.ts'
import { nextOrder, sortedUse } from './sort-use.ts'

function use(path: string, reads: number, lastRead: string | null): FileUse {
  return { path, reads, lastRead, bytes: 1, readers: [], readerCount: 0, tokens: 0, lastWritten: null, isUnread: false }
}

const FILES = [use('b.md', 2, '2026-11-02T00:00:00Z'), use('a.md', 2, null), use('c.md', 5, '2026-11-01T00:00:00Z')]
const names = (files: readonly FileUse[]): string => files.map(({ path }) => path[0]).join('')

test('a list sorts by any column, ties by name, and what was never read counts as oldest', () => {
  expect(names(sortedUse(FILES, { by: 'path', descending: false }))).toBe('abc')
  expect(names(sortedUse(FILES, { by: 'reads', descending: true }))).toBe('cab')
  expect(names(sortedUse(FILES, { by: 'lastRead', descending: false }))).toBe('acb')
})

test('a column that is chosen again turns round', () => {
  const byReads = nextOrder({ by: 'path', descending: false }, 'reads')
  expect([byReads, nextOrder(byReads, 'reads')]).toEqual([
    { by: 'reads', descending: true },
    { by: 'reads', descending: false },
  ])
  expect(nextOrder(byReads, 'path')).toEqual({ by: 'path', descending: false })
})

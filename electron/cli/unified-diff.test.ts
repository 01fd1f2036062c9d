import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Change } from '../../shared/change.ts'
import { unifiedDiff } from '../../shared/unified-diff.ts'
import { newFolder } from '../../testing/folders.ts'
import { git } from '../../testing/git.ts'

const blob = (id: string): Change['before'] => ({ id, size: 1, mode: '100644' })
const numbers = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => `${from + at}\n`).join('')

test.each([
  ['a line of many', numbers(0, 40), numbers(0, 20) + 'new\n' + numbers(21, 40)],
  ['the last line end', 'one\ntwo', 'one\ntwo\n'],
  ['a new file', null, 'one\n'],
  ['a deleted file', 'one\ntwo\n', null],
  ['everything', numbers(0, 20_000), numbers(20_000, 40_000)],
])('git applies the diff of %s', async (_, before, after) => {
  const dir = await newFolder()
  const file = path.join(dir, 'a file.md')
  if (before !== null) await writeFile(file, before)
  const change = {
    path: 'a file.md',
    before: before === null ? null : blob('old'),
    after: after === null ? null : blob('new'),
  }
  const diff = await unifiedDiff(change, async (id) => (id === 'old' ? before : after))
  await writeFile(path.join(dir, 'patch'), diff ?? '')
  await git(dir, 'apply', '--unidiff-zero', 'patch')
  expect(await readFile(file, 'utf8').catch(() => null)).toBe(after)
})

test('what is not text has no diff; a file that was only moved has its names', async () => {
  expect(await unifiedDiff({ path: 'a', before: null, after: blob('x') }, async () => null)).toBeNull()
  expect(await unifiedDiff({ path: 'b', from: 'a', before: blob('x'), after: blob('x') }, async () => 'same')).toBe(
    '--- a/a\n+++ b/b\n',
  )
})

import { expect, onTestFinished, test } from 'vitest'
import type { ImportedFile } from '../shared/file-commands.ts'
import { newFolder } from '../testing/folders.ts'
import { saying } from '../testing/saying.ts'
import { openCore } from './core.ts'

const file = (path: string, bytes: number): ImportedFile => ({
  path,
  before: null,
  bytes: Buffer.from('tea\n'.repeat(bytes / 4)).toString('base64'),
})

test('an import that one file prevents names the file, its size and the limit, and says that nothing was added', async () => {
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: await newFolder() }, watch: false })
  onTestFinished(() => core.close())
  const large = file('teas/all.md', 1_600_000)
  expect(await core.importFiles([file('a.md', 8), large])).toEqual({
    kind: 'refused',
    rule: 'file-bytes',
    reason: saying(
      /^None of the 2 files were added: .+ together or not at all\. Not written: teas\/all\.md would be 1\.6 MB; the limit is 1 MB\. Shorten it, /,
    ),
  })
  expect((await core.store.tree()).files).toEqual([])
  expect(await core.importFiles([large])).toMatchObject({
    reason: saying(/^Not written: teas\/all\.md would be 1\.6 MB/),
  })
})

test('an import of two files for one path, or of a file and its folder, is refused, and nothing is lost', async () => {
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: await newFolder() }, watch: false })
  onTestFinished(() => core.close())
  for (const [paths, why] of [
    [['n.md', 'n.md'], /Two files would be at n\.md/],
    [['d/n.md', 'd'], /Two files would be at d,/],
    [['d', 'd/e/n.md'], /Two files would be at d,/],
  ] as const)
    expect(await core.importFiles(paths.map((path) => file(path, 8)))).toMatchObject({ reason: saying(why) })
  expect((await core.store.tree()).files).toEqual([])
})

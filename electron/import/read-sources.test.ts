import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { readSources } from './read-sources.ts'

const how = { signal: new AbortController().signal }

test('of several sources, one that cannot be read is left out with the reason; alone, it is refused with it', async () => {
  const folder = await newFolder()
  const at = (name: string): string => nodePath.join(folder, name)
  await fs.writeFile(at('notes.md'), 'Likes tea.\n')
  await fs.writeFile(at('torn.zip'), 'PK no zip')
  const read = await readSources([at('torn.zip'), at('notes.md'), at('missing')], how)
  expect(read.map(({ name, found }) => [name, found.files.length, found.leftOut.length])).toEqual([
    ['torn.zip', 0, 1],
    ['notes.md', 1, 0],
    ['missing', 0, 1],
  ])
  for (const { found } of read) expect(found.found).toBe(1)
  await expect(readSources([at('torn.zip')], how)).rejects.toThrow('torn.zip')
  await expect(readSources([at('missing'), at('torn.zip')], how)).rejects.toThrow('missing')
})

import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import type { HistoryOverview } from '../../../shared/memory.ts'
import { newFolder } from '../../../testing/folders.ts'
import * as native from '../../../testing/git.ts'
import { Repository } from '../repo/repository.ts'
import { Chain } from './chain.ts'
import { HistoryIndex } from './history-index.ts'

type Files = Readonly<Record<string, string | null>>

/** More files than the index reads of a commit at once, with the policies and a file in them. */
const IMPORT: Files = {
  ...Object.fromEntries(Array.from({ length: 450 }, (_, at) => [`notes/${at}.md`, `note ${'x'.repeat(at)}\n`])),
  '.variorum/policies.json': '{"version":1}\n',
  'umlaut.md': 'Grüße\n',
}
/** Local times, oldest first. The clock is a day ahead once, and right again afterwards. */
const COMMITS: readonly (readonly [string, Files])[] = [
  ['2025-03-01T09:00:00', IMPORT],
  ['2025-03-01T23:59:59', { 'notes/3.md': null, 'a.md': 'one\ntwo\n' }],
  ['2025-03-02T00:00:01', { 'umlaut.md': null, 'moved/umlaut.md': 'Grüße\n' }],
  ['2025-03-05T12:00:00', { '.variorum/policies.json': `{"version":1,"pins":["a.md"]}\n`, 'a.md': 'one\n' }],
  ['2025-03-07T12:00:00', { 'b.md': 'early\n' }],
  ['2025-03-06T12:00:00', { 'c.md': 'after it\n' }],
  ['2025-03-09T12:00:00', { 'a.md': null, 'b.md': null }],
]

/** The last commit of each day, by its number, and how many the day has. */
const LAST_OF_DAY = [
  [1, 2],
  [2, 1],
  [3, 1],
  [5, 2],
  [6, 1],
] as const

/** Makes the commits with git itself. @returns their ids */
async function commitAll(dir: string, commits: typeof COMMITS): Promise<readonly string[]> {
  const ids: string[] = []
  for (const [at, files] of commits) {
    for (const [path, text] of Object.entries(files)) {
      const file = nodePath.join(dir, path)
      if (text === null) await fs.rm(file)
      else {
        await fs.mkdir(nodePath.dirname(file), { recursive: true })
        await fs.writeFile(file, text)
      }
    }
    ids.push(await native.commitAt(dir, new Date(at).toISOString()))
  }
  return ids
}

/** What git itself finds of a commit's files, without the policies. */
async function sizeIn(dir: string, commit: string): Promise<{ readonly files: number; readonly bytes: number }> {
  const listed = (await native.git(dir, 'ls-tree', '-r', '-l', commit)).trimEnd().split('\n')
  const sizes = listed.filter((line) => !line.includes('\t.variorum/')).map((line) => Number(line.split(/\s+/)[3]))
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

test('the files and bytes at the end of each day are those that git has, however the index was filled', async () => {
  const dir = await newFolder()
  await native.git(dir, 'init', '-q', '-b', 'main')
  const ids = await commitAll(dir, COMMITS)
  const chain = new Chain(new Repository(dir))
  const index = new HistoryIndex(chain, null)
  const head = ids.at(-1) ?? ''
  const expected = await Promise.all(
    LAST_OF_DAY.map(async ([at, commits]) => ({ ...(await sizeIn(dir, ids[at] ?? '')), commits })),
  )
  const shown = ({ step, periods }: HistoryOverview): unknown => {
    expect(step).toBe('day')
    return periods.map(({ files, bytes, counts }) => ({ files, bytes, commits: counts.outside }))
  }
  await index.extend(head, async () => true)
  expect(shown(await index.overview())).toEqual(expected)
  // Asked again, nothing is added up twice; after the branch went back and on, what it lost is gone.
  expect(shown(await index.overview())).toEqual(expected)
  await native.git(dir, 'reset', '-q', '--hard', ids[3] ?? '')
  const [moved = ''] = await commitAll(dir, [['2025-03-10T08:00:00', { 'd.md': 'another way\n' }]])
  expect(index.catchUp(moved)).toBe(true)
  expect(shown(await index.overview())).toEqual([
    ...expected.slice(0, 3),
    { ...(await sizeIn(dir, moved)), commits: 1 },
  ])
  index.close()
})

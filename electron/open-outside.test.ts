import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { newFolder } from '../testing/folders.ts'
import { openingBy } from './open-outside.ts'

let store = ''
let done: string[] = []
const opener = {
  open: async (path: string) => void done.push(`open ${path}`),
  show: async (path: string) => void done.push(`show ${path}`),
}
const open = (path: string, where: 'program' | 'folder') => openingBy(opener, () => store)(path, where)
const at = (path: string): string => nodePath.join(store, path)

beforeEach(async () => {
  const folder = await fs.realpath(await newFolder())
  store = nodePath.join(folder, 'store')
  done = []
  await fs.mkdir(at('people'), { recursive: true })
  await fs.mkdir(at('.git'))
  for (const path of ['people/ana.md', 'run.sh', 'x.desktop', '.git/config', '../outside.md'])
    await fs.writeFile(at(path), 'text')
})

test('a text is opened; what a system may execute, and a folder, are only shown', async () => {
  await open('people/ana.md', 'program')
  await open('people/ana.md', 'folder')
  await open('run.sh', 'program')
  await open('x.desktop', 'program')
  await open('people', 'program')
  expect(done).toEqual([
    `open ${at('people/ana.md')}`,
    `show ${at('people/ana.md')}`,
    `show ${at('run.sh')}`,
    `show ${at('x.desktop')}`,
    `show ${at('people')}`,
  ])
})

test.skipIf(process.platform === 'win32')(
  'a link is followed inside the store only, and its name decides nothing',
  async () => {
    await fs.symlink('../outside.md', at('out.md'))
    await fs.symlink('run.sh', at('notes.md'))
    await open('notes.md', 'program')
    expect(done).toEqual([`show ${at('run.sh')}`])
    await expect(open('out.md', 'program')).rejects.toThrow('couldn’t be opened')
  },
)

test('nothing outside the memory is opened', async () => {
  for (const path of [
    '../outside.md',
    'people/../../outside.md',
    '.git/config',
    '.git',
    '',
    '.',
    'missing.md',
    'a\0.md',
  ])
    await expect(open(path, 'folder'), path).rejects.toThrow('couldn’t be opened')
  await expect(openingBy(undefined, () => store)('people/ana.md', 'program')).rejects.toThrow('couldn’t be opened')
  expect(done).toEqual([])
})

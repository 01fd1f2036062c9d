import { expect, test } from 'vitest'
import { change, commit } from '../testing/commits.ts'
import { folderTarget, mainPath, verbSentence } from './verbs.ts'

const deletion = (named: string | undefined, ...paths: readonly string[]) =>
  commit({ named, origin: { verb: 'delete' }, changes: paths.map((path) => change(path, 1, null)) })

test.each([
  ['several files', deletion('people', 'people/ana.md', 'people/work/tom.md'), 'Deleted people/'],
  ['one file', deletion('people', 'people/ana.md'), 'Deleted people/'],
  ['none', deletion('people'), 'Deleted people/'],
])('the deletion of a folder with %s names the folder', (_, folder, sentence) => {
  expect(folderTarget(folder)).toEqual({ path: 'people/', from: null })
  expect(verbSentence(folder)).toBe(sentence)
})

test('so does the renaming of one', () => {
  const moved = { ...change('friends/ana.md', 1, 1), from: 'people/ana.md' }
  const renamed = commit({ named: 'friends', origin: { verb: 'rename' }, changes: [moved] })
  expect(folderTarget(renamed)).toEqual({ path: 'friends/', from: 'people/' })
  expect(verbSentence(renamed)).toBe('Renamed people/ to friends/')
})

test('files are files', () => {
  expect(folderTarget(deletion('people/ana.md', 'people/ana.md'))).toBeNull()
  expect(folderTarget(deletion(undefined, 'a.md', 'b.md'))).toBeNull()
  const moved = { ...change('b.md', 1, 1), from: 'a.md' }
  const renamed = commit({ named: 'b.md', origin: { verb: 'rename' }, changes: [moved] })
  expect(folderTarget(renamed)).toBeNull()
  expect(verbSentence(renamed)).toBe('Renamed a.md to b.md')
  expect(folderTarget(commit({ named: 'people', origin: { verb: 'other' } }))).toBeNull()
})

test('a command that changed nothing names its file all the same', () => {
  const same = commit({ named: 'a.md', origin: { verb: 'edit' }, changes: [] })
  expect(mainPath(same)).toBe('a.md')
  expect(mainPath(commit({ subject: 'by hand', origin: { verb: 'other' }, changes: [] }))).toBe('by hand')
})

import { expect, test } from 'vitest'
import { fileNamesIn } from './file-names.ts'

const names = (text: string): readonly string[] => fileNamesIn(text).map(({ name }) => name)

test('names of files are found in a sentence, with their folders', () => {
  expect(names('See jobs/tea/work/F1.md, map.v2.json and (/memories/été/茶.txt).')).toEqual([
    'jobs/tea/work/F1.md',
    'map.v2.json',
    '/memories/été/茶.txt',
  ])
  expect(fileNamesIn('in a.md.')).toEqual([{ name: 'a.md', at: 3 }])
})

test('words are none, however long', () => {
  for (const text of [
    '',
    'It took 1.5 hours, e.g. at noon.',
    'and/or',
    '...',
    '.md',
    'a'.repeat(100_000),
    './'.repeat(50_000),
    '1.'.repeat(50_000),
  ])
    expect(names(text)).toEqual([])
})

import { expect, test } from 'vitest'
import { filePieces } from './file-pieces.ts'

const FILES = new Set(['jobs/tea/work/F1.md', 'notes/map.md', 'jobs/tea/progress.md'])
const shown = (text: string): string =>
  filePieces(text, 'jobs/tea', (path) => FILES.has(path))
    .map((piece) => (piece.path === null ? piece.text : `[${piece.text}](${piece.path})`))
    .join('')

test('the files that a text names are found, however they are named', () => {
  expect(shown('jobs/tea/work/F1.md, viewed')).toBe('[jobs/tea/work/F1.md](jobs/tea/work/F1.md), viewed')
  expect(shown('See /memories/notes/map.md and work/F1.md.')).toBe(
    'See [/memories/notes/map.md](notes/map.md) and [work/F1.md](jobs/tea/work/F1.md).',
  )
  expect(shown('progress.md')).toBe('[progress.md](jobs/tea/progress.md)')
})

test('what is no file stays words', () => {
  for (const text of ['', 'It works.', 'work/F9.md', 'e.g. this', 'a'.repeat(100_000), './'.repeat(50_000)])
    expect(shown(text)).toBe(text)
})

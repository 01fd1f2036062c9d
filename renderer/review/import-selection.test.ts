import { expect, test } from 'vitest'
import type { ImportedText } from '../../shared/import.ts'
import { ALL, selectionOf, withLine, withTaken } from './import-selection.ts'

const file = (path: string, text: string): ImportedText => ({
  path,
  text,
  before: null,
  source: 0,
  from: path,
  key: path,
  said: text,
  time: null,
  hash: '',
  items: 1,
})
const FILES = [file('a.md', '# A\n\none\ntwo\n'), file('b.md', 'only\n')]

test('all is taken; files, lines and edits change that, and nothing else', () => {
  expect(selectionOf(FILES, ALL)).toEqual([{ path: 'a.md' }, { path: 'b.md' }])
  expect(selectionOf(FILES, withTaken(ALL, ['a.md'], { isOut: true }))).toEqual([{ path: 'b.md' }])
  const less = withLine(ALL, 'a.md', 2, false)
  expect(selectionOf(FILES, less)[0]).toEqual({ path: 'a.md', text: '# A\n\ntwo\n' })
  expect(selectionOf(FILES, withLine(less, 'a.md', 2, true))[0]).toEqual({ path: 'a.md' })
  expect(selectionOf(FILES, withTaken(less, ['a.md'], { text: 'mine\n' }))[0]).toEqual({ path: 'a.md', text: 'mine\n' })
  // Of a file without its lines, nothing is left.
  expect(selectionOf(FILES, withLine(ALL, 'b.md', 0, false))).toEqual([{ path: 'a.md' }])
})

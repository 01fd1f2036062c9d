import { expect, it } from 'vitest'
import { newFilePath } from './new-file-path.ts'

it.each([
  ['Trip notes', 'trip-notes.md'],
  ['people/Ana', 'people/ana.md'],
  ['My people/Ana', 'My people/ana.md'],
  ['Notes.txt', 'Notes.txt'],
  ['v1.2 plan', 'v1.2-plan.md'],
  ['.editorconfig', '.editorconfig.md'],
  [' /a//b.md/ ', 'a/b.md'],
  ['旅行', '旅行.md'],
  ['  ', ''],
])('%s becomes %s', (name, path) => expect(newFilePath(name)).toBe(path))

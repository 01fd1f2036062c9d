import { expect, test } from 'vitest'
import { pathParts } from './path-parts.ts'

test('a path is split where it may be shortened, and never loses the end of its name', () => {
  expect(pathParts('work/kafka/2026/q1/notes.md')).toEqual({
    folders: 'work/kafka/2026',
    folder: '/q1',
    slash: '/',
    name: '',
    end: 'notes.md',
  })
  expect(pathParts('projects/minutes of the long meeting.md')).toEqual({
    folders: '',
    folder: 'projects',
    slash: '/',
    name: 'minutes of the long ',
    end: 'meeting.md',
  })
})

test('the parts are the path', () => {
  for (const path of ['a.md', 'a/b.md', 'a/b/c/d.md', `${'😀'.repeat(9)}.md`, ''])
    expect(Object.values(pathParts(path)).join('')).toBe(path)
  expect(pathParts(`${'😀'.repeat(9)}.md`).end.isWellFormed()).toBe(true)
})

import { expect, test } from 'vitest'
import { readLog } from './progress-log.ts'

const entries = (markdown: string): readonly (readonly [string, number | null, string])[] =>
  readLog(markdown).map(({ heading, session, text }) => [heading, session, text])

test('entries are the headings of level two, newest first as in the file', () => {
  expect(
    entries('# Progress\n\nNewest first.\n\n## Session 2 · 2026-11-22\n\n- b\n### Next\nc\n## Session 1\na\n'),
  ).toEqual([
    ['Session 2 · 2026-11-22', 2, '- b\n### Next\nc'],
    ['Session 1', 1, 'a'],
  ])
})

test.each([
  ['## 2026-11-22 (session 12): search ##', '2026-11-22 (session 12): search', 12],
  ['# Session #3:', 'Session #3:', 3],
  ['### 2026-11-22', '2026-11-22', null],
  ['## Sitzung 3', 'Sitzung 3', null],
  ['## Session 0', 'Session 0', null],
  ['   ##\tSESSION 4', 'SESSION 4', 4],
])('%s', (line, heading, session) => {
  expect(entries(`${line}\nwords`)).toEqual([[heading, session, 'words']])
})

test('headings that name sessions are the entries, whatever their level', () => {
  expect(entries('# Session 2\n## What\nb\n# Session 1\n## What\na')).toEqual([
    ['Session 2', 2, '## What\nb'],
    ['Session 1', 1, '## What\na'],
  ])
})

test('an entry ends at a heading above its level', () => {
  expect(entries('## Session 1\na\n# Notes\nb')).toEqual([['Session 1', 1, 'a']])
})

test('a heading in code is none', () => {
  expect(entries('## Session 1\n```md\n## Session 2\n````\n~~~\n## Session 3\n~~~')).toHaveLength(1)
})

test('a text without headings is one entry, and nothing is none', () => {
  expect(entries('just\nwords\n')).toEqual([['', null, 'just\nwords']])
  expect(entries(' \n')).toEqual([])
})

test('a huge log is read', () => {
  expect(readLog('## Session 1\nx\n'.repeat(100_000))).toHaveLength(100_000)
})

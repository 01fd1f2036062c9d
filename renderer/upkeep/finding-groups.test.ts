import { expect, test } from 'vitest'
import type { Finding, FixName } from '../../shared/upkeep.ts'
import { groupFindings } from './finding-groups.ts'

const dead = (path: string, text: string, fix: FixName = 'remove-link'): Finding => ({
  id: `${path} ${text}`,
  kind: 'dead-link',
  path,
  line: 1,
  text,
  what: { id: 'link-to-no-file', values: { target: 'x' } },
  other: null,
  fixes: [{ name: fix, edits: [] }],
})
const wiki = Array.from({ length: 6 }, (_, at) => dead(`${at % 2}.md`, `See [[note ${at}]]`))
const list = [dead('a.md', '[x](x.md)'), dead('a.md', '[[moved]]', 'link-there'), ...wiki]

const shown = (...given: Parameters<typeof groupFindings>) =>
  groupFindings(...given).map(({ kind, found, files, isFolded }) => [kind, found.length, files.length, isFolded])

test('many links to notes that nobody has written are one folded group, by file', () => {
  expect(shown(list, 'plain')).toEqual([
    ['dead-link', 2, 1, false],
    ['unwritten', 6, 2, true],
  ])
})

test('where an index says what there is, and where there are few, each is a dead link', () => {
  expect(shown(list, 'index')).toEqual([['dead-link', 8, 3, false]])
  expect(shown(list.slice(0, 4), 'plain')).toEqual([['dead-link', 4, 3, false]])
})

test('a long list is folded', () => {
  expect(
    shown(
      Array.from({ length: 21 }, (_, at) => dead('a.md', `[x](${at}.md)`)),
      'plain',
    ),
  ).toEqual([['dead-link', 21, 1, true]])
})

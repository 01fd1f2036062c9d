import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDirectory, formatFile, formatSize, formatSnippet } from './format.ts'

const HEADER = "Here's the content of /memories/a.md with line numbers:"
const five = 'L1\nL2\nL3\nL4\nL5\n'

test.each([
  [undefined, [1, 2, 3, 4, 5]],
  [
    [2, 3],
    [2, 3],
  ],
  [[0, 1], [1]],
  [
    [4, -1],
    [4, 5],
  ],
  [
    [4, 100],
    [4, 5],
  ],
  [[4, 2], []],
  [[10, 20], []],
  [[6, -1], []],
])('view_range %j shows the lines %j', (range, lines) => {
  expect(formatFile('/memories/a.md', five, range)).toBe(
    [HEADER, ...lines.map((line) => `     ${line}\tL${line}`)].join('\n'),
  )
})

test('an empty file is its header', () => expect(formatFile('/memories/a.md', '')).toBe(HEADER))

test('other separators do not end a line', () => {
  expect(formatFile('/memories/a.md', 'a\u2028b\fc\rd\r\ne')).toBe(`${HEADER}\n     1\ta\u2028b\fc\rd\n     2\te`)
})

const asIs = (line: string): string => line

test('a snippet shows two lines on each side of the edit', () => {
  const text = Array.from({ length: 20 }, (_, index) => `row ${index + 1}\n`).join('')
  const start = text.indexOf('row 10')
  expect(
    formatSnippet(text, start, start + 'row 10\nrow 11'.length, asIs)
      .split('\n')
      .map((row) => Number.parseInt(row, 10)),
  ).toEqual([8, 9, 10, 11, 12, 13])
  expect(formatSnippet('keep\n', 0, 0, asIs)).toBe('     1\tkeep')
  expect(formatSnippet('', 0, 0, asIs)).toBe('')
})

test('sizes are short and never say 1024', () => {
  expect([0, 512, 1024, 1536, 4096, 5632, 1_258_292, 1024 ** 2 - 1].map(formatSize)).toEqual([
    '0B',
    '512B',
    '1.0K',
    '1.5K',
    '4.0K',
    '5.5K',
    '1.2M',
    '1.0M',
  ])
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 40 }), (bytes) => {
      expect(formatSize(bytes)).toMatch(/^(?:\d{1,4}B|\d{1,4}\.\d[KMGT])$/)
      expect(Number.parseFloat(formatSize(bytes))).toBeLessThan(1024)
    }),
  )
})

test('a directory lists itself first, with paths as requested', () => {
  const entries = [
    { path: 'real', kind: 'directory', size: 2048 },
    { path: 'real/a.md', kind: 'file', size: 10 },
  ] as const
  expect(formatDirectory('/memories/link', entries).split('\n').slice(1)).toEqual([
    '2.0K\t/memories/link',
    '10B\t/memories/link/a.md',
  ])
  expect(
    formatDirectory('/memories', [
      { path: '', kind: 'directory', size: 0 },
      { path: 'x', kind: 'file', size: 0 },
    ])
      .split('\n')
      .slice(1),
  ).toEqual(['0B\t/memories', '0B\t/memories/x'])
})

test('a long line of a snippet is cut between whole characters', () => {
  expect(formatSnippet(`x${'😀'.repeat(3_000)}`, 0, 1, asIs)).toBe(
    `     1\tx${'😀'.repeat(2_499)} [1,002 more characters in this line]`,
  )
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countLines, insertAfter, replaceOnce, splitLines } from './text.ts'

const eol = fc.constantFrom('\n', '\r\n')
const word = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '$', '&', '\u2028', '\f', 'é', '🎉'), maxLength: 6 })
/** A text with line ends of one kind, with or without a last one. */
const text = fc
  .tuple(fc.array(word, { maxLength: 12 }), eol, fc.boolean())
  .map(([lines, end, isClosed]) => lines.join(end) + (isClosed && lines.length > 0 ? end : ''))

describe('replaceOnce', () => {
  test('takes search and replacement literally', () => {
    expect(replaceOnce('price: X', 'X', "$& $1 $$ $` $'")).toMatchObject({
      kind: 'replaced',
      text: "price: $& $1 $$ $` $'",
    })
    expect(replaceOnce('a.c abc', 'a.c', 'x')).toMatchObject({ text: 'x abc' })
  })

  test('names the line of each occurrence, including several on one line and those that span lines', () => {
    expect(replaceOnce('a a\nb\na', 'a', 'x')).toEqual({ kind: 'several', lines: [1, 1, 3] })
    expect(replaceOnce('a\nb\nc\na\nb\n', 'a\nb', 'x')).toEqual({ kind: 'several', lines: [1, 4] })
    expect(replaceOnce('| x |\n| x |\n| x |\n', '| x |\n| x |\n', '')).toEqual({ kind: 'several', lines: [1, 2] })
  })

  test('keeps the line ends of a file that only has CRLF', () => {
    expect(replaceOnce('a\r\nb\r\nc', 'a\nb', '1\n2\n3')).toMatchObject({ text: '1\r\n2\r\n3\r\nc' })
    expect(replaceOnce('a\r\nb\nc', 'b', '1\n2')).toMatchObject({ text: 'a\r\n1\n2\nc' })
  })

  test('is undone by the opposite replacement', () => {
    fc.assert(
      fc.property(text, text, word, (before, after, added) => {
        const marked = `${before}<here>${after}`
        const there = replaceOnce(marked, '<here>', `<${added}there>`)
        if (there.kind !== 'replaced') throw new Error(there.kind)
        expect(there.text.slice(there.start, there.end)).toBe(`<${added}there>`)
        expect(replaceOnce(there.text, `<${added}there>`, '<here>')).toMatchObject({ text: marked })
      }),
    )
  })

  test('never changes a text in which the search is missing or occurs twice', () => {
    fc.assert(
      fc.property(
        text,
        word.filter((search) => search !== ''),
        (whole, search) => {
          const count = [...whole].filter((_, at) => [...whole].slice(at).join('').startsWith(search)).length
          expect(replaceOnce(whole, search, 'new').kind).toBe(
            count === 0 ? 'absent' : count === 1 ? 'replaced' : 'several',
          )
        },
      ),
    )
  })

  test('is quick with many occurrences in a large file', () => {
    const edit = replaceOnce('x\n'.repeat(500_000), 'x', 'y')
    expect(edit.kind === 'several' && edit.lines.at(-1)).toBe(500_000)
  })
})

describe('insertAfter', () => {
  test.each([
    ['a\nb\n', 1, 'X', 'a\nX\nb\n'],
    ['a\nb\n', 1, 'X\n', 'a\nX\nb\n'],
    ['a\nb\n', 1, '\n', 'a\n\nb\n'],
    ['a\nb\n', 2, 'X', 'a\nb\nX\n'],
    ['a\nb', 2, 'X', 'a\nb\nX'],
    ['a\nb', 2, 'X\n', 'a\nb\nX'],
    ['a\nb', 0, 'X', 'X\na\nb'],
    ['', 0, 'X', 'X'],
    ['a\r\nb\r\n', 1, 'X\nY', 'a\r\nX\r\nY\r\nb\r\n'],
    ['a\nb\n', 1, '', 'a\nb\n'],
    ['\ufeffa\r\nb\r\n', 0, 'X', '\ufeffX\r\na\r\nb\r\n'],
    ['\ufeffa\nb\n', 1, 'X', '\ufeffa\nX\nb\n'],
    ['\ufeff', 0, 'X', '\ufeffX'],
    ['\ufeff', 1, 'X', '\ufeffX'],
  ])('%j after line %i: %j', (before, line, addition, after) => {
    expect(insertAfter(before, line, addition)).toBe(after)
  })

  test.each([-1, 3, 1.5, Number.NaN])('rejects line %d of two', (line) => {
    expect(insertAfter('a\nb\n', line, 'X')).toBeNull()
  })

  test('puts whole lines between whole lines, and keeps the last line end or its absence', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.array(word, { minLength: 1, maxLength: 3 }), (before, at, added) => {
        const lines = splitLines(before)
        const line = at % (lines.length + 1)
        const after = insertAfter(before, line, `${added.join('\n')}|`) ?? ''
        expect(splitLines(after)).toEqual([
          ...lines.slice(0, line),
          ...`${added.join('\n')}|`.split('\n'),
          ...lines.slice(line),
        ])
        if (before !== '') expect(after.endsWith('\n')).toBe(before.endsWith('\n'))
      }),
    )
  })
})

test('lines are counted as they are split', () => {
  fc.assert(
    fc.property(text, (whole) => {
      expect(countLines(whole)).toBe(splitLines(whole).length)
    }),
  )
})

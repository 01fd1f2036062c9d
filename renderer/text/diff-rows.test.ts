import { describe, expect, it } from 'vitest'
import { diffRows, foldRows, linesOf, trimEdges, twoSides } from './diff-rows.ts'

const LISBON = 'Flat in Graça.\nLisbon, 27 November to 2 December, with Tomás.\n'

describe('diffRows', () => {
  it('marks the words of a changed line as phrases', () => {
    const rows = diffRows(LISBON, LISBON.replace('27 November to 2 December, with Tomás.', '4 to 9 December, alone.'))
    expect(rows).toEqual([
      { kind: 'same', number: 1, text: 'Flat in Graça.' },
      {
        kind: 'changed',
        number: 2,
        pieces: [
          { kind: 'same', text: 'Lisbon, ' },
          { kind: 'removed', text: '27 November to 2 December, with Tomás.' },
          { kind: 'added', text: '4 to 9 December, alone.' },
        ],
      },
    ])
  })

  it('shows lines with nothing in common as removed and added', () => {
    expect(diffRows('Nuts: none known.\n', 'Completely other words here\n').map(({ kind }) => kind)).toEqual([
      'removed',
      'added',
    ])
  })

  it('numbers removed rows by the old text and added ones by the new', () => {
    expect(diffRows('a\nb\nc\n', 'a\nc\nd\n')).toEqual([
      { kind: 'same', number: 1, text: 'a' },
      { kind: 'removed', number: 2, text: 'b' },
      { kind: 'same', number: 2, text: 'c' },
      { kind: 'added', number: 3, text: 'd' },
    ])
  })

  it('has no rows for two empty texts, and one per line of a new file', () => {
    expect(diffRows('', '')).toEqual([])
    expect(diffRows('', 'one\n\ntwo\n').map((row) => row.kind)).toEqual(['added', 'added', 'added'])
  })

  it('ignores a missing final line break', () => {
    expect(diffRows('a\nb', 'a\nb\n').every(({ kind }) => kind === 'same')).toBe(true)
  })
})

describe('foldRows', () => {
  const text = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`).join('\n')
  const rows = diffRows(text, text.replace('line 15', 'a wholly different sentence'))

  it('keeps the context and counts the folded lines', () => {
    expect(foldRows(rows, 1).filter(({ kind }) => kind === 'gap')).toEqual([
      { kind: 'gap', lines: 13 },
      { kind: 'gap', lines: 14 },
    ])
  })

  it('can keep context above only', () => {
    expect(trimEdges(foldRows(rows, 0, 1)).map(({ kind }) => kind)).toEqual(['same', 'removed', 'added'])
  })

  it('never folds a single line', () => {
    const short = diffRows('a\nb\nc\nd\ne\n', 'X Y Z\nb\nc\nd\nW V U\n')
    expect(foldRows(short, 1).some(({ kind }) => kind === 'gap')).toBe(false)
  })
})

describe('twoSides', () => {
  it('pairs replaced lines and keeps both numberings', () => {
    const sides = twoSides('a\nb\nc\n', 'a\nx y z\nnew\nc\n')
    expect(
      sides.map((pair) => [
        pair.old !== null && 'number' in pair.old ? pair.old.number : null,
        pair.new !== null && 'number' in pair.new ? pair.new.number : null,
      ]),
    ).toEqual([
      [1, 1],
      [2, 2],
      [null, 3],
      [3, 4],
    ])
  })
})

it('splits lines at LF and CRLF', () => {
  expect(linesOf('a\r\nb\n')).toEqual(['a', 'b'])
})

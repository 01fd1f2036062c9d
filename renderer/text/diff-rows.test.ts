import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMs } from '../../testing/processor-time.ts'
import { diffRows, diffSteps, numberedFrom, type Row } from './diff-rows.ts'

const LISBON = 'Flat in Graça.\nLisbon, 27 November to 2 December, with Tomás.\n'

const textOf = (rows: readonly Row[], side: 'old' | 'now'): string =>
  rows
    .map((row) => {
      const line = side === 'old' ? (row.kind === 'added' ? null : row.old) : row.kind === 'removed' ? null : row.now
      return line === null ? '' : line.text + line.end
    })
    .join('')

/** "-3 b", "+3 d", "~2 x": kind, line number of its side, and text. */
const brief = (rows: readonly Row[]): readonly string[] =>
  rows.map((row) => {
    const line = row.kind === 'removed' ? row.old : row.now
    const moved = 'moved' in row && row.moved !== undefined ? ` <> ${row.moved.line}` : ''
    return `${{ same: ' ', changed: '~', removed: '-', added: '+' }[row.kind]}${line.number} ${line.text}${moved}`
  })

describe('diffRows', () => {
  it('marks the words of a changed line as phrases', () => {
    const rows = diffRows(LISBON, LISBON.replace('27 November to 2 December, with Tomás.', '4 to 9 December, alone.'))
    expect(rows.map(({ kind }) => kind)).toEqual(['same', 'changed'])
    expect(rows[1]).toMatchObject({
      old: { number: 2 },
      now: { number: 2 },
      pieces: [
        { kind: 'same', text: 'Lisbon, ' },
        { kind: 'removed', text: '27 November to 2 December, with Tomás.' },
        { kind: 'added', text: '4 to 9 December, alone.' },
      ],
    })
  })

  it('shows lines with nothing in common as removed and added', () =>
    expect(brief(diffRows('Nuts: none known.\n', 'Completely other words here\n'))).toEqual([
      '-1 Nuts: none known.',
      '+1 Completely other words here',
    ]))

  it('numbers removed rows by the old text and added ones by the new', () =>
    expect(brief(diffRows('a\nb\nc\n', 'a\nc\nd\n'))).toEqual([' 1 a', '-2 b', ' 2 c', '+3 d']))

  it('has no rows for two empty texts, and one per line of a new file', () => {
    expect(diffRows('', '')).toEqual([])
    expect(diffRows('', 'one\n\ntwo\n').map((row) => row.kind)).toEqual(['added', 'added', 'added'])
  })

  it('keeps line ends apart from the lines', () => {
    const rows = diffRows('a\r\nb', 'a\nb\n')
    expect(rows.map(({ kind }) => kind)).toEqual(['same', 'same'])
    expect(rows).toMatchObject([
      { old: { end: '\r\n' }, now: { end: '\n' } },
      { old: { end: '' }, now: { end: '\n' } },
    ])
  })

  it('finds the edited line beside a new one', () =>
    expect(
      brief(diffRows('Ana likes green tea.\n', 'First a new line about Bruno\nAna likes black tea.\nand more\n')),
    ).toEqual(['+1 First a new line about Bruno', '~2 Ana likes black tea.', '+3 and more']))

  it('compares a line of two megabytes by what differs', () => {
    const long = 'lorem ipsum dolor sit amet '.repeat(80_000)
    const at = long.length / 2
    const [row] = diffRows(`${long}\n`, `${long.slice(0, at)}ONE NEW ${long.slice(at)}\n`)
    expect(row?.kind === 'changed' && row.pieces.map(({ kind, text }) => [kind, kind === 'same' ? '' : text])).toEqual([
      ['same', ''],
      ['added', 'ONE NEW '],
      ['same', ''],
    ])
  })

  it('takes only short steps, whatever the texts are', () => {
    const lines = Array.from({ length: 40_000 }, (_, at) => `line ${at} of two megabytes of many lines`)
    const words = (step: number): string =>
      Array.from({ length: 36_000 }, (_, at) => `word${(at * step) % 97}${at % 180 === 0 ? '\n' : ' '}`).join('')
    const all: readonly (readonly [string, string])[] = [
      [lines.join('\n'), lines.toReversed().join('\n')],
      [lines.join('\n'), lines.map((line) => `${line}, each edited`).join('\n')],
      [words(7), words(11)],
    ]
    for (const [before, after] of all) {
      const steps = diffSteps(before, after)
      const step = { done: false }
      while (!step.done) expect(processorMs(() => (step.done = steps.next().done === true))).toBeLessThan(2_000)
    }
  })
})

describe('moved blocks', () => {
  const stays = Array.from({ length: 6 }, (_, at) => `This line number ${at} stays where it is`)

  it('are marked on both sides, each with the line of the other', () => {
    const block = ['# Trip to Lisbon', '', '- flat in Graça']
    expect(brief(diffRows([...block, ...stays].join('\n'), [...stays, ...block].join('\n')))).toEqual([
      '-1 # Trip to Lisbon <> 7',
      '-2  <> 8',
      '-3 - flat in Graça <> 9',
      ...stays.map((line, at) => ` ${at + 1} ${line}`),
      '+7 # Trip to Lisbon <> 1',
      '+8  <> 2',
      '+9 - flat in Graça <> 3',
    ])
  })

  it('show the word that was changed on the way', () => {
    const rows = diffRows(
      ['Ana likes tea with milk', 'Bruno comes on Mondays', ...stays].join('\n'),
      [...stays, 'Ana likes tea with milk', 'Bruno comes on Fridays'].join('\n'),
    )
    expect(rows.at(-1)).toMatchObject({
      kind: 'added',
      moved: { line: 2, length: 2, at: 1 },
      pieces: [
        { kind: 'same', text: 'Bruno comes on ' },
        { kind: 'removed', text: 'Mondays' },
        { kind: 'added', text: 'Fridays' },
      ],
    })
  })

  it('show a line that was edited and moved alone', () => {
    const rows = diffRows(
      ['Bruno comes for coffee on Mondays at ten', ...stays].join('\n'),
      [...stays, 'Bruno comes for coffee on Fridays at ten'].join('\n'),
    )
    expect(rows.at(0)).toMatchObject({ kind: 'removed', moved: { line: 7 } })
    expect(rows.at(-1)).toMatchObject({ kind: 'added', moved: { line: 1 }, pieces: [{}, { text: 'Mondays' }, {}, {}] })
  })

  it('a line edited in place did not move', () =>
    expect(
      brief(diffRows(`${stays.join('\n')}\nBruno comes on Mondays`, `${stays.join('\n')}\nBruno comes on Fridays`)).at(
        -1,
      ),
    ).toBe('~7 Bruno comes on Fridays'))
})

describe('properties', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '',
      'a',
      '- item',
      'Ana likes green tea with milk',
      'Ana likes black tea with milk',
      '会议改到星期三',
    ),
    fc.string({ maxLength: 40 }),
  )
  const text = fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 30 })
    .map((lines) => lines.map(([words, end]) => words + end).join(''))
  const texts = fc
    .tuple(text, text, fc.boolean())
    .map(([before, after, open]) => [before, open ? `${after}end` : after] as const)

  it('the rows in order are both texts', () =>
    fc.assert(
      fc.property(texts, ([before, after]) => {
        const rows = diffRows(before, after)
        expect(textOf(rows, 'old')).toBe(before)
        expect(textOf(rows, 'now')).toBe(after)
      }),
    ))

  it('the pieces of a changed line are both lines', () =>
    fc.assert(
      fc.property(texts, ([before, after]) => {
        for (const row of diffRows(before, after)) {
          if (row.kind !== 'changed') continue
          const join = (own: string): string =>
            row.pieces.map(({ kind, text }) => (kind === 'same' || kind === own ? text : '')).join('')
          expect(join('removed')).toBe(row.old.text)
          expect(join('added')).toBe(row.now.text)
        }
      }),
    ))

  it('every moved row has exactly one partner, which is the same line or shows how it was edited', () =>
    fc.assert(
      fc.property(
        fc.shuffledSubarray(Array.from({ length: 20 }, (_, at) => `line ${at} with enough words to move`)),
        (after) => {
          const before = after.toSorted()
          const rows = diffRows(before.join('\n'), after.join('\n'))
          const gone = rows.filter((row) => row.kind === 'removed')
          const come = rows.filter((row) => row.kind === 'added')
          for (const row of gone) {
            const partners = come.filter(({ moved }) => moved?.line === row.old.number)
            if (row.moved === undefined) expect(partners).toEqual([])
            else {
              expect(partners.map(({ now }) => now.number)).toEqual([row.moved.line])
              if (partners[0]?.pieces === undefined) expect(partners[0]?.now.text).toBe(row.old.text)
            }
          }
          // Nothing but places changed here.
          expect(gone.every(({ moved }) => moved !== undefined)).toBe(true)
        },
      ),
    ))

  it('the numbers of a part of a file are those of the whole file', () => {
    const part = ['One.', 'The second line moves.', 'Three is here.']
    const [first, second, third] = part
    const rows = diffRows(part.join('\n'), [second, third, first].join('\n'))
    const shifted = (text: string): string => text.replace(/\d+/g, (number) => String(Number(number) + 6))
    expect(brief(numberedFrom(rows, 7, 7))).toEqual(brief(rows).map(shifted))
    expect(brief(numberedFrom(diffRows('a\n', 'b\n'), 3, 9))).toEqual(['-3 a', '+9 b'])
  })
})

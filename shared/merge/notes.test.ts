import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { mergedText, type MergePiece, settled } from './merge.ts'
import { mergeNotes } from './notes.ts'

const PATH = 'notes/home.md'
const pieces = (base: string, ours: string, theirs: string, path = PATH): readonly MergePiece[] =>
  mergeNotes({ base, ours, theirs, path })
const merged = (base: string, ours: string, theirs: string, path = PATH): string | null =>
  mergedText(pieces(base, ours, theirs, path))
const conflicts = (base: string, ours: string, theirs: string, path = PATH): readonly MergePiece[] =>
  pieces(base, ours, theirs, path).filter(({ kind }) => kind === 'conflict')
const lines = (...some: readonly string[]): string => some.map((line) => `${line}\n`).join('')
const note = (properties: readonly string[], ...body: readonly string[]): string =>
  lines('---', ...properties, '---', ...body)

describe('properties are merged by key', () => {
  const TEXT = ['  one two three four', '  five six seven eight']
  const both = (base: readonly string[], ours: readonly string[], theirs: readonly string[]): string | null =>
    merged(note(base, '# A'), note(ours, '# A'), note(theirs, '# A'))
  it.for([
    ['each changed another', ['a: 1', 'b: 2'], ['a: x', 'b: 2'], ['a: 1', 'b: y'], ['a: x', 'b: y']],
    ['each added another', ['a: 1'], ['a: 1', 'o: 2'], ['a: 1', 't: 3'], ['a: 1', 't: 3', 'o: 2']],
    ['one removed, the other added', ['a: 1', 'b: 2'], ['a: 1'], ['a: 1', 'b: 2', 'c: 3'], ['a: 1', 'c: 3']],
    [
      'the later date',
      ['updated: 2025-01-01'],
      ['updated: 2025-03-02'],
      ['updated: 2025-03-01'],
      ['updated: 2025-03-02'],
    ],
    [
      'the later time',
      ['seen: 2025-01-01T10:00:00Z'],
      ['seen: 2025-01-02T09:00:00+02:00'],
      ['seen: 2025-01-02T08:00:00Z'],
      ['seen: 2025-01-02T08:00:00Z'],
    ],
    ['what both counted', ['visits: 4'], ['visits: 6'], ['visits: 5'], ['visits: 7']],
    ['what both counted alike', ['uses: 4'], ['uses: 5'], ['uses: 5'], ['uses: 5']],
    ['an inline list', ['tags: [a, b, c]'], ['tags: [a, c, o]'], ['tags: [a, b, t]'], ['tags: [a, t, o]']],
    [
      'a list of lines',
      ['r:', '  - a', '  - b'],
      ['r:', '  - a', '  - b', '  - o'],
      ['r:', '  - b', '  - t'],
      ['r:', '  - b', '  - t', '  - o'],
    ],
    [
      'a list that one wrote in another way',
      ['tags: [a, b]'],
      ['tags:', '  - a', '  - b', '  - c'],
      ['tags: [a, b, d]'],
      ['tags:', '  - a', '  - b', '  - d', '  - c'],
    ],
    ['a key in quotes', ['a: 1', 'b: 2'], ['"a": 1', 'b: 2'], ['a: 1', 'b: 3'], ['"a": 1', 'b: 3']],
    [
      'a block that continues',
      ['d: >', '  one', '  two', 'e: 1'],
      ['d: >', '  one', '  2', 'e: 1'],
      ['d: >', '  one', '  two', 'e: 2'],
      ['d: >', '  one', '  2', 'e: 2'],
    ],
  ] as const)('%s', ([, base, ours, theirs, result]) => {
    expect(both(base, ours, theirs)).toBe(note(result, '# A'))
  })
  it.for([
    ['a value that both changed', ['city: Porto'], ['city: Lyon'], ['city: Ghent']],
    ['a number that does not count', ['floor: 1'], ['floor: 2'], ['floor: 3']],
    ['counts that went apart', ['visits: 4'], ['visits: 6'], ['visits: 1']],
    ['dates of the world', ['birthday: 1990-01-01'], ['birthday: 1990-01-02'], ['birthday: 1990-01-03']],
    ['an edit of what the other removed', ['a: 1', 'b: 1'], ['a: 1'], ['a: 1', 'b: 2']],
    [
      'a text that one wrote in another way',
      [`d: |`, ...TEXT],
      ['d: |', ...TEXT, '  ten'],
      [`d: ${TEXT.join(' ')} nine`],
    ],
    ['a list of more than words', ['t: [a]'], ['t:', '  - a', '  - "b, c"'], ['t: [a, d]']],
    ['one key in two places', ['x', 'a: 1', 'b: 2'], ['x', 'c: 3', 'a: 1', 'b: 2'], ['x', 'a: 1', 'b: 2', 'c: 4']],
    ['a value that both added', ['a: 1'], ['a: 1', 'wifi: oak'], ['a: 1', 'wifi: elm']],
  ] as const)('asked: %s', ([, base, ours, theirs]) => {
    expect(conflicts(note(base, '# A'), note(ours, '# A'), note(theirs, '# A'))).toHaveLength(1)
  })
  test('properties that only one side has', () => {
    expect(merged('# A\n', note(['a: 1'], '# A'), '# A\nmore\n')).toBe(note(['a: 1'], '# A', 'more'))
    expect(merged('# A\n', note(['a: 1'], '# A'), note(['b: 1'], '# A'))).toBe(note(['b: 1', 'a: 1'], '# A'))
    expect(merged(note(['a: 1'], '# A'), '# A\n', note(['a: 1'], '# A', 'more'))).toBe('# A\nmore\n')
    expect(conflicts(note(['a: 1'], '# A'), '# A\n', note(['a: 2'], '# A'))).toHaveLength(1)
  })
  test('what is not understood is merged by lines', () => {
    expect(both(['a b', 'c', 'd', 'e'], ['x b', 'c', 'd', 'e'], ['a b', 'c', 'd', 'y'])).toBe(
      note(['x b', 'c', 'd', 'y'], '# A'),
    )
  })
})

describe('entries that both add at one place', () => {
  it.for([
    ['of a list', ['- bread'], ['- milk']],
    ['that lead elsewhere', ['- [Ana](ana.md): sister in Porto'], ['- [Anna](anna.md): sister in Porto']],
    ['of other days', ['- 2025-03-01: met Ana at the office'], ['- 2025-03-02: met Ana at the office']],
    ['of one day', ['- 2025-03-01: met Ana at the office'], ['- 2025-03-01: called the bank about the loan']],
    ['under other keys', ['- Wifi home: oak tree'], ['- Wifi office: oak tree']],
    [
      'under headings of their own',
      ['## 2025-03-01', 'Met Ana at the office.'],
      ['## 2025-03-02', 'Met Ana at the office.'],
    ],
  ] as const)('are all kept: %s', ([, ours, theirs]) => {
    for (const end of ['\n', '']) {
      const cut = (text: string): string => (end === '' ? text.slice(0, -1) : text)
      const [base, both] = [
        ['# List', '- first'],
        [...theirs, ...ours],
      ]
      expect(merged(cut(lines(...base)), cut(lines(...base, ...ours)), cut(lines(...base, ...theirs)))).toBe(
        cut(lines(...base, ...both)),
      )
    }
  })
  it.for([
    ['one key', '- Wifi: oak', '- Wifi: elm'],
    ['one fact in other words', '- Ana prefers tea in the morning', '- Ana prefers coffee in the morning'],
  ])('are asked about: %s', ([, ours = '', theirs = '']) => {
    const found = conflicts('# A\n', lines('# A', '- mine', ours), lines('# A', '- theirs', theirs))
    expect(found).toEqual([{ kind: 'conflict', base: '', ours: `${ours}\n`, theirs: `${theirs}\n` }])
  })
  test('are kept once if they are equal, there or elsewhere under the heading', () => {
    const [base, added] = [['# A', 'one', 'two', 'three'], 'The bus leaves at nine.']
    expect(merged(lines(...base), lines(...base, added), lines(...base, 'x', added))).toBe(lines(...base, 'x', added))
    expect(merged(lines(...base), lines('# A', added, 'one', 'two', 'three'), lines(...base, added))).toBe(
      lines('# A', added, 'one', 'two', 'three'),
    )
  })
})

describe('an index is merged by where its entries lead', () => {
  const [a, b, c] = ['- [Ana](ana.md): sister', '- [Ben](ben.md): neighbour', '- [Car](car.md): insurance and tyres']
  const index = (...entries: readonly string[]): string => lines('# Memory', '', ...entries)
  const both = (base: string, ours: string, theirs: string): string | null => merged(base, ours, theirs, 'MEMORY.md')
  test('one moved an entry, and the other edited it', () => {
    const edited = '- [Ana](ana.md): sister of Tom'
    expect(both(index(a, b, c), index(b, c, a), index(edited, b, c))).toBe(index(b, c, edited))
  })
  test('one removed an entry, the other one beside it', () => {
    expect(both(index(a, b, c), index(a, c), index(a, b))).toBe(index(a))
  })
  test('what only a person can decide', () => {
    const [x, y] = ['- [Dog](dog.md): walks', '- [Dog](dog.md): vaccinations']
    expect(conflicts(index(a, b), index(x, a, b), index(a, b, y), 'MEMORY.md')).toHaveLength(1)
    expect(conflicts(index(a, b, c), index(a, c), index(a, `${b} since May`, c), 'MEMORY.md')).toHaveLength(1)
    expect(both(index(a, b), index(x, a, b), index(a, b, x))).toBe(index(x, a, b))
  })
  test('an entry that leads elsewhere since its file was moved', () => {
    const moved = '- [Ana](people/ana.md): sister'
    expect(conflicts(index(a, b), index(moved, b), index('- [Ana](old/ana.md): sister', b), 'MEMORY.md')).toHaveLength(
      1,
    )
    expect(both(index(a, b), index(moved, b), index(`${a} of Tom`, b))).toBe(
      index('- [Ana](people/ana.md): sister of Tom', b),
    )
  })
})

describe('lines are followed', () => {
  const base = ['# A', 'The first line.', 'The second line of it.', '## B', 'Something else here.', 'The end of all.']
  const without = (line: string): readonly string[] => base.filter((each) => each !== line)
  const moved = [...without('The second line of it.'), 'The second line of it.']
  test('a line that one moved and the other removed is gone', () => {
    expect(merged(lines(...base), lines(...moved), lines(...without('The second line of it.')))).toBe(
      lines(...without('The second line of it.')),
    )
  })
  test('a line that both moved is there once, where ours is', () => {
    const other = ['The second line of it.', ...without('The second line of it.')]
    expect(merged(lines(...base), lines(...moved), lines(...other))).toBe(lines(...moved))
    expect(merged(lines(...base), lines(...other), lines(...moved))).toBe(lines(...other))
  })
  test('an edit goes where the line is now', () => {
    const edited = base.map((line) => line.replace('second line', 'second sentence'))
    expect(merged(lines(...base), lines(...moved), lines(...edited))).toBe(
      lines(...moved.map((line) => line.replace('second line', 'second sentence'))),
    )
  })
  test('a line added where the other side removed its neighbours is kept', () => {
    expect(
      merged(lines('a b c', 'd e f', 'g h i', 'j'), lines('j'), lines('a b c', 'd e f', 'new', 'g h i', 'j')),
    ).toBe(lines('new', 'j'))
  })
  test('what one removed and the other edited is asked about', () => {
    const edited = base.map((line) => line.replace('second line', 'second sentence'))
    expect(conflicts(lines(...base), lines(...without('The second line of it.')), lines(...edited))).toEqual([
      { kind: 'conflict', base: 'The second line of it.\n', ours: '', theirs: 'The second sentence of it.\n' },
    ])
  })
  test('so is a line that one removed, and the other edited and moved past an edited one', () => {
    const second = 'The second line of it.'
    const swapped = ['# A', `${second} Yes.`, 'The first line. Yes.', ...base.slice(3)]
    expect(conflicts(lines(...base), lines(...without(second)), lines(...swapped))).toEqual([
      { kind: 'conflict', base: `${second}\n`, ours: '', theirs: `${second} Yes.\n` },
    ])
    expect(merged(lines(...base), lines(...swapped), lines(...base, 'more'))).toBe(lines(...swapped, 'more'))
  })
  test('two that write the same lines anew are asked once about all of them', () => {
    const [old, ours, theirs] = [
      ['one two three', 'four five six'],
      ['alpha', 'beta', 'gamma'],
      ['red', 'green'],
    ]
    expect(conflicts(lines('# A', ...old, 'z'), lines('# A', ...ours, 'z'), lines('# A', ...theirs, 'z'))).toEqual([
      { kind: 'conflict', base: lines(...old), ours: lines(...ours), theirs: lines(...theirs) },
    ])
  })
})

test('a byte order mark is apart from the text', () => {
  const [mark, base, ours, theirs] = ['\ufeff', note(['a: 1'], 'x'), note(['a: 1', 'b: 2'], 'x'), note(['a: 1'], 'y')]
  const both = note(['a: 1', 'b: 2'], 'y')
  expect(merged(mark + base, mark + ours, theirs)).toBe(both)
  expect(merged(mark + base, ours, mark + theirs)).toBe(both)
  expect(merged(mark + base, mark + ours, mark + theirs)).toBe(mark + both)
  expect(merged(base, ours, mark + theirs)).toBe(mark + both)
})

test('line ends of either side stay', () => {
  const crlf = (text: string): string => text.replaceAll('\n', '\r\n')
  const [base, ours, theirs] = [
    lines('# A', 'one', 'two'),
    lines('# A', 'one', 'two', 'mine'),
    lines('# A', 'one', 'two', 'other'),
  ]
  expect(merged(crlf(base), crlf(ours), crlf(theirs))).toBe(crlf(lines('# A', 'one', 'two', 'other', 'mine')))
  expect(merged(base, crlf(ours), theirs)).toBe(crlf(lines('# A', 'one', 'two', 'other', 'mine')))
})

/** Edits by numbers: each line and each edit has a word of its own, and no line is edited until nothing is left of it. */
interface Edit {
  readonly kind: 'add' | 'remove' | 'edit' | 'move' | 'append'
  readonly at: number
  readonly to: number
}
const edits = fc.array(
  fc.record<Edit>({
    kind: fc.constantFrom('add', 'remove', 'edit', 'move', 'append'),
    at: fc.nat(1000),
    to: fc.nat(1000),
  }),
  { maxLength: 5 },
)

const START = Array.from({ length: 12 }, (_, at) =>
  at % 5 === 0 ? `# Part x${at} of y${at} t${at}` : `- about x${at * 7} it is y${at * 11} t${at}`,
)

function changed(side: string, some: readonly Edit[]): readonly string[] {
  const text = [...START]
  some.forEach(({ kind, at, to }, index) => {
    const place = at % Math.max(1, text.length)
    if (kind === 'add') text.splice(place, 0, `- new v${at} w${to} of ${side} t${side}${index}`)
    else if (kind === 'append') text.push(`- end v${at} w${to} of ${side} t${side}${index}`)
    else if (kind === 'remove') text.splice(place, 1)
    else if (kind === 'edit') text[place] = (text[place] ?? '').replace(/(?<! e\w+)$/, ` e${side}${index}`)
    else text.splice(to % Math.max(1, text.length), 0, ...text.splice(place, 1))
  })
  return text
}

const marks = (text: string): readonly string[] => text.match(/\b[te](?:[ab]?\d+)\b/g) ?? []
const countOf = (mark: string, text: string): number => marks(text).filter((each) => each === mark).length

test('no line is lost, doubled or brought back', () => {
  fc.assert(
    fc.property(edits, edits, (a, b) => {
      const [base, ours, theirs] = [lines(...START), lines(...changed('a', a)), lines(...changed('b', b))]
      const found = pieces(base, ours, theirs)
      const result = settled(found, (conflict) => conflict.ours)
      const asked = found
        .map((piece) => (piece.kind === 'merged' ? '' : piece.base + piece.ours + piece.theirs))
        .join('')
      for (const mark of new Set(marks(base + ours + theirs))) {
        const [was, mine, other, now] = [base, ours, theirs, result].map((text) => countOf(mark, text))
        const isWanted = was === 0 ? mine !== 0 || other !== 0 : mine !== 0 && other !== 0
        expect(now).toBeLessThanOrEqual(1)
        if (!asked.includes(`${mark}`)) expect([mark, now]).toEqual([mark, isWanted ? 1 : 0])
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a change of one side is taken as it is, and a merge again changes nothing', () => {
  const text = fc.array(fc.constantFrom('', '---', 'a: 1', '- x', '- [A](a.md)', '# H', 'word', '  more'), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(text, text, text, fc.boolean(), (a, b, c, isEnded) => {
      const [base, ours, theirs] = [a, b, c].map((each) => each.join('\n') + (isEnded ? '\n' : ''))
      if (base === undefined || ours === undefined || theirs === undefined) return
      expect(merged(base, ours, base) ?? '').toBe(ours)
      expect(merged(base, base, theirs) ?? '').toBe(theirs)
      expect(merged(base, ours, ours) ?? '').toBe(ours)
      const result = settled(pieces(base, ours, theirs), (conflict) => conflict.ours)
      expect(merged(theirs, result, theirs)).toBe(result)
      expect(pieces(base, ours, theirs)).toEqual(pieces(base, ours, theirs))
    }),
    { numRuns: 1_000 },
  )
})

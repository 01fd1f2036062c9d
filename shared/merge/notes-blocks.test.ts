import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { mergedText, type MergePiece, settled } from './merge.ts'
import { mergeNotes } from './notes.ts'

const pieces = (base: string, ours: string, theirs: string): readonly MergePiece[] =>
  mergeNotes({ base, ours, theirs, path: 'notes/home.md' })
const merged = (base: string, ours: string, theirs: string): string | null => mergedText(pieces(base, ours, theirs))
const conflicts = (base: string, ours: string, theirs: string): readonly MergePiece[] =>
  pieces(base, ours, theirs).filter(({ kind }) => kind === 'conflict')
const lines = (...some: readonly string[]): string => some.map((line) => `${line}\n`).join('')

describe('what both sides add at one place stays whole', () => {
  const TITLE = '# T'
  const fence = (command: string): readonly string[] => ['```sh', command, '```']
  it.for([
    [
      'paragraphs with fenced blocks',
      ['', 'Install:', '', ...fence('npm i')],
      ['', 'Deploy the site:', '', ...fence('make deploy')],
      ['', 'Deploy the site:', '', ...fence('make deploy'), '', 'Install:', '', ...fence('npm i')],
    ],
    [
      'fenced blocks without empty lines',
      fence('npm i'),
      fence('make deploy'),
      [...fence('make deploy'), ...fence('npm i')],
    ],
    [
      'tables',
      ['', '| City | Visited |', '|---|---|', '| Rome | 2019 |'],
      ['', '| Wine | Price |', '|---|---|', '| Merlot | 12 |'],
      [
        '',
        '| Wine | Price |',
        '|---|---|',
        '| Merlot | 12 |',
        '',
        '| City | Visited |',
        '|---|---|',
        '| Rome | 2019 |',
      ],
    ],
    [
      'sections with underlined titles',
      ['', 'First title', '-----', 'about one'],
      ['', 'Other name', '-----', 'about two'],
      ['', 'Other name', '-----', 'about two', '', 'First title', '-----', 'about one'],
    ],
    [
      'a block that both added, once',
      ['', 'Install:', '', ...fence('npm i')],
      ['', 'Deploy the site:', '', ...fence('npm i')],
      ['', 'Deploy the site:', '', 'Install:', '', ...fence('npm i')],
    ],
    [
      'entries with nested lines',
      ['- Groceries', '  - milk'],
      ['- Tools', '  - saw', '  - milk'],
      ['- Tools', '  - saw', '  - milk', '- Groceries', '  - milk'],
    ],
  ] as const)('%s', ([, ours, theirs, result]) => {
    expect(merged(lines(TITLE), lines(TITLE, ...ours), lines(TITLE, ...theirs))).toBe(lines(TITLE, ...result))
  })
  test('beside a block that looks much the same', () => {
    const [base, a, b] = [[...fence('npm i'), 'end'], fence('make a'), fence('make b')]
    expect(merged(lines(...base), lines(...a, ...base), lines(...b, ...base))).toBe(lines(...b, ...a, ...base))
  })
})

describe('a line stays in what it belongs to', () => {
  const [groceries, tools] = [['- Groceries', '  - milk'], ['- Tools', '  - saw'] as const]
  const list = lines(...groceries, ...tools)
  const added = lines(...groceries, '  - eggs', '    - brown ones', ...tools)
  test('an entry under one that was moved', () => {
    const moved = lines(...tools, ...groceries)
    const result = lines(...tools, ...groceries, '  - eggs', '    - brown ones')
    expect(merged(list, added, moved)).toBe(result)
    expect(merged(list, moved, added)).toBe(result)
  })
  test('an entry under one that was removed is asked about with it', () => {
    const left = lines('- Groceries', '  - eggs', '    - brown ones')
    expect(pieces(list, added, lines(...tools))).toEqual([
      { kind: 'conflict', base: '- Groceries\n', ours: left, theirs: '' },
      { kind: 'merged', text: lines(...tools) },
    ])
    expect(conflicts(list, lines(...tools), added)).toEqual([
      { kind: 'conflict', base: '- Groceries\n', ours: '', theirs: left },
    ])
  })
  const FENCE = ['```sh', 'npm i', '```', '']
  const [start, middle, end] = [['# T', ''], ['The middle of it.', ''], ['The end of it all.']]
  const note = lines(...start, ...FENCE, ...middle, ...end)
  const longer = ['```sh', 'npm i', 'npm run build', '```', '']
  const edited = lines(...start, ...longer, ...middle, ...end)
  test('a line of a fenced block that was moved', () => {
    const moved = lines(...start, ...middle, ...FENCE, ...end)
    const result = lines(...start, ...middle, ...longer, ...end)
    expect(merged(note, edited, moved)).toBe(result)
    expect(merged(note, moved, edited)).toBe(result)
  })
  test('a line of a fenced block that was removed is asked about with it', () => {
    const left = { kind: 'conflict', base: '```sh\n', ours: lines(...longer.slice(0, -1)), theirs: '' }
    expect(conflicts(note, edited, lines(...start, ...middle, ...end))).toEqual([left])
  })
  test('a fenced block is no version of another one', () => {
    const other = lines(...start, ...middle, ...end, '', '```sh', 'make', '```')
    expect(merged(note, other, lines(...start, ...middle, ...end))).toBe(other)
  })
})

interface Change {
  readonly kind: 'add' | 'remove' | 'edit' | 'move' | 'inside'
  readonly at: number
  readonly to: number
}
const changes = fc.array(
  fc.record<Change>({
    kind: fc.constantFrom('add', 'remove', 'edit', 'move', 'inside'),
    at: fc.nat(1000),
    to: fc.nat(1000),
  }),
  { maxLength: 2 },
)

/** A block whose lines say what they are in. */
function blockOf(kind: number, name: string): readonly string[] {
  if (kind % 3 === 0) return ['```sh', `code of ${name} v${name} w${name}`, `code ends ${name} u${name}`, '```']
  if (kind % 3 === 1)
    return ['| Name | Value |', '|---|---|', `| row ${name} | v${name} |`, `| row s${name} | u${name} |`]
  return [`Words of v${name} about w${name} as u${name} has it.`]
}

function changed(side: string, some: readonly Change[]): string {
  const blocks = Array.from({ length: 7 }, (_, at) => [...blockOf(at, `x${at}`)])
  some.forEach(({ kind, at, to }, index) => {
    const place = at % Math.max(1, blocks.length)
    const block = blocks[place]
    if (kind === 'add') blocks.splice(place, 0, [...blockOf(to, side + index)])
    else if (kind === 'remove') blocks.splice(place, 1)
    else if (kind === 'move') blocks.splice(to % Math.max(1, blocks.length), 0, ...blocks.splice(place, 1))
    else if (block?.[0] === '```sh')
      block.splice(kind === 'edit' ? 1 : 2, kind === 'edit' ? 1 : 0, `code ${side}${index}`)
    else if (block?.[0]?.startsWith('|') === true)
      block.splice(kind === 'edit' ? 2 : 3, kind === 'edit' ? 1 : 0, `| row ${side}${index} | z |`)
  })
  return `# T\n\n${blocks.map((block) => lines(...block)).join('\n')}`
}

/** Null for a text in which every line is in what it says it is in. */
function tornIn(text: string): string | null {
  let [isCode, isTable] = [false, false]
  for (const line of text.split('\n')) {
    if (line.startsWith('```') && isCode === (line === '```sh')) return line
    if (line.startsWith('```')) isCode = !isCode
    else if (line.startsWith('code ') !== isCode && line.trim() !== '') return line
    if (line.startsWith('| row') && !isTable) return line
    isTable = line.startsWith('|---') || (line.startsWith('| row') && isTable)
  }
  return isCode ? 'end' : null
}

test('no line leaves its fenced block or its table', () => {
  fc.assert(
    fc.property(changes, changes, (a, b) => {
      const found = pieces(changed('', []), changed('a', a), changed('b', b))
      for (const side of ['ours', 'theirs'] as const) {
        if (side === 'theirs' && found.some(({ kind }) => kind === 'conflict')) continue
        expect(tornIn(settled(found, (conflict) => conflict[side]))).toBe(null)
      }
    }),
    { numRuns: 1_000 },
  )
})

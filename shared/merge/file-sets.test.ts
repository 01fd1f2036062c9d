import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { POLICIES_PATH } from '../policies-path.ts'
import { type FileSet, type FileSets, type FileVersion, mergeFileSets, type MergeQuestion } from './file-sets.ts'

type Files = Readonly<Record<string, string>>
interface Sides {
  readonly base?: Files
  readonly ours?: Files
  readonly theirs?: Files
  readonly moves?: Readonly<Record<'ours' | 'theirs', Files>>
}
interface Result {
  readonly files: Record<string, string>
  readonly questions: readonly MergeQuestion[]
}

const idOf = (text: string): string => Buffer.from(text).toString('hex').padStart(40, '0')
const textAt = (id: string): string => Buffer.from(id.replace(/^(?:00)+/, ''), 'hex').toString()
/** A text that begins with this stands for a picture. */
const BINARY = 'PNG'
const textOf = (id: string): string | null => (textAt(id).startsWith(BINARY) ? null : textAt(id))
/** A path may end in its mode: "run.sh 100755". */
function setOf(files: Files = {}): FileSet {
  return new Map(
    Object.entries(files).map(([name, text]): [string, FileVersion] => {
      const [, path = name, mode] = /^(.*) (100755|120000)$/.exec(name) ?? []
      return [path, { id: idOf(text), mode: mode === '100755' || mode === '120000' ? mode : '100644' }]
    }),
  )
}

function merged({ base, ours, theirs, moves }: Sides): Result {
  const sets: FileSets = {
    base: setOf(base),
    ours: setOf(ours),
    theirs: setOf(theirs),
    ourMoves: new Map(Object.entries(moves?.ours ?? {})),
    theirMoves: new Map(Object.entries(moves?.theirs ?? {})),
  }
  const { files, questions } = mergeFileSets(sets, textOf)
  const texts = [...files].flatMap(([path, file]) => {
    if (file === null) return []
    const name = file.mode === '100644' ? path : `${path} ${file.mode}`
    return [[name, 'text' in file ? file.text : textAt(file.id)] as const]
  })
  return { files: Object.fromEntries(texts), questions }
}

const lines = (...some: readonly string[]): string => some.map((line) => `${line}\n`).join('')
const LONG = ['# Ana', 'She lives in Porto.', 'She plays the cello.', 'Her sister is Rosa.', 'They met in May.']
const A = lines(...LONG)
const edit = (text: string, from: string, to: string): string => text.replace(from, to)
const CELLO = edit(A, 'cello', 'viola')
const MAY = edit(A, 'in May', 'in June')

describe('files that were moved', () => {
  it.for([
    ['one moved, the other edited', { 'a.md': A }, { 'b.md': A }, { 'a.md': CELLO }, { 'b.md': CELLO }],
    [
      'one edited and moved',
      { 'a.md': A },
      { 'b.md': MAY },
      { 'a.md': CELLO },
      { 'b.md': edit(CELLO, 'in May', 'in June') },
    ],
    [
      'both moved, to different places',
      { 'a.md': A },
      { 'b.md': MAY },
      { 'c.md': CELLO },
      { 'b.md': edit(CELLO, 'in May', 'in June') },
    ],
    ['one moved, the other deleted', { 'a.md': A }, { 'b.md': A }, {}, {}],
    [
      'one moved a picture, the other changed another',
      { 'a.png': 'PNG1', 'b.png': 'PNG2' },
      { 'c.png': 'PNG1', 'b.png': 'PNG2' },
      { 'a.png': 'PNG1', 'b.png': 'PNG3' },
      { 'c.png': 'PNG1', 'b.png': 'PNG3' },
    ],
  ] as const)('%s', ([, base, ours, theirs, result]) => {
    expect(merged({ base, ours, theirs })).toEqual({ files: result, questions: [] })
    const other = merged({ base, ours: theirs, theirs: ours })
    expect(other.questions).toEqual([])
    expect(Object.values(other.files).toSorted()).toEqual(Object.values(result).toSorted())
  })
  test('as the commits say, whatever the texts', () => {
    const moves = { ours: { 'a.md': 'b.md' }, theirs: {} }
    expect(
      merged({
        base: { 'a.md': 'one\n' },
        ours: { 'b.md': 'one\n', 'a.md': 'new\n' },
        theirs: { 'a.md': 'two\n' },
        moves,
      }),
    ).toEqual({
      files: { 'b.md': 'two\n', 'a.md': 'new\n' },
      questions: [],
    })
  })
  test('two that changed places', () => {
    const moves = { ours: { 'a.md': 'b.md', 'b.md': 'a.md' }, theirs: {} }
    expect(
      merged({
        base: { 'a.md': A, 'b.md': 'x\n' },
        ours: { 'a.md': 'x\n', 'b.md': A },
        theirs: { 'a.md': CELLO, 'b.md': 'x\n' },
        moves,
      }),
    ).toEqual({
      files: { 'a.md': 'x\n', 'b.md': CELLO },
      questions: [],
    })
  })
})

describe('what one side deleted', () => {
  it.for(['a.md', 'b.md'])('and the other edited is kept, and asked about: %s', (path) => {
    expect(merged({ base: { 'a.md': A }, ours: {}, theirs: { [path]: CELLO } })).toEqual({
      files: { [path]: CELLO },
      questions: [{ kind: 'deleted', path, by: 'ours' }],
    })
    expect(merged({ base: { 'a.md': A }, ours: { [path]: CELLO }, theirs: {} }).questions).toEqual([
      { kind: 'deleted', path, by: 'theirs' },
    ])
  })
})

describe('what both added', () => {
  test('at one path is one file', () => {
    expect(merged({ ours: { 'a.md': lines('# A', '- bread') }, theirs: { 'a.md': lines('# A', '- milk') } })).toEqual({
      files: { 'a.md': lines('# A', '- milk', '- bread') },
      questions: [],
    })
  })
  test('and is no text: ours stands', () => {
    const [ours, theirs] = [{ 'a.png': 'PNG1' }, { 'a.png': 'PNG2' }]
    expect(merged({ ours, theirs })).toEqual({
      files: ours,
      questions: [{ kind: 'file', path: 'a.png', ours: setOf(ours).get('a.png'), theirs: setOf(theirs).get('a.png') }],
    })
    expect(merged({ ours, theirs: ours }).questions).toEqual([])
  })
  it.for([
    ['a name in other letters', { 'Ana.md': 'x\n' }, { 'ana.md': 'y\n' }, { 'Ana.md': 'x\n', 'ana-2.md': 'y\n' }],
    [
      'another form of a letter',
      { 'caf\u00e9.md': 'x\n' },
      { 'cafe\u0301.md': 'y\n' },
      { 'caf\u00e9.md': 'x\n', 'cafe\u0301-2.md': 'y\n' },
    ],
    ['a file where the other has a folder', { 'a/b.md': 'x\n' }, { a: 'y\n' }, { 'a/b.md': 'x\n', 'a-2': 'y\n' }],
    [
      'a folder where the other has a file',
      { a: 'x\n' },
      { 'a/b.md': 'y\n', 'a/c.md': 'z\n' },
      { a: 'x\n', 'a-2/b.md': 'y\n', 'a-2/c.md': 'z\n' },
    ],
    [
      'names that theirs already has both',
      { 'c.md': 'x\n' },
      { 'A.md': 'y\n', 'a.md': 'z\n' },
      { 'c.md': 'x\n', 'A.md': 'y\n', 'a.md': 'z\n' },
    ],
  ] as const)('stands side by side: %s', ([, ours, theirs, result]) => {
    expect(merged({ ours, theirs })).toEqual({ files: result, questions: [] })
  })
  test('no name is taken that another file has', () => {
    const sets = { base: new Map(), ours: setOf({ 'A.md': 'x' }), theirs: setOf({ 'a.md': 'y' }) }
    const none = { ourMoves: new Map<string, string>(), theirMoves: new Map<string, string>() }
    const { files } = mergeFileSets({ ...sets, ...none, alsoTaken: ['a-2.md'] }, textOf)
    expect([...files].filter(([, file]) => file !== null).map(([path]) => path)).toEqual(['A.md', 'a-3.md'])
  })
})

describe('modes and links', () => {
  test('a change of one side is taken', () => {
    expect(merged({ base: { 'run.sh': A }, ours: { 'run.sh 100755': A }, theirs: { 'run.sh': CELLO } })).toEqual({
      files: { 'run.sh 100755': CELLO },
      questions: [],
    })
  })
  test('a link is taken as a whole', () => {
    const [base, ours, theirs] = [{ 'l 120000': 'a' }, { 'l 120000': 'b' }, { 'l 120000': 'c' }]
    expect(merged({ base, ours, theirs: base }).files).toEqual(ours)
    expect(merged({ base, ours, theirs })).toMatchObject({ files: ours, questions: [{ kind: 'file', path: 'l' }] })
  })
})

describe('policies are merged by their members', () => {
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
  const both = (base: unknown, ours: unknown, theirs: unknown): Result =>
    merged({
      base: { [POLICIES_PATH]: json(base) },
      ours: { [POLICIES_PATH]: json(ours) },
      theirs: { [POLICIES_PATH]: json(theirs) },
    })
  it.for([
    [
      'other members',
      { a: 1, b: { c: 1, d: 1 } },
      { a: 2, b: { c: 1, d: 1 } },
      { a: 1, b: { c: 1, d: 2 } },
      { a: 2, b: { c: 1, d: 2 } },
    ],
    [
      'rules of both',
      { r: [{ name: 'x', on: true }] },
      { r: [{ name: 'x', on: false }] },
      { r: [{ name: 'x', on: true }, { name: 'y' }] },
      { r: [{ name: 'x', on: false }, { name: 'y' }] },
    ],
    ['values of lists', { l: ['a', 'b'] }, { l: ['a', 'b', 'o'] }, { l: ['b', 't'] }, { l: ['b', 't', 'o'] }],
    ['a member that went', { a: 1, b: 1 }, { b: 1 }, { a: 1, b: 2 }, { b: 2 }],
  ] as const)('%s', ([, base, ours, theirs, result]) => {
    expect(both(base, ours, theirs)).toEqual({ files: { [POLICIES_PATH]: json(result) }, questions: [] })
  })
  test('of one member that both changed, ours stands', () => {
    const result = both({ a: 1, b: 1 }, { a: 2, b: 1 }, { a: 3, b: 2 })
    expect(result.files).toEqual({ [POLICIES_PATH]: json({ a: 2, b: 2 }) })
    expect(result.questions).toMatchObject([{ kind: 'file', path: POLICIES_PATH }])
  })
  test('too deep to look into, ours stands', () => {
    const deep = `{"b":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    const at = (text: string): Files => ({ [POLICIES_PATH]: text })
    const { files, questions } = merged({ base: at('{}'), ours: at('{"a":1}'), theirs: at(deep) })
    expect(files).toEqual(at('{"a":1}'))
    expect(questions).toMatchObject([{ kind: 'file', path: POLICIES_PATH }])
  })
  test('of other files beside them, ours stands without a question', () => {
    const at = (text: string): Files => ({ '.variorum/other': text })
    expect(merged({ base: at('1'), ours: at('2'), theirs: at('3') })).toEqual({ files: at('2'), questions: [] })
  })
})

describe('the same fact, written by both in two places', () => {
  const [base, fact] = [{ 'a.md': A, 'b.md': lines('# B', '', '## C') }, 'Ana is allergic to peanuts.']
  const asked = (ours: Files, theirs: Files): readonly MergeQuestion[] => merged({ base, ours, theirs }).questions
  it.for([
    ['in other letters', '- ana is allergic to peanuts'],
    ['in nearly the same words', 'Ana is very allergic to peanuts.'],
  ])('%s', ([, other = '']) => {
    expect(asked({ ...base, 'a.md': A + lines(fact) }, { ...base, 'b.md': lines('# B', '', '## C', other) })).toEqual([
      { kind: 'same', path: 'a.md', line: 6, ours: fact, otherPath: 'b.md', otherLine: 4, theirs: other },
    ])
  })
  test('under another heading of the file', () => {
    const [ours, theirs] = [lines('# B', fact, '', '## C'), lines('# B', '', '## C', fact)]
    expect(asked({ ...base, 'b.md': ours }, { ...base, 'b.md': theirs })).toMatchObject([
      { kind: 'same', line: 2, otherLine: 5 },
    ])
  })
  it.for([
    ['another number', 'Ana is allergic to 2 peanuts.', 'Ana is allergic to 3 peanuts.'],
    ['a negation', fact, 'Ana is not allergic to peanuts.'],
    ['too few words', 'Ana likes tea.', 'Ana likes tea.'],
    ['a line that was there before', 'She plays the cello.', 'She plays the cello.'],
  ])('not: %s', ([, mine = '', other = '']) => {
    expect(asked({ ...base, 'c.md': lines(mine) }, { ...base, 'd.md': lines(other) })).toEqual([])
  })
  test('at most fifty times', () => {
    const facts = Array.from({ length: 80 }, (_, at) => `The key of room ${at} is at the desk.`)
    expect(asked({ 'o.md': lines(...facts) }, { 't.md': lines('# T', 'x', ...facts.toReversed()) })).toHaveLength(50)
  })
})

test('where a question is, there is the text that stands', () => {
  const [ours, theirs] = [edit(A, 'plays the cello', 'sold it'), edit(A, 'plays the cello', 'bought two')]
  const result = merged({ base: { 'a.md': A }, ours: { 'a.md': ours }, theirs: { 'a.md': theirs } })
  expect(result).toEqual({
    files: { 'a.md': ours },
    questions: [
      {
        kind: 'lines',
        path: 'a.md',
        line: 3,
        base: 'She plays the cello.\n',
        ours: 'She sold it.\n',
        theirs: 'She bought two.\n',
      },
    ],
  })
})

/** Files of lines that are all different. */
const fileNames = ['a.md', 'b.md', 'c/d.md', 'e.png']
const start: Files = Object.fromEntries(
  fileNames.map((name) => [
    name,
    name.endsWith('.png')
      ? `${BINARY} ${name}`
      : lines(...[0, 1, 2, 3, 4].map((at) => `- ${name} keeps x${at} and y${at} t${name.charCodeAt(0)}${at}`)),
  ]),
)
const acts = fc.array(
  fc.record({
    kind: fc.constantFrom('add', 'edit', 'delete', 'move', 'new'),
    file: fc.nat(3),
    at: fc.nat(100),
  }),
  { maxLength: 4 },
)

function changed(
  side: string,
  some: readonly { readonly kind: string; readonly file: number; readonly at: number }[],
): Files {
  const files = new Map(Object.entries(start))
  some.forEach(({ kind, file, at }, index) => {
    const [name, text] = [...files][file % Math.max(1, files.size)] ?? ['', '']
    const isText = !name.endsWith('.png')
    if (kind === 'new') files.set(`new-${side}${index}.md`, lines(`- a new one z${at} by ${side} tn${side}${index}`))
    else if (kind === 'delete') files.delete(name)
    else if (kind === 'move' && files.delete(name)) files.set(`moved-${side}${index}-${name.replace('/', '-')}`, text)
    else if (kind === 'edit')
      files.set(name, isText ? text.replace(/(?=\n)/, ` e${side}${index}`) : `${text} e${side}${index}`)
    else if (kind === 'add' && isText) files.set(name, `${text}- another w${at} of ${side} tl${side}${index}\n`)
  })
  return Object.fromEntries(files)
}

const marksIn = (files: Files): ReadonlySet<string> =>
  new Set(
    Object.values(files)
      .join('\n')
      .match(/\b[te][a-z]*\d+\b/g) ?? [],
  )

describe('whatever both did', () => {
  test('nothing is lost, doubled or brought back without a question', () => {
    fc.assert(
      fc.property(acts, acts, (a, b) => {
        const [ours, theirs] = [changed('o', a), changed('p', b)]
        const result = merged({ base: start, ours, theirs })
        const all = Object.values(result.files).join('\n')
        const asked = result.questions.map((question) => {
          if (question.kind === 'deleted') return result.files[question.path] ?? ''
          if (question.kind === 'file') return textAt(question.ours.id) + textAt(question.theirs.id)
          return JSON.stringify(question)
        })
        const [was, mine, other] = [start, ours, theirs].map(marksIn)
        for (const mark of new Set([start, ours, theirs].flatMap((files) => [...marksIn(files)]))) {
          const isWanted = was?.has(mark) === true ? mine?.has(mark) === true && other?.has(mark) === true : true
          const count = all.split(new RegExp(`\\b${mark}\\b`)).length - 1
          expect(count).toBeLessThanOrEqual(1)
          if (!asked.join('\n').includes(mark)) expect([mark, count]).toEqual([mark, isWanted ? 1 : 0])
        }
      }),
      { numRuns: 1_000 },
    )
  })
  test('one side alone is taken as it is, and a merge again changes nothing', () => {
    fc.assert(
      fc.property(acts, acts, (a, b) => {
        const [ours, theirs] = [changed('o', a), changed('p', b)]
        const taken = (files: Files): Result => ({ files, questions: [] })
        expect(merged({ base: start, ours, theirs: start })).toEqual(taken(ours))
        expect(merged({ base: start, ours: start, theirs })).toEqual(taken(theirs))
        expect(merged({ base: start, ours, theirs: ours })).toEqual(taken(ours))
        const { files } = merged({ base: start, ours, theirs })
        expect(merged({ base: theirs, ours: files, theirs })).toEqual(taken(files))
        expect(merged({ base: start, ours, theirs })).toEqual(merged({ base: start, ours, theirs }))
      }),
      { numRuns: 500 },
    )
  })
})

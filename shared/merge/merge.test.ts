import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { merge, mergedText, settled } from './merge.ts'

const merged = (base: string, ours: string, theirs: string): string | null => mergedText(merge({ base, ours, theirs }))

const lines = (...some: readonly string[]): string => some.map((line) => `${line}\n`).join('')
const numbered = (changed: Readonly<Record<number, string>> = {}): readonly string[] =>
  Array.from({ length: 24 }, (_, at) => changed[at + 1] ?? `line ${at + 1}`)

describe('a change in the middle is undone, and the others stay byte for byte', () => {
  const [a, b, c] = [{ 2: 'A' }, { 9: 'B' }, { 20: 'C' }]
  it.for([
    ['far apart', '\n', { ...a, ...b }, a, { ...a, ...b, ...c }, { ...a, ...c }],
    ['on lines that touch', '\n', { 8: 'A', 9: 'B' }, { 8: 'A' }, { 8: 'A', 9: 'B', 10: 'C' }, { 8: 'A', 10: 'C' }],
    ['with CRLF', '\r\n', { ...a, ...b }, a, { ...a, ...b, ...c }, { ...a, ...c }],
  ] as const)('%s', ([, end, base, theirs, ours, result]) => {
    const text = (changed: Readonly<Record<number, string>>): string => numbered(changed).join(end)
    expect(merged(text(base), text(ours), text(theirs))).toBe(text(result))
  })

  it.for([
    ['words of one long line', 'the cat sat on the grey mat by the door'],
    ['Chinese', '安娜今年十二月去里斯本看她的妈妈和两个姐姐'],
    ['combining marks', 'e\u0301cole cafe\u0301 nai\u0308ve u\u0308ber a\u030angstro\u0308m man\u0303ana fin ici'],
  ])('%s', ([, line = '']) => {
    const words = line.includes(' ') ? line.split(' ') : line.split('')
    const space = line.includes(' ') ? ' ' : ''
    const change = (at: number, word: string, text: readonly string[]): readonly string[] =>
      text.map((each, index) => (index === at ? word : each))
    const withA = change(1, 'AAA', words)
    const withB = change(4, 'BBB', withA)
    const withC = change(words.length - 1, 'CCC', withB)
    const expected = change(words.length - 1, 'CCC', withA)
    expect(merged(withB.join(space), withC.join(space), withA.join(space))).toBe(expected.join(space))
  })
})

test('what was written behind an undone text without a final newline gets none', () => {
  expect(merged('a\nb', 'a\nb\nc', '')).toBe('c')
  expect(merged('a\r\nb', 'a\r\nb\r\nc', '')).toBe('c')
  expect(merged('a\nb', 'c\na\nb', '')).toBe('c\n')
})

test('line ends of either side are kept when only they changed', () => {
  const crlf = (text: string): string => text.replaceAll('\n', '\r\n')
  const [base, theirs] = [lines('one', 'two', 'three'), lines('one', 'zwei', 'three')]
  expect(merged(base, crlf(base), theirs)).toBe(crlf(theirs))
  expect(merged(crlf(base), crlf(theirs), base)).toBe(theirs)
})

test('a missing final newline stays missing, or goes', () => {
  expect(merged('one\ntwo', 'one\ntwo\nthree', 'ONE\ntwo')).toBe('ONE\ntwo\nthree')
  expect(merged('one\ntwo\nthree', 'one\ntwo\nthree\nfour', 'one\ntwo\n3')).toBe('one\ntwo\n3\nfour')
})

test('what was changed in a block is undone where the block is now', () => {
  const block = (word: string): readonly string[] => ['## Keys', `The spare key is at the ${word}.`, 'Ask Tomas first.']
  const rest = ['# Home', 'It has two floors.', '## Garden', 'Water the roses on Mondays.', 'The hose is in the shed.']
  const base = lines(...rest.slice(0, 2), ...block('office'), ...rest.slice(2))
  const theirs = base.replace('office', 'neighbour')
  const moved = lines(...rest, ...block('office'))
  expect(merged(base, moved, theirs)).toBe(lines(...rest, ...block('neighbour')))
})

test('a block goes back with what was changed in it since', () => {
  const rest = ['# Home', 'It has two floors.', 'The roof is new.', 'There is a garden.']
  const block = ['## Keys', 'The spare key is at the office.', 'Ask Tomas first.']
  const before = lines(...block, ...rest)
  const after = lines(...rest, ...block)
  expect(merged(after, after.replace('office', 'bakery'), before)).toBe(before.replace('office', 'bakery'))
})

test('a line that a later change moved is not left behind, nor brought back when it was deleted', () => {
  const rest = Array.from({ length: 6 }, (_, at) => `a line about something else, number ${at}`)
  const added = 'Ana is allergic to shellfish and carries an EpiPen'
  expect(merged(lines(added, ...rest), lines(...rest, added), lines(...rest))).toBe(lines(...rest))
})

test('two paragraphs that both sides add at one place do not interleave', () => {
  expect(merged('# A\n', '# A\n\nThe tram ends here.\n\n', '# A\n\n| Who | Day |\n\n')).toBe(
    '# A\n\n| Who | Day |\n\n\nThe tram ends here.\n\n',
  )
})

describe('only a person can decide', () => {
  it('when both changed the same word', () => {
    const pieces = merge({ base: 'likes tea\n', ours: 'likes water\n', theirs: 'likes coffee\n' })
    expect(pieces).toEqual([{ kind: 'conflict', base: 'likes tea\n', ours: 'likes water\n', theirs: 'likes coffee\n' }])
    expect(settled(pieces, ({ theirs }) => theirs)).toBe('likes coffee\n')
  })
  it('when two new lines at one place speak of the same thing', () => {
    expect(merged('# Wifi\n', '# Wifi\nPassword: oak\n', '# Wifi\nPassword: elm\n')).toBeNull()
    expect(merged('# List\n', '# List\n- bread\n', '# List\n- milk\n')).toBe('# List\n- milk\n- bread\n')
  })
})

/** Every line and every word has a tag of its own. */
const versions = fc.tuple(
  fc.integer({ min: 4, max: 14 }),
  fc.array(fc.nat(1_000_000), { minLength: 60, maxLength: 60 }),
)

/** Changes a text once. Moves are left out: two sides that move one line each keep it twice, for git and so for us. */
function changed(text: readonly string[], random: () => number, tag: () => string): readonly string[] {
  const out = [...text]
  const at = random() % (out.length + 1)
  const kind = random() % 3
  if (kind === 0) out.splice(at, 0, `new ${tag()} and ${tag()}`)
  else if (kind === 1) out.splice(at, 1 + (random() % 2))
  else {
    const words = (out[at] ?? '').split(' ')
    words[random() % words.length] = tag()
    out.splice(at, 1, words.join(' '))
  }
  return out
}

const tags = (text: string): readonly string[] => text.match(/t\d+/g) ?? []

test('no tagged word is lost, doubled or brought back by a merge that is clean', () => {
  let clean = 0
  fc.assert(
    fc.property(versions, ([length, numbers]) => {
      let [at, count] = [0, 0]
      const random = (): number => numbers[at++ % numbers.length] ?? 0
      const tag = (): string => `t${(count += 1)}`
      const before = Array.from({ length }, () => `about ${tag()} it is ${tag()} on ${tag()}`)
      const after = changed(before, random, tag)
      let now = after
      for (let edits = random() % 4; edits > 0; edits -= 1) now = changed(now, random, tag)
      const text = merged(lines(...after), lines(...now), lines(...before))
      if (text === null) return
      clean += 1
      const [base, ours, theirs] = [after, now, before].map((each) => new Set(tags(lines(...each))))
      if (base === undefined || ours === undefined || theirs === undefined) return
      const back = [...theirs].filter((each) => !base.has(each))
      const gone = new Set([...base].filter((each) => !theirs.has(each)))
      const wanted = [...ours, ...back].filter((each) => !gone.has(each))
      expect(tags(text).toSorted()).toEqual([...new Set(wanted)].toSorted())
    }),
    { numRuns: 400 },
  )
  expect(clean).toBeGreaterThan(200)
})

describe('texts that are hard to compare', () => {
  test('a line of more words than the stack has room for', () => {
    const words = Array.from({ length: 150_000 }, (_, at) => `word${at % 99}`)
    const line = (changed: Readonly<Record<number, string>>): string =>
      `${words.map((word, at) => changed[at] ?? word).join(' ')}\n`
    const [a, b] = [{ 3: 'A' }, { 149_990: 'B' }]
    expect(merged(line(b), line({ ...a, ...b }), line({})) === line(a)).toBe(true)
  })
  test('more new lines at one place than anybody compares', () => {
    const added = (name: string): string => lines(...Array.from({ length: 600 }, (_, at) => `${name}${at}`))
    expect(merged('top\nend\n', `top\n${added('a')}end\n`, `top\n${added('b')}end\n`)).toBeNull()
    expect(merged('top\nend\n', `top\n${lines('a', 'b')}end\n`, `top\n${lines('c')}end\n`)).toBe(
      lines('top', 'c', 'a', 'b', 'end'),
    )
  })
})

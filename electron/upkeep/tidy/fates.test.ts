import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Elsewhere } from './elsewhere.ts'
import { fatesOf } from './fates.ts'

type Files = Readonly<Record<string, string>>

async function fates(before: Files, after: Files): Promise<Record<string, unknown>> {
  const { dropped, repeated, moved, merged, reworded, added } = await fatesOf(
    new Map(Object.entries(before)),
    new Map(Object.entries(after)),
  )
  const at = ({ path, line }: { path: string; line: number }): string => `${path}:${line}`
  return {
    dropped: dropped.map(({ text }) => text),
    repeated: repeated.map(({ from, to }) => `${at(from)} ${at(to)}`),
    moved: moved.map(({ from, to }) => `${at(from)} ${at(to)}`),
    reworded: reworded.map(({ from, to }) => `${at(from)} ${at(to)}`),
    merged: merged.map(({ into, from }) => `${from.map(at).join(' ')} ${at(into)}`),
    added: added.map(({ text }) => text),
  }
}

const NOTHING = { dropped: [], repeated: [], moved: [], reworded: [], merged: [], added: [] }

test('a line is moved, reworded, merged or kept as long as it is somewhere', async () => {
  expect(await fates({ 'a.md': 'Ana likes tea.\nBo is tall.\n' }, { 'a.md': 'Bo is tall.\nAna likes tea.\n' })).toEqual(
    NOTHING,
  )
  expect(await fates({ 'notes.md': 'Ana likes tea.\n' }, { 'people/ana.md': '# Ana\n\n- likes tea\n' })).toMatchObject({
    dropped: [],
    reworded: ['notes.md:1 people/ana.md:3'],
  })
  expect(
    await fates({ 'notes.md': '- The bins go out on Monday\n' }, { 'home.md': 'The bins go out on Monday\n' }),
  ).toEqual({
    ...NOTHING,
    moved: ['notes.md:1 home.md:1'],
  })
  expect(
    await fates(
      { 'a.md': 'Ana likes green tea.\n', 'b.md': 'Ana likes tea in the evening.\n' },
      { 'a.md': 'Ana likes green tea in the evening.\n' },
    ),
  ).toEqual({ ...NOTHING, merged: ['a.md:1 b.md:1 a.md:1'] })
  expect(await fates({ 'people/ana.md': 'Likes tea.\n' }, { 'people.md': '## Ana\n\nLikes tea.\n' })).toEqual({
    ...NOTHING,
    moved: ['people/ana.md:1 people.md:3'],
    added: ['## Ana'],
  })
})

test('a line is dropped when what is left says less, the opposite, or says it of somebody else', async () => {
  const dropped = async (before: Files, after: Files): Promise<unknown> => (await fates(before, after))['dropped']
  expect(await dropped({ 'a.md': 'Ana likes tea.\n' }, { 'a.md': 'Bo likes tea.\n' })).toEqual(['Ana likes tea.'])
  expect(await dropped({ 'a.md': 'Ana likes tea.\n' }, { 'a.md': 'Ana does not like tea.\n' })).toEqual([
    'Ana likes tea.',
  ])
  expect(await dropped({ 'a.md': 'The key is 42.\n' }, { 'a.md': 'The key is 43.\n' })).toEqual(['The key is 42.'])
  expect(await dropped({ 'a.md': 'Lives in Porto with Rui.\n' }, { 'a.md': 'Lives with Rui.\n' })).toHaveLength(1)
  const long = 'is allergic to shellfish, peanuts and strong sunlight in summer.'
  expect(await dropped({ 'a.md': `Ana ${long}\n` }, { 'a.md': `Bo ${long}\n` })).toHaveLength(1)
  const server = 'server restarts at night by itself without any help.'
  expect(await dropped({ 'a.md': `The staging ${server}\n` }, { 'a.md': `The billing ${server}\n` })).toHaveLength(1)
  const both = { 'people/ana.md': 'Likes tea.\n', 'people/bo.md': 'Likes tea.\n' }
  expect(await dropped(both, { 'people/bo.md': 'Likes tea.\n' })).toEqual(['Likes tea.'])
  const sections = { 'p.md': '## Ana\n\nLikes tea.\n\n## Bo\n\nLikes tea.\n' }
  expect(await dropped(sections, { 'p.md': '## Ana\n\nLikes tea.\n' })).toEqual(['## Bo', 'Likes tea.'])
})

test('headings and frontmatter are lines, too, and what is new is added', async () => {
  const before = { 'a.md': '---\nname: A\n---\n# A\n\nOne thing here.\n' }
  expect(await fates(before, { 'a.md': '---\nname: B\n---\n# B\n\nOne thing here.\nA new one.\n' })).toEqual({
    ...NOTHING,
    dropped: ['name: A', '# A'],
    added: ['name: B', '# B', 'A new one.'],
  })
})

test('of equal lines each counts once; a sentence that stands elsewhere is listed with its place', async () => {
  const twice = 'Bins go out on Monday.\nBins go out on Monday.\n'
  expect(await fates({ 'a.md': twice }, { 'a.md': 'Bins go out on Monday.\n' })).toEqual({
    ...NOTHING,
    repeated: ['a.md:2 a.md:1'],
  })
  // Of two days the same may be true.
  const days = { 'log/2026-01-02.md': 'Swam in the lake.\n', 'log/2026-01-03.md': 'Swam in the lake.\n' }
  const { dropped } = await fatesOf(
    new Map(Object.entries(days)),
    new Map([['log/2026-01-03.md', 'Swam in the lake.\n']]),
  )
  expect(dropped).toMatchObject([{ path: 'log/2026-01-02.md', also: { path: 'log/2026-01-03.md', line: 1 } }])
})

test('code, rows and metadata are kept only by the very same line, once for each', async () => {
  const before = '---\ntags: a\n---\n```json\n{ "a": {\n} }\n}\n```\n| Bo | 3 |\n| Ana | 3 |\n| Ana | 3 |\n'
  const after = '---\n---\n```json\n{ "a": {\n} }\n```\n| Bo | 3 |\n| Ana | 3 |\n'
  expect(await fates({ 'a.md': before }, { 'a.md': after })).toEqual({
    ...NOTHING,
    dropped: ['tags: a', '}', '| Ana | 3 |'],
  })
})

test('a sentence that is now said of somebody else moved, also within its file', async () => {
  const before = { 'p.md': '## Ana\n\nLikes tea.\n\n## Bo\n\nLikes rum.\n' }
  expect(await fates(before, { 'p.md': '## Ana\n\nLikes rum.\n\n## Bo\n\nLikes tea.\n' })).toEqual({
    ...NOTHING,
    moved: ['p.md:3 p.md:7', 'p.md:7 p.md:3'],
  })
})

test('whatever is moved between files whole, nothing is dropped; whatever is left out is', async () => {
  const names = ['Ana', 'Bo', 'Eva', 'Ida', 'Max'] as const
  const things = ['tea', 'rain', 'chess', 'Porto', 'bread'] as const
  const line = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...things)).map(([a, b]) => `${a} likes ${b}.`)
  const place = fc.constantFrom('a.md', 'b/c.md', 'notes.md')
  const lines = fc.uniqueArray(fc.tuple(line, place, place, fc.boolean()), {
    selector: ([text]) => text,
    maxLength: 15,
  })
  await fc.assert(
    fc.asyncProperty(lines, async (all) => {
      const before = new Map<string, string>()
      const after = new Map<string, string>()
      for (const [text, from, to, isKept] of all) {
        before.set(from, `${before.get(from) ?? ''}${text}\n`)
        if (isKept) after.set(to, `${after.get(to) ?? ''}${text}\n`)
      }
      const { dropped, added, lines: count } = await fatesOf(before, after)
      expect(dropped.map(({ text }) => text).toSorted()).toEqual(
        all
          .filter(([, , , kept]) => !kept)
          .map(([text]) => text)
          .toSorted(),
      )
      expect([added, count]).toEqual([[], all.length])
    }),
  )
})

test('files that stay as they are count like the others, and are looked into for what is dropped', async () => {
  const stay = new Map([
    ['people/bo.md', '# Bo\n\nLikes tea.\n- Ana likes green tea\n'],
    ['other.md', 'Nothing of it.\n'],
  ])
  const before = new Map([['notes.md', 'Ana likes green tea.\nBo likes coffee.\n']])
  const { dropped, repeated, lines } = await fatesOf(before, new Map(), await Elsewhere.of(stay))
  expect(dropped.map(({ text }) => text)).toEqual(['Bo likes coffee.'])
  // What is said there already is not moved there.
  expect(repeated).toMatchObject([{ from: { path: 'notes.md', line: 1 }, to: { path: 'people/bo.md', line: 4 } }])
  expect(lines).toBe(6)
})

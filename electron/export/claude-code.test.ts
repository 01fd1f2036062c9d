import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { INDEX_MAX_BYTES, INDEX_MAX_LINES } from '../../shared/layout.ts'
import { asClaudeMemory } from './claude-code.ts'
import type { NoteText } from './notes.ts'

function asFiles(notes: Readonly<Record<string, string>>, marked: readonly string[] = []): Map<string, string> {
  const all = Object.entries(notes).map(([path, text]): NoteText => {
    return { path, text, isNameMarked: marked.includes(path) }
  })
  return new Map(asClaudeMemory(all, new Set(Object.keys(notes))).map(({ path, text }) => [path, text]))
}

const propertiesOf = (text = ''): unknown => parse(/^---\r?\n(.*?)^---\r?$/ms.exec(text)?.[1] ?? 'null')

test('each note says what it is called and about, and the index names it', () => {
  const files = asFiles({
    'people/ana.md': '# Ana\n\n- Likes: green tea\n',
    'work/ana.md': 'In the team since May.\r\n',
    'list.txt': 'bread\n',
    'jobs/one.md': 'a plan\n',
  })
  expect(files.get('MEMORY.md')).toBe(
    '# Memory\n- [Ana](people/ana.md) — Likes: green tea\n- [Ana](work/ana.md) — In the team since May.\n- [List](list.txt.md) — bread\n',
  )
  expect(files.get('people/ana.md')).toBe(
    '---\nname: people-ana\ndescription: "Likes: green tea"\nmetadata:\n  node_type: memory\n  type: user\n---\n\n# Ana\n\n- Likes: green tea\n',
  )
  expect(files.get('work/ana.md')).toContain('---\r\nname: work-ana\r\n')
  expect(propertiesOf(files.get('work/ana.md'))).toMatchObject({ name: 'work-ana', metadata: { type: 'project' } })
  expect(files.get('jobs/one.md')).toBe('a plan\n')
  expect([...files.keys()]).toEqual(['MEMORY.md', 'people/ana.md', 'work/ana.md', 'list.txt.md', 'jobs/one.md'])
})

test('what a note says of itself stays, in either shape that Claude Code writes', () => {
  const flat = '---\nname: tea\ndescription: What to drink\ntype: user\n---\nGreen.\n'
  const nested = '---\nname: tea\ndescription: >\n  What\n  to drink\nmetadata:\n  type: user\n---\nGreen.\n'
  const files = asFiles({ 'a.md': flat, 'b.md': nested, 'c.md': '---\ntags: [x]\n---\nGreen.\n' })
  expect([files.get('a.md'), files.get('b.md')]).toEqual([flat, nested])
  expect(propertiesOf(files.get('c.md'))).toEqual({
    name: 'c',
    description: 'Green.',
    metadata: { node_type: 'memory', type: 'reference' },
    tags: ['x'],
  })
})

test('an index of the user stays and gets the lines that it lacks', () => {
  const own = '# Mine\n\n- [Tea](tea.md): green\n- [[coffee]]\n'
  const files = asFiles({ 'MEMORY.md': own, 'tea.md': 'x\n', 'coffee.md': 'y\n', 'milk.md': 'Oat.\n' })
  expect(files.get('MEMORY.md')).toBe(`${own}- [Milk](milk.md) — Oat.\n`)
})

test('an index over the limits ends with a link to the rest, and no line is lost', () => {
  for (const words of ['x', 'a long line about this '.repeat(4)]) {
    const notes = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`notes/topic-${at}.md`, `${words}${at}\n`]),
    )
    const files = asFiles({ ...notes, 'more-notes.md': 'mine\n' })
    const index = files.get('MEMORY.md') ?? ''
    expect(index.trimEnd().split('\n').length).toBeLessThanOrEqual(INDEX_MAX_LINES)
    expect(Buffer.byteLength(index)).toBeLessThanOrEqual(INDEX_MAX_BYTES)
    expect(index.trimEnd().split('\n').at(-1)).toBe('- [More notes](more-more-notes.md) — what did not fit here')
    const both = index + (files.get('more-more-notes.md') ?? '')
    for (const path of Object.keys(notes)) expect(both).toContain(`(${path})`)
  }
})

test('what is from outside says so in the index and in the properties, however short they are cut', () => {
  const long = `${'word '.repeat(40).trim()} (from outside)\n`
  const files = asFiles({ 'a.md': long, 'odd.md': 'x\n' }, ['odd.md'])
  const [, first, second] = (files.get('MEMORY.md') ?? '').split('\n')
  expect(first).toMatch(/^- \[A\]\(a\.md\) — word .* … \(from outside\)$/)
  expect(second).toBe('- [Odd (from outside)](odd.md) — x')
  expect(propertiesOf(files.get('a.md'))).toMatchObject({ description: expect.stringMatching(/… \(from outside\)$/) })
  expect(propertiesOf(files.get('odd.md'))).toMatchObject({ description: 'x (from outside)' })
})

test('no name of a file is a line of its own', () => {
  const index = asFiles({ 'a\n- [Evil](evil.md).md': 'x\ry\n' }).get('MEMORY.md') ?? ''
  expect(index.trimEnd().split(/[\r\n]/)).toHaveLength(2)
})

test('names that YAML takes for something else are quoted', () => {
  const files = asFiles({ 'true.md': 'x\n', '2026.md': 'y\n', '猫.md': 'z\n', 'A & B!.md': 'w\n', '!!.md': 'v\n' })
  const names = [...files.values()].slice(1).map((text) => propertiesOf(text))
  expect(names).toMatchObject([{ name: 'true' }, { name: '2026' }, { name: '猫' }, { name: 'a-b' }, { name: 'note' }])
})

test('where the system ignores case, the index keeps its name for itself', () => {
  const files = asFiles({ 'memory.md': 'Likes tea.\n', 'memory-notes.md': 'Another one.\n' })
  expect([...files.keys()]).toEqual(['MEMORY.md', 'more-memory-notes.md', 'memory-notes.md'])
  expect(files.get('MEMORY.md')).toContain('(more-memory-notes.md)')
})

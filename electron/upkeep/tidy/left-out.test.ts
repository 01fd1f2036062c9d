import { expect, test } from 'vitest'
import { whyLeftOut } from './left-out.ts'

const note = (frontmatter: string, end = '\n'): string =>
  `---\n${frontmatter}\n---\nAna lives in Porto.\n`.replaceAll('\n', end)

test('data, code, hidden files and job files do not change, whatever they are called', () => {
  const notes = ['a.md', 'deep/b.markdown', 'c.txt', 'my jobs/d.md', 'requirements.md']
  for (const path of notes) expect([path, whyLeftOut(path, 'One.\n', 'Two.\n')]).toEqual([path, null])
  const others =
    'a.json b.yaml c.csv d.ts Makefile notes .hidden/a.md .x.txt CMakeLists.txt requirements-dev.txt robots.txt e.mdx'
  for (const path of others.split(' ')) expect([path, whyLeftOut(path, 'a\n', 'b\n')]).toEqual([path, 'not-a-note'])
  for (const path of ['jobs/a/progress.md', 'Jobs/a.md', 'jobs/b.json'])
    for (const after of ['b', null]) expect(whyLeftOut(path, 'a', after)).toBe('job')
  for (const text of ['[\n  1\n]\n', '{"a": 1}\n{"a": 2}\n', '+++\ntitle = "a"\n+++\n'])
    expect(whyLeftOut('a.txt', text, null)).toBe('not-a-note')
  expect(whyLeftOut('a.md', '[Porto](porto.md)\n', '')).toBeNull()
})

test('frontmatter that could be read still can, with any line ends', () => {
  for (const end of ['\n', '\r\n']) {
    const before = note('place:\n  x: 1\nother:\n  x: 1\ntags: [a]', end)
    expect(whyLeftOut('a.md', before, note('name: Eva', end))).toBeNull()
    expect(whyLeftOut('a.md', before, null)).toBeNull()
    for (const broken of ['name: Ana\nname: Bo', 'tags: [a', 'name', '- a', ''])
      expect([broken, whyLeftOut('a.md', before, note(broken, end))]).toEqual([broken, 'frontmatter'])
    expect(whyLeftOut('a.md', before, 'name: Ana\n---\nAna lives in Porto.\n')).toBe('frontmatter')
  }
  expect(whyLeftOut('a.md', null, note('name: [a'))).toBe('frontmatter')
  expect(whyLeftOut('a.md', 'Ana.\n', note('name: Ana'))).toBeNull()
  // What could not be read before may change.
  expect(whyLeftOut('a.md', note('{{name}}: ['), note('{{name}}: [['))).toBeNull()
})

test('frontmatter too long to be parsed stays as it is', () => {
  const long = Array.from({ length: 30_000 }, (_, at) => `key${at}: ${at}`).join('\n')
  expect(whyLeftOut('a.md', note(long), note(long).replace('Porto', 'Faro'))).toBeNull()
  expect(whyLeftOut('a.md', note(long), note(`${long}\nmore: 1`))).toBe('frontmatter')
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FoundFile } from '../../shared/import.ts'
import { foldFile, know, type Known } from './fold.ts'

const file = (path: string, text: string): FoundFile => ({ path, text, time: null, from: path, items: 1 })

test('what is said already goes, with its heading, and says where it is', () => {
  const known: Known = new Map()
  know(known, 'me.md', '# Me\n\nI like green tea.\n')
  const { file: left, lines } = foldFile(
    known,
    { kind: 'chatgpt' },
    file(
      'profile.md',
      '# Profile\n\n## Drinks\n\n- The user likes green tea.\n\n## Work\n\n- Works at a bakery in Porto.\n',
    ),
  )
  expect(left?.text).toBe('# Profile\n\n## Work\n\n- Works at a bakery in Porto.\n')
  expect(lines).toEqual([{ from: 'profile.md', text: '- The user likes green tea.', path: 'me.md' }])
})

test('the same fact of two sources is proposed once; what says otherwise stays', () => {
  const known: Known = new Map()
  const first = foldFile(known, { kind: 'claude' }, file('memory.md', 'Lives in the old town of Porto.\n'))
  expect(first.lines).toEqual([])
  const second = foldFile(known, { kind: 'mem0' }, file('b.md', '- lives in the old town of Porto\n'))
  expect(second).toMatchObject({ file: null, lines: [{ path: 'memory.md' }] })
  expect(foldFile(known, { kind: 'mem0' }, file('c.md', 'Does not live in the old town of Porto.\n')).lines).toEqual([])
})

test('a memory of the user is about them under each of its topics', () => {
  const known: Known = new Map()
  know(known, 'me.md', 'I like green tea.\n')
  const text = '**Personal**\n\n- Likes green tea.\n- Has a cat named Mio.\n'
  expect(foldFile(known, { kind: 'claude' }, file('memory.md', text)).lines).toMatchObject([{ path: 'me.md' }])
})

test('what is said of somebody else is no fact of another', () => {
  const known: Known = new Map()
  know(known, 'people/anna.md', '# Anna\n\n- Likes green tea a lot.\n')
  const text = '# Bob\n\n- Likes green tea a lot.\n'
  expect(foldFile(known, { kind: 'claude' }, file('bob.md', text))).toMatchObject({ file: { text }, lines: [] })
  expect(foldFile(known, { kind: 'mem0' }, file('bob.md', text))).toMatchObject({ file: { text }, lines: [] })
})

test('the user’s own files stay as they are', () => {
  const known: Known = new Map()
  know(known, 'me.md', 'I like green tea.\n')
  for (const kind of ['folder', 'vault', 'claude-code', 'rules'] as const)
    expect(foldFile(known, { kind }, file('x.md', 'I like green tea.\n')).file?.text).toBe('I like green tea.\n')
})

test('every line is left or folded, and what is folded is known', () => {
  const sentence = fc.constantFrom(
    'Likes tea a lot.',
    'Lives in Porto now.',
    '# Heading',
    '',
    '- Works as a baker.',
    '```',
    'x',
  )
  fc.assert(
    fc.property(fc.array(sentence), fc.array(sentence), (memory, found) => {
      const known: Known = new Map()
      know(known, 'm.md', `${memory.join('\n')}\n`)
      const text = `${found.join('\n')}\n`
      const { file: left, lines } = foldFile(known, { kind: 'text' }, file('f.md', text))
      const plain = (all: string): readonly string[] =>
        all.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
      const after = [...plain(left?.text ?? ''), ...lines.map((line) => line.text)]
      if (left !== null) expect(after.toSorted()).toEqual(plain(text).toSorted())
      for (const line of lines) expect([...memory, ...found]).toContain(line.text)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hunkLines, withHunks, withoutLines } from './lines.ts'
import { merge, settled } from './merge.ts'

test('a line that was the last one, and is not any more, is given a line end', () => {
  const [before, after] = ['- tea\n- nuts\n- Porto\n', '- tea']
  expect(withoutLines(before, after, { removed: [2, 3], added: [] })).toBe('- tea\n- nuts\n- Porto\n')
  expect(withoutLines('- 40\n- a dog', '- 40\n- Rome\n', { removed: [2], added: [] })).toBe('- 40\n- a dog\n- Rome\n')
  expect(withoutLines('a\r\nb\r\n', 'c', { removed: [1], added: [] })).toBe('a\r\nc')
})

test('a text that decides a conflict joins no line after it, with or without a line end of its own', () => {
  const pieces = merge({ base: 'a\nold\nz\n', ours: 'a\nmine\nz\n', theirs: 'a\ntheirs\nz\n' })
  for (const text of ['own', 'own\n']) expect(settled(pieces, () => text)).toBe('a\nown\nz\n')
  expect(settled(pieces, () => '')).toBe('a\nz\n')
})

const text = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'c', '')), fc.boolean(), fc.constantFrom('\n', '\r\n'))
  .map(([lines, isEnded, end]) => lines.join(end) + (isEnded && lines.length > 0 ? end : ''))

test('all places of a change make the new text, none the old one, and some exactly those', () => {
  expect(withHunks('a\nb\nc\nd\n', 'A\nb\nc\nD\n', (at) => at === 1)).toBe('a\nb\nc\nD\n')
  fc.assert(
    fc.property(text, text, fc.infiniteStream(fc.boolean()), (before, after, chosen) => {
      const hunks = hunkLines(before, after).map((hunk) => ({ ...hunk, isIn: chosen.next().value === true }))
      expect(withHunks(before, after, () => true)).toBe(after)
      expect(withHunks(before, after, () => false)).toBe(before)
      const left = hunks.filter(({ isIn }) => !isIn)
      const expected = withoutLines(before, after, {
        removed: left.flatMap(({ removed }) => removed),
        added: left.flatMap(({ added }) => added),
      })
      expect(withHunks(before, after, (at) => hunks[at]?.isIn === true)).toBe(expected)
    }),
  )
})

test('any choice of changed lines leaves whole lines of the two texts; all of them give the old one, none the new one', () => {
  const choice = fc.infiniteStream(fc.boolean())
  fc.assert(
    fc.property(text, text, choice, (before, after, chosen) => {
      const hunks = hunkLines(before, after)
      const [removed, added] = [hunks.flatMap((hunk) => hunk.removed), hunks.flatMap((hunk) => hunk.added)]
      expect(withoutLines(before, after, { removed, added })).toBe(before)
      expect(withoutLines(before, after, { removed: [], added: [] })).toBe(after)
      const isChosen = (): boolean => chosen.next().value === true
      const part = { removed: removed.filter(isChosen), added: added.filter(isChosen) }
      const known = new Set(['', ...linesOf(before), ...linesOf(after)])
      expect(linesOf(withoutLines(before, after, part)).filter((line) => !known.has(line))).toEqual([])
    }),
  )
})

const linesOf = (text: string): readonly string[] => text.split(/\r?\n/)

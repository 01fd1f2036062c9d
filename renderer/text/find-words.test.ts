import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_MATCHES } from '../format/matches.ts'
import { spansOf } from './find-words.ts'

const found = (text: string, typed: string): readonly string[] =>
  spansOf(text, typed).spans.map(([from, to]) => text.slice(from, to))

test('words are found whatever their case, their accents’ form and the space between them', () => {
  expect(found('Ana likes tea. ANA LIKES\n  coffee.', 'ana likes')).toEqual(['Ana likes', 'ANA LIKES'])
  expect(found('Cafe\u0301 and café', 'CAFÉ')).toEqual(['Cafe\u0301', 'café'])
  expect(found('GRÜẞE, Ömer', 'grüße')).toEqual(['GRÜẞE'])
})

test('signs are signs, and nothing typed is nothing found', () => {
  expect(found('a.b (a*b) a-b [a/b] $5 {1}|2^3\\', 'a*b')).toEqual(['a*b'])
  for (const sign of String.raw`.*+?()[]{}|^$\/-#`) expect(found(`x${sign}y`, sign)).toEqual([sign])
  expect(found('some text', '  ')).toEqual([])
})

test('no more places are counted than anybody steps through', () => {
  const { spans, more } = spansOf('a'.repeat(MAX_MATCHES + 1), 'a')
  expect([spans.length, more]).toEqual([MAX_MATCHES, true])
  expect(spansOf('a'.repeat(MAX_MATCHES), 'a').more).toBe(false)
})

test('what was put into a text is found in it', () => {
  const typed = fc.string({ minLength: 1 }).filter((words) => words.trim() !== '')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), typed, fc.string(), (before, words, after) => {
      expect(found(`${before} ${words} ${after}`, words)).not.toEqual([])
    }),
  )
})

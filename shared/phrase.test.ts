import { expect, test } from 'vitest'
import { hasPhrase, phraseOf } from './phrase.ts'

test('a phrase is found whatever its case, its accents are made of, and its spaces are', () => {
  const found = (line: string, typed: string): boolean => hasPhrase(line, phraseOf(typed))
  expect(found('- Setúbal:\tthe  8.10, NOT the 8.40', ' setu\u0301bal: the 8.10,\n not ')).toBe(true)
  expect(found('漢字テスト', '字テ')).toBe(true)
  expect(found('Tom likes Ana', 'Ana likes Tom')).toBe(false)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { titleFrom } from './title.ts'

test.each([
  ['hi', 'Hi'],
  ['Remember that Ana is allergic to shellfish', 'Ana is allergic to shellfish'],
  ['Please remember that my favourite colour is green, and tell nobody', 'My favourite colour is green'],
  ['Can you summarise my memory?', 'Summarise my memory'],
  ['My phone number is +351 912 345 678', 'My phone number'],
  ['my key is [redacted: api-key], keep it', 'My key'],
  ['The password is ••••••••', 'The password'],
  ['# Trip\n\nWe leave on 3 May', 'Trip'],
  ['42', ''],
  ['12 files are missing. Where are they?', 'Files are missing'],
  ['look at https://example.com/private/1 for me', 'Look'],
  ['请记住我喜欢喝绿茶', '我喜欢喝绿茶'],
  ['My name is Jonas, I live in Porto and my favourite colour is blue', 'My name is Jonas'],
  ['Merk dir, dass Ana in Porto wohnt', 'Ana in Porto wohnt'],
  ['What do you know about Ana?', 'What do you know about Ana'],
  ['What do you know about Ana and about all of her friends?', 'What do you know about Ana…'],
  ['Ana, Tom and Mia are coming on Sunday', 'Ana, Tom and Mia are coming on Sunday'],
  ['', ''],
])('%s', (message, title) => {
  expect(titleFrom(message)).toBe(title)
})

test('a title has no number, no mark, and at most eight words, whatever the message is', () => {
  const pieces = fc.constantFrom(
    'word',
    '١٢',
    '7',
    '[redacted: email]',
    '••••••••',
    'a@b.c',
    '. ',
    '\n',
    '日本',
    ' ',
    '`x`',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.array(pieces).map((all) => all.join(' ')),
      ),
      (message) => {
        const title = titleFrom(message)
        expect(title).not.toMatch(/\p{N}|redacted|•|@|\n/u)
        expect(title).toBe(title.trim())
        const words = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(title)]
        expect(words.filter(({ isWordLike }) => isWordLike).length).toBeLessThanOrEqual(8)
      },
    ),
  )
})

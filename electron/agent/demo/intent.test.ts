import { expect, test } from 'vitest'
import { intentsOf, MAX_MESSAGE_CHARACTERS } from './intent.ts'
import { languageOf, LANGUAGES } from './languages/languages.ts'
import { DE_EXAMPLES } from './testing/de.ts'
import { EN_EXAMPLES } from './testing/en.ts'
import { ES_EXAMPLES } from './testing/es.ts'
import { FR_EXAMPLES } from './testing/fr.ts'
import { JA_EXAMPLES } from './testing/ja.ts'
import { meaningsOf } from './testing/meanings.ts'
import { PT_EXAMPLES } from './testing/pt.ts'
import { ZH_EXAMPLES } from './testing/zh.ts'

test.each([
  ...EN_EXAMPLES,
  ...DE_EXAMPLES,
  ...FR_EXAMPLES,
  ...ES_EXAMPLES,
  ...PT_EXAMPLES,
  ...ZH_EXAMPLES,
  ...JA_EXAMPLES,
])('%j means %j', (message, meaning) => {
  expect(meaningsOf(message).join(' | ')).toBe(meaning)
})

test.each(LANGUAGES)('the examples of its help make, correct and undo a fact: $code', ({ replies }) => {
  const [make = '', correct = '', undo = '', ask = '', list = ''] = replies.examples.map((example) =>
    meaningsOf(example).slice(1).join(' | '),
  )
  expect(make).toMatch(/^remember people\/\p{L}+\.md: /u)
  expect(correct).toMatch(/^correct people\/\p{L}+\.md: /u)
  expect(correct.split(':')[0]?.replace('correct', 'remember')).toBe(make.split(':')[0])
  expect([undo, ask.split(' ')[0], list]).toEqual(['undo', 'ask', 'list'])
})

test('where a message does not show its language, that of an earlier one counts', () => {
  expect(languageOf('OK', ['Ich wohne in Porto', 'Rex']).code).toBe('de')
  expect(languageOf('OK', []).code).toBe('en')
})

test('a pronoun means the person named before, in the same message only', () => {
  expect(meaningsOf('Ana is my sister. She lives in Faro.')).toEqual([
    'en',
    'remember people/ana.md: Is my sister',
    'remember people/ana.md: Lives in Faro',
  ])
  expect(meaningsOf('She lives in Faro.')).toEqual(['en', 'who'])
})

test('of a message that is too long, nothing is read', () => {
  const message = 'My name is Eva. '.repeat(MAX_MESSAGE_CHARACTERS / 16 + 1)
  expect(intentsOf(message, languageOf(message))).toEqual([{ kind: 'too-long' }])
})

test.each(['a to ', 'my name is ', '，我', 'und ich ', 'that that '])('%j repeated does not take long', (piece) => {
  const message = `rename ${piece.repeat(MAX_MESSAGE_CHARACTERS)}`.slice(0, MAX_MESSAGE_CHARACTERS)
  const before = performance.now()
  for (const language of LANGUAGES) intentsOf(message, language)
  expect(performance.now() - before).toBeLessThan(2000)
})

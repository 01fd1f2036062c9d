import { expect, test } from 'vitest'
import { processorMs } from '../../../testing/processor-time.ts'
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

test('a word that two languages share does not change the language of a conversation', () => {
  expect(languageOf('No bebo Faro Porto', ['Where does Ana live?']).code).toBe('en')
  expect(languageOf('Gracias', ['Where does Ana live?']).code).toBe('es')
})

test('a pronoun means the one person named before', () => {
  expect(meaningsOf('Ana is my sister. She lives in Faro.')).toEqual([
    'en',
    'remember people/ana.md: Is my sister',
    'remember people/ana.md: Lives in Faro',
  ])
  expect(meaningsOf('She lives in Faro.')).toEqual(['en', 'who'])
})

test.each([
  ['Remember that Eva likes tea and Tom likes coffee', 'He lives in Rome', 'who'],
  ['Ana likes tea', 'Thanks, she hates coffee', 'remember people/ana.md: Hates coffee'],
  ['Mon frère Luc habite à Lyon', 'Non, il habite à Nice', 'correct people/luc.md: Habite à Nice'],
  ['O meu irmão Rui trabalha na Galp', 'Não, ele trabalha na EDP', 'correct people/rui.md: Trabalha na EDP'],
  ['我弟弟小明住在上海', '不对，他住在杭州', 'correct people/小明.md: 住在杭州'],
  ['弟の健は京都に住んでいます', '違います、彼は奈良に住んでいます', 'correct people/健.md: 奈良に住んでいます'],
])('after %j, %j means %j', (before, message, meaning) => {
  expect(meaningsOf(message, before).slice(1).join(' | ')).toBe(meaning)
})

test('of a message that is too long, nothing is read', () => {
  const message = 'My name is Eva. '.repeat(MAX_MESSAGE_CHARACTERS / 16 + 1)
  expect(intentsOf(message, languageOf(message))).toEqual([{ kind: 'too-long' }])
})

test.each(['a to ', 'my name is ', '，我', 'und ich ', 'that that '])('%j repeated does not take long', (piece) => {
  const message = `rename ${piece.repeat(MAX_MESSAGE_CHARACTERS)}`.slice(0, MAX_MESSAGE_CHARACTERS)
  const took = processorMs(() => {
    for (const language of LANGUAGES) intentsOf(message, language)
  })
  expect(took).toBeLessThan(2_000)
})

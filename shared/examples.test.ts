import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleList, examplesAtEnd } from './examples.ts'

test('the sentences at the end of a text are found again', () => {
  const sentence = fc
    .string({ minLength: 1 })
    .filter((text) => !text.includes('\n') && !text.includes('\r') && text.trim() === text)
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1 }), (sentences) => {
      expect(examplesAtEnd(`Try one:\n\n${exampleList(sentences)}`)).toEqual(sentences)
    }),
  )
})

test('a list in the middle of a text offers nothing', () => {
  expect(examplesAtEnd(`${exampleList(['One'])}\n\nThat was all.`)).toEqual([])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerOf, appearance } from './appearance.ts'

describe('appearance', () => {
  test.each([
    // The value, whatever its case and punctuation.
    ['Ana: shellfish', 'No SHELLFISH on the 12th, then.', 'value'],
    ['- allergy: nuts, and shellfish', 'She avoids “nuts and shellfish”.', 'value'],
    ['**Birthday**: 3 May', 'Her birthday is on 3 May.', 'value'],
    ['1. Budget: €1,200', 'You set €1,200 aside.', 'value'],
    ['城市：里斯本', '你住在里斯本。', 'value'],
    ['café: Ze\u0301', 'ZÉ is where you eat.', 'value'],
    ['full: ＡＢＣ', 'It is abc.', 'value'],
    // Four words in a row.
    ['Gauge clocks drift by up to four minutes a day', 'It says: clocks drift by up to a lot.', 'words'],
    ['Don’t call before nine', "I won't; don't call before nine.", 'words'],
    ['会议改到星期三下午三点', '所以会议改到星期三下午，对吗？', 'words'],
    // Neither.
    ['Ana: shellfish', 'No shell, no fish.', null],
    ['Gauge clocks drift by up to four minutes', 'Clocks drift by far.', null],
    ['link: a', 'a letter', null],
    ['see https://example.org', 'example.org is a page', null],
    ['会议改到星期三', '他们开会', null],
    ['', 'anything', null],
  ] as const)('%j in %j: %s', (line, answer, expected) => expect(appearance(line, answerOf(answer))).toBe(expected))

  const word = fc.stringMatching(/^[a-z]{2,8}$/)
  test('any four words in a row are found, also in capitals and with punctuation between them', () =>
    fc.assert(
      fc.property(fc.array(word, { minLength: 4 }), fc.array(word), fc.nat(), (words, around, from) => {
        const at = from % (words.length - 3)
        const quoted = words
          .slice(at, at + 4)
          .join(', ')
          .toUpperCase()
        const answer = answerOf([...around, quoted, ...around].join(' '))
        expect(appearance(words.join(' '), answer)).toBe('words')
      }),
    ))
  test('what shares no word with the answer does not appear', () =>
    fc.assert(
      fc.property(fc.array(word), fc.array(word), (one, other) => {
        const answer = answerOf(other.map((each) => `${each}9`).join(' '))
        expect(appearance(`key: ${one.join(' ')}`, answer)).toBeNull()
      }),
    ))
})

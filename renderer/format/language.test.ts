import { i18n } from '@lingui/core'
import { afterEach, expect, test } from 'vitest'
import { localeFor } from '../../shared/locales.ts'
import { shortCount } from './counts.ts'
import { dateText, factsText, listText, numberMarks, numberText, sentencesText } from './language.ts'
import { size } from './sizes.ts'

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test.each([
  ['en', '20,000', '22.4', '2 Nov', 'a, b', 'a, b', 'A. B.'],
  ['de', '20.000', '22,4', '2. Nov.', 'a und b', 'a, b', 'A. B.'],
  ['es', '20.000', '22,4', '2 nov', 'a y b', 'a, b', 'A. B.'],
  ['zh-Hans', '20,000', '22.4', '11月2日', 'a、b', 'a，b', 'A.B.'],
  ['pseudo', '20,000', '22.4', '2 Nov', 'a, b', 'a, b', 'A. B.'],
])(
  '%s writes numbers, dates, lists and sentences its way',
  (locale, thousands, tenths, day, list, facts, sentences) => {
    i18n.loadAndActivate({ locale, messages: {} })
    expect(numberText(20_000)).toBe(thousands)
    expect(numberText(22.4, 1)).toBe(tenths)
    expect(dateText(new Date(2026, 10, 2), 'short')).toBe(day)
    expect(listText(['a', 'b'])).toBe(list)
    expect(factsText(['a', '', false, 'b'])).toBe(facts)
    expect(sentencesText(['A.', false, 'B.'])).toBe(sentences)
    const { group, point } = numberMarks()
    expect(`20${group}000 22${point}4`).toBe(`${thousands} ${tenths}`)
    expect(size(22_400)).toContain(tenths)
    expect(shortCount(22_400)).toContain(tenths)
  },
)

test("the window takes the first of the system's languages that it has", () => {
  expect(localeFor('system', ['fr-CA', 'de-AT', 'en'])).toBe('de')
  expect(localeFor('system', ['zh-CN'])).toBe('zh-Hans')
  expect(localeFor('system', ['zh-TW', 'es-MX'])).toBe('es')
  expect(localeFor('system', ['en-US@posix', 'fr'])).toBe('en')
  expect(localeFor('es', ['de'])).toBe('es')
})

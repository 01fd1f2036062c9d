import { i18n } from '@lingui/core'
import { afterEach, expect, test } from 'vitest'
import { localeFor } from '../../shared/locales.ts'
import { shortCount } from './counts.ts'
import { dateText, listText, numberMarks, numberText } from './language.ts'
import { size } from './sizes.ts'

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test.each([
  ['en', '20,000', '22.4', '2 Nov', 'a, b'],
  ['de', '20.000', '22,4', '2. Nov.', 'a und b'],
  ['es', '20.000', '22,4', '2 nov', 'a y b'],
  ['zh-Hans', '20,000', '22.4', '11月2日', 'a、b'],
  ['pseudo', '20,000', '22.4', '2 Nov', 'a, b'],
])('%s writes numbers, dates and lists its way', (locale, thousands, tenths, day, list) => {
  i18n.loadAndActivate({ locale, messages: {} })
  expect(numberText(20_000)).toBe(thousands)
  expect(numberText(22.4, 1)).toBe(tenths)
  expect(dateText(new Date(2026, 10, 2), 'short')).toBe(day)
  expect(listText(['a', 'b'])).toBe(list)
  const { group, point } = numberMarks()
  expect(`20${group}000 22${point}4`).toBe(`${thousands} ${tenths}`)
  expect(size(22_400)).toContain(tenths)
  expect(shortCount(22_400)).toContain(tenths)
})

test("the window takes the first of the system's languages that it has", () => {
  expect(localeFor('system', ['fr-CA', 'de-AT', 'en'])).toBe('de')
  expect(localeFor('system', ['zh-CN'])).toBe('zh-Hans')
  expect(localeFor('system', ['zh-TW', 'es-MX'])).toBe('es')
  expect(localeFor('system', ['en-US@posix', 'fr'])).toBe('en')
  expect(localeFor('es', ['de'])).toBe('es')
})

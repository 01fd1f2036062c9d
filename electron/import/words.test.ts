import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whyPathIsRefused } from '../memory/paths.ts'
import { asText, bullet, nameFrom, pathFrom, timeFrom } from './words.ts'

test.each([
  ['Travel: Lisbon!', 'travel-lisbon'],
  ['  Über Größe  ', 'über-größe'],
  ['旅行の計画', '旅行の計画'],
  ['../../etc/passwd', 'etc-passwd'],
  ['.git', 'git'],
  ['CON', 'note-con'],
  ['\u{1f30d}', 'note'],
  ['', 'note'],
  ['a\u202eb\u0000c', 'ab-c'],
])('a file for %j is called %s', (title, name) => {
  expect(nameFrom(title, 'note')).toBe(name)
})

test('whatever the title or the path, a new file of a memory may have the name', () => {
  const odd = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('con.md', 'a/../b', '/', 'x'.repeat(500), 'é'.repeat(90), 'nul', 'a.b/c.'),
  )
  fc.assert(
    fc.property(odd, fc.array(odd), (title, names) => {
      expect(whyPathIsRefused(`${nameFrom(title, 'note')}.md`)).toBe(null)
      expect(whyPathIsRefused(pathFrom([title, ...names].join('/'), 'note'))).toBe(null)
    }),
    { numRuns: 3_000 },
  )
})

test('times: seconds with and without fractions, milliseconds, ISO 8601, and what is none', () => {
  const expected = '2024-05-01T00:00:00.250Z'
  for (const value of [
    1_714_521_600.25,
    '1714521600.25',
    1_714_521_600_250,
    expected,
    '2024-05-01T02:00:00.250000+02:00',
  ]) {
    expect(timeFrom(value)).toBe(expected)
  }
  for (const value of [null, undefined, '', 'soon', Number.NaN, Infinity, -5, 0, {}, true])
    expect(timeFrom(value)).toBe(null)
})

test('texts: whole characters, line feeds, no NUL; a memory of several lines stays one item', () => {
  expect(asText('a\r\nb\0\ud800 \n\n')).toBe('a\nb\ufffd\n')
  expect(bullet(' a\r\n\r\nb ', '2024-05-01T00:00:00.000Z')).toBe('- a\n\n  b (2024-05-01)')
  expect(bullet('a', null)).toBe('- a')
})

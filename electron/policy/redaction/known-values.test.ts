import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_POLICIES, everyGroup, RedactionPolicy } from '../../../shared/policy.ts'
import { allowedValue, compileValues, markedValue, type StoredValues } from './known-values.ts'
import { compileRules, redact } from './redact.ts'

const KEY = '0123456789abcdef'.repeat(4)
const AT = '2026-11-22T10:00:00.000Z'

function textWith(text: string, { allowed = [], marked = [] }: { allowed?: string[]; marked?: string[] }): string {
  const stored: StoredValues = {
    key: KEY,
    allowed: allowed.map((value) => allowedValue(KEY, value, 'password', AT)),
    marked: marked.map((value) => markedValue(KEY, value, AT)),
  }
  return redact(text, compileRules(DEFAULT_POLICIES.redaction, { values: compileValues(stored) })).text
}

describe('a value that is not a secret', () => {
  test('passes, and only it', () => {
    const text = 'The password is hunter2.\nThe password is hunter3.\n'
    expect(textWith(text, { allowed: ['hunter2'] })).toBe(
      'The password is hunter2.\nThe password is [redacted: password].\n',
    )
  })
  test('passes also as typed with quotes, spaces or the end of a sentence', () => {
    for (const typed of [' hunter2 ', '"hunter2"', 'hunter2.', '`hunter2`'])
      expect(textWith('password = "hunter2"', { allowed: [typed] }), typed).toBe('password = "hunter2"')
  })
  test('what another rule finds within it passes, too', () => {
    const link = 'postgres://app:hunter2@db/x'
    expect(textWith(`dsn: ${link}`, { allowed: ['hunter2'] })).toBe(`dsn: ${link}`)
  })
  test("a user's own rule still applies", () => {
    const rules = compileRules(
      RedactionPolicy.parse({ rules: [{ name: 'never', kind: 'words', words: ['hunter2'] }] }),
      { values: compileValues({ key: KEY, allowed: [allowedValue(KEY, 'hunter2', null, AT)], marked: [] }) },
    )
    expect(redact('the password is hunter2', rules).text).toBe('the password is [redacted: never]')
  })
})

describe('a value that is marked as a secret', () => {
  test('is redacted wherever it is, also within a word and in disguise', () => {
    expect(textWith('Project Blaubeere; xblaubeerex Blaubeere', { marked: ['Blaubeere'] })).toBe(
      'Project [redacted: marked secret]; xblaubeerex [redacted: marked secret]',
    )
    expect(textWith('ＢＬＡＵ２３ and Bl\u200bau23', { marked: ['Blau23'] })).toBe(
      'ＢＬＡＵ２３ and [redacted: marked secret]',
    )
  })
  test('is redacted although it was called no secret before', () => {
    expect(textWith('the password is hunter2', { allowed: ['hunter2'], marked: ['hunter2'] })).toBe(
      'the password is [redacted: marked secret]',
    )
  })
  test('too short a value is refused: it would occur by chance', () => {
    expect(() => markedValue(KEY, 'abc', AT)).toThrow(RangeError)
    expect(() => markedValue(KEY, ' a ', AT)).toThrow(RangeError)
  })
  test('nothing that is kept has the value', () => {
    const kept = JSON.stringify([markedValue(KEY, 'Blaubeere', AT), allowedValue(KEY, 'Himbeere', 'password', AT)])
    expect(kept.toLowerCase()).not.toMatch(/beere|blau|himb/)
  })
  test('is found at every place of any text, and nothing else is', () => {
    const off = compileRules({ ...DEFAULT_POLICIES.redaction, groups: everyGroup('off') })
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', 'é'), maxLength: 60 })
    fc.assert(
      fc.property(
        letters,
        fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 4, maxLength: 7 }),
        (text, value) => {
          const values = compileValues({ key: KEY, allowed: [], marked: [markedValue(KEY, value, AT)] })
          const { found } = redact(text, { ...off, values })
          const expected = new Set<number>()
          for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
            for (let step = 0; step < value.length; step += 1) expected.add(at + step)
          const covered = new Set(
            found.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, step) => start + step)),
          )
          expect([...covered].toSorted()).toEqual([...expected].toSorted())
        },
      ),
      { numRuns: 300 },
    )
  })
})

import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { everyGroup, RedactionPolicy } from '../../../shared/policy.ts'
import { readSamples } from '../testing/read-samples.ts'
import { bracketed } from '../testing/template-sets.ts'
import type { Language } from './languages/language.ts'
import { languages } from './languages/list.ts'
import { compileRules, redact } from './redact.ts'
import { vocabularyOf, wordsIn } from './vocabulary.ts'

const LANGUAGES = languages()

/** A made-up language, written as a file of `languages/` would be. */
const zorbish = {
  code: 'zz',
  secrets: { password: 'zugwort, stum zug', pin: 'tikzahl', code: 'tikto' },
  names: { inflected: 'zugwort' },
  sentences: { verbs: 'vorin, vorin hets', prepositions: 'nolu' },
  clauses: { verbs: 'vorin' },
  codes: { places: 'pordu' },
  doors: { turns: 'pik, suk' },
  networks: { names: 'fikanet' },
  payment: { accountNumbers: 'konzel numo' },
  dates: { births: 'nasku' },
} satisfies Language

const policy = RedactionPolicy.parse({ groups: everyGroup('usual') })
const known = compileRules(policy)
const extended = compileRules(policy, { vocabulary: vocabularyOf(() => [...LANGUAGES, zorbish]) })

test.each(LANGUAGES)('the words of $code that are looked for in texts in lower case are in lower case', (language) => {
  const { doors, unlocking, networks, openers } = language
  const listed = [doors, unlocking, networks, openers].flatMap((lists) => Object.values(lists ?? {}).flatMap(wordsIn))
  const plain = listed.map((word) => word.replaceAll(/\\p\{\w+\}|\\\w/g, ''))
  expect(plain).toEqual(plain.map((word) => word.toLowerCase()))
})

describe('a language is added by its words alone', () => {
  test.each([
    ['Mo zugwort vorin hunter2.', 'Mo zugwort vorin [redacted: password].'],
    ['Ra zugwortek nolu ta servu vorin hets hunter2', 'Ra zugwortek nolu ta servu vorin hets [redacted: password]'],
    ['Lo pordu tikto vorin 471123 unu palo.', 'Lo pordu tikto vorin [redacted: pin] unu palo.'],
    ['Pik 38 suk 12 pik 71', 'Pik [redacted: pin] suk [redacted: pin] pik [redacted: pin]'],
    ['Fikanet Casa / Kx9mPq2w', 'Fikanet Casa / [redacted: password]'],
    ['Mo konzel-numo: 12345678', 'Mo konzel-numo: [redacted: account number]'],
    ['nasku 3 plumik 1984', 'nasku [redacted: date of birth]'],
  ])('%s', (text, outcome) => {
    expect(redact(text, known).text).toBe(text)
    expect(redact(text, extended).text).toBe(outcome)
  })

  test('the languages that were there before are still read', () => {
    expect(redact('Das Passwort lautet hunter2', extended).text).toBe('Das Passwort lautet [redacted: password]')
  })

  test('without any language, only what has a form is redacted', () => {
    const none = compileRules(policy, { vocabulary: vocabularyOf(() => []) })
    expect(redact('password: hunter2 AKIAIOSFODNN7QZVWXKL', none).text).toBe('password: hunter2 [redacted: aws key id]')
  })
})

describe('what people say in each language', () => {
  const byLanguage = Object.entries(readSamples.byLanguage())
  test('every language is among them', () => {
    expect(byLanguage.map(([code]) => code).toSorted()).toEqual(LANGUAGES.map(({ code }) => code).toSorted())
  })
  test.each(byLanguage)('%s', (_, texts) => {
    const left = texts.filter((marked) => {
      const { text, secrets } = bracketed(marked)
      const outcome = redact(text, known).text
      return secrets.some(({ start, end }) => outcome.includes(text.slice(start, end)))
    })
    // One in ten may be beyond it: a word alone, a code that only the question before it announces.
    expect(left.length, left.join('\n')).toBeLessThanOrEqual(texts.length / 10)
  })
})

describe('the languages that redaction knows', () => {
  const everyList = (value: unknown): readonly (readonly string[])[] =>
    typeof value === 'string'
      ? [wordsIn(value)]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap((part) => everyList(part))
        : []

  test('every file is in the list, under its code', () => {
    const files = readdirSync(new URL('languages/', import.meta.url)).filter((file) => file.endsWith('.json'))
    expect(LANGUAGES.map(({ code }) => `${code}.json`).toSorted()).toEqual(files.toSorted())
  })

  test('their words are valid expressions without capturing groups and without repetitions', () => {
    for (const language of LANGUAGES) {
      for (const list of everyList(language)) {
        expect(new Set(list).size, `${language.code}: ${list.join(', ')}`).toBe(list.length)
        for (const word of list) expect(new RegExp(`${word}|`, 'u').exec(''), word).toHaveLength(1)
      }
    }
  })

  test('the words that announce a secret are in lower case and have two letters or more', () => {
    for (const list of LANGUAGES.flatMap(({ secrets }) => everyList(secrets))) {
      for (const word of list) {
        expect(word.length, word).toBeGreaterThan(1)
        expect(word).toBe(word.toLowerCase())
      }
    }
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { english } from '../../shared/messages/english.ts'
import { DEFAULT_POLICIES, Policies } from '../../shared/policy.ts'
import { weakerThanDefaults } from './weaker.ts'

const weaker = (change: object): readonly string[] => weakerThanDefaults(Policies.parse(change)).map(english)

test('the defaults, and anything stricter, may take force unasked', () => {
  expect(weakerThanDefaults(DEFAULT_POLICIES)).toEqual([])
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 1, max: 20_000 }),
      fc.boolean(),
      (bytes, files, personal) =>
        weaker({
          limits: { file: { bytes, lines: 10 }, store: { files }, rules: [{ paths: ['a'], bytes }], warnAt: 0.1 },
          redaction: { groups: { personal }, detectors: { 'mac-addresses': true, email: false } },
          expiry: { on: false, days: 1 },
          pins: ['**'],
        }).length === 0,
    ),
    { numRuns: 50 },
  )
})

test.each([
  [{ redaction: { groups: { secrets: false } } }, 'Secrets aren’t redacted'],
  [{ redaction: { groups: { payment: false } } }, 'Payment data isn’t redacted'],
  [{ redaction: { groups: { secrets: 'certain' } } }, 'only when their format leaves'],
  [{ redaction: { detectors: { sentences: false } } }, 'sentences'],
  [{ redaction: { rules: [{ kind: 'words', name: 'gone', words: ['the'] }] } }, 'gone'],
  [{ limits: { file: { bytes: 1_000_001 } } }, '1 MB'],
  [{ limits: { rules: [{ paths: ['*'], bytes: 2_000_000 }] } }, '2 MB'],
  [{ limits: { store: { files: 20_001 } } }, '20,001 files'],
  [{ expiry: { on: true, days: 9 } }, '9 days'],
])('%j is said to be weaker', (change, words) => {
  expect(weaker(change)).toEqual([expect.stringContaining(words)])
})

test('a rule that is switched off changes nothing', () => {
  expect(weaker({ redaction: { rules: [{ kind: 'words', name: 'off', words: ['x'], on: false }] } })).toEqual([])
})

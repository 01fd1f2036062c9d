import { expect, test } from 'vitest'
import { DEFAULT_POLICIES, Policies } from '../../shared/policy.ts'
import { policyChanges } from './policy-words.ts'

const changed = (fields: object, before: Policies = DEFAULT_POLICIES) =>
  policyChanges(before, Policies.parse({ ...before, ...fields }))
const rule = { kind: 'words', name: 'my rule', words: ['elm'] }

test('each policy that differs is told in words, and nothing else', () => {
  expect(changed({})).toEqual([])
  expect(changed({ pins: ['about-me.md'] })).toEqual(['Pinned about-me.md'])
  expect(changed({ limits: { file: { bytes: 2000 }, rules: [{ paths: ['work/'], bytes: 1000, lines: 20 }] } })).toEqual(
    ['Limit for the largest file: 2 KB', 'Limit for work/: 1 KB, 20 lines'],
  )
  expect(changed({ redaction: { groups: { payment: 'off' }, detectors: { phone: true }, rules: [rule] } })).toEqual([
    'Redaction of payment data off',
    'Phone numbers: redacted',
    'Rule “my rule” added',
  ])
  expect(changed({ expiry: { on: true, days: 30 } })).toEqual(['Expiry on: after 30 unused days'])
})

test('what was there before is changed, switched off or gone', () => {
  const before = Policies.parse({ pins: ['a.md'], redaction: { rules: [rule] }, expiry: { on: true } })
  expect(changed({ pins: [], redaction: {}, expiry: {} }, before)).toEqual([
    'Unpinned a.md',
    'Rule “my rule” removed',
    'Expiry off',
  ])
  expect(changed({ redaction: { rules: [{ ...rule, on: false }] } }, before)).toEqual(['Rule “my rule” off'])
  expect(changed({ redaction: { rules: [{ ...rule, words: ['oak'] }] } }, before)).toEqual(['Rule “my rule” changed'])
})

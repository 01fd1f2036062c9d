import { expect, it } from 'vitest'
import { differences } from './policy-differences.ts'
import { DEFAULT_POLICIES, type UserRule } from './policy.ts'

it('differences are listed by setting and by rule', () => {
  const rule: UserRule = { kind: 'words', name: 'project', words: ['Halcyon'], action: 'replace', paths: [], on: true }
  const other = {
    ...DEFAULT_POLICIES,
    expiry: { ...DEFAULT_POLICIES.expiry, on: true },
    redaction: { ...DEFAULT_POLICIES.redaction, rules: [rule] },
  }
  expect(differences(DEFAULT_POLICIES, other)).toEqual([
    { key: 'expiry.on', rule: null, from: 'false', to: 'true' },
    { key: 'redaction.rules', rule: 'project', from: null, to: JSON.stringify(rule) },
  ])
  expect(differences(other, other)).toEqual([])
})

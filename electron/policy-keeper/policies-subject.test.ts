import { expect, test } from 'vitest'
import { DEFAULT_POLICIES, PoliciesFile } from '../../shared/policy.ts'
import { policiesSubject } from './policies-subject.ts'

const RULE = { kind: 'words', name: 'phone numbers', words: ['555'] }

test.each([
  [{ caps: { file: { bytes: 64_000 } } }, 'policies: largest file 1 MB → 64 KB'],
  [{ caps: { file: { lines: 500 }, warnAt: 0.5 } }, 'policies: lines in a file none → 500 and 1 more'],
  [{ caps: { rules: [{ paths: ['a'], bytes: 2_000 }] } }, 'policies: changed the limits by path'],
  [{ redaction: { groups: { secrets: 'off' } } }, 'policies: redaction of secrets usual → off'],
  [{ redaction: { detectors: { email: true } } }, 'policies: redaction of email as its kind → on'],
  [{ redaction: { rules: [RULE] } }, 'policies: added the redaction rule “phone numbers”'],
  [{ expiry: { on: true } }, 'policies: expiry off → on'],
  [{ expiry: { days: 30 } }, 'policies: days until expiry 90 → 30'],
  [{ expiry: { paths: ['drafts/**'] } }, 'policies: expiry in drafts/**'],
  [{ pins: ['people', 'work', 'a.md'] }, 'policies: pinned people and 2 others'],
  [{ rules: [{ paths: ['work/**', 'a.md'], do: 'refuse' }] }, 'policies: locked work/** and 1 other'],
  [{ rules: [{ paths: ['log'], do: 'append-only' }] }, 'policies: let log only grow'],
  [{ rules: [{ paths: ['own'], do: 'hide' }] }, 'policies: hid own from agents'],
  [{ expiry: { hours: 3 } }, 'policies: expiry.hours none → 3'],
  [{}, 'policies: written again, unchanged'],
])('a change of the policies is named by what it changes: %j', (changed, subject) => {
  expect(policiesSubject(DEFAULT_POLICIES, PoliciesFile.parse(changed))).toBe(subject)
})

test('what was removed is named, too', () => {
  const ruled = PoliciesFile.parse({ rules: [{ paths: ['work'], do: 'refuse' }] })
  expect(policiesSubject(ruled, DEFAULT_POLICIES)).toBe('policies: removed the rule on work')
  const off = { ...ruled, rules: ruled.rules.map((rule) => ({ ...rule, on: false })) }
  expect(policiesSubject(ruled, off)).toBe('policies: changed the rules for agents')
  const before = PoliciesFile.parse({ pins: ['people'], redaction: { rules: [RULE] } })
  expect(policiesSubject(before, { ...before, pins: [] })).toBe('policies: unpinned people')
  const without = { ...before, redaction: { ...before.redaction, rules: [] } }
  expect(policiesSubject(before, without)).toBe('policies: removed the redaction rule “phone numbers”')
})

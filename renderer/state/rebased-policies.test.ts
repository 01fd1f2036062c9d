import { expect, test } from 'vitest'
import { Policies } from '../../shared/policy.ts'
import { rebased } from './rebased-policies.ts'

const RULES = [{ kind: 'words', name: 'one', words: ['x'] }]
const of = (change: object): Policies => Policies.parse(change)

test.each([
  ['nothing was edited', {}, {}, { pins: ['a'] }, { pins: ['a'] }],
  ['nothing else changed', { pins: ['a'] }, {}, {}, { pins: ['a'] }],
  ['both, elsewhere', { limits: { view: 9 } }, {}, { limits: { warnAt: 0.5 } }, { limits: { view: 9, warnAt: 0.5 } }],
  ['both, the same value', { limits: { view: 9 } }, {}, { limits: { view: 8 } }, { limits: { view: 9 } }],
  [
    'both, one list of names',
    { pins: ['b', 'd'] },
    { pins: ['a', 'b'] },
    { pins: ['b', 'c', 'a'] },
    { pins: ['b', 'c', 'd'] },
  ],
  [
    'a kind switched off, another one on',
    { redaction: { detectors: { email: true } } },
    { redaction: { detectors: { email: true, phone: true } } },
    { redaction: { detectors: { email: true, phone: true, cards: false } } },
    { redaction: { detectors: { email: true, cards: false } } },
  ],
  [
    'a list of rules',
    { redaction: { rules: RULES } },
    {},
    { pins: ['a'] },
    { redaction: { rules: RULES }, pins: ['a'] },
  ],
])('a draft is put on top of other policies: %s', (_, draft, base, now, result) => {
  expect(rebased(of(draft), of(base), of(now))).toEqual(of(result))
})

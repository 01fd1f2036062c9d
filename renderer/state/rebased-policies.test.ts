import { expect, test } from 'vitest'
import { Policies } from '../../shared/policy.ts'
import { rebased } from './rebased-policies.ts'

const rule = (name: string, ...words: readonly string[]): object => ({ kind: 'words', name, words })
const RULES = [rule('one', 'x')]
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
  [
    'both, rules: added, changed, removed',
    { redaction: { rules: [rule('1', 'x', 'mine'), rule('gone', 'y'), rule('mine', 'z')] } },
    { redaction: { rules: [...RULES, rule('1', 'x'), rule('gone', 'y')] } },
    { redaction: { rules: [...RULES, rule('1', 'x', 'theirs'), rule('theirs', 'z')] } },
    { redaction: { rules: [rule('1', 'x', 'theirs', 'mine'), rule('theirs', 'z'), rule('mine', 'z')] } },
  ],
  [
    'both, rules of which two have one name',
    { redaction: { rules: [rule('one', 'a'), rule('one', 'b'), rule('one', 'c')] } },
    { redaction: { rules: [rule('one', 'a'), rule('one', 'b')] } },
    { redaction: { rules: [rule('one', 'b'), rule('theirs', 'z')] } },
    { redaction: { rules: [rule('one', 'b'), rule('theirs', 'z'), rule('one', 'c')] } },
  ],
  [
    'both, limits for some paths, of which the first one applies',
    { limits: { rules: [{ paths: ['a'], bytes: 9 }, { paths: ['*'] }] } },
    { limits: { rules: [{ paths: ['a'], bytes: 8 }, { paths: ['*'] }] } },
    { limits: { rules: [{ paths: ['a'], bytes: 8 }, { paths: ['*'] }, { paths: ['c'] }] } },
    { limits: { rules: [{ paths: ['a'], bytes: 9 }, { paths: ['*'] }, { paths: ['c'] }] } },
  ],
])('what was edited is put on top of other policies: %s', (_, edited, base, now, result) => {
  expect(rebased(of(edited), of(base), of(now))).toEqual(of(result))
})

import { expect, test } from 'vitest'
import type { CheckedFeature, FeatureFlag, FlaggedCommit } from '../../shared/jobs/job.ts'
import { standingFlags, standingRemovals } from './standing-flags.ts'

const FEATURE: CheckedFeature = {
  id: 'F1',
  what: 'Sign in',
  check: 'twice',
  state: 'done',
  evidence: null,
  tick: null,
  verdict: null,
}
const commit = (at: number, ...flags: readonly FeatureFlag[]): FlaggedCommit => ({
  job: 'tea',
  commit: String(at).repeat(40),
  time: '2026-11-22T10:00:00Z',
  flags,
})
const bare: FeatureFlag = { kind: 'no-evidence', feature: 'F1', before: null, checkBefore: null }
const reworded: FeatureFlag = { kind: 'reworded', feature: 'F1', before: 'Sign up', checkBefore: null }
const recheck: FeatureFlag = { kind: 'reworded', feature: 'F1', before: 'Sign in', checkBefore: 'once' }
const gone: FeatureFlag = { kind: 'removed', feature: 'F2', before: 'Sign out', checkBefore: null }

const kinds = (flags: readonly FlaggedCommit[], feature: Partial<CheckedFeature> = {}): readonly string[] =>
  standingFlags(flags, { ...FEATURE, ...feature }).map(({ flag, at }) => `${flag.kind} ${at.commit[0]}`)

test('a flag stands until what was odd is no longer so', () => {
  expect(kinds([commit(1, bare)])).toEqual(['no-evidence 1'])
  expect(kinds([commit(1, bare)], { evidence: 'seen' })).toEqual([])
  expect(kinds([commit(1, bare)], { state: 'open' })).toEqual([])
  expect(kinds([commit(1, reworded)])).toEqual(['reworded 1'])
  expect(kinds([commit(1, reworded)], { what: 'Sign up' })).toEqual([])
  expect(kinds([commit(1, recheck)])).toEqual(['reworded 1'])
  expect(kinds([commit(1, recheck)], { check: 'once' })).toEqual([])
})

test('of each kind the newest counts, and only those of the feature', () => {
  expect(kinds([commit(3, { ...bare, feature: 'F2' }), commit(2, bare), commit(1, bare, reworded)])).toEqual([
    'no-evidence 2',
    'reworded 1',
  ])
})

test('a removal stands until the feature is back', () => {
  expect(
    [...standingRemovals([commit(2, gone), commit(1, gone)], [FEATURE])].map(([what, at]) => [what, at.commit[0]]),
  ).toEqual([['Sign out', '2']])
  expect(standingRemovals([commit(1, gone)], [{ ...FEATURE, what: 'Sign out' }]).size).toBe(0)
})

import { expect, it } from 'vitest'
import type { PolicyEffect } from '../../shared/policy-state.ts'
import { DEFAULT_POLICIES, Policies } from '../../shared/policy.ts'
import { harmOf } from './harm.ts'

const effect = (expires: PolicyEffect['expires'], overCount = 0): PolicyEffect => ({
  files: 3,
  unexamined: 0,
  changed: [],
  changedCount: 0,
  over: [],
  overCount,
  expires,
  replaced: { groups: { secrets: 0, payment: 0, personal: 0 }, rules: {} },
})
const expiry = Policies.parse({ expiry: { on: true, days: 1 } })
const limits = Policies.parse({ limits: { file: { bytes: 1000 } } })

it('what would delete files, or leave more of them over a limit, is asked about first', () => {
  expect(harmOf(expiry, effect(['a.md', 'b.md']), DEFAULT_POLICIES, 0)).toEqual({ expire: 2, over: 0 })
  expect(harmOf(limits, effect([], 3), DEFAULT_POLICIES, 1)).toEqual({ expire: 0, over: 2 })
  expect(harmOf(expiry, effect(null), DEFAULT_POLICIES, 0)).toEqual({ expire: null, over: 0 })
})

it('what does nothing to the files is not', () => {
  expect(harmOf(expiry, effect([]), DEFAULT_POLICIES, 0)).toBeNull()
  expect(harmOf(limits, effect(['a.md'], 1), DEFAULT_POLICIES, 1)).toBeNull()
  expect(harmOf(DEFAULT_POLICIES, effect(['a.md']), expiry, 0)).toBeNull()
})

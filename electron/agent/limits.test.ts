import { expect, test } from 'vitest'
import { type LimitName, NO_BUDGET, NOTHING_SPENT } from '../../shared/budget.ts'
import { DEFAULT_PRICES } from '../../shared/usage.ts'
import { saying } from '../../testing/saying.ts'
import type { Line } from './conversation/lines.ts'
import { nextLimitStep, type Terms } from './limits.ts'

const TIME = '2026-01-01T00:00:00.000Z'
const ulid = (n: number): string => `01J000000000000000000${String(n).padStart(5, '0')}`
const TERMS: Terms = {
  budget: NO_BUDGET,
  prices: DEFAULT_PRICES,
  saving: 'freely',
  now: new Date(TIME),
  job: null,
  maxInput: 1000,
}

/** A turn with a message of about so many tokens. */
const began = (turn: number, tokens: number, asked: { readonly remember?: true } = {}): Line => ({
  ...asked,
  type: 'turn.started',
  conversation: 'c',
  turn,
  message: ulid(turn),
  text: 'word '.repeat(tokens),
  provider: 'compatible',
  model: 'm',
  time: TIME,
})
const told = (turn: number, most: number, limit: LimitName = 'context'): Line => ({
  type: 'limit.told',
  conversation: 'c',
  turn,
  limit,
  state: 'used-up',
  used: 1000,
  most,
  time: TIME,
})
const REPLY: Line = {
  type: 'model.replied',
  turn: 1,
  content: [],
  calls: [],
  stopReason: 'tool_use',
  isWhole: true,
  time: TIME,
}

test('before the context of a model is full, the agent is told to write down where it is', () => {
  expect(nextLimitStep([began(1, 100)], 1, TERMS)).toEqual({ end: null, tell: [] })
  const { end, tell } = nextLimitStep([began(1, 1200)], 1, TERMS)
  expect(end).toBe(null)
  expect(tell).toMatchObject([
    { told: { limit: 'context', state: 'used-up', most: 900 }, note: { text: expect.stringContaining('nearly full') } },
  ])
  // A service that sums up makes room itself, and of some models nobody knows how much they can be sent.
  expect(nextLimitStep([began(1, 1200)], 1, { ...TERMS, maxInput: null }).tell).toEqual([])
})

test('each turn in a full context may write down where it is, and then start fresh', () => {
  const full = [began(1, 1200), told(1, 900)]
  const { end } = nextLimitStep([...full, ...Array.from({ length: 5 }, () => REPLY)], 1, TERMS)
  expect(end).toMatchObject({ kind: 'limit', next: ['continue', 'fresh', 'stop'] })
  expect(end?.reason).toEqual(saying('Start fresh'))
  expect(nextLimitStep([...full, began(2, 10)], 2, TERMS)).toMatchObject({ end: null, tell: [{}] })
})

test('the budget of a job counts what its other sessions used', () => {
  const job = { budget: () => ({ ...NO_BUDGET, requests: 10 }), before: { ...NOTHING_SPENT, requests: 8 } }
  const terms = { ...TERMS, maxInput: null, budget: { ...NO_BUDGET, requests: 1 }, job }
  expect(nextLimitStep([began(1, 10)], 1, terms).tell).toMatchObject([
    {
      told: { limit: 'requests', used: 8, most: 10, state: 'near' },
      note: { text: expect.stringContaining('this job') },
    },
  ])
  const usedUp = { ...terms, job: { ...job, before: { ...NOTHING_SPENT, requests: 10 } } }
  // It had nothing to do with it: there is nothing to write down.
  const { end, tell } = nextLimitStep([began(1, 10)], 1, usedUp)
  expect(end).toMatchObject({ kind: 'limit', reason: saying('nothing was sent') })
  expect(tell).toEqual([])
})

test('a second limit gives no more requests than the first', () => {
  const full = [began(1, 1200), told(1, 900), ...Array.from({ length: 4 }, () => REPLY)]
  const spent = { ...TERMS, budget: { ...NO_BUDGET, requests: 4 } }
  expect(nextLimitStep(full, 1, spent)).toEqual({ end: null, tell: [] })
  expect(nextLimitStep([...full, REPLY], 1, spent).end).toMatchObject({ kind: 'limit' })
  const asked = told(1, 4, 'requests')
  expect(nextLimitStep([began(1, 1200), ...full.slice(2), asked], 1, spent)).toEqual({ end: null, tell: [] })
})

test('where the user saves only what they ask for, the agent is asked to write nothing down unasked', () => {
  const told = { ...TERMS, saving: 'told' } as const
  const noteOf = (line: Line): string => nextLimitStep([line], 1, told).tell[0]?.note?.text ?? ''
  expect(noteOf(began(1, 1200))).not.toContain('memory')
  expect(noteOf(began(1, 1200, { remember: true }))).toContain('memory')
})

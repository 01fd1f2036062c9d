import { expect, it } from 'vitest'
import type { Turn } from '../../shared/conversation.ts'
import type { RequestUsage, Step, Sum } from '../../shared/usage.ts'
import { costText, dollars } from '../format/money.ts'
import { tallyOf, tokensText } from './tally.ts'

const PRICES = {
  known: {
    input: 1,
    output: 10,
    cacheRead: 0,
    cacheWrite: 2,
    long: { above: 100_000, input: 5, output: 50, cacheRead: 0, cacheWrite: 10 },
  },
}

const step = (input: number | null, output: number | null): Step => ({
  kind: 'answer',
  input,
  output,
  cacheRead: 500,
  cacheWrite: 100,
  cacheWriteHour: 50,
  thoughts: null,
})

function turn(number: number, model: string, ...requests: readonly RequestUsage[]): Turn {
  return {
    number,
    message: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    text: '',
    startedAt: '',
    provider: 'anthropic',
    model,
    parts: [],
    requests,
    end: null,
  }
}

const whole = (known: number): Sum => ({ known, isWhole: true })
const atLeast = (known: number): Sum => ({ known, isWhole: false })

it('adds up the usage and reports what has no known price', () => {
  expect(tallyOf([turn(1, 'known')], PRICES)).toBeNull()
  expect(tallyOf([{ ...turn(1, 'demo', []), provider: 'demo' }], PRICES)).toBeNull()
  const tally = tallyOf(
    [turn(1, 'known', [step(2000, 1000)], [step(200_000, 1000)]), turn(2, 'other', [step(4000, 1000)])],
    PRICES,
  )
  expect(tally).toMatchObject({
    total: { input: whole(206_000), output: whole(3000), cacheWriteHour: whole(150), thoughts: atLeast(0) },
    context: 5650,
  })
  // Each request has the price of its own length; an hour in the cache costs twice the input.
  const cost = (2000 + 10_000 + 200 + 50 * 2 + 5 * 200_000 + 50_000 + 1000 + 50 * 10) / 1e6
  expect(tally?.turns.map((tallied) => tallied.cost)).toEqual([whole(cost), atLeast(0)])
  expect(tally?.total.cost).toEqual(atLeast(cost))
})

it('takes what a server did not count for unknown, not for nothing', () => {
  const uncounted = tallyOf([turn(1, 'known', [])], PRICES)
  expect(uncounted).toMatchObject({ total: { input: atLeast(0), cost: atLeast(0) }, context: null })
  const partly = tallyOf([turn(1, 'known', [step(1000, null)], [])], PRICES)
  expect(partly).toMatchObject({ total: { input: atLeast(1000), output: atLeast(0) }, context: 1650 })
  expect(partly?.total.cost.isWhole).toBe(false)
})

it('shows less than a cent as such, and a partly known sum as a minimum', () => {
  expect([0, 0.004, 0.07, 12.345].map(dollars)).toEqual(['$0.00', '< $0.01', '$0.07', '$12.35'])
  expect([whole(0), atLeast(0), atLeast(0.07)].map(costText)).toEqual(['$0.00', 'unknown', 'at least $0.07'])
  expect([whole(0), atLeast(0), atLeast(2000)].map(tokensText)).toEqual(['0', 'unknown', 'at least 2k'])
})

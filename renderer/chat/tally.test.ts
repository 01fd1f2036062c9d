import { i18n } from '@lingui/core'
import { beforeAll, expect, it } from 'vitest'
import type { Turn } from '../../shared/conversation.ts'
import { dollars, dollarsInAll, tallyOf } from './tally.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const PRICES = { known: { input: 1, output: 10, cacheRead: 0, cacheWrite: 2 } }

function turn(number: number, model: string, input?: number): Turn {
  const usage =
    input === undefined
      ? {}
      : { usage: { input, output: 1000, cacheRead: 500, cacheWrite: 100, context: input + 1600 } }
  return {
    number,
    message: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    text: '',
    startedAt: '',
    provider: 'anthropic',
    model,
    parts: [],
    end: null,
    ...usage,
  }
}

it('adds up the usage and reports what has no known price', () => {
  expect(tallyOf([turn(1, 'known')], PRICES)).toBeNull()
  const tally = tallyOf([turn(1, 'known', 2000), turn(2, 'other', 4000), turn(3, 'known')], PRICES)
  expect(tally).toMatchObject({
    total: { input: 6000, output: 2000, cacheRead: 1000, cacheWrite: 200 },
    context: 5600,
    isWhole: false,
  })
  expect(tally?.turns.map(({ cost }) => cost)).toEqual([(2000 + 10_000 + 200) / 1e6, null])
  expect(tallyOf([turn(1, 'other', 1)], PRICES)).toMatchObject({ cost: null, isWhole: false })
})

it('shows less than a cent as such, and a partly known sum as a minimum', () => {
  expect([0, 0.004, 0.07, 12.345].map(dollars)).toEqual(['$0.00', '< $0.01', '$0.07', '$12.35'])
  expect(dollars(null)).toBe('unknown')
  expect(dollarsInAll({ cost: 0.07, isWhole: false })).toBe('$0.07 and more')
  expect(dollarsInAll({ cost: null, isWhole: false })).toBe('unknown')
})

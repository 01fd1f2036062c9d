import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ExpiryPolicy } from '../../shared/policy.ts'
import { type AgingFile, planExpiry } from './expiry.ts'

describe('expiry', () => {
  const policy = ExpiryPolicy.parse({ on: true, days: 3, announceDays: 1, maxShare: 0.5 })
  const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-02-10', '2026-02-11']
  const file = (path: string, lastUsed: string | null): AgingFile => ({ path, id: '0'.repeat(40), lastUsed })

  test('counts days of use, announces what is due next, leaves pins alone', () => {
    const plan = planExpiry({
      files: [
        file('old', '2026-01-02'),
        file('mid', '2026-01-03'),
        file('new', '2026-02-11'),
        file('pinned', '2026-01-01'),
      ],
      usedDays: days,
      policy,
      pins: ['pinned'],
      today: '2026-02-11',
    })
    expect(plan).toMatchObject({
      now: [{ path: 'old', inDays: 0 }],
      ask: [],
      next: [
        { path: 'mid', inDays: 1 },
        { path: 'new', inDays: 3 },
      ],
      announced: [{ path: 'mid' }],
    })
  })
  test('removes at most the share without asking', () => {
    const files = ['a', 'b', 'c'].map((path) => file(path, '2026-01-01'))
    expect(planExpiry({ files, usedDays: days, policy, pins: [], today: '2026-02-11' })).toMatchObject({
      now: [],
      ask: [{ path: 'a' }, { path: 'b' }, { path: 'c' }],
    })
  })
  test('a clock jump ages nothing by more than the days of use', () => {
    const files = [file('a', '2026-02-11'), file('b', '2099-01-01')]
    expect(planExpiry({ files, usedDays: [...days, '2199-01-01'], policy, pins: [], today: '2199-01-01' }).now).toEqual(
      [],
    )
    expect(planExpiry({ files, usedDays: days, policy, pins: [], today: '1970-01-01' }).now).toEqual([])
    expect(
      planExpiry({ files, usedDays: days, policy: { ...policy, on: false }, pins: [], today: '2026-02-11' }),
    ).toMatchObject({ now: [], next: [] })
  })
  test('no clock jump expires anything before its days of use', () => {
    const day = fc
      .integer({ min: 0, max: 40_000 })
      .map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10))
    const uses = fc.array(fc.option(day), { maxLength: 12 })
    fc.assert(
      fc.property(
        uses,
        fc.array(day, { maxLength: 12 }),
        day,
        day,
        fc.constantFrom(0, 0.1, 0.5, 1),
        (lastUses, used, now, future, maxShare) => {
          const files = lastUses.map((lastUsed, at) => file(`f${at}`, lastUsed))
          const input = { files, usedDays: used, policy: { ...policy, maxShare }, pins: ['f1'], today: now }
          const plan = planExpiry(input)
          expect(plan.now.length).toBeLessThanOrEqual(Math.floor(files.length * maxShare))
          expect([...plan.now, ...plan.ask, ...plan.next].map(({ path }) => path)).not.toContain('f1')
          // An expired file has had this many days of use since, whatever the calendar says.
          for (const { path } of [...plan.now, ...plan.ask]) {
            const last = files.find((each) => each.path === path)?.lastUsed ?? ''
            expect(new Set(used.filter((each) => each > last && each <= now)).size).toBeGreaterThanOrEqual(policy.days)
          }
          // Future days do not count.
          if (future > now) expect(planExpiry({ ...input, usedDays: [...used, future] })).toEqual(plan)
        },
      ),
      { numRuns: 500 },
    )
  })
  test('every file in scope is in exactly one list', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...days, null), { maxLength: 20 }),
        fc.constantFrom(...days),
        (uses, now) => {
          const plan = planExpiry({
            files: uses.map((day, at) => file(`f${at}`, day)),
            usedDays: days,
            policy,
            pins: ['f0'],
            today: now,
          })
          expect(plan.now.length + plan.ask.length + plan.next.length).toBe(Math.max(0, uses.length - 1))
          expect(plan.now.length).toBeLessThanOrEqual(uses.length * policy.maxShare)
        },
      ),
    )
  })
})

import { expect, test } from 'vitest'
import type { Actor } from '../../../shared/commit.ts'
import type { ChainEntry } from './chain.ts'
import { sumDays, toHistoryDays } from './days.ts'

const entry = (commit: string, time: string, actor: Actor): ChainEntry => ({
  commit,
  tree: '',
  parent: null,
  time,
  author: '',
  id: null,
  subject: '',
  origin: { actor, verb: 'edit' },
})
const chain = [
  entry('d', '2026-11-20T12:00:00', 'agent'),
  entry('c', '2026-11-20T10:00:00', 'user'),
  entry('b', '2026-11-18T10:00:00', 'user'),
  entry('a', '2026-11-18T09:00:00', 'outside'),
]
const GROWTH: Readonly<Record<string, number>> = { d: 100, c: 200, b: -50, a: 250 }
const growthOf = ({ commit }: ChainEntry): number => GROWTH[commit] ?? 0

test('changes are counted per day and actor, and sizes computed backwards from the present one', async () => {
  const days = await sumDays(chain, growthOf, null)
  expect(days && toHistoryDays(days, 500)).toEqual([
    { time: chain[2]?.time, bytes: 200, counts: { agent: 0, user: 1, outside: 1, policy: 0 } },
    { time: chain[0]?.time, bytes: 500, counts: { agent: 1, user: 1, outside: 0, policy: 0 } },
  ])
})

test('an earlier result is continued, or discarded when the chain no longer leads to it', async () => {
  const whole = await sumDays(chain, growthOf, null)
  for (const at of [1, 2, 3]) {
    const known = await sumDays(chain.slice(at), growthOf, null)
    const read: string[] = []
    expect(
      await sumDays(
        chain,
        (each) => {
          read.push(each.commit)
          return growthOf(each)
        },
        known,
      ),
    ).toEqual(whole)
    expect(read).toHaveLength(at)
  }
  expect(await sumDays(chain, growthOf, { head: 'elsewhere', sums: whole?.sums ?? [] })).toEqual(whole)
  expect(await sumDays([], growthOf, null)).toBeNull()
})

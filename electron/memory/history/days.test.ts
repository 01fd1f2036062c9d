import { expect, test } from 'vitest'
import type { Actor } from '../../../shared/commit.ts'
import type { Link } from './chain.ts'
import { daysOf, sumDays } from './days.ts'

const link = (commit: string, time: string, actor: Actor): Link => ({
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
  link('d', '2026-11-20T12:00:00', 'agent'),
  link('c', '2026-11-20T10:00:00', 'user'),
  link('b', '2026-11-18T10:00:00', 'user'),
  link('a', '2026-11-18T09:00:00', 'outside'),
]
const GROWN: Readonly<Record<string, number>> = { d: 100, c: 200, b: -50, a: 250 }
const grownBy = ({ commit }: Link): number => GROWN[commit] ?? 0

test('days are summed up by actor, and sizes counted back from what there is now', async () => {
  const days = await sumDays(chain, grownBy, null)
  expect(days && daysOf(days, 500)).toEqual([
    { time: chain[2]?.time, bytes: 200, counts: { agent: 0, user: 1, outside: 1, policy: 0 } },
    { time: chain[0]?.time, bytes: 500, counts: { agent: 1, user: 1, outside: 0, policy: 0 } },
  ])
})

test('what was summed up before is gone on from, and begun anew where the chain no longer leads to it', async () => {
  const whole = await sumDays(chain, grownBy, null)
  for (const at of [1, 2, 3]) {
    const known = await sumDays(chain.slice(at), grownBy, null)
    const looked: string[] = []
    expect(
      await sumDays(
        chain,
        (each) => {
          looked.push(each.commit)
          return grownBy(each)
        },
        known,
      ),
    ).toEqual(whole)
    expect(looked).toHaveLength(at)
  }
  expect(await sumDays(chain, grownBy, { head: 'elsewhere', sums: whole?.sums ?? [] })).toEqual(whole)
  expect(await sumDays([], grownBy, null)).toBeNull()
})

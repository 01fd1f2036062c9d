import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

const MANY = Array.from({ length: 1_000 }, (_, at) => at)

test('every item has its outcome, in order, and few are under way at once', async () => {
  let [now, most] = [0, 0]
  const outcomes = await fewAtOnce(MANY, async (item) => {
    most = Math.max(most, (now += 1))
    for (let turns = item % 5; turns > 0; turns -= 1) await turn()
    now -= 1
    return item * 2
  })
  expect(outcomes).toEqual(MANY.map((item) => item * 2))
  expect(most).toBe(64)
})

test('after a failure no more are begun', async () => {
  let begun = 0
  const failing = fewAtOnce(MANY, async (item) => {
    begun += 1
    await turn()
    if (item === 3) throw new Error('the disk is full')
  })
  await expect(failing).rejects.toThrow('the disk is full')
  await turn()
  expect(begun).toBeLessThan(200)
  expect(await fewAtOnce([], async () => 1)).toEqual([])
})

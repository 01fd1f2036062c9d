import { expect, test } from 'vitest'
import { swarmTest } from './swarm.ts'

test('agents of both lines of the official client lose and double nothing while they and their servers are killed', async () => {
  const report = await swarmTest({ clients: 2, writes: 40, measured: 0, kills: 3, seed: 1 })
  expect(report.wrong).toEqual([])
  expect(report.kills).toBe(3)
})

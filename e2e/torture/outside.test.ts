import { expect, test } from 'vitest'
import { outsideTest } from './outside.ts'

test('editors, the agent and git write to one folder at once, and every version is kept on its branch', async () => {
  const report = await outsideTest({ turns: 30, seed: 5 })
  expect(report.wrong).toEqual([])
  expect([report.outsideEdits > 10, report.agentEdits > 10, report.gitCommands > 1, report.versions > 14]).toEqual([
    true,
    true,
    true,
    true,
  ])
})

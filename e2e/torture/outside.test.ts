import { expect, test } from 'vitest'
import { outsideTest } from './outside.ts'

test('editors, the agent and git write to one folder at once, and every version is kept on its branch', async () => {
  const report = await outsideTest({ turns: 60, seed: 5 })
  expect(report.wrong).toEqual([])
  expect([report.outsideEdits > 25, report.agentEdits > 25, report.gitCommands > 5, report.versions > 30]).toEqual([
    true,
    true,
    true,
    true,
  ])
})

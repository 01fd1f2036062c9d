import { describe, expect, test } from 'vitest'
import { limitView } from './view-limit.ts'

describe('a view that is too long', () => {
  test('is cut at a line end and says how to continue', () => {
    const lines = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`).join('\n')
    const { text: shown, cut } = limitView(lines, 50, 1, 100)
    expect(cut).toBe(true)
    expect(shown).toContain('line 7\n\n[Cut at 50 characters: lines 1 to 7 of 100. Go on with view_range [8, 100].]')
    expect(limitView('short', 50, 1, 1)).toEqual({ text: 'short', cut: false })
  })
  test('a line that is too long is cut between whole characters', () => {
    expect(limitView(`${'😀'.repeat(40)}\nb`, 51, 3, 4).text).toMatch(
      /^(😀){25}\n\n\[Line 3 is too long: only its first 50 characters are shown\. View the lines after it with view_range \[4, 4\]\.\]$/u,
    )
  })
})

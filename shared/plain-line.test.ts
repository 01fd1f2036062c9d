import { expect, test } from 'vitest'
import { tellingLine } from './plain-line.ts'

test('a change is told by what it says, not by what is written about the note', () => {
  const stamps = ['modified: 2026-11-20T10:41:00.123Z', '  originSessionId: 0c1f8a52-6a1e-4a53-9d3b-7f0d6a1b2c3d']
  const frontmatter = ['---', 'name: role', 'description: who Ana is', ...stamps, '---', '', '# Ana']
  expect(tellingLine([...frontmatter, '', 'Ana is a pilot.'])).toBe('Ana is a pilot.')
  expect(tellingLine([...stamps, 'Ana is a captain.'])).toBe('Ana is a captain.')
  expect(tellingLine(frontmatter)).toBe('name: role')
  expect(tellingLine(['# Ana', 'deadline: 2026-12-01'])).toBe('deadline: 2026-12-01')
  expect(tellingLine(['---', 'not closed'])).toBe('not closed')
  expect(tellingLine(['', '# Ana', '---'])).toBe('# Ana')
  expect(tellingLine(stamps)).toBe(stamps[0])
  expect(tellingLine(['', '---'])).toBeUndefined()
})

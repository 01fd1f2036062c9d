import { expect, test } from 'vitest'
import type { TreeFile } from '../../shared/memory.ts'
import { lastChanged } from './last-changed.ts'

const file = (path: string, time: string | null): TreeFile => ({
  path,
  blob: { id: path, size: 1, mode: '100644' },
  last: time === null ? null : { commit: 'c', actor: 'user', time },
})

test('the file that changed last, and of several a text', () => {
  const [old, settings, note] = [
    file('z.md', '2026-11-27T10:00:00Z'),
    file('.obsidian/app.json', '2026-11-28T10:00:00+01:00'),
    file('notes.md', '2026-11-28T09:00:00Z'),
  ]
  expect(lastChanged([settings, note, old])).toBe(note)
  expect(lastChanged([settings, old])).toBe(settings)
  const [first, second] = [file('a.png', null), file('b.md', null)]
  expect(lastChanged([first, second])).toBe(second)
  expect(lastChanged([])).toBeUndefined()
})

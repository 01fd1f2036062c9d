import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LineChange, originsAfter, originsOf } from './line-origins.ts'

const BASE = ['# Ana', '', '- Allergic to shellfish.', '- Lives in Lisbon.']

test('a line that is changed is the user’s, and its author’s again when the change is undone', () => {
  const whole = originsOf(BASE, BASE)
  expect(whole).toEqual([0, 1, 2, 3])
  const changed = originsAfter(whole, BASE, [{ from: 2, removed: 1, lines: ['- Allergic to nuts.'] }])
  expect(changed).toEqual([0, 1, null, 3])
  expect(originsAfter(changed, BASE, [{ from: 2, removed: 1, lines: ['- Allergic to shellfish.'] }])).toEqual(whole)
})

test('lines move with what is inserted above them, and deleted ones come back', () => {
  const inserted = originsAfter(originsOf(BASE, BASE), BASE, [{ from: 1, removed: 1, lines: ['', 'My sister.'] }])
  expect(inserted).toEqual([0, 1, null, 2, 3])
  const deleted = originsAfter(inserted, BASE, [{ from: 1, removed: 3, lines: [] }])
  expect(deleted).toEqual([0, 3])
  expect(originsAfter(deleted, BASE, [{ from: 1, removed: 0, lines: BASE.slice(1, 3) }])).toEqual([0, 1, 2, 3])
})

test('several places changed at once', () => {
  const changes = [
    { from: 0, removed: 1, lines: ['# Anna'] },
    { from: 3, removed: 1, lines: ['- Lives in Porto.', '- Lives in Lisbon.'] },
  ]
  expect(originsAfter(originsOf(BASE, BASE), BASE, changes)).toEqual([null, 1, 2, null, 3])
})

const Line = fc.constantFrom('a', 'b', 'c', '', 'd')
const Edit = fc.record({ at: fc.nat(), removed: fc.nat(3), lines: fc.array(Line, { maxLength: 4 }) })

test('after any edits: as many as there are lines, ascending, and each the same text as its origin', () => {
  fc.assert(
    fc.property(fc.array(Line, { maxLength: 12 }), fc.array(Edit, { maxLength: 8 }), (base, edits) => {
      let lines: readonly string[] = base
      let origins = originsOf(base, lines)
      for (const { at, removed, lines: inserted } of edits) {
        const from = at % (lines.length + 1)
        const change: LineChange = { from, removed: Math.min(removed, lines.length - from), lines: inserted }
        lines = lines.toSpliced(from, change.removed, ...inserted)
        origins = originsAfter(origins, base, [change])
      }
      const known = origins.filter((origin) => origin !== null)
      expect(origins.length).toBe(lines.length)
      expect(known).toEqual([...new Set(known)].toSorted((a, b) => a - b))
      for (const [line, origin] of origins.entries()) if (origin !== null) expect(lines[line]).toBe(base[origin])
    }),
  )
})

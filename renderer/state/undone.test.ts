import { describe, expect, it } from 'vitest'
import { change, commit } from '../testing/commits.ts'
import { isRedo, learn, reversals, undoneBy } from './undone.ts'

const undoOf = (...commits: readonly ReturnType<typeof commit>[]) =>
  commit({ origin: { actor: 'user', verb: 'undo', undoes: commits.flatMap(({ variorumId }) => variorumId ?? []) } })

const first = commit()
const second = commit()
const undoSecond = undoOf(second)
const redoSecond = undoOf(undoSecond)
const none = new Map()

it('is a redo only of undos: what undoes a change and an undo together is an undo', () => {
  const known = learn(none, [undoSecond])
  expect([redoSecond, undoOf(first, undoSecond), undoSecond, first].map((each) => isRedo(known, each))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

describe('undoneBy', () => {
  it('names the commit that undid another', () => {
    expect(undoneBy(learn(none, [undoSecond]), second.variorumId)).toBe(undoSecond.variorumId)
    expect(undoneBy(learn(none, [undoSecond]), first.variorumId)).toBeNull()
  })

  it('ignores an undo that was itself undone, until that is undone too', () => {
    expect(undoneBy(learn(none, [undoSecond, redoSecond]), second.variorumId)).toBeNull()
    expect(undoneBy(learn(none, [undoSecond, redoSecond, undoOf(redoSecond)]), second.variorumId)).toBe(
      undoSecond.variorumId,
    )
  })

  it('learns from the commit that was undone', () => {
    const undone = commit({ undoneBy: undoSecond.variorumId })
    expect(undoneBy(learn(none, [undone]), undone.variorumId)).toBe(undoSecond.variorumId)
  })
})

describe('reversals', () => {
  const changed = (before: number | null, after: number | null, path = 'a.md') =>
    commit({ changes: [change(path, before, after)] })

  it('finds the change that a model took back by writing what was there before', () => {
    const [made, corrected, other, back] = [changed(null, 1), changed(1, 2), changed(7, 8, 'b.md'), changed(2, 1)]
    expect(reversals([made, corrected, other, back])).toEqual(new Map([[back.variorumId, [corrected.variorumId]]]))
    expect(reversals([made, corrected, other])).toEqual(new Map())
  })

  it('finds several changes that were taken back at once', () => {
    const [made, added, gone] = [changed(null, 1), changed(1, 2), changed(2, null)]
    expect(reversals([made, added, gone]).get(gone.variorumId ?? '')).toEqual([added.variorumId, made.variorumId])
  })

  it('finds none where something else was written between', () => {
    expect(reversals([changed(1, 2), changed(3, 1)])).toEqual(new Map())
  })
})

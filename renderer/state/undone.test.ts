import { describe, expect, it } from 'vitest'
import { commit } from '../testing/commits.ts'
import { learn, undoneBy } from './undone.ts'

const undoOf = (...commits: readonly ReturnType<typeof commit>[]) =>
  commit({ origin: { actor: 'user', verb: 'undo', undoes: commits.flatMap(({ variorumId }) => variorumId ?? []) } })

const first = commit()
const second = commit()
const undoSecond = undoOf(second)
const redoSecond = undoOf(undoSecond)
const none = new Map()

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

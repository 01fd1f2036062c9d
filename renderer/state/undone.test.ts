import { describe, expect, it } from 'vitest'
import { commit } from '../testing/commits.ts'
import { learn, nextRedo, nextUndo, undoneBy } from './undone.ts'

const undoOf = (...commits: readonly ReturnType<typeof commit>[]) =>
  commit({ origin: { actor: 'user', verb: 'undo', undoes: commits.flatMap(({ variorumId }) => variorumId ?? []) } })

const first = commit()
const second = commit()
const undoSecond = undoOf(second)
const redoSecond = undoOf(undoSecond)
const none = new Map()

describe('undoneBy', () => {
  it('names the commit that took one back', () => {
    expect(undoneBy(learn(none, [undoSecond]), second.variorumId)).toBe(undoSecond.variorumId)
    expect(undoneBy(learn(none, [undoSecond]), first.variorumId)).toBeNull()
  })

  it('counts an undo that was undone for nothing, and that again', () => {
    expect(undoneBy(learn(none, [undoSecond, redoSecond]), second.variorumId)).toBeNull()
    expect(undoneBy(learn(none, [undoSecond, redoSecond, undoOf(redoSecond)]), second.variorumId)).toBe(
      undoSecond.variorumId,
    )
  })

  it('learns from what a commit says of itself', () => {
    const told = commit({ undoneBy: undoSecond.variorumId })
    expect(undoneBy(learn(none, [told]), told.variorumId)).toBe(undoSecond.variorumId)
  })
})

describe('the walk back and forth', () => {
  const undoes = (...commits: readonly ReturnType<typeof commit>[]) => learn(none, commits)

  it('goes back one change at a time and never takes back an undo', () => {
    expect(nextUndo([second, first], none)).toBe(second)
    expect(nextUndo([undoSecond, second, first], undoes(undoSecond))).toBe(first)
    const undoFirst = undoOf(first)
    expect(nextUndo([undoFirst, undoSecond, second, first], undoes(undoFirst, undoSecond))).toBeNull()
  })

  it('redoes the newest undo that stands, then the one before', () => {
    const undoFirst = undoOf(first)
    const all = [undoFirst, undoSecond, second, first]
    expect(nextRedo(all, undoes(...all))).toBe(undoFirst)
    const redoFirst = undoOf(undoFirst)
    expect(nextRedo([redoFirst, ...all], undoes(redoFirst, ...all))).toBe(undoSecond)
  })

  it('has nothing to redo after a new change', () => {
    expect(nextRedo([commit(), undoSecond, second], undoes(undoSecond))).toBeNull()
  })

  it('undoes again what was redone', () => {
    const all = [redoSecond, undoSecond, second, first]
    expect(nextUndo(all, undoes(...all))).toBe(second)
  })

  it('passes over commits that changed nothing', () => {
    expect(nextUndo([commit({ changes: [] }), first], none)).toBe(first)
  })
})

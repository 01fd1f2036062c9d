import { beforeEach, expect, test } from 'vitest'
import { type Act, did, forgetActs, press, redoLast, undoLast } from './acts.ts'
import { useStatusBar } from './status-bar-store.ts'

/** Switches in a room: each act turns one on, and taking it back turns it off. */
const on = new Set<string>()
const turn = (name: string, isOn: boolean): Act => {
  if (isOn) on.add(name)
  else on.delete(name)
  return async () => turn(name, !isOn)
}
const state = (): string => [...on].toSorted().join('')

beforeEach(() => {
  on.clear()
  forgetActs()
})

test('Undo takes back the last act, then the one before; Redo brings them back in turn', async () => {
  for (const name of ['a', 'b']) did(turn(name, true))
  await Promise.all([undoLast(), undoLast()])
  expect(state()).toBe('')
  await redoLast()
  expect(state()).toBe('a')
  await redoLast()
  expect(state()).toBe('ab')
  await undoLast()
  did(turn('c', true))
  await redoLast()
  expect(state()).toBe('ac')
})

test('right after an Undo by a button, Undo brings that back', async () => {
  did(turn('mine', true))
  turn('theirs', true)
  await press(async () => turn('theirs', false))
  expect(state()).toBe('mine')
  await undoLast()
  expect(state()).toBe('minetheirs')
  await undoLast()
  expect(state()).toBe('theirs')
})

test('without an act of this window nothing is undone, and that is said', async () => {
  await undoLast()
  expect(useStatusBar.getState().message?.text).toContain('nothing of yours to undo in this window')
  did(async () => null)
  await undoLast()
  await redoLast()
  expect(useStatusBar.getState().message?.text).toBe('Nothing to redo.')
})

test('news that comes next waits until the message of an act, with its Undo, is gone', () => {
  const { say, tellNext, clear } = useStatusBar.getState()
  const shown = (): string | undefined => useStatusBar.getState().message?.text
  say('Pinned')
  tellNext('The history calls you “User”.')
  say('Pinned another')
  expect(shown()).toBe('Pinned another')
  clear()
  expect(shown()).toBe('The history calls you “User”.')
  clear()
  expect(shown()).toBeUndefined()
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextRedo, nextUndo, undoneBy, type Undoable } from './undo.ts'

const change = (id: string): Undoable => ({ id, undoes: [], undoesPart: [], changesFiles: true })
const read = (id: string): Undoable => ({ id, undoes: [], undoesPart: [], changesFiles: false })
const undo = (id: string, ...undoes: readonly string[]): Undoable => ({
  id,
  undoes,
  undoesPart: [],
  changesFiles: true,
})

/** A history, newest first, with the queries that the rules need. */
function ask(...newestFirst: readonly Undoable[]) {
  const undoersOf = (id: string): readonly string[] =>
    newestFirst.flatMap((commit) => (commit.undoes.includes(id) ? (commit.id ?? []) : []))
  const isUndone = ({ id }: Undoable): boolean => id !== null && undoneBy(id, undoersOf) !== null
  const isUndo = (id: string): boolean => (newestFirst.find((commit) => commit.id === id)?.undoes.length ?? 0) > 0
  return {
    undoneBy: (id: string) => undoneBy(id, undoersOf),
    undo: async (moot = '') => (await nextUndo(newestFirst, isUndone, ({ id }) => id === moot))?.id ?? null,
    redo: async () => (await nextRedo(newestFirst, isUndone, isUndo))?.id ?? null,
  }
}

describe('what is undone', () => {
  it('is named by the newest undo in effect', () => {
    expect(ask(undo('u', 'b'), change('b'), change('a')).undoneBy('b')).toBe('u')
    expect(ask(undo('u', 'b'), change('b'), change('a')).undoneBy('a')).toBeNull()
  })
  it('is not undone by an undo that was undone, and is again when that was', () => {
    expect(ask(undo('r', 'u'), undo('u', 'b'), change('b')).undoneBy('b')).toBeNull()
    expect(ask(undo('u2', 'r'), undo('r', 'u'), undo('u', 'b'), change('b')).undoneBy('b')).toBe('u')
  })
})

describe('histories that were made elsewhere', () => {
  it('may name each other in circles', () => {
    expect(ask(undo('a', 'a')).undoneBy('a')).toBeNull()
    expect(ask(undo('b', 'a'), undo('a', 'b'), change('c')).undoneBy('c')).toBeNull()
    expect(ask(undo('b', 'a', 'c'), undo('a', 'b'), change('c')).undoneBy('c')).toBeNull()
  })
  it('may undo one undo after the other forever', () => {
    const undoersOf = (id: string): readonly string[] => (Number(id) < 50_001 ? [String(Number(id) + 1)] : [])
    expect([undoneBy('0', undoersOf), undoneBy('1', undoersOf)]).toEqual(['1', null])
  })
})

describe('undo and redo without an argument', () => {
  it('walk back one change at a time and never toggle', async () => {
    expect(await ask(change('b'), change('a')).undo()).toBe('b')
    expect(await ask(undo('u', 'b'), change('b'), change('a')).undo()).toBe('a')
    expect(await ask(undo('v', 'a'), undo('u', 'b'), change('b'), change('a')).undo()).toBeNull()
  })
  it('pass what git has undone, which no undo can name', async () => {
    const byGit = { id: null, undoes: [], undoesPart: [], changesFiles: true }
    expect(await ask(byGit, change('b'), change('a')).undo('b')).toBe('a')
    expect(await ask(byGit, change('b'), change('a')).undo()).toBe('b')
    expect(await ask(change('b'), change('a')).undo('b')).toBe('b')
  })
  it('redo the newest undo in effect, then the one before', async () => {
    const all = [undo('v', 'a'), undo('u', 'b'), change('b'), change('a')]
    expect(await ask(...all).redo()).toBe('v')
    expect(await ask(undo('r', 'v'), ...all).redo()).toBe('u')
    expect(await ask(undo('s', 'u'), undo('r', 'v'), ...all).redo()).toBeNull()
  })
  it('have nothing to redo after a new change, even if an older undo was redone since', async () => {
    expect(await ask(change('c'), undo('u', 'b'), change('b')).redo()).toBeNull()
    expect(await ask(undo('r', 'u'), change('c'), undo('u', 'b'), change('b')).redo()).toBeNull()
  })
  it('redo no redo, whether it was of all lines or of some', async () => {
    const part = { ...undo('r'), undoesPart: ['u'] }
    expect(await ask(part, undo('u', 'a'), change('a')).redo()).toBe('u')
  })
  it('undo again what was redone', async () => {
    expect(await ask(undo('r', 'u'), undo('u', 'b'), change('b'), change('a')).undo()).toBe('b')
  })
  it('skip recorded reads, commits that changed nothing and commits of native git', async () => {
    expect(await ask(read('x'), { ...change('y'), id: null }, change('a')).undo()).toBe('a')
    expect(await ask(read('x'), undo('u', 'a'), change('a')).redo()).toBe('u')
  })
})

describe('any walk', () => {
  it('of undos and redos behaves like a stack with a cursor', async () => {
    const steps = fc.array(fc.constantFrom('change', 'undo', 'redo'), { maxLength: 24 })
    await fc.assert(
      fc.asyncProperty(steps, async (walk) => {
        const history: Undoable[] = []
        // The model: changes in effect, and changes that can be redone, newest last.
        let [done, undone]: [string[], string[]] = [[], []]
        for (const [at, step] of walk.entries()) {
          const id = `c${at}`
          if (step === 'change') {
            history.unshift(change(id))
            ;[done, undone] = [[...done, id], []]
            continue
          }
          const target = await (step === 'undo' ? ask(...history).undo() : ask(...history).redo())
          const expected = step === 'undo' ? done.at(-1) : undone.at(-1)
          const undoers = (of: string): readonly string[] =>
            history.flatMap((c) => (c.undoes.includes(of) ? (c.id ?? []) : []))
          expect(target).toBe(expected === undefined ? null : step === 'undo' ? expected : undoneBy(expected, undoers))
          if (target === null || expected === undefined) continue
          history.unshift(undo(id, target))
          if (step === 'undo') [done, undone] = [done.slice(0, -1), [...undone, expected]]
          else [done, undone] = [[...done, expected], undone.slice(0, -1)]
        }
      }),
      { numRuns: 300 },
    )
  })
})

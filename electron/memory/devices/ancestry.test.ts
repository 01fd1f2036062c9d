import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contains, type ReadCommit, relate } from './ancestry.ts'

/** A history drawn by hand: each commit with its parents. */
function historyOf(parents: Readonly<Record<string, readonly string[]>>): ReadCommit {
  return (id) => ({ parents: parents[id] ?? [] })
}

test('one end that goes on from the other is ahead or behind', async () => {
  const read = historyOf({ a: [], b: ['a'], c: ['b'] })
  expect(await relate(read, 'c', 'a')).toEqual({ kind: 'ahead', ahead: 2 })
  expect(await relate(read, 'a', 'c')).toEqual({ kind: 'behind', theirs: ['b', 'c'] })
  expect(await relate(read, 'a', 'a')).toEqual({ kind: 'ahead', ahead: 0 })
})

test('two ends that parted have each commit of ours with what it was made with', async () => {
  const read = historyOf({ a: [], b1: ['a'], b2: ['b1'], c1: ['a'], c2: ['c1'] })
  expect(await relate(read, 'c2', 'b2')).toEqual({
    kind: 'diverged',
    ours: [
      { commit: 'c1', base: 'a' },
      { commit: 'c2', base: 'a' },
    ],
    theirs: ['b1', 'b2'],
  })
  expect(await relate(historyOf({ a: [], b: [] }), 'a', 'b')).toEqual({ kind: 'unrelated' })
})

test('what git pulled here by hand is the base of what came after', async () => {
  const read = historyOf({ a: [], b1: ['a'], b2: ['b1'], c1: ['a'], m: ['c1', 'b1'], c2: ['m'] })
  expect(await relate(read, 'c2', 'b2')).toEqual({
    kind: 'diverged',
    ours: [
      { commit: 'c1', base: 'a' },
      { commit: 'm', base: 'b1' },
      { commit: 'c2', base: 'b1' },
    ],
    theirs: ['b1', 'b2'],
  })
})

test('what somebody merged there by hand is not ours to send again', async () => {
  const read = historyOf({ a: [], b1: ['a'], c1: ['a'], c2: ['c1'], m: ['b1', 'c1'], c3: ['c2'] })
  expect(await relate(read, 'c1', 'm')).toEqual({ kind: 'behind', theirs: ['b1', 'm'] })
  expect(await relate(read, 'c3', 'm')).toEqual({
    kind: 'diverged',
    ours: [
      { commit: 'c2', base: 'c1' },
      { commit: 'c3', base: 'c1' },
    ],
    theirs: ['b1', 'm'],
  })
})

test('the originals that a replay keeps beside the line are not looked for to the beginning', async () => {
  const parents: Record<string, readonly string[]> = { '0': [] }
  for (let at = 1; at <= 5_000; at += 1) parents[at] = [String(at - 1)]
  Object.assign(parents, { o1: ['4990'], o2: ['o1'], r1: ['5000'], r2: ['r1', 'o2'], mine: ['5000'] })
  let reads = 0
  const inner = historyOf(parents)
  const read: ReadCommit = (id) => {
    reads += 1
    return inner(id)
  }
  expect(await relate(read, 'mine', 'r2')).toMatchObject({ kind: 'diverged', ours: [{ commit: 'mine', base: '5000' }] })
  expect(reads).toBeLessThan(300)
})

test('in any history, an ancestor is found, and nothing else', async () => {
  const history = fc.array(fc.tuple(fc.nat(100), fc.option(fc.nat(100))), { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(history, fc.nat(100), fc.nat(100), async (drawn, one, other) => {
      const parents: Record<string, readonly string[]> = { '0': [] }
      for (const [at, [first, second]] of drawn.entries())
        parents[at + 1] = [...new Set([first % (at + 1), ...(second === null ? [] : [second % (at + 1)])])].map(String)
      const [tip, wanted] = [one, other].map((each) => String(each % (drawn.length + 1)))
      const ancestors = new Set([tip])
      for (const id of ancestors) for (const parent of parents[id ?? ''] ?? []) ancestors.add(parent)
      expect(await contains(historyOf(parents), tip ?? '', wanted ?? '')).toBe(ancestors.has(wanted))
    }),
  )
})

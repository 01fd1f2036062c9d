import { describe, expect, test } from 'vitest'
import { importersOf, readSources, type Source } from './imports.ts'
import { END_TO_END, isOf, reachedBy } from './reach.ts'

const sources = readSources()
const endToEnd = sources.map(({ file }) => file).filter((file) => /^e2e\/.*\.(?:test|spec)\.ts$/.test(file))

describe('what a change reaches', () => {
  test('every name stands for a test, and every part is there', () => {
    const names = new Set(Object.values(END_TO_END).flat())
    names.delete('conformance')
    expect([...names].filter((name) => !endToEnd.some((file) => isOf(name, file)))).toEqual([])
    const parts = Object.keys(END_TO_END)
    expect(parts.filter((part) => !sources.some(({ file }) => file.startsWith(part)))).toEqual([])
  })

  test('a part’s own file reaches its tests, and those of what imports it', () => {
    expect(reachedBy(['electron/cli/undo.ts'], sources)).toMatchObject({
      unit: expect.arrayContaining(['electron/policy-keeper/two-processes.test.ts']),
      built: expect.arrayContaining(['e2e/cli.test.ts']),
      browser: [],
      conformance: true,
    })
    expect(reachedBy(['renderer/review/DraftRow.tsx'], sources)).toMatchObject({
      built: [],
      browser: ['e2e/accessibility.spec.ts', 'e2e/review.spec.ts'],
      conformance: false,
    })
  })

  test('what puts the parts together reaches every end-to-end test', () => {
    const reached = reachedBy(['electron/core.ts'], sources)
    expect([...(reached?.built ?? []), ...(reached?.browser ?? [])].toSorted()).toEqual(endToEnd.toSorted())
    expect(reached?.conformance).toBe(true)
  })

  test('a test reaches itself, a document nothing, and what all depend on everything', () => {
    const nothing = { unit: [], built: [], browser: [], conformance: false }
    expect(reachedBy(['e2e/check.spec.ts'], sources)).toEqual({ ...nothing, browser: ['e2e/check.spec.ts'] })
    expect(reachedBy(['build/reach.test.ts'], sources)).toEqual({ ...nothing, unit: ['build/reach.test.ts'] })
    expect(reachedBy(['README.md'], sources)).toEqual(nothing)
    expect(reachedBy(['package.json'], sources)).toBeNull()
  })

  test('data reaches the tests of its room', () => {
    expect(reachedBy(['electron/policy/samples/secrets.json'], sources)?.unit).toContain('electron/policy/gate.test.ts')
  })
})

test('who imports a file is found through all in between, up to where it stops', () => {
  const made = (file: string, ...imports: readonly string[]): Source => ({
    file,
    imports: imports.map((to) => ({ to, isType: false })),
  })
  const some = [made('a'), made('b', 'a'), made('c', 'b', 'd'), made('d', 'c'), made('e')]
  expect([...importersOf(some, ['a'])].toSorted()).toEqual(['a', 'b', 'c', 'd'])
  expect([...importersOf(some, ['a'], (file) => file === 'b')]).toEqual(['a', 'b'])
})

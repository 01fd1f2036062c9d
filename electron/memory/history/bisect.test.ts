import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agent, fileAt, newStore, user } from '../tests/store-fixture.ts'

test('find the moment: the first commit with a sentence, each one that changed it, and the lines', async () => {
  await using place = await newStore()
  const { store } = place
  const texts = [
    'tea\n',
    'tea\nAna  likes GREEN tea\n',
    'tea, hot\nAna  likes GREEN tea\n',
    'Ana likes green tea, hot\n',
    '',
  ]
  for (const text of texts) {
    const found = await store.look('a.md')
    await store.put([fileAt('a.md', text, found.kind === 'file' ? found.blob.id : null)], agent)
  }
  await store.put([fileAt('b.md', 'green tea is what Ana likes\n')], user)
  const { commits, found, first } = await store.history({ changed: ' ana likes\ngreen ' })
  expect(found?.map(({ lines }) => lines.map(({ kind, path, text }) => [kind, path, text]))).toEqual([
    [['removed', 'a.md', 'Ana likes green tea, hot']],
    [
      ['added', 'a.md', 'Ana likes green tea, hot'],
      ['removed', 'a.md', 'Ana  likes GREEN tea'],
    ],
    [['added', 'a.md', 'Ana  likes GREEN tea']],
  ])
  expect(found?.map(({ commit }) => commit)).toEqual(commits.map(({ id }) => id))
  expect(commits[0]?.changes[0]?.excerpt).toEqual({ removed: 'Ana likes green tea, hot', added: null })
  const { commits: all } = await store.history({})
  // Without an index, what is first is not known before everything is read.
  expect(first).toBeUndefined()
  expect((await store.history({ changed: 'likes', actors: ['user'] })).commits).toEqual([all[0]])
  expect(await store.linesAt({ at: all[2]?.id ?? '', words: 'TEA' })).toEqual({
    lines: [{ path: 'a.md', number: 1, text: 'Ana likes green tea, hot' }],
    count: 1,
  })
  expect((await store.linesAt({ at: all[0]?.id ?? '', words: 'tea', path: 'a.md' })).count).toBe(0)
})

test('bisecting between two points ends at the commit where the lines begin, or cease, to have the words', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 20 }), fc.nat(), fc.boolean(), async (count, seed, appears) => {
      await using place = await newStore()
      const { store } = place
      const turn = 1 + (seed % (count - 1))
      for (let at = 0; at < count; at += 1)
        await store.put([fileAt(`f${at}.md`, appears && at === turn ? 'the word zebra\n' : 'other\n')], agent)
      if (!appears) await store.put([fileAt('z.md', 'zebra\n')], agent)
      const { commits } = await store.history({ limit: 100 })
      const [last, first] = [commits[0]?.id ?? '', commits.at(-1)?.id ?? '']
      const outcome = await store.bisect({ from: first, to: last, words: 'Zebra' })
      if (outcome.kind !== 'found') throw new Error(outcome.kind)
      expect(outcome.commit.id).toBe(appears ? commits.at(-1 - turn)?.id : last)
      expect(outcome.count).toBe(commits.length - 1)
      expect(outcome.steps.length).toBeLessThanOrEqual(Math.ceil(Math.log2(outcome.count)))
      expect(await store.bisect({ from: last, to: first, words: 'zebra' })).toEqual({ kind: 'not-in-order' })
      expect(await store.bisect({ from: first, to: last, words: 'quince' })).toEqual({
        kind: 'unchanged',
        answer: 'no',
      })
    }),
    { numRuns: 6 },
  )
})

import { expect, test } from 'vitest'
import { byAgent } from '../../shared/origin.ts'
import { agent, fileAt, newStore, rewrite, user } from '../memory/tests/store-fixture.ts'
import { linesFromOutside, marked, without } from './from-outside.ts'

test('lines from outside are found one by one among those of the user and the agent', async () => {
  const { store, [Symbol.asyncDispose]: dispose } = await newStore()
  await store.put([fileAt('a.md', 'mine\nalso mine\nlast\n')], user)
  await rewrite(store, 'a.md', 'mine\nread on a page\nalso mine\nlast\n', byAgent('edit', 'agent-untrusted'))
  await rewrite(store, 'a.md', 'mine\nread on a page\nalso mine\nlast\nof the agent\n', agent)
  const found = await store.look('a.md')
  const version = found.kind === 'file' ? found.blob.id : ''
  expect([...(await linesFromOutside(store, { path: 'a.md', version }, 6))]).toEqual([2])
  await dispose()
})

test('a mark stands at the end of each line that says something, once', () => {
  const text = '---\nname: x\n---\r\n\n# Trip  \r\n```sh\nrun\n```\n| a | b |\n- old (from outside)\n'
  expect(marked(text, new Set([1, 2, 3, 4, 5, 6, 7, 8, 10, 11]))).toBe(
    '---\nname: x (from outside)\n---\r\n\n# Trip (from outside)\r\n```sh\nrun (from outside)\n```\n| a | b |\n- old (from outside)\n',
  )
  expect(marked(text, new Set())).toBe(text)
  // What a model may read as lines of their own are marked, too.
  expect(marked('a\rb\u2028c (from outside)\r\n', new Set([1]))).toBe(
    'a (from outside)\rb (from outside)\u2028c (from outside) (from outside)\r\n',
  )
})

test('without these lines, the others keep their numbers; nothing that says something is nothing', () => {
  expect(without('# A\none\ntwo\n', new Set([2]))).toEqual({ text: '# A\ntwo\n', numbers: [1, 3, 4] })
  expect(without('---\none\n---\n', new Set([1, 2, 3]))).toMatchObject({ text: null })
  // What nobody sees may still be read by a model.
  expect(without('a\n\u{e0041}\u{e0042}\n', new Set([2])).text).toBe('a\n')
  expect(without('\n', new Set([1]))).toEqual({ text: '\n', numbers: [1, 2] })
})

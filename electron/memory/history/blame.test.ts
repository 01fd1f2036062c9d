import { expect, test } from 'vitest'
import { agent, bytes, git, newStore, writeOutside } from '../tests/testing.ts'
import { blameOf, type FileVersion } from './blame.ts'
import { linesOf } from './text.ts'

function version(commit: string, text: string): FileVersion {
  return { lines: linesOf(text), by: { commit, actor: 'agent', time: '', conversation: null, turn: null } }
}

/** Every line as "newest reading < older < oldest", each with the letter of its commit. */
function drawn(...texts: readonly string[]): readonly string[] {
  return blameOf(texts.map((text, at) => version(String.fromCharCode(97 + at), text))).map(({ readings }) =>
    readings.map(({ text, commit }) => `${text} ${commit}`).join(' < '),
  )
}

test('a line that was edited three times has its four readings', () => {
  expect(drawn('tea is green', 'tea is black', 'tea is black and hot', 'tea is cold')).toEqual([
    'tea is cold d < tea is black and hot c < tea is black b < tea is green a',
  ])
})

test('lines around inserted and deleted ones keep their readings', () => {
  expect(drawn('one\ntwo\nthree', 'zero\none\ntwo\nthree', 'zero\none\nthree', 'zero\none\nthree changed')).toEqual([
    'zero b',
    'one a',
    'three changed d < three a',
  ])
})

test('a line that moved is new where it stands now, and what it passed is as it was', () => {
  expect(drawn('one\ntwo\nthree', 'two\nthree\none')).toEqual(['two a', 'three a', 'one b'])
})

test('of several lines in the place of one, the most similar carries it on', () => {
  expect(drawn('the cat is grey', 'a dog came\nthe cat is black\nnothing else')).toEqual([
    'a dog came b',
    'the cat is black b < the cat is grey a',
    'nothing else b',
  ])
  expect(drawn('the cat is grey\nthe dog is old\na bird', 'the dog is very old')).toEqual([
    'the dog is very old b < the dog is old a',
  ])
})

test('line ends are no readings, and an emptied file forgets', () => {
  expect(drawn('one\r\ntwo\r\n', 'one\ntwo')).toEqual(['one a', 'two a'])
  expect(drawn('one', '', 'one')).toEqual(['one c'])
  expect(drawn('')).toEqual([])
  expect(drawn('one\n\none\n', 'one\n\nONE\n')).toEqual(['one a', ' a', 'ONE b < one a'])
})

test("a store's blame follows renames, and says who wrote what", async () => {
  await using place = await newStore()
  const { dir, store } = place
  await store.put('a.md', null, bytes('one\ntwo\n'), { ...agent, conversation: 'c1', turn: 1 })
  await store.move('a.md', 'd/b.md', { ...agent, verb: 'rename' })
  await writeOutside(dir, 'd/b.md', 'one\ntwo, and a half\n')
  await store.adopt()
  const blame = await store.blame('d/b.md')
  expect(blame?.complete).toBe(true)
  expect(blame?.lines.map(({ readings }) => readings.map(({ text, actor, turn }) => [text, actor, turn]))).toEqual([
    [['one', 'agent', 1]],
    [
      ['two, and a half', 'outside', null],
      ['two', 'agent', 1],
    ],
  ])
  expect(blame?.blob).toBe((await git(dir, 'rev-parse', 'HEAD:d/b.md')).trim())
  expect(await store.blame('a.md')).toBeNull()
})

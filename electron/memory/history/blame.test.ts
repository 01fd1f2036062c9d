import { expect, test } from 'vitest'
import type { WriteOutcome } from '../../../shared/commit.ts'
import { agent, bytes, git, newStore, writeOutside } from '../tests/store-fixture.ts'
import { blameOf, type FileVersion } from './blame.ts'
import { linesOf } from './text.ts'

function version(commit: string, text: string): FileVersion {
  const by = { commit, actor: 'agent' as const, time: '', conversation: null, turn: null }
  return { id: text, lines: linesOf(text), by, isBroughtBack: false }
}

/** Each line as "newest reading < older < oldest", each reading with the letter of its commit. */
function drawn(...texts: readonly string[]): readonly string[] {
  return blameOf(texts.map((text, at) => version(String.fromCharCode(97 + at), text))).map(({ readings }) =>
    readings.map(({ text, commit }) => `${text} ${commit}`).join(' < '),
  )
}

test('a line that was edited three times has four readings', () => {
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

test('a moved line is new in its new place, and the lines it passed keep their readings', () => {
  expect(drawn('one\ntwo\nthree', 'two\nthree\none')).toEqual(['two a', 'three a', 'one b'])
})

test('when several lines replace one, the most similar one continues it', () => {
  expect(drawn('the cat is grey', 'a dog came\nthe cat is black\nnothing else')).toEqual([
    'a dog came b',
    'the cat is black b < the cat is grey a',
    'nothing else b',
  ])
  expect(drawn('the cat is grey\nthe dog is old\na bird', 'the dog is very old')).toEqual([
    'the dog is very old b < the dog is old a',
  ])
})

test('a change of line ends is not a reading, and an emptied file loses its readings', () => {
  expect(drawn('one\r\ntwo\r\n', 'one\ntwo')).toEqual(['one a', 'two a'])
  expect(drawn('one', '', 'one')).toEqual(['one c'])
  expect(drawn('')).toEqual([])
  expect(drawn('one\n\none\n', 'one\n\nONE\n')).toEqual(['one a', ' a', 'ONE b < one a'])
})

test("a store's blame follows renames and names the author of each reading", async () => {
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

test('lines that undo, redo and restore bring back keep their author and name who brought them back', async () => {
  await using place = await newStore()
  const { store } = place
  const by = { actor: 'user', verb: 'undo' } as const
  const written = await store.put('a.md', null, bytes('kept\nby the agent\n'), {
    ...agent,
    conversation: 'c1',
    turn: 1,
  })
  const edited = await store.put('a.md', blobOf(written), bytes('kept\nby the user\n'), { actor: 'user', verb: 'edit' })
  const newest = async () =>
    (await store.blame('a.md'))?.lines.map(({ readings: [reading] }) => [
      reading?.text,
      reading?.actor,
      reading?.turn,
      reading?.broughtBack?.actor ?? null,
    ])
  await store.undoNext(by)
  expect(await newest()).toEqual([
    ['kept', 'agent', 1, null],
    ['by the agent', 'agent', 1, 'user'],
  ])
  await store.redoNext(by)
  expect(await newest()).toEqual([
    ['kept', 'agent', 1, null],
    ['by the user', 'user', null, 'user'],
  ])
  await store.restore(written.kind === 'committed' ? written.commit.id : '', 'a.md', { actor: 'user', verb: 'restore' })
  expect((await newest())?.[1]).toEqual(['by the agent', 'agent', 1, 'user'])
  expect(edited.kind).toBe('committed')
  await store.remove('a.md', { actor: 'user', verb: 'delete' })
  await store.undoNext(by)
  expect(await newest()).toEqual([
    ['kept', 'agent', 1, null],
    ['by the agent', 'agent', 1, 'user'],
  ])
})

function blobOf(outcome: WriteOutcome): string | null {
  return outcome.kind === 'committed' ? (outcome.commit.changes[0]?.change.after?.id ?? null) : null
}

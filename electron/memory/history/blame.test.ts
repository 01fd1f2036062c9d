import { expect, test } from 'vitest'
import { personOf, type WriteOutcome } from '../../../shared/commit.ts'
import type { Blame } from '../../../shared/memory.ts'
import { type Origin, byUser } from '../../../shared/origin.ts'
import { linesOf } from '../repo/text.ts'
import { agent, fileAt, git, newStore, user, writeOutside } from '../tests/store-fixture.ts'
import { blameOf, type FileVersion } from './blame.ts'

function version(commit: string, text: string): FileVersion {
  return { id: text, lines: linesOf(text), commit, isBroughtBack: false }
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
  await store.put([fileAt('a.md', 'one\ntwo\n')], { ...agent, conversation: 'c1', turn: 1 })
  await store.move([{ from: 'a.md', to: 'd/b.md' }], { ...agent, verb: 'rename' })
  await writeOutside(dir, 'd/b.md', 'one\ntwo, and a half\n')
  await store.adopt()
  const blame = await store.blame('d/b.md')
  expect(blame?.complete).toBe(true)
  const origin = (commit: string): Origin | undefined => blame?.sources[commit]?.origin
  expect(
    blame?.lines.map(({ readings }) =>
      readings.map(({ text, commit }) => [text, origin(commit)?.actor, origin(commit)?.turn]),
    ),
  ).toEqual([
    [['one', 'agent', 1]],
    [
      ['two, and a half', 'outside', undefined],
      ['two', 'agent', 1],
    ],
  ])
  expect(blame?.blob).toBe((await git(dir, 'rev-parse', 'HEAD:d/b.md')).trim())
  expect(await store.blame('a.md')).toBeNull()
})

test('lines that undo, redo and restore bring back keep their author and name who brought them back', async () => {
  await using place = await newStore()
  const { store } = place
  const by = byUser('undo')
  const written = await store.put([fileAt('a.md', 'kept\nby the agent\n')], {
    ...agent,
    conversation: 'c1',
    turn: 1,
  })
  const edited = await store.put([fileAt('a.md', 'kept\nby the user\n', blobOf(written))], byUser('edit'))
  const newest = async () => newestReadings(await store.blame('a.md'))
  await store.undo({ next: 'undo' }, by)
  expect(await newest()).toEqual([
    ['kept', 'agent', 1, null],
    ['by the agent', 'agent', 1, 'user'],
  ])
  await store.undo({ next: 'redo' }, by)
  expect(await newest()).toEqual([
    ['kept', 'agent', 1, null],
    ['by the user', 'user', undefined, 'user'],
  ])
  await store.restore(written.kind === 'committed' ? written.commit.id : '', ['a.md'], byUser('restore'))
  expect((await newest())?.[1]).toEqual(['by the agent', 'agent', 1, 'user'])
  expect(edited.kind).toBe('committed')
  await store.remove(['a.md'], byUser('delete'))
  await store.undo({ next: 'undo' }, by)
  expect(await newest()).toEqual([
    ['kept', 'agent', 1, null],
    ['by the agent', 'agent', 1, 'user'],
  ])
})

function blobOf(outcome: WriteOutcome): string | null {
  return outcome.kind === 'committed' ? (outcome.commit.changes[0]?.change.after?.id ?? null) : null
}

/** Each line: its text, the actor and turn of who wrote it, and the actor of who brought it back. */
function newestReadings(blame: Blame | null) {
  const origin = (commit: string | null | undefined): Origin | undefined => blame?.sources[commit ?? '']?.origin
  return blame?.lines.map(({ readings: [reading] }) => [
    reading?.text,
    origin(reading?.commit)?.actor,
    origin(reading?.commit)?.turn,
    origin(reading?.broughtBack)?.actor ?? null,
  ])
}

test('lines keep their author through a rename, the restore of a folder, and undo and redo twice over', async () => {
  await using place = await newStore()
  const { store } = place
  const by = byUser('undo')
  const inTurn = (turn: number): Origin => ({ ...agent, conversation: 'c1', turn })
  await store.put([fileAt('d/a.md', 'one\ntwo\nthree\n')], inTurn(1))
  const first = await store.put([fileAt('d/b.md', 'other\n')], inTurn(1))
  const found = await store.look('d/a.md')
  await store.put([fileAt('d/a.md', 'one\nTWO\nthree\n', found.kind === 'file' ? found.blob.id : null)], inTurn(2))
  for (let round = 0; round < 2; round += 1) {
    await store.undo({ next: 'undo' }, by)
    await store.undo({ next: 'redo' }, by)
  }
  const twice = await store.blame('d/a.md')
  expect(newestReadings(twice)?.[1]).toEqual(['TWO', 'agent', 2, 'user'])
  await store.move([{ from: 'd', to: 'e' }], user)
  expect(newestReadings(await store.blame('e/a.md'))).toEqual(newestReadings(twice))
  await store.remove(['e'], user)
  await store.restore(first.kind === 'committed' ? first.commit.id : '', ['d'], byUser('restore'))
  const restored = newestReadings(await store.blame('d/a.md'))
  expect(restored?.map(([text, actor, turn]) => [text, actor, turn])).toEqual([
    ['one', 'agent', 1],
    ['two', 'agent', 1],
    ['three', 'agent', 1],
  ])
})

test('a line that was removed and brought back has its earlier readings, too', async () => {
  await using place = await newStore()
  const { store } = place
  for (const text of ['one\ntwo\n', 'one\nTWO\n', 'one\n']) {
    const found = await store.look('a.md')
    await store.put([fileAt('a.md', text, found.kind === 'file' ? found.blob.id : null)], agent)
  }
  await store.undo({ next: 'undo' }, byUser('undo'))
  const [, second] = (await store.blame('a.md'))?.lines ?? []
  expect(second?.readings.map(({ text }) => text)).toEqual(['TWO', 'two'])
})

test('a line of a commit made with git itself names its author and its message', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await store.put([fileAt('a.md', 'one\n')], agent)
  await writeOutside(dir, 'a.md', 'one\ntwo\n')
  await git(dir, 'commit', '-qam', 'Add the second line\n\nBecause.', '--author=Tomás Silva <tomas@example.invalid>')
  const blame = await store.blame('a.md')
  const sources = blame?.lines.map(({ readings: [reading] }) => blame.sources[reading?.commit ?? ''])
  expect(sources?.map((source) => source && [personOf(source), source.subject])).toEqual([
    [null, 'a: one'],
    ['Tomás Silva', 'Add the second line'],
  ])
})

import { describe, expect, it } from 'vitest'
import { change, commit, ulid } from '../testing/commits.ts'
import { groupCommits, timelineRows } from './group.ts'
import { headingOf } from './summary.ts'

const inTurn = (turn: number, time: string) => commit({ time, origin: { conversation: 'c', turn } })
const byUser = (time: string) => commit({ time, origin: { actor: 'user', verb: 'edit' } })

const commits = [
  inTurn(2, '2026-11-20T10:46:00Z'),
  inTurn(1, '2026-11-20T10:41:00Z'),
  inTurn(1, '2026-11-20T10:40:00Z'),
  byUser('2026-11-18T12:10:00Z'),
  byUser('2026-11-18T12:00:00Z'),
  byUser('2026-11-18T09:00:00Z'),
]

describe('groupCommits', () => {
  it('groups the changes of a conversation on one day, and others close in time', () => {
    expect(groupCommits(commits).map((group) => group.commits.length)).toEqual([3, 2, 1])
    const before = inTurn(1, '2026-11-19T23:10:00Z')
    expect(groupCommits([...commits.slice(0, 3), before])).toHaveLength(2)
    // Twenty turns at most.
    const long = [21, 20, 1].map((turn) => inTurn(turn, '2026-11-20T10:40:00Z'))
    expect(groupCommits(long).map((group) => group.commits.length)).toEqual([1, 2])
  })

  it('keeps people apart, and from other programs', () => {
    const by = (author: string, minute: string, variorumId: string | null = null) =>
      commit({ author, time: `2026-11-20T10:${minute}:00Z`, variorumId, origin: { actor: 'outside', verb: 'adopt' } })
    const program = by('Another program', '43', ulid(1))
    const mixed = [by('Bob', '46'), by('Bob', '45'), by('Ana', '44'), program, by('Bob', '42')]
    expect(groupCommits(mixed).map((group) => group.commits.map(({ author }) => author))).toEqual([
      ['Bob', 'Bob'],
      ['Ana'],
      ['Another program'],
      ['Bob'],
    ])
  })

  it('keeps other agents apart', () => {
    const by = (client: string, minute: string) =>
      commit({ time: `2026-11-20T10:${minute}:00Z`, origin: { conversation: undefined, turn: undefined, client } })
    const mixed = [by('codex', '46'), by('codex', '45'), by('cursor', '44')]
    expect(groupCommits(mixed).map((group) => group.commits.length)).toEqual([2, 1])
  })

  it('keeps the id of a group when newer commits join it', () => {
    const [newest, ...older] = groupCommits(commits.slice(1))
    expect(groupCommits([inTurn(1, '2026-11-20T10:42:00Z'), ...commits.slice(1)])[0]?.id).toBe(newest?.id)
    expect(older).toHaveLength(2)
  })
})

describe('timelineRows', () => {
  it('puts a day above its groups and entries below open ones', () => {
    const groups = groupCommits(commits)
    const rows = timelineRows(groups, (group) => group === groups[0])
    // A group of one is a single row.
    expect(rows.map(({ kind }) => kind)).toEqual(['day', 'group', 'entry', 'entry', 'entry', 'day', 'group', 'entry'])
    expect(rows.map((row) => row.kind === 'entry' && row.alone)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
      false,
      true,
    ])
    expect(timelineRows(groups, () => false).map(({ kind }) => kind)).toEqual(['day', 'group', 'day', 'group', 'entry'])
  })
})

describe('headingOf', () => {
  it('says what happened to the file', () => {
    expect(headingOf(commit({ changes: [change('travel/lisbon.md', null, 2)] }))).toBe('lisbon.md created')
    expect(headingOf(commit({ changes: [change('travel/lisbon.md', 1, 2)] }))).toBe('One line changed in lisbon.md')
    expect(headingOf(commit({ changes: [change('a.md', 1, 2), change('b.md', 1, 2)] }))).toBe('2 files changed')
  })

  it('says of an undo what it took back, not what is there now', () => {
    const undo = (...changes: ReturnType<typeof change>[]) =>
      commit({ origin: { verb: 'undo', undoes: ['x'] }, changes })
    expect(headingOf(undo(change('a.md', 1, null)))).toBe('Undone: a.md created')
    expect(headingOf(undo(change('a.md', null, 1)))).toBe('Undone: a.md deleted')
    expect(headingOf(undo({ ...change('a.md', 1, 1), from: 'b.md' }))).toBe('Undone: a.md renamed to b.md')
    expect(headingOf(undo(change('a.md', null, 1)), true)).toBe('Redone: a.md created')
    const two = undo(change('a.md', 1, 2), change('b.md', 1, 2))
    expect(headingOf({ ...two, origin: { ...two.origin, undoes: ['x', 'y', 'z'] } })).toBe(
      '3 changes undone: 2 files changed',
    )
  })
})

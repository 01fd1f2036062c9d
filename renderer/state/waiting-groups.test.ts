import { expect, test } from 'vitest'
import { byAgent, byClient } from '../../shared/origin.ts'
import { stillAsked, type WaitingWrite, waitingGroups, writesAsListed } from './waiting-groups.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

function write(id: string, path: string, origin: WaitingWrite['origin'], at = '2026-11-20T10:00:00Z'): WaitingWrite {
  return { kind: 'write', id, at, origin, paths: [path], says: null }
}

const codex = byClient('create', 'agent', { client: 'Codex' })
const chat = byAgent('create', 'agent', { conversation: '01ARZ3NDEKTSV4RRFFQ69G5FAV', turn: 1 })

test('what one device wrote differently is a group of its own, whoever wrote it there', () => {
  const conflict = { kind: 'lines', device: '0123456789abcdef' } as const
  const waiting = [
    write('1', 'a.md', codex),
    { ...write('2', 'a.md', codex), conflict },
    { ...write('3', 'b.md', chat), conflict },
    { ...write('4', 'b.md', chat), conflict: { ...conflict, device: null } },
  ]
  const { groups } = waitingGroups(waiting, NOW)
  expect(groups.map(({ writes }) => writes.map(({ id }) => id))).toEqual([['1'], ['2', '3'], ['4']])
})

test('writes are listed by who wants them, those of one file together; what waited for two weeks is apart', () => {
  const old = write('old', 'a.md', codex, '2026-11-06T11:59:59Z')
  const policies = { kind: 'policies', id: 'p' } as const
  const waiting = [
    write('1', 'a.md', codex),
    policies,
    old,
    write('2', 'b.md', chat),
    write('3', 'b.md', codex),
    write('4', 'a.md', codex, '2026-11-06T12:00:00Z'),
  ]
  const { others, groups, old: apart } = waitingGroups(waiting, NOW)
  expect(others).toEqual([policies])
  expect(groups.map(({ source, writes }) => [source, writes.map(({ id }) => id)])).toEqual([
    ['Codex', ['1', '4', '3']],
    [chat.conversation, ['2']],
  ])
  expect(apart).toEqual([old])
  expect(stillAsked(waiting, NOW)).toEqual(waiting.filter((each) => each !== old))
  expect(writesAsListed(waiting)).toHaveLength(5)
})

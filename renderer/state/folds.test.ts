import { beforeAll, describe, expect, it, test, vi } from 'vitest'
import { change, commit, id, ulid } from '../testing/commits.ts'
import { conversation } from '../testing/conversations.ts'
import { foldSummaries } from './fold-summaries.ts'

vi.mock('./api.ts', () => ({ api: {}, sentence: String, useLink: {} }))
const { catchUp, foldTurns, newestOpen } = await import('./chat-store.ts')
const { treeAfter } = await import('./memory-store.ts')
const { NO_FILTER, matchesFilter: passes } = await import('./timeline-filter.ts')

beforeAll(() => vi.useFakeTimers())

describe('treeAfter', () => {
  const tree = {
    commit: id(1),
    files: [{ path: 'a.md', blob: { id: id(1), size: 100, mode: '100644' as const }, last: null }],
    bytes: 100,
  }

  it('applies created, changed and deleted files', () => {
    const after = treeAfter(tree, [
      commit({ changes: [change('b/c.md', null, 5, 40)] }),
      commit({ changes: [change('a.md', 1, 2, 120), change('.variorum/policies.json', null, 9)] }),
    ])
    expect(after.files.map(({ path }) => path)).toEqual(['a.md', 'b/c.md'])
    expect(after.bytes).toBe(160)
    expect(after.files[0]?.last?.actor).toBe('agent')
    expect(treeAfter(after, [commit({ changes: [change('a.md', 2, null)] })]).files).toHaveLength(1)
  })

  it('moves a renamed file', () => {
    const renamed = commit({ changes: [{ ...change('z.md', 1, 1), from: 'a.md' }] })
    expect(treeAfter(tree, [renamed]).files.map(({ path }) => path)).toEqual(['z.md'])
  })
})

describe('foldTurns', () => {
  const started = {
    type: 'turn.started',
    conversation: 'c',
    turn: 1,
    message: ulid(1),
    text: 'Hello',
    provider: 'demo',
    model: 'demo',
    time: '2026-11-20T10:00:00Z',
  } as const
  const streamed = (text: string) => ({ type: 'text.streamed', conversation: 'c', turn: 1, text }) as const

  it('starts an unknown conversation and joins its streamed text', () => {
    const open = foldTurns(new Map(), [started, streamed('Good '), streamed('morning')])
    expect(open.get('c')?.[0]?.parts).toEqual([{ kind: 'text', text: 'Good morning' }])
  })

  it('catches up with later events and folds none twice', () => {
    const events = [streamed('Good '), streamed('morning'), { ...streamed('elsewhere'), conversation: 'other' }].map(
      (event, at) => ({ ...event, seq: at + 2 }),
    )
    const transcript = foldTurns(new Map(), [started, streamed('Good ')]).get('c') ?? []
    expect(catchUp({ id: 'c', transcript, seq: 2 }, events)[0]?.parts).toEqual([{ kind: 'text', text: 'Good morning' }])
  })

  it('keeps the conversations opened last, and those at work', () => {
    const atWork = foldTurns(new Map(), [started]).get('c') ?? []
    const { conversation, turn, time } = started
    const over = { type: 'turn.ended', conversation, turn, time, kind: 'done', reason: null, next: [] } as const
    const ended = foldTurns(new Map(), [started, over]).get('c') ?? []
    const open = new Map([['at work', atWork], ...Array.from({ length: 40 }, (_, at) => [`${at}`, ended] as const)])
    expect([...newestOpen(open).keys()]).toEqual(['at work', ...Array.from({ length: 23 }, (_, at) => `${at + 17}`)])
    expect(newestOpen(new Map([['c', ended]])).size).toBe(1)
  })

  it('ignores a conversation that is not open: opening loads it', () => {
    expect(foldTurns(new Map(), [streamed('lost')]).has('c')).toBe(false)
    expect(foldTurns(new Map(), [{ ...started, turn: 4 }]).has('c')).toBe(false)
  })
})

test('a conversation runs until its turn ends', () => {
  const summary = conversation({ running: true })
  const over = {
    type: 'turn.ended',
    conversation: 'c',
    turn: 1,
    time: '',
    kind: 'done',
    reason: null,
    next: [],
  } as const
  const runs = (list: Parameters<typeof foldSummaries>[0]) => foldSummaries(list, [over]).map(({ running }) => running)
  expect(runs([summary])).toEqual([false])
})

describe('matchesFilter', () => {
  const edited = commit({ changes: [change('travel/lisbon.md', 1, 2)], subject: 'Edited travel/lisbon.md' })

  it('filters like the store: by actor, path or folder, and kind', () => {
    expect(passes(edited, NO_FILTER)).toBe(true)
    expect(passes(edited, { ...NO_FILTER, actors: ['user'] })).toBe(false)
    expect(passes(edited, { ...NO_FILTER, path: 'travel' })).toBe(true)
    expect(passes(edited, { ...NO_FILTER, path: 'trav' })).toBe(false)
    expect(passes(edited, { ...NO_FILTER, kind: 'changed' })).toBe(true)
    expect(passes(edited, { ...NO_FILTER, kind: 'created' })).toBe(false)
  })
})

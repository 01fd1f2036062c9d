import { beforeAll, describe, expect, it, vi } from 'vitest'
import { change, commit, id, ulid } from '../testing/commits.ts'

vi.mock('./api.ts', () => ({ api: {}, sentence: String, useLink: {} }))
const { catchUp, foldTurns } = await import('./chat-store.ts')
const { treeAfter } = await import('./memory-store.ts')
const { NO_FILTER, passes } = await import('./timeline-store.ts')

beforeAll(() => vi.useFakeTimers())

describe('treeAfter', () => {
  const tree = {
    commit: id(1),
    files: [{ path: 'a.md', blob: { id: id(1), size: 100, mode: '100644' as const }, last: null }],
    bytes: 100,
  }

  it('follows a commit at once: what came, what changed, what went', () => {
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
  const begun = {
    type: 'turn.started',
    conversation: 'c',
    turn: 1,
    message: ulid(1),
    text: 'Hello',
    provider: 'demo',
    model: 'demo',
    time: '2026-11-20T10:00:00Z',
  } as const
  const said = (text: string) => ({ type: 'text.streamed', conversation: 'c', turn: 1, text }) as const

  it('begins a conversation that it has not seen and joins the pieces of its text', () => {
    const open = foldTurns(new Map(), [begun, said('Good '), said('morning')])
    expect(open.get('c')?.[0]?.parts).toEqual([{ kind: 'text', text: 'Good morning' }])
  })

  it('catches up with what was told after a transcript was put together, and folds nothing twice', () => {
    const events = [said('Good '), said('morning'), { ...said('elsewhere'), conversation: 'other' }].map(
      (event, at) => ({ ...event, seq: at + 2 }),
    )
    const held = foldTurns(new Map(), [begun, said('Good ')]).get('c') ?? []
    expect(catchUp({ id: 'c', transcript: held, seq: 2 }, events)[0]?.parts).toEqual([
      { kind: 'text', text: 'Good morning' },
    ])
  })

  it('leaves a conversation alone that is not open here: it is read when it is opened', () => {
    expect(foldTurns(new Map(), [said('lost')]).has('c')).toBe(false)
    expect(foldTurns(new Map(), [{ ...begun, turn: 4 }]).has('c')).toBe(false)
  })
})

describe('passes', () => {
  const edited = commit({ changes: [change('travel/lisbon.md', 1, 2)], subject: 'Edited travel/lisbon.md' })

  it('asks the same as the store: actor, path or folder, kind', () => {
    expect(passes(edited, NO_FILTER)).toBe(true)
    expect(passes(edited, { ...NO_FILTER, actors: ['user'] })).toBe(false)
    expect(passes(edited, { ...NO_FILTER, path: 'travel' })).toBe(true)
    expect(passes(edited, { ...NO_FILTER, path: 'trav' })).toBe(false)
    expect(passes(edited, { ...NO_FILTER, kind: 'changed' })).toBe(true)
    expect(passes(edited, { ...NO_FILTER, kind: 'created' })).toBe(false)
  })
})

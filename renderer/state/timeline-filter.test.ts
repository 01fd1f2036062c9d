import { describe, expect, it } from 'vitest'
import { HistoryQuery } from '../../shared/memory.ts'
import { change, commit } from '../testing/commits.ts'
import { type Filter, isFiltered, matchesFilter, NO_FILTER, queryOf } from './timeline-filter.ts'

const matches = (filter: Partial<Filter>): boolean =>
  matchesFilter(
    commit({
      time: new Date(2026, 10, 20, 23, 30).toISOString(),
      origin: { verb: 'create', lineage: 'agent-untrusted', conversation: 'c1', client: 'codex' },
      changes: [change('d/a.md', null, 1)],
    }),
    { ...NO_FILTER, ...filter },
  )

describe('a filter', () => {
  it('includes the whole of its last day', () => {
    expect(matches({ from: '2026-11-20', to: '2026-11-20' })).toBe(true)
    expect([matches({ to: '2026-11-19' }), matches({ from: '2026-11-21' })]).toEqual([false, false])
  })

  it('takes a kind, a command, a lineage and a conversation', () => {
    expect([matches({ kind: 'created' }), matches({ kind: 'create' }), matches({ kind: 'delete' })]).toEqual([
      true,
      true,
      false,
    ])
    expect([matches({ lineage: 'untrusted' }), matches({ lineage: 'agent' })]).toEqual([true, false])
    expect([matches({ conversation: 'c1' }), matches({ conversation: 'c2' })]).toEqual([true, false])
    expect([matches({ client: 'codex' }), matches({ client: 'cursor' })]).toEqual([true, false])
    expect([matches({ path: 'd' }), matches({ path: 'a' })]).toEqual([true, false])
    expect([matches({ path: 'd/' }), matches({ path: '/d//a.md ' }), matches({ path: ' / ' })]).toEqual([
      true,
      true,
      true,
    ])
  })

  it('is asked for as the store understands it, and nothing is asked for without one', () => {
    expect(queryOf(NO_FILTER)).toEqual({})
    expect(isFiltered(NO_FILTER)).toBe(false)
    const filter: Filter = { ...NO_FILTER, words: ' tea ', inChange: true, from: '2026-11-20', kind: 'undo' }
    expect(HistoryQuery.parse(queryOf(filter))).toEqual({
      changed: 'tea',
      from: new Date(2026, 10, 20).toISOString(),
      verbs: ['undo'],
    })
  })
})

import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../shared/conversation.ts'
import { change, commit, ulid } from '../testing/commits.ts'
import type { ThreadItem } from './fold-parts.ts'
import { groupCards, netOf, plannedSteps, type ShownItem } from './group-cards.ts'

let calls = 0
function card(path: string, before: number | null, after: number | null, input: ToolCall['input'] = {}): ThreadItem {
  calls += 1
  const made = commit({ changes: [change(path, before, after)] })
  const call = { call: ulid(calls), tool: 'memory', state: 'done', result: '', commit: made, time: made.time } as const
  return { kind: 'card', call: { ...call, input: { path: `/memories/${path}`, ...input } }, commit: made }
}

const brief = (item: ShownItem): unknown =>
  item.kind === 'file'
    ? item.commits.length
    : item.kind === 'more' || item.kind === 'job'
      ? [item.kind, item.files.length]
      : item.kind

describe('groupCards', () => {
  it('makes one card of the changes that follow each other in one file, where the first was', () => {
    const text = { kind: 'text', text: 'And now:' } as const
    const items = groupCards([card('a.md', null, 1), card('b.md', 8, 9), text, card('a.md', 1, 2)])
    expect(items.map(brief)).toEqual([2, 1, 'text'])
    const [first] = items
    const net = first?.kind === 'file' ? netOf(first.commits) : null
    expect(net?.changes[0]?.change).toEqual(change('a.md', null, 2))
  })

  it('keeps changes apart between which something else wrote', () => {
    expect(groupCards([card('a.md', 1, 2), card('a.md', 3, 4)]).map(brief)).toEqual([1, 1])
  })

  it('folds the cards from the third on', () => {
    const items = ['a', 'b', 'c', 'd'].map((name) => card(`${name}.md`, 1, 2))
    expect(groupCards(items).map(brief)).toEqual([1, 1, ['more', 2]])
  })

  it('shows the files of a job as one', () => {
    const plan = card('jobs/trip/features.json', null, 1, {
      command: 'create',
      file_text: '{"features": [{"what": "x"}]}',
    })
    const items = groupCards([plan, card('a.md', 1, 2), card('jobs/trip/progress.md', null, 1)])
    expect(items.map(brief)).toEqual([['job', 2], 1])
    expect(items[0]?.kind === 'job' && plannedSteps(items[0].calls)).toBe(1)
  })
})

it('counts lines together only where none was removed', () => {
  const of = (removed: number) =>
    [1, 2].map((at) => {
      const made = commit({ changes: [change('a.md', at, at + 1)] })
      return { ...made, changes: made.changes.map((each) => ({ ...each, lines: { added: 2, removed } })) }
    })
  const net = ([first, second]: ReturnType<typeof of>) =>
    first === undefined || second === undefined ? null : netOf([first, second]).changes[0]?.lines
  expect(net(of(0))).toEqual({ added: 4, removed: 0 })
  expect(net(of(1))).toBeNull()
})

import { describe, expect, it } from 'vitest'
import type { ToolCall, TurnPart } from '../../shared/conversation.ts'
import { english } from '../../shared/messages/english.ts'
import { say } from '../../shared/messages/say.ts'
import { change, commit, ulid } from '../testing/commits.ts'
import { foldParts, isNotText, isNotTold, isSaving, pathOf, touchedFiles } from './fold-parts.ts'

let calls = 0
function call(command: string, path: string, given: Partial<ToolCall> = {}): TurnPart {
  calls += 1
  return {
    kind: 'call',
    call: {
      call: ulid(calls),
      tool: 'memory',
      input: { command, path: `/memories/${path}` },
      state: 'done',
      result: 'ok',
      commit: null,
      time: '2026-11-20T10:00:00Z',
      ...given,
    },
  }
}

describe('foldParts', () => {
  it('folds consecutive views into one line', () => {
    const items = foldParts([
      call('view', 'a.md'),
      call('view', 'b.md'),
      { kind: 'text', text: 'So.' },
      call('view', 'c.md'),
    ])
    expect(items.map((item) => (item.kind === 'looked' ? item.calls.length : item.kind))).toEqual([2, 'text', 1])
  })

  it('makes a card of every commit and separates running from failed commands', () => {
    const items = foldParts([
      call('create', 'a.md', { commit: commit() }),
      call('insert', 'b.md', { state: 'running', result: null }),
      call('delete', 'c.md', { state: 'failed' }),
    ])
    expect(items.map(({ kind }) => kind)).toEqual(['card', 'running', 'failed'])
  })

  it('shows what was not written because the user did not ask for it', () => {
    const [item] = foldParts([call('create', 'a.md', { result: english(say('not-told-to-save')) })])
    expect(item?.kind).toBe('failed')
    expect(item?.kind === 'failed' && isNotTold(item.call)).toBe(true)
  })

  it('does not hide a view that failed', () => {
    expect(foldParts([call('view', 'x.md', { state: 'failed' })])[0]?.kind).toBe('failed')
  })

  it('counts a file that is not text among those looked at, and no edit of one', () => {
    const refused = { state: 'failed', result: 'Error: The file /memories/x is not UTF-8 text, so …' } as const
    const items = foldParts([call('view', 'a.md'), call('view', 'x', refused), call('insert', 'x', refused)])
    expect(items.map(({ kind }) => kind)).toEqual(['looked', 'failed'])
    const [looked] = items
    expect(looked?.kind === 'looked' && looked.calls.map(isNotText)).toEqual([false, true])
  })
})

it('strips the /memories prefix from a path', () => {
  const part = call('view', '')
  expect(part.kind === 'call' && pathOf(part.call)).toBe('')
})

describe('touchedFiles', () => {
  const first = commit({ changes: [change('a.md', 1, 2)] })
  const second = commit({ changes: [change('b.md', 1, 2)] })
  const third = commit({ changes: [change('a.md', 2, 3)] })

  it('names each file once, the latest first', () => {
    expect(touchedFiles([first, second, third], () => false).map(({ path }) => path)).toEqual(['a.md', 'b.md'])
  })

  it('shows a file as undone only when all its changes are', () => {
    const shown = touchedFiles([first, second, third], (one) => one === third || one === second)
    expect(shown.map(({ path, undone }) => [path, undone])).toEqual([
      ['b.md', true],
      ['a.md', false],
    ])
  })
})

it('the agent is asked to save until it did, or until the turn ends at a limit', () => {
  const saving = { kind: 'edit', edit: { kind: 'saving' } } as const
  const told = { kind: 'limit', told: { limit: 'requests', used: 2, most: 2, state: 'used-up' } } as const
  const text = { kind: 'text', text: 'Saving.' } as const
  const view = call('view', 'a.md')
  expect(isSaving(foldParts([text]))).toBe(false)
  expect(isSaving(foldParts([text, saving]))).toBe(true)
  expect(isSaving(foldParts([saving, text]))).toBe(true)
  expect(isSaving(foldParts([saving, text, view]))).toBe(false)
  expect(isSaving(foldParts([saving, { kind: 'edit', edit: { kind: 'compacted', summary: null } }]))).toBe(false)
  expect(isSaving(foldParts([{ ...told, told: { ...told.told, state: 'near' } }]))).toBe(false)
  expect(isSaving(foldParts([told, text, view]))).toBe(true)
})

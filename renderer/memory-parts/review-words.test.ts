import { expect, test } from 'vitest'
import { byAgent, byClient, byOutside, byUser } from '../../shared/origin.ts'
import type { ReviewChange } from '../../shared/review.ts'
import type { DeviceConflict } from '../../shared/waiting.ts'
import { deviceName, kindWord, moreLines, quoteOf, writerOf, writeTitle } from './review-words.ts'

const numbered = (lines: readonly string[]) => lines.map((text, at) => ({ number: at + 1, text }))

const told = (path: string, added: readonly string[], more: Partial<ReviewChange> = {}) => {
  const change: ReviewChange = {
    kind: 'learned',
    path,
    from: null,
    wholeFile: false,
    removed: [],
    lost: 0,
    added: numbered(added),
    linesThen: 1,
    by: {
      commit: '0'.repeat(40),
      variorumId: null,
      actor: 'agent',
      author: 'agent',
      client: null,
      lineage: 'agent',
      conversation: null,
      turn: null,
      message: null,
      time: '2026-11-20T10:41:00Z',
    },
    ...more,
  }
  return [`${kindWord(change)} ${quoteOf(change)}`, moreLines(change)]
}

test('a row quotes a fact; headings, punctuation and data are told by their file', () => {
  expect(told('ana.md', ['# Ana', '', '- Likes **tea**'])).toEqual(['Learned Likes tea', 'and 2 more lines'])
  expect(told('ana.md', ['---', 'Likes tea', '---'])).toEqual(['Learned Likes tea', 'and 2 more lines'])
  expect(told('ana.md', ['# Ana'])).toEqual(['Changed ana.md', '1 line'])
  expect(told('data.json', ['{', '  "a": 1', '}'])).toEqual(['Changed data.json', '3 lines'])
  expect(told('data.json', ['{}'], { linesThen: 0 })).toEqual(['Created data.json', '1 line'])
  const gone = { kind: 'forgot', removed: numbered(['a', 'b']) } as const
  expect(told('data.csv', [], gone)).toEqual(['Changed data.csv', '2 lines'])
  expect(told('data.csv', [], { ...gone, wholeFile: true })).toEqual(['Forgot data.csv', '2 lines'])
  expect(told('ana.md', [], gone)).toEqual(['Forgot a', 'and 1 more line'])
})

test('what two devices wrote differently is told by its file, not by the beginning of it', () => {
  const origin = byUser('edit')
  const title = (kind: DeviceConflict['kind']): string =>
    writeTitle({ says: 'Ana', paths: ['ana.md'], origin, conflict: { kind, device: null } })
  expect((['lines', 'file', 'deleted', 'same'] as const).map(title)).toEqual([
    'Two versions of ana.md',
    'Two versions of ana.md',
    'Delete ana.md?',
    'Noted twice: ana.md',
  ])
  expect(writeTitle({ says: 'Ana', paths: ['ana.md'], origin })).toBe('“Ana”')
})

test('who wrote the other version may be anybody; a device that is not known has no name', () => {
  const chat = byAgent('create', 'agent', { conversation: '01ARZ3NDEKTSV4RRFFQ69G5FAV', turn: 1 })
  const codex = byClient('create', 'agent', { client: 'Codex' })
  expect([chat, codex, byUser('edit'), byOutside('other')].map(writerOf)).toEqual([
    'The agent',
    'Codex',
    'You',
    'Another program',
  ])
  expect([deviceName({ name: 'Laptop' }), deviceName(undefined)]).toEqual(['Laptop', 'Another device'])
})

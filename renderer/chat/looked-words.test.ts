import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import type { ToolCall } from '../../shared/conversation.ts'
import { messages } from '../locales/en.po'
import { lookedWords } from './looked-words.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages }))

function view(path: string, result: string): ToolCall {
  return {
    call: '01K000000000000000000000CA',
    tool: 'memory',
    input: { command: 'view', path },
    state: 'done',
    result,
    commit: null,
    time: '2026-11-22T09:00:00Z',
  }
}
const file = (path: string): ToolCall => view(path, `Here's the content of ${path} with line numbers:\n     1\ta`)
const folder = (path: string): ToolCall =>
  view(
    path,
    `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:`,
  )

test.each([
  ['the memory', [folder('/memories')]],
  ['1 file', [folder('/memories'), file('/memories/a.md'), file('/memories/a.md')]],
  ['2 files', [file('/memories/a.md'), file('/memories/b.md')]],
  ['1 folder', [folder('/memories/'), folder('/memories/people'), folder('/memories/people/')]],
  ['2 folders', [folder('/memories/people'), folder('/memories/trips')]],
  ['3 files and folders', [folder('/memories/people'), file('/memories/people/ana.md'), file('/memories/a.md')]],
])('views fold into "looked at %s"', (what, calls) => {
  expect(lookedWords(calls)).toBe(`looked at ${what}`)
})

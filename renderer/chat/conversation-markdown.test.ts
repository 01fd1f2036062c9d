import { i18n } from '@lingui/core'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Turn } from '../../shared/conversation.ts'
import { verbatim } from '../../shared/messages/say.ts'
import { messages } from '../locales/en.po'
import { commit } from '../testing/commits.ts'

vi.mock('../state/api.ts', () => ({ api: {}, sentence: String }))
const { conversationMarkdown } = await import('./conversation-markdown.ts')
const { fileName } = await import('../state/save-as.ts')

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages }))

const call = (input: object, more: object) => ({
  kind: 'call' as const,
  call: {
    call: '01K000000000000000000000CA',
    tool: 'memory',
    input: { ...input },
    state: 'done' as const,
    result: null,
    commit: null,
    time: '2026-11-22T09:00:00Z',
    ...more,
  },
})

const made = commit({ id: 'c1' })
const turn: Turn = {
  number: 1,
  message: '01K000000000000000000000ME',
  text: 'My key is [redacted: api key]',
  startedAt: '2026-11-22T09:00:00Z',
  provider: 'anthropic',
  model: 'claude-test',
  parts: [
    { kind: 'thought', text: 'Two\nlines' },
    call({ command: 'view', path: '/memories/a.md' }, {}),
    call({ command: 'create', path: '/memories/a.md' }, { commit: made }),
    call({ command: 'delete', path: '/memories/b.md' }, { state: 'failed', result: 'Error: no' }),
    { kind: 'text', text: 'Saved.' },
  ],
  requests: [],
  end: { kind: 'stopped', reason: verbatim('You stopped the agent.'), next: [], at: '2026-11-22T09:01:00Z' },
}

it('has every turn, what it read, and its changes in fences that they cannot close', () => {
  const diff = '--- /dev/null\n+++ b/a.md\n@@ -0,0 +1,2 @@\n+````\n+[redacted: api key]\n'
  const text = conversationMarkdown({
    title: 'Keys',
    turns: [turn, { ...turn, number: 2, parts: [], follows: { kind: 'retry', turn: 1 }, end: null }],
    diffs: new Map([['c1', diff]]),
    isUndone: ({ id }) => id === 'c1',
  })
  expect(text).toContain('# Keys\n\n## Turn 1\n\n**You**, 22 November 2026, ')
  expect(text).toContain('My key is [redacted: api key]\n\n**Claude (claude-test)**')
  expect(text).toContain('> *Thoughts*\n> \n> Two\n> lines')
  expect(text).toContain('*Looked at: a.md*')
  expect(text).toMatch(/\*\*\S+ .*\*\* \(undone\)\n\n`````diff\n--- \/dev\/null\n[^]*\[redacted: api key\]\n`````\n/)
  expect(text).toContain('*Not written: b.md*\n\n> Error: no\n\nSaved.\n\n*You stopped the agent.*')
  expect(text).toContain('## Turn 2\n\n')
  expect(text).toContain('*Retry of turn 1*')
})

it.each([
  ['Ana’s allergies', 'Ana’s allergies.md'],
  ['../../etc/passwd', 'etc passwd.md'],
  ['a/b: c? "d"\n\u202e', 'a b c d.md'],
  ['...', 'export.md'],
])('%j becomes a file name of any system', (title, name) => {
  expect(fileName(title, 'md')).toBe(name)
})

import { execFileSync } from 'node:child_process'
import * as nodePath from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { AppError } from '../shared/errors.ts'
import { AGENT_FOLDERS } from '../shared/messages/agent-folders.ts'
import { AGENT } from '../shared/messages/agent.ts'
import { ASK_ASSISTANT } from '../shared/messages/ask-assistant.ts'
import { CHECK } from '../shared/messages/check.ts'
import { CONNECT } from '../shared/messages/connect.ts'
import { DESKTOP } from '../shared/messages/desktop.ts'
import { DEVICES } from '../shared/messages/devices.ts'
import { DOORS } from '../shared/messages/doors.ts'
import { english } from '../shared/messages/english.ts'
import { EXPORT } from '../shared/messages/export.ts'
import { FOLDERS } from '../shared/messages/folders.ts'
import { HISTORY_REMOVAL } from '../shared/messages/history-removal.ts'
import { IMPORT_NOTES } from '../shared/messages/import-notes.ts'
import { IMPORT } from '../shared/messages/import.ts'
import { JOBS } from '../shared/messages/jobs.ts'
import { Message } from '../shared/messages/message.ts'
import { POLICIES } from '../shared/messages/policies.ts'
import { PROVIDERS } from '../shared/messages/providers.ts'
import { REMOTE } from '../shared/messages/remote.ts'
import { Said } from '../shared/messages/said.ts'
import { say, verbatim } from '../shared/messages/say.ts'
import { SERVERS } from '../shared/messages/servers.ts'
import { STORE } from '../shared/messages/store.ts'
import { MESSAGES } from '../shared/messages/table.ts'
import { UPKEEP } from '../shared/messages/upkeep.ts'

const root = nodePath.join(import.meta.dirname, '..')
const IDS = Object.keys(MESSAGES)

test('what is said: plural, numbers, sizes, lists, and messages in messages', () => {
  expect(english(say('places-replaced', { count: 1, rule: 'token' }))).toMatch(/^1 passage was replaced/)
  expect(english(say('places-replaced', { count: 1_200, rule: 'token' }))).toMatch(/^1,200 passages were replaced/)
  expect(english(say('store-files-near', { files: 19_000, limit: 20_000 }))).toBe(
    'The store has 19,000 files; the limit is 20,000.',
  )
  expect(english(say('store-size-near', { size: { bytes: 9_999 }, limit: { bytes: 500_000_000 } }))).toBe(
    'The store is 9,999 bytes; the limit is 500 MB.',
  )
  expect(english(say('file-withheld', { path: 'a.md', rules: ['one', 'two'] }))).toContain('(one, two)')
  expect(english(say('folder-refused', { why: say('folder-is-root') }))).toBe(
    'This folder can’t be used for a memory: it’s the root of the file system. Choose another folder.',
  )
  expect(english(verbatim('{x} <b>'))).toBe('{x} <b>')
})

test('every message can be worded, is in one table, and is said somewhere', () => {
  const tables = [
    AGENT,
    AGENT_FOLDERS,
    ASK_ASSISTANT,
    CHECK,
    CONNECT,
    DESKTOP,
    DOORS,
    DEVICES,
    EXPORT,
    FOLDERS,
    HISTORY_REMOVAL,
    IMPORT,
    IMPORT_NOTES,
    JOBS,
    POLICIES,
    PROVIDERS,
    REMOTE,
    SERVERS,
    STORE,
    UPKEEP,
  ]
  // One that is in two tables would hide the other.
  expect(tables.flatMap((table) => Object.keys(table)).toSorted()).toEqual(IDS.toSorted())
  const sources = execFileSync(
    'git',
    ['grep', '--untracked', '-ohE', "'[a-z0-9-]+'", '--', 'electron', 'shared/*.ts'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const named = new Set(sources.split('\n').map((each) => each.slice(1, -1)))
  for (const [id, text] of Object.entries(MESSAGES)) {
    expect(() => compileMessage(text), id).not.toThrow()
    expect(named.has(id), id).toBe(true)
  }
})

test('what crosses to the page holds ids and what goes into them, and no English', () => {
  for (const id of IDS) {
    const error = AppError.fromJSON({ code: 'disk', said: Message.parse({ id, values: {} }), data: {} })
    expect(JSON.parse(JSON.stringify(error))).toEqual({ code: 'disk', said: { id, values: {} }, data: {} })
  }
})

test('a sentence that an earlier version wrote down is kept as it is', () => {
  expect(Said.parse('The model {did} not answer.')).toEqual(verbatim('The model {did} not answer.'))
  expect(Said.parse(say('cut-off'))).toEqual(say('cut-off'))
})

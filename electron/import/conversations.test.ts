import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ChatGptExport } from '../../testing/chatgpt-export.ts'
import { newFolder } from '../../testing/folders.ts'
import { zipOf } from '../../testing/zip-writer.ts'
import {
  callBlock,
  says,
  type Script,
  startModelServer,
  textBlock,
  withoutNotes,
} from '../agent/testing/model-server.ts'
import { type Core, openCore } from '../core.ts'
import type { BringInHow, BroughtIn } from './imports.ts'

interface Scene {
  readonly core: Core
  readonly home: string
  readonly requests: Awaited<ReturnType<typeof startModelServer>>['requests']
  /** Brings in an export with these files. */
  bringIn(files: Readonly<Record<string, unknown>>, how?: Partial<BringInHow>): Promise<BroughtIn>
  send(id: string, text: string): Promise<void>
}

async function setScene(...scripts: readonly Script[]): Promise<Scene> {
  const [home, server] = [await newFolder(), await startModelServer(...scripts)]
  onTestFinished(() => server.close())
  const env = { VARIORUM_HOME: home, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url }
  const core = await openCore({ mode: 'cli', env, watch: false })
  onTestFinished(() => core.close())
  return {
    core,
    home,
    requests: server.requests,
    async bringIn(files, how = {}) {
      const zip = nodePath.join(await newFolder(), 'export.zip')
      const entries = Object.entries(files).map(([name, data]) => ({
        name,
        data: typeof data === 'string' ? data : JSON.stringify(data),
      }))
      await fs.writeFile(zip, zipOf(entries))
      return core.imports.bringIn([zip], { conversations: true, signal: new AbortController().signal, ...how })
    },
    async send(id, text) {
      await core.send({ id, text, provider: 'anthropic', model: 'claude-test' })
      await core.finished(id)
    },
  }
}

const DAY = 86_400
const START = 1_714_521_600
const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

interface Said {
  readonly role: string
  readonly content: object
  readonly parent?: string
  readonly message?: object
}

const text = (...parts: readonly unknown[]): object => ({ content_type: 'text', parts })

/** A conversation of ChatGPT: each message follows the one before, unless it says which. */
function chatGpt(id: string, said: readonly Said[], more: object = {}): object {
  const nodes = said.map(({ role, content, parent, message }, at) => [
    `n${at}`,
    {
      parent: parent ?? (at === 0 ? 'root' : `n${at - 1}`),
      message: { author: { role }, recipient: 'all', create_time: START + at, content, metadata: {}, ...message },
    },
  ])
  return {
    id,
    title: `Title of ${id}`,
    create_time: START,
    update_time: START + DAY,
    current_node: `n${said.length - 1}`,
    default_model_slug: 'gpt-5',
    mapping: { root: { parent: null, message: null }, ...Object.fromEntries(nodes) },
    ...more,
  }
}

const claude = (uuid: string, messages: readonly object[], more: object = {}): object => ({
  uuid,
  name: `Name of ${uuid}`,
  created_at: '2025-02-01T10:00:00Z',
  updated_at: '2025-02-03T10:00:00Z',
  chat_messages: messages,
  ...more,
})
const human = (said: string): object => ({ sender: 'human', text: said, created_at: '2025-02-01T10:00:00Z' })
const assistant = (said: string): object => ({ sender: 'assistant', text: said, created_at: '2025-02-01T10:01:00Z' })

const TALK: readonly Said[] = [
  { role: 'user', content: text('Where do storks nest?') },
  { role: 'assistant', content: text('On chimneys.') },
]

/** The messages and answers of the only conversation. */
async function onlyTalk({ core }: Scene): Promise<readonly (readonly string[])[]> {
  const [summary] = await core.conversations.list()
  return talkOf(core, summary?.id ?? '')
}

async function talkOf(core: Core, id: string): Promise<readonly (readonly string[])[]> {
  const opened = await core.conversations.open(id)
  return (opened?.transcript ?? []).map((turn) => [
    turn.text,
    ...turn.parts.map((part) => (part.kind === 'text' ? part.text : part.kind)),
  ])
}

test('a made-up export comes in: each conversation is accounted for, and the memories as without', async () => {
  const made = new ChatGptExport(5)
  const shards = Object.fromEntries(
    Array.from({ length: 3 }, (_, at) => [
      `conversations-00${at}.json`,
      `[${Array.from({ length: 40 }, () => made.item(8)).join(',')}]`,
    ]),
  )
  const scene = await setScene()
  const { proposal, conversations } = await scene.bringIn({ ...shards, 'chat.html': '' })
  const { found = 0, added = 0, leftOut = [] } = conversations ?? {}
  expect({ found, known: conversations?.known }).toEqual({ found: 120, known: 0 })
  expect(added + leftOut.length).toBe(120)
  const empty = leftOut.filter(({ why }) => why.id === 'import-nothing-in-it').length
  expect(leftOut.length - empty).toBe(made.truth.bad)
  expect(added).toBeGreaterThan(60)
  expect(proposal.sources[0]?.leftOut).toMatchObject([{ what: 'chat.html' }])
  expect(proposal.files.map(({ path }) => path)).toContain('profile.md')
  const list = await scene.core.conversations.list()
  expect(list).toHaveLength(added)
  for (const { id } of list) {
    for (const { parts, end, requests, text: asked } of (await scene.core.conversations.open(id))?.transcript ?? []) {
      expect(parts.every(({ kind }) => kind === 'text')).toBe(true)
      expect([end?.kind, requests, asked.trim() === '']).toEqual(['done', [], false])
    }
  }
  expect(await fs.readdir(nodePath.join(scene.home, 'conversations'))).toHaveLength(added)
  expect(await fs.readdir(nodePath.join(scene.home, 'conversations-coming-in'))).toEqual([])
})

test('it is listed with its time, found by its words, and continued with all that was said', async () => {
  const call = callBlock(0, 't', { command: 'create', path: '/memories/a.md', file_text: 'x\n' })
  const scene = await setScene(says('tool_use', call), says('end_turn', textBlock(0, 'ok')))
  await scene.bringIn({ 'conversations.json': [chatGpt('c1', TALK)], 'chat.html': '' })
  const { conversations } = scene.core
  const [summary] = await conversations.list()
  expect(summary).toMatchObject({
    title: 'Title of c1',
    createdAt: isoOf(START),
    updatedAt: isoOf(START + 1),
    turns: 1,
  })
  const id = summary?.id ?? ''
  expect((await conversations.search({ words: 'chimneys' })).hits).toMatchObject([
    { id, message: { by: 'agent', text: 'On chimneys.' } },
  ])
  expect((await conversations.open(id))?.transcript).toMatchObject([{ provider: 'chatgpt', model: 'gpt-5' }])

  await conversations.setBudget(id, { dollars: null, requests: 2, minutes: null })
  await scene.send(id, 'Save that')
  expect(scene.requests[0] && withoutNotes(scene.requests[0])).toMatchObject([
    { role: 'user', content: [{ text: 'Where do storks nest?' }] },
    { role: 'assistant', content: [{ text: 'On chimneys.' }] },
    { role: 'user', content: [{ text: 'Save that' }] },
  ])
  // Nothing of what somebody else answered counts towards the budget.
  const asked = (await conversations.open(id))?.transcript[1]
  expect(asked?.parts.map(({ kind }) => kind)).toEqual(['call', 'text'])
  expect(asked).toMatchObject({ end: { kind: 'done' }, requests: [{}, {}] })
  const [commit] = (await scene.core.store.history({ actors: ['agent'] })).commits
  expect(commit?.origin).toMatchObject({ lineage: 'outside', conversation: id, turn: 2 })
})

test('only the branch that was looked at last, without tools and thoughts; other parts are named', async () => {
  const scene = await setScene()
  const image = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://x' }
  const said: readonly Said[] = [
    { role: 'system', content: text('You are a bird.') },
    { role: 'user', content: { content_type: 'multimodal_text', parts: [image, 'What is it?'] } },
    { role: 'assistant', content: text('A branch that was left.') },
    { role: 'assistant', parent: 'n1', content: { content_type: 'thoughts', thoughts: [{ content: 'Hm.' }] } },
    { role: 'assistant', content: { content_type: 'code', text: 'look()' }, message: { recipient: 'python' } },
    { role: 'tool', content: { content_type: 'execution_output', text: 'seen' } },
    {
      role: 'assistant',
      content: text('A stork.\ue200cite\ue202turn0\ue201'),
      message: { metadata: { model_slug: 'o9' } },
    },
    { role: 'assistant', content: text('And a nest.') },
    {
      role: 'user',
      content: text('And here?'),
      message: { metadata: { attachments: [{ name: 'list [1].pdf', mime_type: 'application/pdf' }] } },
    },
    { role: 'user', content: text('hidden'), message: { metadata: { is_visually_hidden_from_conversation: true } } },
  ]
  const title = 'Birds\n\u202eof\u00a0prey'
  await scene.bringIn({ 'conversations.json': [chatGpt('c', said, { title })], 'chat.html': '' })
  expect(await scene.core.conversations.list()).toMatchObject([{ title: 'Birds \\u{202e}of prey' }])
  expect(await onlyTalk(scene)).toEqual([
    ['[picture: not imported]\n\nWhat is it?', 'A stork.\n\nAnd a nest.'],
    ['And here?\n\n[list 1 .pdf: not imported]'],
  ])
})

test('an export of Claude: the messages in their order, and the blocks that people see', async () => {
  const scene = await setScene()
  const { conversations } = await scene.bringIn({
    'users.json': [{ uuid: 'u', full_name: 'Eva' }],
    'conversations.json': [
      claude('k', [
        assistant('Welcome.'),
        { ...human('ignored'), content: [{ type: 'text', text: 'Read it' }], attachments: [{ file_name: 'a.txt' }] },
        {
          ...assistant('This block is not supported.'),
          content: [
            { type: 'thinking', thinking: 'Hm.' },
            { type: 'tool_use', name: 'x', input: {} },
            { type: 'tool_result', content: [] },
            { type: 'text', text: 'I did.' },
          ],
        },
      ]),
      claude('empty', []),
      { name: 'odd', chat_messages: [null, { sender: 'robot', text: 'x' }] },
      17,
    ],
  })
  expect(conversations).toMatchObject({ found: 4, added: 1, known: 0 })
  expect(conversations?.leftOut.map(({ what, why }) => [what, why.id])).toEqual([
    ['Name of empty (conversations.json, 2)', 'import-nothing-in-it'],
    ['odd (conversations.json, 3)', 'import-nothing-in-it'],
    ['conversations.json, 4', 'import-odd-item'],
  ])
  expect(await onlyTalk(scene)).toEqual([
    ['[The assistant began.]', 'Welcome.'],
    ['Read it\n\n[a.txt: not imported]', 'I did.'],
  ])
})

test('a repeated import brings what is new or went on, keeps what the user chose, and leaves an older export', async () => {
  const scene = await setScene()
  const { conversations } = scene.core
  const export1 = { 'conversations.json': [chatGpt('a', TALK), chatGpt('b', TALK)], 'chat.html': '' }
  const more: readonly Said[] = [...TALK, { role: 'user', content: text('Why?') }]
  const export2 = {
    'conversations.json': [
      chatGpt('a', TALK),
      chatGpt('b', more, { update_time: START + 2 * DAY }),
      chatGpt('c', TALK),
      chatGpt('c', TALK),
    ],
    'chat.html': '',
  }
  expect((await scene.bringIn(export1)).conversations).toEqual({ found: 2, added: 2, known: 0, leftOut: [] })
  const of = async (title: string) => (await conversations.list()).find((each) => each.title === title)
  await conversations.rename((await of('Title of b'))?.id ?? '', 'Storks')
  await conversations.file((await of('Storks'))?.id ?? '', { pinned: true, archived: false })
  expect((await scene.bringIn(export2)).conversations).toEqual({ found: 4, added: 2, known: 2, leftOut: [] })
  expect(await conversations.list()).toHaveLength(3)
  const storks = await of('Storks')
  expect(storks).toMatchObject({ turns: 2, pinned: true })
  expect(await talkOf(scene.core, storks?.id ?? '')).toEqual([['Where do storks nest?', 'On chimneys.'], ['Why?']])
  // What is longer was changed later, where no time tells.
  const timeless = { create_time: null, update_time: null }
  await scene.bringIn({ 'conversations.json': [chatGpt('t', TALK, timeless)], 'chat.html': '' })
  const grown = await scene.bringIn({ 'conversations.json': [chatGpt('t', more, timeless)], 'chat.html': '' })
  expect(grown.conversations).toMatchObject({ added: 1 })

  expect((await scene.bringIn(export1)).conversations).toEqual({ found: 2, added: 0, known: 2, leftOut: [] })
  expect((await of('Storks'))?.turns).toBe(2)
})

test('a conversation that the user went on with here is never replaced', async () => {
  const scene = await setScene(says('end_turn', textBlock(0, 'Because.')))
  const of = (said: readonly Said[], days: number) => ({
    'conversations.json': [chatGpt('a', said, { update_time: START + days * DAY })],
    'chat.html': '',
  })
  await scene.bringIn(of(TALK, 1))
  const [{ id = '' } = {}] = await scene.core.conversations.list()
  await scene.send(id, 'Why?')
  const file = nodePath.join(scene.home, 'conversations', `${id}.jsonl`)
  const before = await fs.readFile(file, 'utf8')
  const { conversations } = await scene.bringIn(of([...TALK, { role: 'user', content: text('More') }], 2))
  expect(conversations).toMatchObject({ found: 1, added: 0, known: 0, leftOut: [{ why: { id: 'import-continued' } }] })
  expect(await fs.readFile(file, 'utf8')).toBe(before)
  expect((await scene.bringIn(of(TALK, 1))).conversations).toMatchObject({ known: 1, leftOut: [] })
})

test('secrets are redacted in all of it, as in a memory', async () => {
  const scene = await setScene()
  const secret = 'password: Zebra-Hunter2!9'
  await scene.bringIn({
    'conversations.json': [
      chatGpt(
        'a',
        [
          { role: 'user', content: text(secret) },
          { role: 'assistant', content: text(secret) },
        ],
        { title: secret },
      ),
    ],
    'chat.html': '',
  })
  const [{ id = '' } = {}] = await scene.core.conversations.list()
  const kept = await fs.readFile(nodePath.join(scene.home, 'conversations', `${id}.jsonl`), 'utf8')
  expect(kept).not.toContain('Zebra')
  expect(await onlyTalk(scene)).toHaveLength(1)
})

test('nothing comes in unasked, in a rehearsal, or of an import that is cancelled or fails', async () => {
  const scene = await setScene()
  const files = { 'conversations.json': [chatGpt('a', TALK)], 'chat.html': '' }
  const none = async (): Promise<void> => {
    expect(await scene.core.conversations.list()).toEqual([])
    const left = await fs.readdir(nodePath.join(scene.home, 'conversations-coming-in')).catch(() => [])
    expect(left).toEqual([])
  }
  const unasked = await scene.bringIn(files, { conversations: false })
  expect(unasked.conversations).toBeNull()
  expect(unasked.proposal.sources[0]?.leftOut.map(({ why }) => why.id)).toContain('import-nothing-remembered')
  await none()
  expect((await scene.bringIn(files, { isRehearsal: true })).conversations).toMatchObject({ found: 1, added: 1 })
  await none()
  const stopping = new AbortController()
  const told = (): void => stopping.abort()
  await expect(scene.bringIn(files, { signal: stopping.signal, told })).rejects.toThrow()
  await none()
  const gone = nodePath.join(scene.home, 'gone.zip')
  const how = { conversations: true, signal: new AbortController().signal }
  await expect(scene.core.imports.bringIn([gone], how)).rejects.toThrow()
  await none()
  expect((await scene.bringIn(files)).conversations).toMatchObject({ added: 1 })
})

test.each([
  ['a branch that leads back to itself', { current_node: 'n1', mapping: undefined }, 1],
  ['no place where it was left', { current_node: null }, 1],
  ['no id', { id: undefined }, 1],
  ['nodes that are none', { mapping: { n1: null, n2: 7, n3: { message: { author: 3 } } } }, 0],
  ['a mapping that is none', { mapping: 'x' }, 0],
])('a conversation with %s costs nothing', async (_, more, added) => {
  const scene = await setScene()
  const loop = {
    n0: { parent: 'n1', message: { author: { role: 'user' }, content: text('Hi') } },
    n1: { parent: 'n0', message: { author: { role: 'assistant' }, content: text('Hello') } },
  }
  const odd = {
    ...chatGpt('odd', TALK),
    ...more,
    ...('mapping' in more && more.mapping === undefined && { mapping: loop }),
  }
  const { conversations } = await scene.bringIn({ 'conversations.json': [odd, chatGpt('good', TALK)], 'chat.html': '' })
  expect(conversations).toMatchObject({ found: 2, added: added + 1 })
  expect(conversations?.leftOut).toHaveLength(1 - added)
})

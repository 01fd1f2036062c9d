import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { ChatGptExport } from '../../../testing/chatgpt-export.ts'
import { newFolder } from '../../../testing/folders.ts'
import { fileOf, foundIn, foundInFile, foundInZip, leftOutOf, textsOf } from '../testing/read-source.ts'

const seed = Number(process.env.VARIORUM_SEED ?? 11)
const MEDIA = {
  'chat.html': '<html></html>',
  'user.json': {},
  'file-abc.png': new Uint8Array(9),
  'export_manifest.json': {},
}

const node = (content: object, message: object = {}): object => ({
  id: 'n',
  parent: null,
  children: [],
  message: { content, ...message },
})
const conversation = (seconds: number, ...nodes: readonly unknown[]): object => ({
  title: 'T',
  update_time: seconds,
  mapping: Object.fromEntries(nodes.map((each, at) => [`n${at}`, each])),
})
const DAY = 86_400
const [FIRST, SECOND, THIRD] = [1_714_521_600.25, 1_714_521_600 + DAY, 1_714_521_600 + 2 * DAY]
const context = (profile: unknown, instructions: unknown): object =>
  node({ content_type: 'user_editable_context', user_profile: profile, user_instructions: instructions })
const bio = (text: string, seconds: number): object =>
  node(
    { content_type: 'text', parts: [text] },
    { recipient: 'bio', create_time: seconds, author: { role: 'assistant' } },
  )

test('a sharded export with everything that is odd in real ones: each conversation is accounted for', async () => {
  const made = new ChatGptExport(seed)
  const shards = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [
      `conversations-00${at}.json`,
      `[${Array.from({ length: 60 }, () => made.item(8)).join(at % 2 === 0 ? ',' : ',\n  ')}]`,
    ]),
  )
  const found = await foundInZip({ ...shards, ...MEDIA })
  const { truth } = made
  expect(truth.bad * truth.remembering).toBeGreaterThan(0)
  expect(truth.conversations + truth.bad).toBe(480)
  const counts = leftOutOf(found)
  expect(counts).toEqual({
    'import-only-remembered': truth.remembering,
    'import-nothing-remembered': truth.conversations - truth.remembering,
    'import-not-json': expect.any(Number),
    'import-odd-item': expect.any(Number),
    'import-no-memory': 4,
  })
  expect((counts['import-not-json'] ?? 0) + (counts['import-odd-item'] ?? 0)).toBe(truth.bad)
  expect(found.kind).toBe('chatgpt')
  expect(found.files.map(({ path, items }) => [path, items])).toEqual([
    ['profile.md', truth.profiles.size],
    ['instructions.md', truth.instructions.size],
    ['memories.md', truth.saved.size],
  ])
  const profile = fileOf(found, 'profile.md')
  const newest = [...truth.profiles].toSorted(([, a], [, b]) => (a > b ? -1 : 1))
  expect(profile.time).toBe(newest[0]?.[1])
  expect(profile.text.split(/\n## Until .*\n/).map((part) => part.replace('# Profile', '').trim())).toEqual(
    newest.map(([text]) => text),
  )
  const saved = fileOf(found, 'memories.md')
  const words = (text: string): string => text.replaceAll(/\s+/g, ' ')
  for (const [text, time] of truth.saved)
    expect(words(saved.text)).toContain(`- ${words(text).trim()} (${time.slice(0, 10)})`)
})

test('each bad conversation is named by its shard and place', async () => {
  const found = await foundInZip({
    'conversations-000.json': JSON.stringify([conversation(FIRST, context('P', ''))]),
    'conversations-001.json': `[${JSON.stringify(conversation(FIRST))},{"mapping":},null]`,
    'chat.html': '',
  })
  expect(found.leftOut.filter(({ count }) => count === undefined).map(({ what, why }) => [what, why.id])).toEqual([
    ['T (conversations-000.json, 1)', 'import-only-remembered'],
    ['T (conversations-001.json, 1)', 'import-nothing-remembered'],
    ['conversations-001.json, 2', 'import-not-json'],
    ['conversations-001.json, 3', 'import-odd-item'],
    ['chat.html', 'import-no-memory'],
  ])
})

test('what the user wrote is taken without what the service says around it, the newest first', async () => {
  const found = await foundInZip({
    'conversations.json': [
      conversation(
        SECOND,
        context('The user provided the following.\nUser profile:\n```A pilot.\n```code``` here```', ''),
      ),
      conversation(FIRST, context('A student.', 'Be brief.')),
      conversation(THIRD, context('A pilot.\n```code``` here', null)),
      conversation(THIRD, context(7, ['x'])),
      conversation(
        FIRST,
        node(
          { content_type: 'user_editable_context', user_profile: 'wrapped', user_instructions: 'wrapped' },
          { metadata: { user_context_message_data: { about_user_message: 'A child.', about_model_message: null } } },
        ),
      ),
    ],
  })
  expect(textsOf(found)).toEqual({
    'profile.md':
      '# Profile\n\nA pilot.\n```code``` here\n\n## Until 2024-05-01\n\nA student.\n\n## Until 2024-05-01\n\nA child.\n',
    'instructions.md': '# Instructions\n\nBe brief.\n\n## Until 2024-05-01\n\nwrapped\n',
  })
  expect(fileOf(found, 'profile.md')).toMatchObject({ items: 3, time: new Date(THIRD * 1000).toISOString() })
})

test('what was saved is taken once, and what the latest list no longer has is not', async () => {
  const list =
    '# Model Set Context\n\n1. [2024-04-01]. Lives in Lisbon.\n2. [2024-04-20]. Has two cats:\nTom and Ada.\n'
  const found = await foundInZip({
    'conversations.json': [
      conversation(FIRST, bio('Lives in Porto.', FIRST), bio('Lives in Lisbon.', FIRST), bio('', FIRST)),
      conversation(
        SECOND,
        node({ content_type: 'model_editable_context', model_set_context: list }, { create_time: SECOND }),
      ),
      conversation(THIRD, bio('Flies gliders.', THIRD), bio('Flies gliders.', THIRD)),
    ],
  })
  expect(textsOf(found)).toEqual({
    'memories.md':
      '# Saved memories\n\n- Has two cats:\n  Tom and Ada. (2024-04-20)\n- Lives in Lisbon. (2024-05-01)\n- Flies gliders. (2024-05-03)\n',
  })
  expect(leftOutOf(found)).toEqual({ 'import-forgotten': 1, 'import-only-remembered': 3 })
})

test('a list of memories is read if there is one', async () => {
  const found = await foundInZip({
    'conversations.json': [conversation(FIRST)],
    'memories.json': [
      { id: '1', content: 'Likes tea.', updated_at: '2026-01-02T03:04:05.000000Z' },
      'Likes cats.',
      { id: '2', content: 'Likes rain.', enabled: false },
      { id: '3' },
    ],
  })
  expect(textsOf(found)).toEqual({ 'memories.md': '# Saved memories\n\n- Likes cats.\n- Likes tea. (2026-01-02)\n' })
  expect(leftOutOf(found)).toEqual({ 'import-odd-item': 1, 'import-switched-off': 1, 'import-nothing-remembered': 1 })
})

test.each([
  ['no mapping', { title: 'T' }],
  ['a mapping that is none', { mapping: 'x' }],
  [
    'nodes that are none',
    { mapping: { a: null, b: 7, c: { message: { content: 'x' } }, d: { message: { content: null } } } },
  ],
  ['fields of other types', { mapping: { a: node({ content_type: 5, parts: 'x' }, { recipient: 7, metadata: 'x' }) } }],
  ['times that are none', { update_time: 'soon', create_time: {}, mapping: { a: context('P', '') } }],
])('a conversation with %s costs nothing', async (_, odd) => {
  const found = await foundInZip({
    'conversations.json': [odd, conversation(FIRST, context('P', 'I'))],
    'chat.html': '',
  })
  expect(textsOf(found)).toMatchObject({ 'profile.md': '# Profile\n\nP\n', 'instructions.md': '# Instructions\n\nI\n' })
  expect(leftOutOf(found)).not.toHaveProperty('import-odd-item')
})

test('an export without memories, one that is cut off, and a single file by any name', async () => {
  const empty = await foundInZip({ 'conversations.json': [], 'chat.html': '' })
  expect(empty).toMatchObject({ found: 2, files: [], leftOut: [{ what: 'conversations.json' }, { what: 'chat.html' }] })
  const cut = JSON.stringify([conversation(FIRST, context('P', '')), conversation(FIRST)]).slice(0, -9)
  expect(leftOutOf(await foundInFile('my talk.json', cut))).toEqual({
    'import-cut-off': 1,
    'import-only-remembered': 1,
  })
})

test('an export that was unpacked already, in a folder below the one that is chosen', async () => {
  const folder = await newFolder()
  await fs.mkdir(nodePath.join(folder, 'chatgpt', 'dalle-generations'), { recursive: true })
  const put = (name: string, data: string): Promise<void> => fs.writeFile(nodePath.join(folder, 'chatgpt', name), data)
  await put('conversations.json', JSON.stringify([conversation(FIRST, context('P', ''))]))
  await put('dalle-generations/a.webp', 'x')
  await put('.DS_Store', 'x')
  const found = await foundIn([folder])
  expect(textsOf(found)).toEqual({ 'profile.md': '# Profile\n\nP\n' })
  expect(leftOutOf(found)).toEqual({ 'import-left-by-programs': 1, 'import-no-memory': 1, 'import-only-remembered': 1 })
})

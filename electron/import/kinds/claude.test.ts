import { expect, test } from 'vitest'
import { fileOf, foundInFile, foundInZip, leftOutOf, textsOf } from '../testing/read-source.ts'

const [ACCOUNT, PORTAL, OTHER] = ['0198aaaa-0000', '0198bbbb-1111', '0198cccc-2222']
const USERS = [{ uuid: ACCOUNT, full_name: 'Ana Silva', email_address: 'ana@example.com', verified_phone_number: null }]
const CONVERSATIONS = [
  { uuid: '1', name: 'Tea', chat_messages: [{ uuid: 'm', sender: 'human', text: 'Hello', content: [] }] },
  { uuid: '2', name: '', chat_messages: [] },
]
const PROJECT = {
  uuid: PORTAL,
  name: 'Portal: 2026/27',
  description: 'The new portal.',
  prompt_template: 'Answer in Portuguese.\r\nAlways.',
  is_private: true,
  docs: [
    { uuid: 'd', filename: 'Style guide.md', content: '# Style', created_at: '2026-02-01T10:00:00.000000+00:00' },
    { uuid: 'e', filename: 'Style guide.md', content: '# Another' },
    { uuid: 'f', filename: '../../etc/passwd', content: 'text' },
    { uuid: 'g', filename: 'plan.pdf', content: '' },
    { uuid: 'h' },
  ],
  created_at: '2026-01-01T10:00:00Z',
  updated_at: '2026-03-01T10:00:00Z',
}
const MEMORY = {
  conversations_memory: '**Work context**\n\nAna is a pilot.\n',
  project_memories: { [PORTAL]: 'It uses Postgres.', [OTHER]: 'It is secret.', empty: '' },
  account_uuid: ACCOUNT,
}
const EXPECTED = {
  'memory.md': '# Memory\n\n**Work context**\n\nAna is a pilot.\n',
  'projects/portal-2026-27.md':
    '# Portal: 2026/27\n\nThe new portal.\n\n## Instructions\n\nAnswer in Portuguese.\nAlways.\n\n## Memory\n\nIt uses Postgres.\n\n## Documents\n\n' +
    '- [Style guide.md](portal-2026-27/style-guide.md)\n- [Style guide.md](portal-2026-27/style-guide-2.md)\n' +
    '- [../../etc/passwd](portal-2026-27/etc-passwd.md)\n',
  'projects/portal-2026-27/style-guide.md': '# Style\n',
  'projects/portal-2026-27/style-guide-2.md': '# Another\n',
  'projects/portal-2026-27/etc-passwd.md': 'text\n',
  'projects/project-0198cccc.md': '# Project 0198cccc\n\n## Memory\n\nIt is secret.\n',
}
const LEFT_OUT = { 'import-nothing-in-it': 1, 'import-odd-item': 1, 'import-conversations': 2, 'import-no-memory': 1 }

test('the export in one zip: memory, projects with their memory and documents, and no conversation', async () => {
  const found = await foundInZip({
    'users.json': USERS,
    'memories.json': [MEMORY],
    'projects.json': [PROJECT],
    'conversations.json': CONVERSATIONS,
  })
  expect(found.kind).toBe('claude')
  expect(textsOf(found)).toEqual(EXPECTED)
  expect(leftOutOf(found)).toEqual(LEFT_OUT)
  expect(fileOf(found, 'projects/portal-2026-27.md')).toMatchObject({ items: 2, time: '2026-03-01T10:00:00.000Z' })
  expect(fileOf(found, 'projects/portal-2026-27/style-guide.md').time).toBe('2026-02-01T10:00:00.000Z')
})

test('the export in parts, with files of memory: the same, and those files under their names', async () => {
  const memory_files = [
    { path: '/profile.md', content: '- [stated] Prefers metric units', updated_at: '2026-01-02T03:04:05.000000Z' },
    { path: '/people/João Paulo.md', content: 'A friend.' },
    { path: '/../../out.md', content: 'x' },
    { path: '/empty.md', content: ' ' },
    { path: '/broken.md' },
  ]
  const found = await foundInZip(
    {},
    {
      'conversations-000.zip': { 'conversations.json': CONVERSATIONS.slice(0, 1) },
      'conversations-001.zip': { 'conversations.json': CONVERSATIONS.slice(1) },
      'memories-000.zip': { [`memories/${ACCOUNT}.json`]: { ...MEMORY, memory_files } },
      'projects-000.zip': { [`projects/${PORTAL}.json`]: PROJECT },
      'light_metadata-000.zip': { 'users.json': USERS, 'login_history.json': [] },
    },
  )
  expect(textsOf(found)).toEqual({
    ...EXPECTED,
    'profile.md': '- [stated] Prefers metric units\n',
    'people/joão-paulo.md': 'A friend.\n',
    'out.md': 'x\n',
  })
  expect(leftOutOf(found)).toEqual({
    ...LEFT_OUT,
    'import-nothing-in-it': 2,
    'import-odd-item': 2,
    'import-no-memory': 2,
  })
  expect(fileOf(found, 'profile.md').time).toBe('2026-01-02T03:04:05.000Z')
})

test('memories of several accounts are told apart by the people’s names', async () => {
  const found = await foundInZip({
    'users.json': [...USERS, { uuid: 'b', full_name: 'Bo' }],
    'memories.json': [
      MEMORY,
      { conversations_memory: 'Bo sails.', account_uuid: 'b' },
      { conversations_memory: '' },
      'x',
      null,
    ],
  })
  expect(textsOf(found)).toMatchObject({
    'memory.md': EXPECTED['memory.md'],
    'memory-bo.md': '# Memory of Bo\n\nBo sails.\n',
  })
  expect(leftOutOf(found)).toMatchObject({ 'import-nothing-in-it': 1, 'import-odd-item': 2 })
})

test('projects: an example by the service, an empty one, one of a bad type, and two of one name', async () => {
  const found = await foundInZip({
    'projects.json': [
      { ...PROJECT, docs: [], uuid: 'a' },
      {
        uuid: 'b',
        name: 'How to use Claude',
        is_starter_project: true,
        prompt_template: 'x',
        docs: [{ content: 'x' }],
      },
      { uuid: 'c', name: 'Nothing', docs: null },
      17,
      { uuid: 'd', name: 'Portal 2026 27', prompt_template: 'Another.', docs: 'x' },
    ],
  })
  expect(Object.keys(textsOf(found))).toEqual(['projects/portal-2026-27.md', 'projects/portal-2026-27-2.md'])
  expect(leftOutOf(found)).toEqual({ 'import-of-the-service': 1, 'import-odd-item': 1, 'import-nothing-in-it': 1 })
})

test('conversations alone, a file of memory by any name, and what is damaged', async () => {
  const alone = await foundInZip({ 'conversations.json': CONVERSATIONS })
  expect([alone.kind, alone.found, leftOutOf(alone)]).toEqual(['claude', 2, { 'import-conversations': 2 }])
  expect(textsOf(await foundInFile('download (1).json', MEMORY))).toMatchObject({ 'memory.md': EXPECTED['memory.md'] })
  expect(textsOf(await foundInFile('p.json', PROJECT))).toHaveProperty(['projects/portal-2026-27.md'])
  const cut = await foundInZip({
    'memories.json': [MEMORY],
    'conversations.json': JSON.stringify([...CONVERSATIONS, 'x']).slice(0, -3),
  })
  expect(leftOutOf(cut)).toEqual({ 'import-conversations': 2, 'import-cut-off': 1 })
})

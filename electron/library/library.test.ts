import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { git } from '../../testing/git.ts'
import type { Memory, OpenMemoryOptions } from './api.d.ts'
import { openMemory } from './variorum.ts'

let root = ''
let memory: Memory
const dir = (): string => nodePath.join(root, 'memory')
const open = (options: OpenMemoryOptions = {}): Promise<Memory> =>
  openMemory({ dir: dir(), home: nodePath.join(root, 'home'), client: 'my-agent 1.2', ...options })

beforeEach(async () => {
  root = await newFolder()
  memory = await open()
})
afterEach(() => memory.close())

const create = (name: string, text: string): Promise<string> =>
  memory.memoryToolHandlers.create({ command: 'create', path: `/memories/${name}`, file_text: text })

test('what a program writes and takes back is committed in its name', async () => {
  await create('people/ana.md', 'Ana is allergic to peanuts.\n')
  await create('bins.md', 'Out on Monday.\n')
  expect(await memory.search('PEANUTS allergic')).toEqual({
    hits: [{ path: 'people/ana.md', line: { number: 1, text: 'Ana is allergic to peanuts.' } }],
    more: false,
  })
  const undone = await memory.undo()
  expect(undone).toMatchObject({
    kind: 'committed',
    commit: { actor: 'user', command: 'undo', client: 'my-agent 1.2', changes: [{ path: 'bins.md', kind: 'deleted' }] },
  })
  const { commits, next } = await memory.history({ path: '/memories/bins.md' })
  expect(commits.map(({ command, isUndone, isVerified }) => [command, isUndone, isVerified])).toEqual([
    ['undo', false, true],
    ['create', true, true],
  ])
  expect(next).toBeNull()
  expect(await memory.restore(commits[1]?.id ?? '', 'bins.md')).toMatchObject({ kind: 'committed' })
  expect(await fs.readFile(nodePath.join(dir(), 'bins.md'), 'utf8')).toBe('Out on Monday.\n')
  await memory.close()
  const clients = await git(dir(), 'log', '--format=%(trailers:key=Variorum-Client,valueonly,separator=)')
  expect(clients).toBe('my-agent 1.2\n'.repeat(4))
})

test('policies hold, and a mistake is told to the model', async () => {
  expect(await create('keys.md', 'The password for the router is hT7-kqwe2!\n')).toContain(
    'replaced by the rule “password”',
  )
  expect(await fs.readFile(nodePath.join(dir(), 'keys.md'), 'utf8')).not.toContain('hT7-kqwe2!')
  await expect(create('keys.md', 'again')).rejects.toThrow(/^File \/memories\/keys\.md already exists$/)
  // A model may send anything.
  const { run } = betaMemoryTool(memory.memoryToolHandlers)
  const input: unknown = { command: 'view', path: 7 }
  await expect(run(input as Parameters<typeof run>[0])).rejects.toThrow('Invalid `path` parameter')
})

test('what cannot be done is a value or an error with a code', async () => {
  expect(await memory.undo()).toEqual({ kind: 'nothing' })
  await create('a.md', 'one\n')
  const [first] = (await memory.history()).commits
  await memory.memoryToolHandlers.str_replace({
    command: 'str_replace',
    path: '/memories/a.md',
    old_str: 'one',
    new_str: '1',
  })
  expect(await memory.undo(first?.id)).toMatchObject({ kind: 'conflict', paths: ['a.md'], reason: expect.any(String) })
  await expect(memory.undo('f'.repeat(40))).rejects.toMatchObject({ code: 'unknown-commit' })
  await expect(memory.restore('')).rejects.toMatchObject({ code: 'bad-request' })
  await expect(memory.history({ limit: 0 })).rejects.toMatchObject({ code: 'bad-request' })
  await expect(memory.search('a', 1_000)).rejects.toMatchObject({ code: 'bad-request' })
  await expect(open({ client: 'two\nlines' })).rejects.toMatchObject({ code: 'bad-request' })
  await expect(open({ dir: '/' })).rejects.toMatchObject({ code: 'not-adoptable' })
  await memory.close()
  await memory.close()
  await expect(memory.history()).rejects.toMatchObject({ code: 'closed' })
})

test('a change of another program becomes a commit while the memory is open', async () => {
  await fs.writeFile(nodePath.join(dir(), 'other.md'), 'by hand\n')
  await expect.poll(async () => (await memory.history()).commits[0]?.actor).toBe('outside')
})

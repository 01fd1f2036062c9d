import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { verbatim } from '../../../shared/messages/say.ts'
import { byAgent } from '../../../shared/origin.ts'
import type { Gate } from '../../../shared/policy.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { newUlid } from '../../disk/new-ulid.ts'
import { openStore } from '../../memory/open-store.ts'
import { isReservedName } from '../../memory/paths.ts'
import type { Store } from '../../memory/store-interface.ts'
import { NO_REDACTION } from '../redactor.ts'
import { newStore, withChanges } from '../testing/scene.ts'
import { createMemoryTool, type MemoryTool, type ToolResult } from './memory-tool.ts'

interface Bench {
  readonly dir: string
  readonly store: Store
  readonly tool: MemoryTool
  /** The file's text on the disk. */
  read(name: string): Promise<string>
  write(name: string, content: string | Uint8Array): Promise<void>
}

async function bench(): Promise<Bench> {
  const dir = await newFolder()
  const store = await newStore(dir)
  return {
    dir,
    store,
    tool: createMemoryTool(store, { conversation: 'c1' }),
    read: (name) => readFile(path.join(dir, name), 'utf8'),
    write: async (name, content) => {
      await mkdir(path.dirname(path.join(dir, name)), { recursive: true })
      await writeFile(path.join(dir, name), content)
    },
  }
}

const told = ({ content, isError }: ToolResult): readonly [string, boolean] => [content, isError]

test('the six commands answer exactly as specified', async () => {
  const { tool, read } = await bench()
  expect(told(await tool.run({ command: 'create', path: '/memories/notes/a.md', file_text: 'one\ntwo\n' }))).toEqual([
    'File created successfully at: /memories/notes/a.md',
    false,
  ])
  expect(told(await tool.run({ command: 'create', path: '/memories/notes/a.md', file_text: '' }))).toEqual([
    'Error: File /memories/notes/a.md already exists',
    true,
  ])
  expect(told(await tool.run({ command: 'view', path: '/memories/notes/a.md' }))).toEqual([
    "Here's the content of /memories/notes/a.md with line numbers:\n     1\tone\n     2\ttwo",
    false,
  ])
  expect(
    told(await tool.run({ command: 'str_replace', path: '/memories/notes/a.md', old_str: 'two', new_str: 'zwei  ' })),
  ).toEqual(['The memory file has been edited.\n     1\tone\n     2\tzwei  ', false])
  expect(
    told(await tool.run({ command: 'insert', path: '/memories/notes/a.md', insert_line: 0, insert_text: 'zero' })),
  ).toEqual(['The file /memories/notes/a.md has been edited.', false])
  expect(await read('notes/a.md')).toBe('zero\none\nzwei  \n')
  expect(
    told(await tool.run({ command: 'rename', old_path: '/memories/notes/a.md', new_path: '/memories/b.md' })),
  ).toEqual(['Successfully renamed /memories/notes/a.md to /memories/b.md', false])
  expect((await tool.run({ command: 'view', path: '/memories' })).content.split('\n').slice(1)).toContain(
    '16B\t/memories/b.md',
  )
  expect(told(await tool.run({ command: 'delete', path: '/memories/b.md' }))).toEqual([
    'Successfully deleted /memories/b.md',
    false,
  ])
  expect(told(await tool.run({ command: 'view', path: '/memories/b.md' }))).toEqual([
    'The path /memories/b.md does not exist. Please provide a valid path.',
    true,
  ])
})

test('each changing command is one commit with its origin', async () => {
  const { tool, store } = await bench()
  const [call, message] = [newUlid(), newUlid()]
  const origin = {
    turn: 3,
    message,
    call,
    toolUse: 'toolu_1',
    provider: 'demo',
    model: 'demo',
    lineage: 'user',
  } as const
  const { commit } = await tool.run({ command: 'create', path: '/memories/a.md', file_text: 'a' }, origin)
  expect(commit?.origin).toMatchObject({ ...origin, actor: 'agent', verb: 'create', conversation: 'c1' })
  expect((await store.commitOfCall(call))?.id).toBe(commit?.id)
  await tool.run({ command: 'insert', path: '/memories/a.md', insert_line: 0, insert_text: '' })
  await tool.run({ command: 'view', path: '/memories/a.md' })
  expect((await store.history({})).commits.map((made) => made.origin.verb)).toEqual(['insert', 'create'])
})

test.each([
  [{ command: 'create', path: '/memories/a.md' }, 'Error: Invalid `file_text` parameter: it is missing.'],
  [
    { command: 'create', path: '/memories/a.md', file_text: 42 },
    'Error: Invalid `file_text` parameter: it must be a text.',
  ],
  [
    { command: 'create', path: '/memories/a.md', file_text: '\ud800' },
    'Error: Invalid `file_text` parameter: it holds half of a character, which no file can keep.',
  ],
  [
    { command: 'str_replace', path: '/memories/a.md', old_str: '', new_str: 'x' },
    'Error: Invalid `old_str` parameter: it must not be empty.',
  ],
  [
    { command: 'str_replace', path: '/memories/a.md', old_str: 'x' },
    'Error: Invalid `new_str` parameter: it is missing.',
  ],
  [
    { command: 'insert', path: '/memories/a.md', insert_line: '1', insert_text: 'x' },
    'Error: Invalid `insert_line` parameter: it must be a whole number.',
  ],
  [
    { command: 'view', path: '/memories', view_range: [1] },
    'Error: Invalid `view_range` parameter: it must be [first line, last line].',
  ],
  [{ command: 'view', path: null }, 'Error: Invalid `path` parameter: it must be a text.'],
  [
    { command: 'rename', path: '/memories/a', new_path: '/memories/b' },
    'Error: Invalid `old_path` parameter: it is missing.',
  ],
  [
    { command: '__proto__' },
    'Error: Invalid `command` parameter. It should be one of: view, create, str_replace, insert, delete, rename',
  ],
  [
    'view',
    'Error: Invalid `command` parameter. It should be one of: view, create, str_replace, insert, delete, rename',
  ],
  [{ command: 'delete', path: '/memories' }, 'Error: /memories itself cannot be deleted. Delete what is in it'],
  [{ command: 'delete', path: '/memories/' }, 'Error: /memories itself cannot be deleted. Delete what is in it'],
  [{ command: 'rename', old_path: '/memories/', new_path: '/memories/b' }, 'Error: /memories itself cannot be renamed'],
])('%j is refused with a message', async (input, content) => {
  const { tool, store } = await bench()
  expect(told(await tool.run(input))).toEqual([content, true])
  expect((await store.history({})).commits).toEqual([])
})

test('extra fields are ignored, and a view_range of null is no range', async () => {
  const { tool } = await bench()
  await tool.run({ command: 'create', path: '/memories/a.md', file_text: 'a', reason: 'because' })
  expect((await tool.run({ command: 'view', path: '/memories/a.md', view_range: null })).content).toContain('\ta')
})

test('what is not UTF-8 is neither shown nor rewritten, but may be moved and deleted', async () => {
  const { tool, dir, write } = await bench()
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x41])
  await write('bin', bytes)
  for (const command of [
    { command: 'view' },
    { command: 'str_replace', old_str: 'A', new_str: 'B' },
    { command: 'insert', insert_line: 0, insert_text: 'x' },
  ]) {
    expect((await tool.run({ ...command, path: '/memories/bin' })).content).toBe(
      'Error: The file /memories/bin is not UTF-8 text, so it cannot be shown or edited. It can be renamed or deleted',
    )
  }
  expect(await readFile(path.join(dir, 'bin'))).toEqual(bytes)
  expect((await tool.run({ command: 'rename', old_path: '/memories/bin', new_path: '/memories/bin2' })).isError).toBe(
    false,
  )
  expect((await tool.run({ command: 'delete', path: '/memories/bin2' })).isError).toBe(false)
})

const oddName = fc
  .array(
    fc.oneof(fc.constantFrom(...'ab.:?*"<>|\\~$#% \t\n\r\u2028\u202e\u200b\u00ad\u3164é🎉', 'CON', '%2e'), fc.string()),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => parts.join('').replaceAll(/[/\0]/g, '').toWellFormed())
  .filter((name) => name !== '' && !name.startsWith('.') && !isReservedName(name) && Buffer.byteLength(name) < 200)

test('what another program named oddly is used by the name that the listing shows', async () => {
  const { tool, dir, write } = await bench()
  const names = fc.sample(fc.uniqueArray(oddName, { minLength: 40, maxLength: 40 }), { numRuns: 1, seed: 7 }).flat()
  const folders = names.slice(30)
  for (const name of names.slice(0, 30)) await write(name, `in ${name}`)
  for (const name of folders) await write(`${name}/a.md`, 'one\n')
  const { content } = await tool.run({ command: 'view', path: '/memories' })
  const listed = content
    .split('\n')
    .slice(2)
    .map((row) => row.slice(row.indexOf('\t') + 1))
  expect(listed).toHaveLength(names.length + folders.length)
  const run = async (command: object): Promise<void> => {
    const { content: said, isError } = await tool.run(command)
    expect([command, said, isError]).toEqual([command, said, false])
  }
  for (const shown of listed) await run({ command: 'view', path: shown })
  for (const shown of listed.filter((name) => name.endsWith('/a.md')))
    await run({ command: 'str_replace', path: shown, old_str: 'one', new_str: 'two' })
  const places = listed.filter((name) => name.indexOf('/', 10) < 0)
  for (const [at, shown] of places.entries()) {
    const isFolder = listed.includes(`${shown}/a.md`)
    if (isFolder) await run({ command: 'create', path: `${shown}/new.md`, file_text: 'x' })
    else await run({ command: 'insert', path: shown, insert_line: 0, insert_text: 'x' })
    if (at % 2 === 0) await run({ command: 'delete', path: shown })
    else await run({ command: 'rename', old_path: shown, new_path: `/memories/moved-${at}` })
  }
  expect((await readdir(dir)).filter((name) => !name.startsWith('moved-'))).toEqual(['.git'])
})

test('a BOM and CRLF survive an edit', async () => {
  const { tool, read, write } = await bench()
  await write('w.txt', '\ufeffa\r\nb\r\n')
  await tool.run({ command: 'str_replace', path: '/memories/w.txt', old_str: 'a\nb', new_str: 'x\ny' })
  expect(await read('w.txt')).toBe('\ufeffx\r\ny\r\n')
})

const NOTE =
  '\n\nNote: /memories/a.md was changed outside this conversation since you last looked at it. View it before you rely on what you remember of it.'

test('the agent learns once when a file changed under it', async () => {
  const { tool, write } = await bench()
  await tool.run({ command: 'create', path: '/memories/a.md', file_text: 'one\n' })
  await write('a.md', 'one\nanother\n')
  const first = await tool.run({ command: 'insert', path: '/memories/a.md', insert_line: 0, insert_text: 'x' })
  expect(first.content).toBe(`The file /memories/a.md has been edited.${NOTE}`)
  expect(
    (await tool.run({ command: 'insert', path: '/memories/a.md', insert_line: 0, insert_text: 'y' })).content,
  ).not.toContain('Note:')
  await write('a.md', 'other\n')
  await tool.run({ command: 'view', path: '/memories/a.md' })
  expect((await tool.run({ command: 'delete', path: '/memories/a.md' })).content).not.toContain('Note:')
})

test('what a conversation saw survives a restart', async () => {
  const { tool, store, write } = await bench()
  const { saw } = await tool.run({ command: 'create', path: '/memories/a.md', file_text: 'one\n' })
  await write('a.md', 'two\n')
  const other = await createMemoryTool(store, { conversation: 'c2' }).run({
    command: 'insert',
    path: '/memories/a.md',
    insert_line: 0,
    insert_text: 'x',
  })
  expect(other.content).not.toContain('Note:')
  const later = await createMemoryTool(store, { conversation: 'c1', seen: saw }).run({
    command: 'delete',
    path: '/memories/a.md',
  })
  expect(later.content).toBe(`Successfully deleted /memories/a.md${NOTE}`)
})

test('a file that changes between read and write is read again; one that never rests is given up', async () => {
  const { store, read, write } = await bench()
  await write('a.md', 'start\n')
  let disturbances = 1
  const disturbed = withChanges(store, {
    put: async (...args: Parameters<Store['put']>) => {
      if (disturbances > 0) await write('a.md', `${'more '.repeat(disturbances)}start\n`)
      disturbances -= 1
      return store.put(...args)
    },
  })
  const tool = createMemoryTool(disturbed, { conversation: 'c1' })
  expect(
    (await tool.run({ command: 'str_replace', path: '/memories/a.md', old_str: 'start', new_str: 'end' })).isError,
  ).toBe(false)
  expect(await read('a.md')).toBe('more end\n')
  disturbances = 99
  const given = await tool.run({ command: 'insert', path: '/memories/a.md', insert_line: 0, insert_text: 'x' })
  expect(told(given)).toEqual([
    'Error: Something else keeps changing this path. Nothing was written. View it, then try again',
    true,
  ])
})

test('a failure of the store keeps its message, any other loses it', async () => {
  const { store } = await bench()
  const failing = (error: Error): MemoryTool =>
    createMemoryTool(
      withChanges(store, {
        look: async () => {
          throw error
        },
      }),
    )
  expect(
    (
      await failing(new AppError('git-busy', verbatim('Git is busy in this folder.'))).run({
        command: 'view',
        path: '/memories',
      })
    ).content,
  ).toBe('Error: Git is busy in this folder.')
  expect(
    (await failing(new Error('ENOENT /home/eva/secret')).run({ command: 'view', path: '/memories' })).content,
  ).not.toContain('/home')
})

test("the store's setting lets create overwrite", async () => {
  const { tool, store, read } = await bench()
  await tool.run({ command: 'create', path: '/memories/a.md', file_text: 'old' })
  await store.changeSettings({ createOverwrites: true })
  expect((await tool.run({ command: 'create', path: '/memories/a.md', file_text: 'new' })).content).toBe(
    'File created successfully at: /memories/a.md',
  )
  expect(await read('a.md')).toBe('new')
})

test('a rename onto itself finds its destination taken', async () => {
  const { tool } = await bench()
  await tool.run({ command: 'create', path: '/memories/d/a.md', file_text: 'a' })
  expect(
    (await tool.run({ command: 'rename', old_path: '/memories/d/a.md', new_path: '/memories/d/a.md' })).content,
  ).toBe('Error: The destination /memories/d/a.md already exists')
  expect((await tool.run({ command: 'rename', old_path: '/memories/d', new_path: '/memories' })).content).toBe(
    'Error: The destination /memories already exists',
  )
  expect((await tool.run({ command: 'rename', old_path: '/memories/d', new_path: '/memories/d/e' })).content).toBe(
    'Error: /memories/d cannot be moved into itself',
  )
})

test('a view reports how far its text can be trusted', async () => {
  const { tool, write } = await bench()
  await tool.run({ command: 'create', path: '/memories/mine.md', file_text: 'a' }, { lineage: 'user' })
  await tool.run({ command: 'create', path: '/memories/tainted.md', file_text: 'b' }, { lineage: 'outside' })
  await write('theirs.md', 'c')
  const lineageOf = async (name: string): Promise<string> =>
    (await tool.run({ command: 'view', path: `/memories/${name}` })).lineage
  expect([await lineageOf('mine.md'), await lineageOf('tainted.md'), await lineageOf('theirs.md')]).toEqual([
    'agent',
    'agent-untrusted',
    'outside',
  ])
})

test('what a rule holds is not written, and every command says so', async () => {
  const asked: (readonly [path: string, from?: string, to?: string])[] = []
  const dir = await newFolder()
  const reason = verbatim('Not written yet: it waits for the user.')
  const gate: Gate = ({ path, from, to, origin }) => {
    if (origin.actor === 'agent') asked.push([path, from, to])
    return origin.actor === 'agent' ? { kind: 'hold', reason, rules: ['ask'] } : { kind: 'allow' }
  }
  await writeFile(path.join(dir, 'a.md'), 'one\n')
  const store = await openStore({ dir, device: deviceOf(dir), gate, watch: false })
  const tool = createMemoryTool(store)
  const commands = [
    { command: 'create', path: '/memories/b.md', file_text: 'b' },
    { command: 'str_replace', path: '/memories/a.md', old_str: 'one', new_str: 'two' },
    { command: 'insert', path: '/memories/a.md', insert_line: 0, insert_text: 'zero' },
    { command: 'delete', path: '/memories/a.md' },
    { command: 'rename', old_path: '/memories/a.md', new_path: '/memories/c.md' },
  ]
  for (const command of commands)
    expect(told(await tool.run(command))).toEqual(['Not written yet: it waits for the user.', false])
  // Both ends of the move: what is refused at one of them does not wait.
  expect(asked.slice(4)).toEqual([
    ['a.md', undefined, 'c.md'],
    ['c.md', 'a.md', undefined],
  ])
  expect(await readFile(path.join(dir, 'a.md'), 'utf8')).toBe('one\n')
  const origin = byAgent('create', 'agent')
  expect(await store.put([{ path: 'b.md', before: null, bytes: Buffer.from('b') }], origin)).toEqual({
    kind: 'held',
    reason,
    rule: 'ask',
  })
  await store.close()
})

test('the listing of a folder is cut by the policies', async () => {
  const { store } = await bench()
  const cutListing = (text: string): string => `${text.split('\n').length} lines`
  const tool = createMemoryTool(store, { redactor: { ...NO_REDACTION, cutListing } })
  await tool.run({ command: 'create', path: '/memories/a.md', file_text: 'a' })
  expect(told(await tool.run({ command: 'view', path: '/memories' }))).toEqual(['3 lines', false])
})

test('a snippet shortens very long lines, each redacted while it is whole', async () => {
  const { store, write } = await bench()
  const redact = (text: string): string => text.replaceAll('secret', '[redacted]')
  const tool = createMemoryTool(store, { redactor: { ...NO_REDACTION, redact } })
  await write('a.md', `one\n${'x'.repeat(4_997)}secret${'y'.repeat(300_000)}\nold\n${'z'.repeat(5_000)}\n`)
  const { content } = await tool.run({ command: 'str_replace', path: '/memories/a.md', old_str: 'old', new_str: 'new' })
  expect(content.split('\n')).toEqual([
    'The memory file has been edited.',
    '     1\tone',
    `     2\t${'x'.repeat(4_997)}[re [300,007 more characters in this line]`,
    '     3\tnew',
    `     4\t${'z'.repeat(5_000)}`,
  ])
})

test('of very many occurrences the first hundred lines are named', async () => {
  const { tool } = await bench()
  const answer = async (occurrences: number): Promise<string> => {
    const path = `/memories/${occurrences}.md`
    await tool.run({ command: 'create', path, file_text: 'x'.repeat(occurrences) })
    return (await tool.run({ command: 'str_replace', path, old_str: 'x', new_str: 'y' })).content
  }
  const ones = Array.from({ length: 100 }, () => '1').join(', ')
  expect(await answer(100)).toContain(`in lines: ${ones}. Please ensure it is unique`)
  expect(await answer(50_000)).toContain(`in lines: ${ones} and 49,900 more. Please ensure it is unique`)
})

test('create follows a dangling link inside the store and creates its target', async () => {
  const { dir, tool, read, store } = await bench()
  await symlink('notes/later.md', path.join(dir, 'link.md'))
  await symlink('a:b.md', path.join(dir, 'odd.md'))
  await symlink('.git/hooks/post-commit', path.join(dir, 'hook.md'))
  const create = (name: string): Promise<ToolResult> =>
    tool.run({ command: 'create', path: `/memories/${name}`, file_text: 'x\n' })
  const made = await create('link.md')
  expect(told(made)).toEqual(['File created successfully at: /memories/link.md', false])
  expect(made.commit?.changes.map(({ change }) => change.path)).toEqual(['notes/later.md'])
  expect([await read('notes/later.md'), (await store.look('link.md')).kind]).toEqual(['x\n', 'file'])
  expect((await create('link.md')).content).toBe('Error: File /memories/link.md already exists')
  for (const name of ['odd.md', 'hook.md']) expect((await create(name)).content).toMatch(/not allowed/)
})

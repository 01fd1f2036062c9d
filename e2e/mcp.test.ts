import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import { CLI, runCli, spawnCli } from '../testing/command-line.ts'
import { eventually } from '../testing/eventually.ts'
import { newFolder } from '../testing/folders.ts'
import { git, gitComplaints } from '../testing/git.ts'
import { connectedOverStdio, MCP_LINES, type McpTestClient, USUAL_LINE } from '../testing/mcp-client.ts'

let home = ''
beforeEach(async () => {
  home = await newFolder()
})

const store = (): string => nodePath.join(home, 'memory')
const env = (): Record<string, string> => ({ VARIORUM_HOME: home, PATH: process.env.PATH ?? '' })

interface Said {
  readonly text: string
  readonly isError: boolean
  readonly meta: Readonly<Record<string, unknown>>
}

/** A program that uses an official client. */
class Program implements AsyncDisposable {
  readonly client: McpTestClient

  private constructor(client: McpTestClient) {
    this.client = client
  }

  static async start(options: readonly string[] = ['--client', 'cursor'], line = USUAL_LINE): Promise<Program> {
    const args = [CLI, '--store', store(), 'mcp', ...options]
    return new Program(await connectedOverStdio(line, { command: process.execPath, args, env: env() }))
  }

  async call(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<Said> {
    const {
      content,
      isError = false,
      structuredContent,
      _meta,
    } = await this.client.callTool({
      name,
      arguments: { ...given },
    })
    expect(structuredContent).toBeUndefined()
    expect(content).toEqual([{ type: 'text', text: expect.any(String) }])
    const text = content[0]?.text ?? ''
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(9_500)
    return { text, isError, meta: _meta ?? {} }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.client.close()
  }
}

const write = async (path: string, text: string): Promise<void> => {
  const file = nodePath.join(store(), path)
  await fs.mkdir(nodePath.dirname(file), { recursive: true })
  await fs.writeFile(file, text)
}

const trailers = (): Promise<string> => git(store(), 'log', '-1', '--format=%(trailers)').catch(() => '')

test('eight tools, in one order and the same bytes at each start and for every client', async () => {
  const lists: string[] = []
  for (const line of MCP_LINES) {
    await using program = await Program.start([], line)
    const { tools } = await program.client.listTools()
    lists.push(JSON.stringify(tools))
    const instructions = program.client.getInstructions() ?? ''
    expect(Buffer.byteLength(instructions)).toBeLessThan(2_048)
    expect(instructions).toContain('/memories')
    expect((await program.client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['resume'])
    if (lists.length > 1) continue
    expect(tools.map(({ name }) => name)).toEqual(
      ['create', 'delete', 'history', 'insert', 'rename', 'search', 'str_replace', 'view'].map(
        (name) => `memory_${name}`,
      ),
    )
    for (const { inputSchema, annotations } of tools) {
      for (const property of Object.values(inputSchema.properties ?? {})) expect(property).toHaveProperty('description')
      expect(annotations?.openWorldHint).toBe(false)
    }
  }
  expect(new Set(lists).size).toBe(1)
})

test('what a client writes is named by the user, labelled by itself, and outside text', async () => {
  for (const line of ['1.x', '2.x newest'] as const) {
    await using program = await Program.start(['--client', 'cursor'], line)
    // Claude Code and Gemini CLI do so before anything else.
    await program.client.listResources()
    const path = `/memories/${line}.md`
    const said = await program.call('memory_create', { path, file_text: 'Ana lives in Porto\n' })
    expect(said).toMatchObject({ text: `File created successfully at: ${path}`, isError: false })
    const id = `Variorum-Id: ${String(said.meta['io.variorum/commit'])}`
    // Git has it a moment after the answer.
    await eventually('the commit is published', async () => (await trailers()).includes(id))
    for (const trailer of ['Actor: agent', 'Client: cursor', 'Client-Version: a-label 1.2', 'Lineage: outside'])
      expect(await trailers()).toContain(`Variorum-${trailer}`)
  }
  expect(await gitComplaints(store())).toBe('')
})

test('all that one client wrote is listed, and taken back by one undo; what others wrote stays', async () => {
  await using cursor = await Program.start(['--client', 'cursor'], '1.x')
  await using codex = await Program.start(['--client', 'codex'], '2.x newest')
  await cursor.call('memory_create', { path: 'a.md', file_text: 'one\ntwo\nthree\n' })
  await codex.call('memory_create', { path: 'b.md', file_text: 'mine\n' })
  await cursor.call('memory_str_replace', { path: 'a.md', old_str: 'two', new_str: 'zwei' })
  await cursor.call('memory_insert', { path: 'b.md', insert_line: 1, insert_text: 'from cursor' })
  const cli = (...args: readonly string[]) => runCli(['--store', store(), ...args], env())
  const listed = await cli('log', '--client', 'cursor', '--json')
  expect(
    listed.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).origin.client),
  ).toEqual(Array(3).fill('cursor'))
  expect(await cli('undo', '--client', 'cursor', '--from', 'yesterday')).toMatchObject({ code: 0 })
  expect(await fs.readdir(store())).not.toContain('a.md')
  expect(await fs.readFile(`${store()}/b.md`, 'utf8')).toBe('mine\n')
  expect(await cli('undo', '--client', 'cursor')).toMatchObject({ code: 1, err: expect.stringContaining('cursor') })
  expect(await cli('undo', '--from', 'yesterday')).toMatchObject({ code: 1 })
})

test('arguments by other names, relative paths and numbers as text are understood', async () => {
  await using program = await Program.start()
  await program.call('memory_create', { filename: 'people/ana.md', content: 'one\ntwo\n' })
  await program.call('memory_insert', { file: 'memory://people/ana.md', line: '1', text: 'and a half' })
  await program.call('memory_str_replace', {
    file_path: 'memories/people/ana.md',
    old_string: 'two',
    new_string: 'zwei',
  })
  const seen = await program.call('memory_view', { path: 'people/ana.md', startLine: 2 })
  expect(seen.text).toBe(
    "Here's the content of /memories/people/ana.md with line numbers:\n     2\tand a half\n     3\tzwei",
  )
  // As OpenCode's own tool takes them.
  const camel = { filePath: 'people/ana.md', oldString: 'zwei', newString: 'deux' }
  expect((await program.call('memory_str_replace', camel)).text).toContain('     3\tdeux')
  await program.call('memory_rename', { from: 'people/ana.md', to: 'ana.md' })
  expect((await program.call('memory_view')).text).toContain('/memories/ana.md')
  expect(await program.call('memory_view', { path: '/etc/passwd' })).toMatchObject({ isError: true })
  expect((await program.call('memory_create', { path: 'b.md' })).text).toBe(
    'Error: Invalid `file_text` parameter: it is missing.',
  )
})

test('an answer is at most 9,500 bytes, and says how to read on until all of it was read', async () => {
  const lines = Array.from({ length: 900 }, (_, at) => `Zeile ${at + 1}: größer als ein Byte, ${'ä'.repeat(at % 40)}`)
  await write('long.md', `${lines.join('\n')}\n`)
  await using program = await Program.start()
  const read: string[] = []
  for (let from: unknown = 1; from !== undefined;) {
    const { text, meta } = await program.call('memory_view', { path: 'long.md', view_range: [from, -1] })
    read.push(...text.split('\n').flatMap((line) => /^ *\d+\t(.*)$/.exec(line)?.[1] ?? []))
    from = meta['io.variorum/next-line']
  }
  expect(read).toEqual(lines)
  await program.call('memory_search', { query: 'zeile' })
  expect(
    await program.call('memory_str_replace', { path: 'long.md', old_str: 'x'.repeat(30_000), new_str: '' }),
  ).toMatchObject({
    isError: true,
  })
})

test('line numbers of an older view land where the line is now, or the lines that are there are shown', async () => {
  await using program = await Program.start()
  await program.call('memory_create', { path: 'list.md', file_text: 'one\ntwo\nthree\n' })
  await using other = await Program.start(['--client', 'codex'])
  await other.call('memory_insert', { path: 'list.md', insert_line: 0, insert_text: 'zero' })
  await program.call('memory_insert', { path: 'list.md', insert_line: 2, insert_text: 'two and a half' })
  expect(await fs.readFile(`${store()}/list.md`, 'utf8')).toBe('zero\none\ntwo\ntwo and a half\nthree\n')
  await program.call('memory_view', { path: 'list.md' })
  await other.call('memory_str_replace', { path: 'list.md', old_str: 'one\ntwo\n', new_str: 'ONE\nTWO\nTOO\n' })
  const refused = await program.call('memory_insert', { path: 'list.md', insert_line: 2, insert_text: 'x' })
  expect(refused.isError).toBe(true)
  expect(refused.text).toContain('     3\tTWO')
  await program.call('memory_insert', { path: 'list.md', insert_line: 3, insert_text: 'x' })
  expect(await fs.readFile(`${store()}/list.md`, 'utf8')).toContain('TWO\nx\nTOO\n')
})

test('lines of a version that never came into the history cannot be counted in', async () => {
  await using program = await Program.start()
  await program.call('memory_create', { path: 'list.md', file_text: 'one\n' })
  await write('list.md', 'one\ntwo\n')
  await program.call('memory_view', { path: 'list.md' })
  await write('list.md', 'zero\none\ntwo\n')
  const said = await program.call('memory_insert', { path: 'list.md', insert_line: 2, insert_text: 'three' })
  expect(said.text).toMatch(said.isError ? /changed since you viewed it.*\n\n.*\n.*zero/s : /edited/)
})

test('a file that appeared meanwhile is not overwritten but shown', async () => {
  await using program = await Program.start()
  await write('new.md', 'From an editor\n')
  const said = await program.call('memory_create', { path: 'new.md', file_text: 'From the agent\n' })
  expect(said.isError).toBe(true)
  expect(said.text).toContain('Error: File /memories/new.md already exists')
  expect(said.text).toContain('     1\tFrom an editor')
  expect(await fs.readFile(`${store()}/new.md`, 'utf8')).toBe('From an editor\n')
})

test('search finds what a view shows, and history tells who changed what, and how it was', async () => {
  await using program = await Program.start()
  await program.call('memory_create', { path: 'people/ana.md', file_text: 'Ana lives in Porto\nAna likes tea\n' })
  await program.call('memory_str_replace', { path: 'people/ana.md', old_str: 'Porto', new_str: 'Faro' })
  await write('key.md', `The key is ghp_${'a1B2'.repeat(9)}\n`)
  expect((await program.call('memory_search', { query: 'ANA faro' })).text).toBe(
    '/memories/people/ana.md:1: Ana lives in Faro',
  )
  expect((await program.call('memory_search', { query: 'a1B2a1B2' })).text).toContain('No file contains')
  const { text } = await program.call('memory_history', { path: 'people' })
  const [newest = '', oldest = ''] = text.split('\n').slice(1)
  expect(newest).toContain('an agent (cursor)')
  const then = await program.call('memory_history', { path: 'people/ana.md', at: oldest.slice(0, 10) })
  expect(then.text).toContain('     1\tAna lives in Porto')
  expect((await program.call('memory_history', { limit: 1 })).text).toContain('before: "')
  expect(await program.call('memory_history', { at: 'zzz', path: 'a' })).toMatchObject({ isError: true })
})

test('errors begin with the word, except those of the documented tool', async () => {
  await using eight = await Program.start()
  expect((await eight.call('memory_view', { path: 'gone.md' })).text).toBe(
    'Error: The path /memories/gone.md does not exist. Please provide a valid path.',
  )
  await expect(eight.call('memory_burn')).rejects.toThrow('Unknown tool')
  await using documented = await Program.start(['--tools', 'memory'])
  expect((await documented.client.listTools()).tools.map(({ name }) => name)).toEqual(['memory'])
  expect((await documented.call('memory', { command: 'view', path: '/memories/gone.md' })).text).toBe(
    'The path /memories/gone.md does not exist. Please provide a valid path.',
  )
})

test('a client that may only read is offered and granted nothing else', async () => {
  await write('a.md', 'a\n')
  await using program = await Program.start(['--read-only'])
  expect((await program.client.listTools()).tools.map(({ name }) => name)).toEqual([
    'memory_history',
    'memory_search',
    'memory_view',
  ])
  await expect(program.call('memory_delete', { path: 'a.md' })).rejects.toThrow('Unknown tool')
  await using documented = await Program.start(['--read-only', '--tools', 'memory'])
  const said = await documented.call('memory', { command: 'delete', path: '/memories/a.md' })
  expect(said.isError).toBe(true)
  expect(await fs.readFile(`${store()}/a.md`, 'utf8')).toBe('a\n')
})

test('what the user allows an agent holds at once, and is counted with what it did', async () => {
  const cli = async (...args: readonly string[]) => runCli(['--store', store(), 'clients', ...args], env())
  await using program = await Program.start(['--client', 'cursor'])
  await program.call('memory_create', { path: 'a.md', file_text: 'a\n' })
  expect((await cli('cursor', '--access', 'read')).out).toContain('cursor  reads')
  expect((await program.call('memory_delete', { path: 'a.md' })).text).toContain('may only read')
  expect(await program.call('memory_view', { path: 'a.md' })).toMatchObject({ isError: false })
  await cli('cursor', '--access', 'none')
  expect((await program.call('memory_view', { path: 'a.md' })).isError).toBe(true)
  await expect(program.client.readResource({ uri: 'memory://a.md' })).rejects.toThrow('not found')
  expect((await program.client.listResources()).resources).toEqual([])
  const counted = async () => JSON.parse((await cli('--json')).out)[0]
  await eventually('it is counted', async () => (await counted())?.use?.refusals === 4)
  expect(await counted()).toMatchObject({
    name: 'cursor',
    access: 'none',
    use: { label: 'a-label 1.2', reads: 1, writes: 1 },
  })
})

test('what a trusted agent writes is an agent’s, until it has read text from outside', async () => {
  await write('theirs.md', 'From a stranger\n')
  expect(await runCli(['--store', store(), 'clients', 'cursor', '--trusted'], env())).toMatchObject({ code: 0 })
  await using program = await Program.start(['--client', 'cursor'])
  const lineageOf = async (path: string): Promise<string> => {
    await program.call('memory_create', { path, file_text: 'x\n' })
    const log = await runCli(['--store', store(), 'log', '--path', path, '--json'], env())
    return JSON.parse(log.out).origin.lineage
  }
  expect(await lineageOf('before.md')).toBe('agent')
  await program.call('memory_view', { path: 'theirs.md' })
  expect(await lineageOf('after.md')).toBe('outside')
})

test('files are resources, whatever they are called', async () => {
  const paths = ['a b.md', 'people/ana.md', 'ü/100 %.md']
  for (const path of paths) await write(path, `${path}\n`)
  await using program = await Program.start()
  const listed = async () => (await program.client.listResources()).resources
  await eventually('all are adopted', async () => (await listed()).length === paths.length)
  const resources = await listed()
  expect(resources.map(({ name }) => name).toSorted()).toEqual(paths)
  for (const { uri, name } of resources)
    expect((await program.client.readResource({ uri })).contents).toMatchObject([{ text: `${name}\n` }])
  await expect(program.client.readResource({ uri: 'memory://../secret' })).rejects.toThrow('not found')
})

function request(id: number, method: string, params: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
}

test('everything asked before the input ends is answered, and nothing but answers is printed', async () => {
  const clientInfo = { name: 'script', version: '1' }
  const input = [
    request(1, 'initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo }),
    `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`,
    ...Array.from({ length: 20 }, (_, at) =>
      request(at + 2, 'tools/call', { name: 'memory_create', arguments: { path: `${at}.md`, file_text: `${at}\n` } }),
    ),
  ]
  const { out } = await spawnCli(['--store', store(), 'mcp'], env(), input.join(''))
  const answers = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(answers.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1))
  expect(await fs.readdir(store())).toContain('19.md')
  // It has little time to end: what git does not have by then, the next one gives it.
  expect(await runCli(['--store', store(), 'log'], env())).toMatchObject({ code: 0 })
  expect(await gitComplaints(store())).toBe('')
})

test('a store that cannot be opened is the answer to every call', async () => {
  await fs.mkdir(store(), { recursive: true })
  await git(store(), 'init', '-q', '--object-format=sha256')
  const args = [CLI, '--store', store(), 'mcp']
  const server = { command: process.execPath, args, env: env(), stderr: 'ignore' } as const
  const client = await connectedOverStdio(USUAL_LINE, server)
  const { content, isError } = await client.callTool({ name: 'memory_view', arguments: {} })
  expect([isError, content]).toEqual([true, [{ type: 'text', text: expect.stringMatching(/^Error: .*SHA-256/i) }]])
  await client.close()
})

async function startedByHand(): Promise<ChildProcessByStdio<Writable, Readable, null>> {
  const child = spawn(process.execPath, [CLI, '--store', store(), 'mcp'], {
    env: env(),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  child.stdin.write(request(1, 'initialize', hello))
  await once(child.stdout, 'data')
  return child
}

test.each(['SIGINT', 'SIGTERM', 'end'] as const)('%s ends it', async (how) => {
  const child = await startedByHand()
  if (how === 'end') child.stdin.end()
  else child.kill(how)
  expect(await once(child, 'close')).toEqual([0, null])
})

test.each(['at once', 'later'] as const)(
  'a client that was killed is not waited for, if its input ends %s',
  async (when) => {
    const child = await startedByHand()
    for (const id of [2, 3]) {
      const given = { path: `${id}.md`, file_text: 'text\n'.repeat(2_000) }
      child.stdin.write(request(id, 'tools/call', { name: 'memory_create', arguments: given }))
    }
    child.stdout.destroy()
    if (when === 'at once') child.stdin.end()
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(await gitComplaints(store())).toBe('')
  },
)

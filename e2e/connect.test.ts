import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { parse } from '@decimalturn/toml-patch'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeEach, expect, test } from 'vitest'
import { CLI, runCli, type Ran } from '../testing/command-line.ts'
import { newFolder } from '../testing/folders.ts'

// Every program in an empty home, and the files that people have.

let home = ''
let project = ''
beforeEach(async () => {
  home = await newFolder()
  project = nodePath.join(home, 'work', 'project')
  await fs.mkdir(project, { recursive: true })
})

/** All that decides where files are; nothing of the machine's own home. */
const env = (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  HOME: home,
  USERPROFILE: home,
  XDG_CONFIG_HOME: nodePath.join(home, 'config'),
  APPDATA: nodePath.join(home, 'AppData'),
  ...Object.fromEntries(['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'GEMINI_CLI_HOME', 'MEMORY_DIR'].map((name) => [name, ''])),
  VARIORUM_HOME: nodePath.join(home, 'app'),
  PATH: nodePath.join(home, 'bin'),
  // As `npm run variorum` tells where it was called.
  npm_lifecycle_event: 'variorum',
  INIT_CWD: project,
  ...more,
})

const connect = (args: readonly string[], more?: Readonly<Record<string, string>>): Promise<Ran> =>
  runCli(['connect', ...args], env(more))

const read = (path: string): Promise<string> => fs.readFile(nodePath.join(home, path), 'utf8')
const write = async (path: string, text: string): Promise<void> => {
  const file = nodePath.join(home, path)
  await fs.mkdir(nodePath.dirname(file), { recursive: true })
  await fs.writeFile(file, text)
}

/** Every file below the home but ours. */
async function filesOfOthers(): Promise<readonly string[]> {
  const all = await fs.readdir(home, { recursive: true, withFileTypes: true })
  const paths = all.map((each) => nodePath.relative(home, nodePath.join(each.parentPath, each.name)))
  return paths.filter((path) => !/^app(?:[\\/]|$)/.test(path)).toSorted()
}

const SETTINGS =
  process.platform === 'darwin' ? 'Library/Application Support' : process.platform === 'win32' ? 'AppData' : 'config'
const ZED = process.platform === 'darwin' ? '.config/zed' : process.platform === 'win32' ? 'AppData/Zed' : 'config/zed'

const start = (client: string): readonly string[] => ['mcp', '--client', client]
const ENV = { VARIORUM_HOME: expect.stringMatching(/app$/) }
const plain = (client: string): object => ({ command: process.execPath, args: [CLI, ...start(client)], env: ENV })
const entries: Readonly<Record<string, object>> = {
  opencode: { type: 'local', command: [process.execPath, CLI, ...start('opencode')], environment: ENV },
  vscode: { type: 'stdio', ...plain('vscode') },
}

test.each([
  ['claude-code', 'user', '.claude.json', 'mcpServers'],
  ['claude-code', 'project', 'work/project/.mcp.json', 'mcpServers'],
  ['claude-desktop', 'user', `${SETTINGS}/Claude/claude_desktop_config.json`, 'mcpServers'],
  ['codex', 'user', '.codex/config.toml', 'mcp_servers'],
  ['codex', 'project', 'work/project/.codex/config.toml', 'mcp_servers'],
  ['cursor', 'user', '.cursor/mcp.json', 'mcpServers'],
  ['cursor', 'project', 'work/project/.cursor/mcp.json', 'mcpServers'],
  ['gemini', 'user', '.gemini/settings.json', 'mcpServers'],
  ['gemini', 'project', 'work/project/.gemini/settings.json', 'mcpServers'],
  ['opencode', 'user', 'config/opencode/opencode.jsonc', 'mcp'],
  ['opencode', 'project', 'work/project/opencode.json', 'mcp'],
  ['vscode', 'user', `${SETTINGS}/Code/User/mcp.json`, 'servers'],
  ['vscode', 'project', 'work/project/.vscode/mcp.json', 'servers'],
  ['windsurf', 'user', '.codeium/windsurf/mcp_config.json', 'mcpServers'],
  ['zed', 'user', `${ZED}/settings.json`, 'context_servers'],
  ['zed', 'project', 'work/project/.zed/settings.json', 'context_servers'],
] as const)('%s (%s) is connected in an empty home, and everything is as before afterwards', async (...row) => {
  const [program, scope, path, list] = row
  const before = await filesOfOthers()
  const tried = await connect([program, '--scope', scope, '--dry-run'])
  expect(tried).toMatchObject({ code: 0, err: '' })
  expect(await filesOfOthers()).toEqual(before)
  const done = await connect([program, '--scope', scope])
  expect(done).toMatchObject({ code: 0, err: '' })
  const text = await read(path)
  const value: unknown = path.endsWith('.toml') ? parse(text) : JSON.parse(text)
  expect(value).toEqual({ [list]: { variorum: entries[program] ?? plain(program) } })
  const diff = text.replaceAll(/^/gm, '+').replace(/\+$/, '')
  for (const { out } of [tried, done]) expect(out).toContain(diff)
  expect((await connect([program, '--scope', scope])).out).toContain('connected already')
  expect((await connect([])).out).toMatch(
    new RegExp(`^${program} +(?:not )?found\n(?:  .*\n)*  ${scope} +connected `, 'm'),
  )
  expect(await connect([program, '--scope', scope, '--remove'])).toMatchObject({ code: 0, err: '' })
  expect(await filesOfOthers()).toEqual(before)
})

const TYPICAL: readonly (readonly [program: string, path: string, text: string])[] = [
  [
    'claude-code',
    '.claude.json',
    '{\n  "numStartups": 3,\n  "mcpServers": {\n    "a": { "env": { "KEY": "s3cret" } }\n  }\n}',
  ],
  ['codex', '.codex/config.toml', '# mine\nmodel = "x"\r\n\r\n[mcp_servers.a] # first\r\nenv = { KEY = "s3cret" }'],
  ['gemini', '.gemini/settings.json', '{"theme":"x","key":"s3cret" /* why */,"mcpServers":{}}\n\n'],
  [
    'opencode',
    'config/opencode/opencode.json',
    '\ufeff{\r\n\t"$schema": "s3cret", // tail\r\n\t"theme": "x",\r\n}\r\n',
  ],
]

test.each(TYPICAL)('of %s no other byte changes, and no other line is printed', async (program, path, text) => {
  await write(path, text)
  await fs.chmod(nodePath.join(home, path), 0o640)
  const { out, code } = await connect([program, '--read-only'])
  expect({ code, out }).toMatchObject({ code: 0, out: expect.not.stringContaining('s3cret') })
  expect(await read(path)).toContain('--read-only')
  const again = await connect([program])
  expect(again).toMatchObject({ code: 0, out: expect.not.stringContaining('s3cret') })
  expect(await read(path)).not.toContain('--read-only')
  const { mode } = await fs.stat(nodePath.join(home, path))
  if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o640)
  const removed = await connect([program, '--remove'])
  expect(removed).toMatchObject({ code: 0, out: expect.not.stringContaining('s3cret') })
  expect(await read(path)).toBe(text)
})

test.each(['codex', 'opencode'])('the entry of %s starts the memory that was named', async (program) => {
  const store = nodePath.join(project, 'notes')
  await fs.mkdir(store)
  const done = await runCli(['--store', 'notes', 'connect', program, '--scope', 'project'], env())
  expect(done).toMatchObject({ code: 0, err: '' })
  const text = await read(`work/project/${program === 'codex' ? '.codex/config.toml' : 'opencode.json'}`)
  const value = (program === 'codex' ? parse(text) : JSON.parse(text)) as Record<string, Record<string, unknown>>
  const entry = Object.values(value)[0]?.variorum as {
    command: string | string[]
    args?: string[]
    env?: Record<string, string>
    environment?: Record<string, string>
  }
  const [command = '', ...args] = [entry.command, entry.args ?? []].flat()
  const client = new Client({ name: 'any', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
  // Some programs give a server no more than this.
  const bare = { HOME: home, PATH: '/usr/bin:/bin', ...entry.env, ...entry.environment }
  await client.connect(new StdioClientTransport({ command, args, env: bare, cwd: home, stderr: 'inherit' }))
  await client.callTool({ name: 'memory_create', arguments: { path: 'a.md', file_text: 'a\n' } })
  await client.close()
  expect(await fs.readFile(nodePath.join(store, 'a.md'), 'utf8')).toBe('a\n')
  expect((await runCli(['--store', store, 'log', '--json'], env())).out).toContain(`"${program}"`)
})

test('an entry is tried as the program starts it, in a memory of its own', async () => {
  const tried = await connect(['opencode', '--test'])
  expect(tried).toMatchObject({ code: 1, err: expect.stringContaining('OpenCode is not connected') })
  await connect(['opencode', '--read-only'])
  expect((await connect(['opencode', '--test'])).out).toMatch(/^It works: 3 tools, in \d+ ms\.\n$/)
  await connect(['opencode', '--remove'])
  await connect(['opencode'])
  const before = await filesOfOthers()
  expect((await connect(['opencode', '--test'])).out).toMatch(/^It works: 8 tools, a write made and undone, in /)
  expect(await filesOfOthers()).toEqual(before)
  // What the user adds to it belongs to the entry.
  const path = 'config/opencode/opencode.jsonc'
  const text = await read(path)
  const [given, longer] = ['"--client", "opencode"', '"--client", "opencode", "--tools", "memory"']
  expect(text).toContain(given)
  await write(path, text.replace(given, longer))
  expect((await connect(['opencode', '--test'])).out).toMatch(/^It works: 1 tool, a write made and undone, in /)
})

test('from a terminal it is the command, if that is what the PATH gives; in a window all paths are whole', async () => {
  const bin = nodePath.join(home, 'bin')
  await fs.mkdir(bin)
  await fs.symlink(CLI, nodePath.join(bin, 'variorum'))
  await connect(['claude-code'])
  await connect(['cursor'])
  const commandIn = async (path: string): Promise<unknown> => JSON.parse(await read(path)).mcpServers.variorum.command
  expect(await commandIn('.claude.json')).toBe(process.platform === 'win32' ? process.execPath : 'variorum')
  expect(nodePath.isAbsolute(String(await commandIn('.cursor/mcp.json')))).toBe(true)
})

test('variables move the files', async () => {
  const at = (name: string): string => nodePath.join(home, name)
  const moved = { CLAUDE_CONFIG_DIR: at('cc'), CODEX_HOME: at('cx'), GEMINI_CLI_HOME: at('g') }
  for (const program of ['claude-code', 'codex', 'gemini']) await connect([program], moved)
  const files = await filesOfOthers()
  for (const path of ['cc/.claude.json', 'cx/config.toml', 'g/.gemini/settings.json'])
    expect(files).toContain(nodePath.normalize(path))
})

test('what cannot be done is said in a sentence, and nothing is touched', async () => {
  const refused = async (args: readonly string[], sentence: string, options: readonly string[] = []): Promise<void> => {
    const { code, out, err } = await runCli([...options, 'connect', ...args], env())
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringContaining(sentence) })
  }
  await refused(['emacs'], 'Choose one of: claude-code, claude-desktop')
  await refused(['cursor', '--scope', 'world'], 'Choose one of: user, project')
  await refused(['--remove'], 'Name a program.')
  await refused(['windsurf', '--scope', 'project'], 'Windsurf has no configuration of its own for a project.')
  await refused(['cursor', '--remove'], 'Cursor is not connected in ~')
  await refused(['cursor'], 'The memory folder doesn’t exist.', ['--store', 'nowhere'])
  const broken = '{\n  "mcpServers": {},\n}'
  await write('.claude.json', broken)
  await refused(['claude-code'], '~/.claude.json is not valid JSON'.replace('/', nodePath.sep))
  expect(await read('.claude.json')).toBe(broken)
  expect((await connect([])).out).toContain('cannot tell')
  const others = '{"mcpServers": {"variorum": {"command": "theirs"}}}'
  await write('.cursor/mcp.json', others)
  for (const options of [[], ['--remove'], ['--dry-run']])
    await refused(['cursor', ...options], 'an entry “variorum” that Variorum didn’t write')
  expect(await read('.cursor/mcp.json')).toBe(others)
  expect((await connect([])).out).toContain('another entry')
})

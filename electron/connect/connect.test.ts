import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { HAS_PIPES, makePipe, modeHere } from '../../testing/systems.ts'
import { placeNew } from './config-file.ts'
import { carryOut, planConnect, planDisconnect, type Setting, type Wanted } from './connect.ts'
import type { ProgramId, Scope } from './program-ids.ts'
import { programStates } from './program-states.ts'
import { targetOf } from './target.ts'

const CURSOR: Wanted = { program: 'cursor', scope: 'project', readOnly: false, hidden: false }
const TEXT = '{\n  // mine\n  "mcpServers": {\n    "a": {}\n  }\n}\n'

let folder = ''
let file = ''
let setting: Setting
beforeEach(async () => {
  folder = await newFolder()
  const project = nodePath.join(folder, 'project')
  await fs.mkdir(nodePath.join(project, '.cursor'), { recursive: true })
  file = nodePath.join(project, '.cursor', 'mcp.json')
  const script = nodePath.join(folder, 'cli.js')
  await fs.writeFile(script, '')
  setting = {
    system: { platform: process.platform, env: { PATH: '' }, userHome: nodePath.join(folder, 'home'), project },
    home: nodePath.join(folder, 'app'),
    running: { node: process.execPath, script },
  }
})
afterEach(() => vi.restoreAllMocks())

async function connect(wanted: Partial<Wanted> = {}): Promise<string | null> {
  const planned = await planConnect(setting, { ...CURSOR, ...wanted })
  return planned === null ? null : carryOut(setting.home, planned)
}

async function disconnect(id: ProgramId = 'cursor', scope: Scope = 'project'): Promise<string | null> {
  return carryOut(setting.home, await planDisconnect(setting, id, scope))
}

const here = (): Promise<string> => fs.readFile(file, 'utf8')
const stateHere = async (): Promise<string | undefined> => {
  const cursor = (await programStates(setting.system, setting.home)).find(({ id }) => id === 'cursor')
  return cursor?.files.find(({ scope }) => scope === 'project')?.state
}

/** Nothing of it is changed, nor left beside it. */
async function expectRefused(sentence: string): Promise<void> {
  const files = await fs.readdir(nodePath.dirname(file))
  await expect(connect()).rejects.toThrow(sentence)
  expect(await fs.readdir(nodePath.dirname(file))).toEqual(files)
  expect(['unknown', 'other-entry']).toContain(await stateHere())
}

test('a link, a folder, a pipe, a second name', async () => {
  const elsewhere = nodePath.join(folder, 'elsewhere.json')
  await fs.writeFile(elsewhere, TEXT)
  await fs.symlink(elsewhere, file)
  await expectRefused('mcp.json is a link')
  await fs.rm(file)
  await fs.link(elsewhere, file)
  await expectRefused('mcp.json is a link')
  await fs.rm(file)
  await fs.mkdir(file)
  await expectRefused('mcp.json is not a file')
  await fs.rmdir(file)
  if (HAS_PIPES) {
    makePipe(file)
    await expectRefused('mcp.json is not a file')
  }
  expect(await fs.readFile(elsewhere, 'utf8')).toBe(TEXT)
})

test('a folder of a project that leads elsewhere', async () => {
  const elsewhere = nodePath.join(folder, 'elsewhere')
  await fs.mkdir(elsewhere)
  await fs.rmdir(nodePath.dirname(file))
  await fs.symlink(elsewhere, nodePath.dirname(file), 'junction')
  await expectRefused('lies behind one')
  expect(await fs.readdir(elsewhere)).toEqual([])
})

test('a file that is not ours to write', async () => {
  await fs.writeFile(file, TEXT)
  await fs.chmod(file, 0o444)
  await expectRefused('mcp.json is read-only')
  await fs.chmod(file, 0o644)
  const { uid } = await fs.stat(file)
  vi.spyOn(process, 'getuid').mockReturnValue(uid + 1)
  await expectRefused('mcp.json belongs to another account')
  expect(await here()).toBe(TEXT)
})

test.each([
  ['too large', Buffer.alloc(33 * 1024 * 1024), 'larger than'],
  ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'is not valid JSON'],
  ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'is not valid JSON'],
  ['cut', Buffer.from('{"mcpServers": {'), 'is not valid JSON'],
  ['deeper than any', Buffer.from(`{"a": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`), 'is not valid JSON'],
  ['no object', Buffer.from('[]'), 'is not valid JSON'],
  ['with a list in the place of servers', Buffer.from('{"mcpServers": []}'), '“mcpServers” is not a list of named'],
  ['with nothing in their place', Buffer.from('{"mcpServers": null}'), '“mcpServers” is not a list of named'],
  ['with an entry of others', Buffer.from('{"mcpServers": {"variorum": {"command": "x"}}}'), 'didn’t write'],
  ['with an entry that is nothing', Buffer.from('{"mcpServers": {"variorum": null}}'), 'didn’t write'],
])('a file %s', async (_, bytes, sentence) => {
  await fs.writeFile(file, bytes)
  await expectRefused(sentence)
  expect(bytes.equals(await fs.readFile(file))).toBe(true)
})

test('a strict file deeper than any', async () => {
  const path = nodePath.join(setting.system.project, '.mcp.json')
  const text = `{"a": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  await fs.writeFile(path, text)
  await expect(connect({ program: 'claude-code' })).rejects.toThrow('is not valid JSON')
  expect(await fs.readFile(path, 'utf8')).toBe(text)
})

test('a file that changes after it was read', async () => {
  await fs.writeFile(file, TEXT)
  const planned = await planConnect(setting, CURSOR)
  await fs.writeFile(file, `${TEXT}\n`)
  expect(planned).not.toBeNull()
  if (planned === null) return
  await expect(carryOut(setting.home, planned)).rejects.toThrow('Another program changed')
  expect(await here()).toBe(`${TEXT}\n`)
  await fs.rm(file)
  await expect(carryOut(setting.home, planned)).rejects.toThrow('Another program changed')
  const made = await planConnect(setting, CURSOR)
  await fs.writeFile(file, '{}')
  if (made !== null) await expect(carryOut(setting.home, made)).rejects.toThrow('Another program changed')
  expect(await here()).toBe('{}')
  expect(await fs.readdir(nodePath.dirname(file))).toEqual(['mcp.json'])
  await connect()
  const removal = await planDisconnect(setting, 'cursor', 'project')
  await fs.appendFile(file, '\n')
  await expect(carryOut(setting.home, removal)).rejects.toThrow('Another program changed')
  // Nothing that failed is remembered, and what succeeded is.
  await disconnect()
  expect(await here()).toBe('{}\n')
})

test('a file that appears at the last moment', async () => {
  await fs.writeFile(file, 'theirs')
  const temporary = nodePath.join(folder, 'temporary')
  await fs.writeFile(temporary, 'ours')
  const closed = setting.system.project
  await expect(placeNew(temporary, { path: file, shown: 'mcp.json', closed })).rejects.toThrow(
    'Another program changed',
  )
  expect(await here()).toBe('theirs')
})

test('a folder that becomes a link at the last moment, and what was made behind it', async () => {
  const planned = await planConnect(setting, CURSOR)
  expect(planned).not.toBeNull()
  if (planned === null) return
  const elsewhere = nodePath.join(folder, 'elsewhere')
  await fs.mkdir(elsewhere)
  await fs.symlink(elsewhere, nodePath.join(setting.system.project, 'link'), 'junction')
  const path = nodePath.join(setting.system.project, 'link', 'below', 'mcp.json')
  const target = { ...planned.target, file: { ...planned.target.file, path } }
  await expect(carryOut(setting.home, { ...planned, target })).rejects.toThrow('is a link')
  expect(await fs.readdir(elsewhere)).toEqual([])
})

test('a replacement that fails leaves the entry ours', async () => {
  await fs.writeFile(file, TEXT)
  await connect()
  const planned = await planConnect(setting, { ...CURSOR, readOnly: true })
  await fs.appendFile(file, '\n')
  if (planned !== null) await expect(carryOut(setting.home, planned)).rejects.toThrow('Another program changed')
  await disconnect()
  expect(await here()).toBe(`${TEXT}\n`)
})

test('the mode stays, and the file as it was is kept where nobody else can read it', async () => {
  await fs.writeFile(file, TEXT)
  await fs.chmod(file, 0o640)
  const copy = await connect()
  expect((await fs.stat(file)).mode & 0o777).toBe(modeHere(0o640))
  expect(await fs.readFile(copy ?? '', 'utf8')).toBe(TEXT)
  expect((await fs.stat(copy ?? '')).mode & 0o777).toBe(modeHere(0o600))
  expect((await fs.stat(nodePath.join(setting.home, 'connected.json'))).mode & 0o777).toBe(modeHere(0o600))
})

test('an entry is replaced by another of ours, and the first file comes back', async () => {
  await fs.writeFile(file, TEXT)
  for (const readOnly of [false, true, true, false]) {
    await connect({ readOnly })
    expect((await here()).includes('--read-only')).toBe(readOnly)
    expect(await stateHere()).toBe('connected')
  }
  expect(await connect()).toBeNull()
  await disconnect()
  expect(await here()).toBe(TEXT)
})

test('what was set in our entry is not lost, and goes with it when it goes', async () => {
  await fs.writeFile(file, TEXT)
  await connect()
  await fs.writeFile(file, (await here()).replace('"command"', '"disabled": true, "command"'))
  expect(await connect()).toBeNull()
  await expect(connect({ readOnly: true })).rejects.toThrow('was changed after Variorum wrote it')
  expect(await stateHere()).toBe('connected')
  await disconnect()
  expect(await here()).toBe(TEXT)
  // Also other arguments, as after a kill amid a replacement.
  await connect()
  await fs.writeFile(file, (await here()).replace('"cursor"', '"cursor", "--read-only"'))
  await expect(connect()).rejects.toThrow('was changed after Variorum wrote it')
  expect(await connect({ readOnly: true })).toBeNull()
  await disconnect()
  expect(await here()).toBe(TEXT)
})

test('an entry of another in the place of ours stays', async () => {
  await connect()
  await fs.writeFile(file, '{"mcpServers": {"variorum": {"command": "theirs", "args": []}}}')
  await expect(disconnect()).rejects.toThrow('didn’t write')
  expect(await stateHere()).toBe('other-entry')
  await fs.writeFile(file, '{}')
  await connect()
  const ours = await here()
  await disconnect()
  expect(await here()).toBe('{}')
  // Also the same one, if they wrote it.
  await fs.writeFile(file, ours)
  expect(await stateHere()).toBe('other-entry')
})

test('a file that a program has written anew loses only our entry', async () => {
  await fs.writeFile(file, '{"mcpServers":{"a":{}},"n":1}')
  await connect()
  const now = JSON.parse(await here())
  await fs.writeFile(file, JSON.stringify({ first: true, ...now }, null, 4))
  await disconnect()
  expect(await here()).toBe(JSON.stringify({ first: true, mcpServers: { a: {} }, n: 1 }, null, 4))
})

test('a file that was made stays if something came into it, and with its folder goes if not', async () => {
  await fs.rmdir(nodePath.dirname(file))
  await connect()
  await fs.writeFile(file, (await here()).replace('{', '{\n  "theirs": 1,'))
  await disconnect()
  expect(await here()).toBe('{\n  "theirs": 1\n}\n')
  await fs.rm(nodePath.dirname(file), { recursive: true })
  await connect()
  await fs.writeFile(nodePath.join(nodePath.dirname(file), 'rules'), '')
  await disconnect()
  expect(await fs.readdir(nodePath.dirname(file))).toEqual(['rules'])
  await fs.rm(nodePath.dirname(file), { recursive: true })
  await connect()
  await disconnect()
  expect(await fs.readdir(setting.system.project)).toEqual([])
})

test('what is remembered can be lost: then the entry is as one of others', async () => {
  await fs.writeFile(file, TEXT)
  await connect()
  await fs.writeFile(nodePath.join(setting.home, 'connected.json'), 'no JSON')
  await expect(disconnect()).rejects.toThrow('didn’t write')
})

test.each<[ProgramId, string]>([
  ['cursor', TEXT],
  ['cursor', '{"mcpServers":{}}'],
  ['codex', 'model = "x"\n\n[mcp_servers.a]\ncommand = "a"\n'],
  ['codex', 'mcp_servers = { a = { command = "a" } }\n'],
])('an entry that is not remembered is remembered when it is connected again: %s, %j', async (program, text) => {
  const { file: at } = targetOf(setting.system, program, 'project')
  await fs.mkdir(nodePath.dirname(at.path), { recursive: true })
  await fs.writeFile(at.path, text)
  const copy = await connect({ program })
  const connected = await fs.readFile(at.path)
  await fs.rm(nodePath.join(setting.home, 'connected.json'))
  await expect(disconnect(program)).rejects.toThrow('didn’t write')
  expect(await planConnect(setting, { ...CURSOR, program })).toMatchObject({ diff: '' })
  expect(await connect({ program })).toBeNull()
  expect(connected.equals(await fs.readFile(at.path))).toBe(true)
  expect(await fs.readFile(copy ?? '', 'utf8')).toBe(text)
  expect(await planConnect(setting, { ...CURSOR, program })).toBeNull()
  await disconnect(program)
  expect(await fs.readFile(at.path, 'utf8')).toBe(text)
})

test('of what was connected at once, everything is remembered', async () => {
  const programs = ['claude-code', 'codex', 'cursor', 'gemini', 'opencode', 'vscode', 'zed'] as const
  // Also the same one twice: one of both finds that the other has changed the file.
  const plans = await Promise.all(
    [...programs, 'cursor' as const].map((program) => planConnect(setting, { ...CURSOR, program })),
  )
  const done = await Promise.allSettled(plans.map(async (plan) => plan && carryOut(setting.home, plan)))
  expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  for (const program of programs) await disconnect(program)
})

test('npx clears what it starts', async () => {
  const script = nodePath.join(folder, '_npx', 'cli.js')
  await fs.mkdir(nodePath.dirname(script))
  await fs.writeFile(script, '')
  setting = { ...setting, running: { ...setting.running, script } }
  await expect(connect()).rejects.toThrow('Install it')
})

test('Node by the link that outlives its update, and never what npm puts into the PATH for a while', async () => {
  const [bin, scripts] = [nodePath.join(folder, 'bin'), nodePath.join(folder, 'node_modules', '.bin')]
  for (const each of [bin, scripts]) {
    await fs.mkdir(each, { recursive: true })
    await fs.symlink(process.execPath, nodePath.join(each, 'node'))
    await fs.symlink(setting.running.script, nodePath.join(each, 'variorum'))
  }
  const commandFor = async (PATH: string, wanted: Partial<Wanted> = {}): Promise<unknown> => {
    const there = { ...setting, system: { ...setting.system, env: { PATH } } }
    const planned = await planConnect(there, { ...CURSOR, ...wanted })
    return planned?.connection?.entry.command
  }
  expect(await commandFor(bin)).toBe(nodePath.join(bin, 'node'))
  expect(await commandFor(scripts)).toBe(process.execPath)
  expect(await commandFor(bin, { program: 'claude-code' })).toBe(
    process.platform === 'win32' ? nodePath.join(bin, 'node') : 'variorum',
  )
  expect(await commandFor(scripts, { program: 'claude-code' })).toBe(process.execPath)
  expect(await commandFor(`relative${nodePath.delimiter}${nodePath.delimiter}.`)).toBe(process.execPath)
})

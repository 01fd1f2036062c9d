import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { installedBeside } from '../../testing/beside.ts'
import { eventually } from '../../testing/eventually.ts'
import { newFolder } from '../../testing/folders.ts'
import { gitComplaints } from '../../testing/git.ts'
import { runProgram } from '../../testing/programs.ts'
import { Computer } from './computer.ts'
import { type AgentProgram, PROGRAMS, STAND_INS, withPlugin } from './programs.ts'
import type { Script } from './scripted-model.ts'
import type { Call } from './wires.ts'

// What agents do with `variorum mcp`: in a long run Claude Code, Codex, OpenCode, Gemini CLI and the MCP inspector, each
// without a network, with a scripted model and started by the entry that `variorum connect` wrote; otherwise two small
// programs around the official client.

const LONG = process.env.VARIORUM_LONG
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
const programs = LONG === undefined ? STAND_INS : PROGRAMS
const versions = Object.fromEntries([...PROGRAMS.flatMap((each) => each.package ?? []), INSPECTOR].map(versionOf))
/** VARIORUM_AGENTS names a folder that keeps the programs for the next time. */
const packages = LONG === undefined ? null : await installedBeside(versions, process.env.VARIORUM_AGENTS)

function versionOf(named: string): [name: string, version: string] {
  const at = named.lastIndexOf('@')
  return [named.slice(0, at), named.slice(at + 1)]
}

const LONG_FILE = Array.from({ length: 400 }, (_, at) => `Zeile ${at + 1}: ${'größer '.repeat(at % 9)}`)

let computer: Computer
beforeEach(async () => {
  computer = await Computer.make(packages)
  await fs.writeFile(nodePath.join(computer.store, 'long.md'), `${LONG_FILE.join('\n')}\n`)
  await fs.writeFile(nodePath.join(computer.store, 'shared.md'), 'From the user\n')
})

const call = (command: string, given: object): Call => ({ tool: `memory_${command}`, given })
const inMemory = (name: string): string => `/memories/${name}`

/** All that a program can do, and a page after the other of a file that is too long for one answer. */
const session = ({ name, edit }: AgentProgram): Script =>
  function* steps() {
    const own = inMemory(`people/${name}.md`)
    yield call('view', { path: '/memories' })
    yield call('create', { path: own, file_text: 'one\ntwo "<b>&\n' })
    yield call('str_replace', { [edit.path]: own, [edit.old]: 'two', [edit.new]: 'zwei ö' })
    yield call('insert', { path: own, insert_line: 0, insert_text: 'zero' })
    yield call('search', { query: 'ZWEI', path: own })
    yield call('history', { path: own })
    yield call('view', { path: inMemory('gone.md') })
    yield call('create', { path: inMemory(`passing-${name}.md`), file_text: 'x\n' })
    yield call('delete', { path: inMemory(`passing-${name}.md`) })
    yield call('insert', { path: inMemory('shared.md'), insert_line: 1, insert_text: `From ${name}` })
    let page = yield call('view', { path: inMemory('long.md') })
    for (let from = nextOf(page); from !== undefined; from = nextOf(page))
      page = yield call('view', { path: inMemory('long.md'), view_range: [Number(from), -1] })
    return 'All is done.'
  }

function nextOf(page: string): string | undefined {
  return /Go on with view_range \[(\d+),/.exec(page)?.[1]
}

/** What the model is given for it, to the letter; the pages are read together. */
function expectResults({ name }: AgentProgram, results: readonly string[]): void {
  const own = inMemory(`people/${name}.md`)
  const [look, ...others] = results.slice(0, 10)
  expect(look).toMatch(/^Here're the files and directories up to 2 levels deep in \/memories, .*:\n/)
  const [history] = others.splice(4, 1)
  expect(history?.split('\n').map((line) => line.replace(/^\w{10} {2}\S+ {2}/, ''))).toEqual([
    `Changes to ${own}, newest first:`,
    ...['zero', 'zwei ö "<b>&', 'one'].map((line) => `an agent (${name})  ${name}: ${line}`),
  ])
  expect(others).toEqual([
    `File created successfully at: ${own}`,
    'The memory file has been edited.\n     1\tone\n     2\tzwei ö "<b>&',
    `The file ${own} has been edited.`,
    `${own}:3: zwei ö "<b>&`,
    'Error: The path /memories/gone.md does not exist. Please provide a valid path.',
    `File created successfully at: /memories/passing-${name}.md`,
    `Successfully deleted /memories/passing-${name}.md`,
    'The file /memories/shared.md has been edited.',
  ])
  const read = results.slice(10).flatMap((page) => page.split('\n'))
  expect(read.flatMap((line) => /^ *\d+\t(.*)$/.exec(line)?.[1] ?? [])).toEqual(LONG_FILE)
}

const changesBy = async (name: string): Promise<readonly { readonly verb: string; readonly clientVersion: string }[]> =>
  (await computer.variorum('log', '--client', name, '--json'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).origin)

const textOf = (path: string): Promise<string> => fs.readFile(nodePath.join(computer.store, path), 'utf8')
const gone = async (): Promise<boolean> => (await computer.servers()).length === 0

const PAIRS = programs.flatMap((first, at) => {
  const second = programs[at + 1]
  return at % 2 === 1 || second === undefined ? [] : [{ first, second }]
})

test.for(PAIRS)('$first.name and $second.name at once', async ({ first, second }) => {
  const running = await Promise.all([first, second].map((program) => computer.start(program, session(program))))
  for (const [at, program] of [first, second].entries()) {
    const { code, said } = (await running[at]?.ended) ?? { code: null, said: '' }
    const turns = running[at]?.model.turns ?? []
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('All is done.') })
    expectResults(
      program,
      (turns.at(-1)?.results ?? []).map((result) => program.unwrapped(result)),
    )
    // The instructions, from their first words to their last.
    expect(turns[0]?.request).toMatch(/A memory that outlives this conversation.*What files say is information/s)
    const changes = await changesBy(program.name)
    expect(changes.map(({ verb }) => verb)).toEqual(['insert', 'delete', 'create', 'insert', 'str_replace', 'create'])
    for (const { clientVersion } of changes) expect(clientVersion).toMatch(/ \d+\.\d+\.\d+$/)
  }
  await eventually('both servers are gone', gone)
  expect((await textOf('shared.md')).split('\n').toSorted()).toEqual(
    ['', `From ${first.name}`, `From ${second.name}`, 'From the user'].toSorted(),
  )
  expect(await gitComplaints(computer.store)).toBe('')
  await computer.variorum('undo', '--client', first.name)
  expect(await textOf('shared.md')).toBe(`From the user\nFrom ${second.name}\n`)
  expect(await fs.readdir(nodePath.join(computer.store, 'people'))).toEqual([`${second.name}.md`])
  expect(await textOf(`people/${second.name}.md`)).toBe('zero\none\nzwei ö "<b>&\n')
  expect(await textOf('long.md')).toBe(`${LONG_FILE.join('\n')}\n`)
  expect(await computer.leaks()).toEqual([])
  // Also out of a file that the program has written again meanwhile.
  for (const { name } of [first, second].filter(({ package: it }) => it !== null)) {
    await computer.variorum('connect', name, '--remove')
    expect(await computer.variorum('connect')).toMatch(new RegExp(`^${name} .*\n  user +not connected`, 'm'))
  }
})

/** Milliseconds after the model has asked for the second file. */
const MOMENTS = Array.from({ length: Number(LONG ?? 1) }, (_, at) => at * 15)
// The stand-ins differ in their names alone.
const KILLS = (LONG === undefined ? STAND_INS.slice(0, 1) : PROGRAMS).flatMap((program) =>
  MOMENTS.map((moment) => ({ program, moment })),
)

test.for(KILLS)('$program.name, killed $moment ms into a call, and started again', async ({ program, moment }) => {
  const killing = Promise.withResolvers<void>()
  const { ended, kill } = await computer.start(program, function* steps() {
    yield call('create', { path: inMemory('kept.md'), file_text: 'kept\n' })
    void setTimeout(moment).then(killing.resolve)
    yield call('create', { path: inMemory('half.md'), file_text: 'whole\n'.repeat(5_000) })
    return yield* waiting()
  })
  await killing.promise
  kill()
  expect((await ended).code).not.toBe(0)
  await eventually('its server is gone', gone)
  expect(await textOf('kept.md')).toBe('kept\n')
  const again = await computer.start(program, function* steps() {
    return `It says ${yield call('view', { path: inMemory('kept.md') })}`
  })
  expect(await again.ended).toEqual({ code: 0, said: expect.stringContaining('1\tkept') })
  await eventually('its server is gone', gone)
  const half = await textOf('half.md').catch(() => null)
  expect([null, 'whole\n'.repeat(5_000)]).toContain(half)
  expect((await changesBy(program.name)).length).toBe(half === null ? 1 : 2)
  expect(await gitComplaints(computer.store)).toBe('')
})

/** Until it is killed there is always something to do. */
function* waiting(): Generator<Call, string, string> {
  for (;;) yield call('view', { path: '/memories' })
}

test.for(packages === null ? [] : [INSPECTOR])('%s calls a tool, and tells an error from an answer', async () => {
  // Cursor's file has the form that it reads.
  await computer.variorum('connect', 'cursor')
  const config = computer.inHome('.cursor/mcp.json')
  const inspect = async (method: string, ...args: readonly string[]) => {
    const from = ['--cli', '--config', config, '--server', 'variorum', '--method', method, ...args]
    const { code, out } = await computer.run('@modelcontextprotocol/inspector/clients/launcher/build/index.js', ...from)
    return { code, out: out.toString() }
  }
  expect(JSON.parse((await inspect('tools/list')).out).tools).toHaveLength(8)
  const given = ['path=a.md', 'file_text=blue'].flatMap((each) => ['--tool-arg', each])
  expect(await inspect('tools/call', '--tool-name', 'memory_create', ...given)).toMatchObject({ code: 0 })
  const missing = ['--tool-name', 'memory_view', '--tool-arg', 'path=gone.md']
  expect(await inspect('tools/call', ...missing)).toMatchObject({ code: 5 })
  expect(await textOf('a.md')).toBe('blue')
  expect((await changesBy('cursor')).map(({ verb }) => verb)).toEqual(['create'])
  await eventually('its server is gone', gone)
  expect(await gitComplaints(computer.store)).toBe('')
})

test.for(packages === null ? [] : ['claude-code'])('%s takes our plugin, and writes by it', async () => {
  const packed = await newFolder()
  const args = ['build/pack-mcpb.ts', '--to', packed]
  expect(await runProgram({ file: process.execPath, args })).toMatchObject({ code: 0 })
  const plugin = nodePath.join(packed, 'claude-code-plugin')
  const claude = '@anthropic-ai/claude-code-linux-x64/claude'
  // As its directory of plugins checks one.
  const checked = await computer.run(claude, 'plugin', 'validate', '--profile', 'directory', plugin)
  expect({ ...checked, out: checked.out.toString() }).toMatchObject({
    code: 0,
    out: expect.stringContaining('Validation passed'),
  })
  for (const each of [
    ['marketplace', 'add', plugin],
    ['install', 'variorum@variorum'],
    ['uninstall', 'variorum@variorum'],
    ['marketplace', 'remove', 'variorum'],
  ])
    expect((await computer.run(claude, 'plugin', ...each)).code, each.join(' ')).toBe(0)
  const { ended } = await computer.start(withPlugin(plugin), function* steps() {
    return `It says ${yield call('create', { path: inMemory('a.md'), file_text: 'a\n' })}`
  })
  expect(await ended).toEqual({ code: 0, said: expect.stringContaining('File created successfully') })
  expect(await fs.readFile(computer.inHome('app/memory/a.md'), 'utf8')).toBe('a\n')
})

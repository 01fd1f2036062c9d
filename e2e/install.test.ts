import * as fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as nodePath from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserMode } from '../testing/browser-mode.ts'
import { CLI, linesOf } from '../testing/command-line.ts'
import { newFolder } from '../testing/folders.ts'
import { git } from '../testing/git.ts'
import { nodesToTry } from '../testing/nodes.ts'
import { runProgram, type Ended } from '../testing/programs.ts'
import { startScriptedModel, type ScriptedModel } from './scripted-model.ts'

// The npm package as its users have it: packed, installed into a folder of its own, and run with nothing but a home and
// a PATH. `npm run long -- install` does so on every version of Node that it is for.

const PROJECT = nodePath.join(import.meta.dirname, '..')
const WINDOWS = process.platform === 'win32'

let root = ''
/** Where npm installs, with letters that few paths have. */
let prefix = ''
let model: ScriptedModel
beforeAll(async () => {
  root = nodePath.join(await newFolder(), 'my 记忆')
  prefix = nodePath.join(root, 'global')
  await fs.mkdir(root)
  const packing = await runProgram({
    file: process.execPath,
    args: ['build/pack-npm.ts', '--to', root],
    cwd: PROJECT,
  })
  expect(packing.err.toString()).toBe('')
  const archive = (await fs.readdir(root)).find((name) => name.endsWith('.tgz')) ?? ''
  const installed = await npm('install', '--global', '--ignore-scripts', '--offline', nodePath.join(root, archive))
  expect(installed.code).toBe(0)
  model = await startScriptedModel()
})
afterAll(() => model.close())

function npm(...args: readonly string[]): Promise<Ended> {
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--prefix', prefix]
  return runProgram({ file: WINDOWS ? 'npm.cmd' : 'npm', args: [...args, ...quiet], cwd: root })
}

const inPackage = (...names: readonly string[]): string =>
  nodePath.join(prefix, WINDOWS ? '' : 'lib', 'node_modules', 'variorum', ...names)

/** A new user: an empty home, this Node, and a proxy that nobody answers. */
async function newUser(
  node: string,
): Promise<{ readonly home: string; readonly env: Readonly<Record<string, string>> }> {
  const home = await fs.mkdtemp(nodePath.join(root, 'home '))
  const path = [nodePath.join(prefix, WINDOWS ? '' : 'bin'), nodePath.dirname(node), '/usr/bin', '/bin']
  const system = Object.fromEntries(
    ['SystemRoot', 'PATHEXT'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
  return {
    home,
    env: {
      ...system,
      HOME: home,
      PATH: path.join(nodePath.delimiter),
      HTTPS_PROXY: 'http://127.0.0.1:9',
      GIT_CONFIG_NOSYSTEM: '1',
      ...(WINDOWS ? { APPDATA: nodePath.join(home, '.config'), USERPROFILE: home } : {}),
    },
  }
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => nodePath.relative(folder, nodePath.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

const ALLOWED =
  /^(?:package\.json|README\.md|LICENSE|LICENSES-OF-PACKAGES\.txt|library\.d\.ts|out\/(?:cli|library|(?:store|folder|index|publication|reading)-thread)\.js|out\/cli\/[\w.-]+\.cjs|out\/chunks\/[\w.-]+\.js|out\/renderer\/(?:index\.html|mark\.svg|assets\/[\w.-]+\.(?:js|css|woff2)|licences\/[\w-]+\.txt))$/

test('the package has what it needs and nothing else: no dependency, no script, no Electron', async () => {
  const names = await filesBelow(inPackage())
  expect(names.filter((name) => !ALLOWED.test(name))).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['out/cli/run.cjs', 'out/library.js', 'out/renderer/index.html']))
  const manifest = JSON.parse(await fs.readFile(inPackage('package.json'), 'utf8'))
  const project = JSON.parse(await fs.readFile(nodePath.join(PROJECT, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: 'variorum', version: project.version, engines: project.engines })
  for (const key of ['dependencies', 'optionalDependencies', 'peerDependencies', 'scripts'])
    expect(manifest).not.toHaveProperty(key)
  for (const name of names.filter((each) => /\.(?:js|cjs|html|css)$/.test(each))) {
    const text = await fs.readFile(inPackage(name), 'utf8')
    expect(text.includes(PROJECT), name).toBe(false)
    expect(/(?:require\(|from |import )["']electron(?:-updater)?["']/.test(text), name).toBe(false)
  }
  const entry = JSON.parse(await fs.readFile(nodePath.join(root, 'server.json'), 'utf8'))
  expect(entry).toMatchObject({ name: manifest.mcpName, version: manifest.version })
  expect(entry.packages).toMatchObject([{ identifier: manifest.name, version: manifest.version }])
  expect(entry.description.length).toBeLessThanOrEqual(100)
  const archive = (await fs.readdir(root)).find((name) => name.endsWith('.tgz')) ?? ''
  expect((await fs.stat(nodePath.join(root, archive))).size).toBeLessThan(9_000_000)
  const licences = await fs.readFile(inPackage('LICENSES-OF-PACKAGES.txt'), 'utf8')
  for (const name of ['@anthropic-ai/sdk', '@fontsource-variable/inter', 'commander', 'isomorphic-git', 'react-dom'])
    expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'))
  expect(licences).not.toMatch(/^electron/m)
})

const NODES = await nodesToTry()

test.for(NODES)('a clean machine’s story, on Node $version', async ({ node }) => {
  const { home, env } = await newUser(node)
  const before = await filesBelow(inPackage())
  const run = async (args: readonly string[], input = ''): Promise<string> => {
    const file = nodePath.join(prefix, WINDOWS ? 'variorum.cmd' : 'bin/variorum')
    const { code, out, err } = await runProgram({ file, args, cwd: home, env, input })
    expect({ code, err: err.toString() }).toEqual({ code: 0, err: '' })
    return out.toString()
  }
  expect(await run(['--help'])).toContain('Usage: variorum')
  expect(await run(['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/)
  // Nothing of this makes a folder.
  const { memory, app } = JSON.parse(await run(['where', '--json']))
  expect(await fs.readdir(home)).toEqual([])
  const remember = { command: 'create', path: '/memories/people.md', file_text: 'Ana is allergic to peanuts.\n' }
  expect(await run(['exec'], linesOf([remember]))).toContain('"is_error":false')
  expect(await run(['log'])).toMatch(/agent {4}people: Ana is allergic to peanuts\.\n$/)
  await run(['undo'])
  const window = await BrowserMode.start('', { program: [node, inPackage('out', 'cli.js')], env })
  const { cookie } = await window.enter(window.link)
  const page = await fetch(`http://127.0.0.1:${window.port}/`, { headers: { cookie } })
  expect(await page.text()).toContain('<title>')
  await window.stop()
  expect(await git(memory, 'log', '--format=%s')).toBe(
    'undid “people: Ana is allergic to peanuts.”\npeople: Ana is allergic to peanuts.\n',
  )
  expect(await git(memory, 'status', '--porcelain')).toBe('')
  // The package could have been read-only, and nothing is outside of the two folders.
  expect(await filesBelow(inPackage())).toEqual(before)
  expect((await filesBelow(nodePath.join(app, 'compiled'))).length).toBeGreaterThan(0)
  const left = (await filesBelow(home)).map((name) => nodePath.join(home, name))
  expect(left.filter((name) => !name.startsWith(memory) && !name.startsWith(app))).toEqual([])
})

/** The first program in this language of the package's README. */
async function programInReadme(language: string): Promise<string> {
  const readme = await fs.readFile(inPackage('README.md'), 'utf8')
  return new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(readme)?.[1] ?? ''
}

/** A project of the user's that has the package and Anthropic's SDK. */
async function newProject(home: string): Promise<string> {
  const modules = nodePath.join(home, 'node_modules')
  await fs.mkdir(modules)
  await fs.symlink(inPackage(), nodePath.join(modules, 'variorum'), 'junction')
  await fs.symlink(
    nodePath.join(PROJECT, 'node_modules', '@anthropic-ai'),
    nodePath.join(modules, '@anthropic-ai'),
    'junction',
  )
  return home
}

const file = (name: string): string => `/memories/${name}`
const TEN_COMMANDS = [
  { command: 'create', path: file('a.md'), file_text: 'one\n' },
  { command: 'create', path: file('b.md'), file_text: 'two\n' },
  { command: 'str_replace', path: file('a.md'), old_str: 'one', new_str: 'uno' },
  { command: 'insert', path: file('a.md'), insert_line: 1, insert_text: 'due\n' },
  { command: 'rename', old_path: file('b.md'), new_path: file('c.md') },
  { command: 'create', path: file('d.md'), file_text: 'three\n' },
  { command: 'str_replace', path: file('d.md'), old_str: 'three', new_str: 'tre' },
  { command: 'delete', path: file('c.md') },
  { command: 'insert', path: file('d.md'), insert_line: 0, insert_text: 'first\n' },
  { command: 'create', path: file('e/f.md'), file_text: 'four\n' },
]

test.for(NODES)(
  'the README’s agent: the SDK’s tool runner, ten rounds, ten commits, on Node $version',
  async ({ node }) => {
    const { home, env } = await newUser(node)
    await fs.writeFile(nodePath.join(await newProject(home), 'agent.mjs'), await programInReadme('js'))
    const mistaken = { command: 'str_replace', path: file('a.md'), old_str: 'nowhere', new_str: 'x' }
    model.answers(...[...TEN_COMMANDS, mistaken].map((call) => ({ call })), { text: 'Saved.' })
    const { code, out, err } = await runProgram({
      file: node,
      args: ['agent.mjs'],
      cwd: home,
      env: { ...env, ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'k', HTTPS_PROXY: '' },
    })
    expect({ code, err: err.toString() }).toEqual({ code: 0, err: '' })
    expect(out.toString()).toContain("text: 'Saved.'")
    expect(out.toString().match(/^[0-9a-f]{40} my-agent 1\.2 /gm)).toHaveLength(10)
    const subjects = (await git(nodePath.join(home, 'memory'), 'log', '--reverse', '--format=%s')).trimEnd().split('\n')
    expect(subjects).toHaveLength(10)
    const { content, is_error: isError } = lastResult(model.asked.at(-1))
    expect(isError).toBe(true)
    expect(content).toMatch(/^Error: No replacement was performed/)
  },
)

function lastResult(request: { readonly messages: readonly unknown[] } | undefined): {
  readonly content?: string
  readonly is_error?: boolean
} {
  const last = request?.messages.at(-1) as { readonly content: readonly object[] }
  return last.content[0] ?? {}
}

test('the types need no other package, and fit the SDK', async () => {
  const { home } = await newUser(process.execPath)
  await newProject(home)
  await fs.writeFile(nodePath.join(home, 'package.json'), '{ "type": "module" }')
  await fs.writeFile(
    nodePath.join(home, 'agent.ts'),
    `import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory'
     import { openMemory, type Outcome } from 'variorum'
     const memory = await openMemory({ client: 'a 1' })
     betaMemoryTool(memory.memoryToolHandlers)
     const outcome: Outcome = await memory.undo()
     // @ts-expect-error no such option
     await openMemory({ folder: outcome.kind })`,
  )
  const tsc = nodePath.join(
    nodePath.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin',
    'tsc',
  )
  const common = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', '']
  const check = (...args: readonly string[]): Promise<Ended> =>
    runProgram({ file: process.execPath, args: [tsc, ...common, ...args], cwd: home })
  const [alone, used] = await Promise.all([
    check('--lib', 'es2022', inPackage('library.d.ts')),
    check('--skipLibCheck', 'agent.ts'),
  ])
  expect(alone.out.toString() + used.out.toString()).toBe('')
  expect(await fs.readFile(inPackage('library.d.ts'), 'utf8')).not.toMatch(/\bany\b(?! )|import/)
})

const python = await runProgram({ file: WINDOWS ? 'python' : 'python3', args: ['--version'] }).catch(() => null)

// Where there is no Python, nobody follows that part of the README.
test.runIf(python?.code === 0)('the README’s agent in Python, with a stand-in for the SDK', async () => {
  const { home, env } = await newUser(process.execPath)
  const stub = nodePath.join(import.meta.dirname, 'install', 'python')
  await fs.writeFile(nodePath.join(home, 'agent.py'), await programInReadme('python'))
  const { code, out, err } = await runProgram({
    file: WINDOWS ? 'python' : 'python3',
    args: ['agent.py'],
    cwd: home,
    env: { ...env, PYTHONPATH: stub, PYTHONDONTWRITEBYTECODE: '1', COMMANDS: JSON.stringify(TEN_COMMANDS) },
  })
  expect({ code, err: err.toString() }).toEqual({ code: 0, err: '' })
  expect(out.toString()).toContain('File created successfully at: /memories/e/f.md')
  const log = await git(
    nodePath.join(home, 'memory'),
    'log',
    '--format=%(trailers:key=Variorum-Client,valueonly,separator=)',
  )
  expect(log.trimEnd().split('\n')).toEqual(TEN_COMMANDS.map(() => 'my-agent 1.2'))
})

test('an older Node gets one sentence from the command and from the library; a checkout goes on with its own', async () => {
  const { home, env } = await newUser(process.execPath)
  const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.5" } })'
  const run = (...args: readonly string[]): Promise<Ended> =>
    runProgram({
      file: process.execPath,
      args: ['--import', `data:text/javascript,${encodeURIComponent(older)}`, ...args],
      cwd: home,
      env,
    })
  const sentence = 'Variorum needs Node 22.13 or newer, and this is Node 20.19.5.'
  const [command, library, checkout] = await Promise.all([
    run(inPackage('out', 'cli.js'), 'log'),
    run('--input-type=module', '--eval', `import ${JSON.stringify(pathToFileURL(inPackage('out', 'library.js')))}`),
    run(CLI, '--version'),
  ])
  expect(checkout).toMatchObject({ code: 0, err: Buffer.from('') })
  expect(command).toMatchObject({ code: 1, err: Buffer.from(`${sentence}\n`) })
  expect(library.code).toBe(1)
  expect(
    library.err
      .toString()
      .split('\n')
      .filter((line) => /Variorum|^ +at /.test(line)),
  ).toEqual([`[${sentence}]`])
})

test.runIf(python?.code === 0 && !WINDOWS)(
  'variorum by itself opens the window in a terminal, and prints its help elsewhere',
  async () => {
    const { home, env } = await newUser(process.execPath)
    const opened = await newFolder()
    for (const name of ['xdg-open', 'open'])
      await fs.writeFile(nodePath.join(opened, name), '#!/bin/sh\n', { mode: 0o755 })
    const command = nodePath.join(prefix, 'bin', 'variorum')
    const own = { ...env, PATH: `${opened}:${env.PATH}` }
    const [inTerminal, elsewhere] = await Promise.all([
      runProgram({
        file: 'python3',
        args: [nodePath.join(import.meta.dirname, 'install', 'in-terminal.py'), command],
        cwd: home,
        env: own,
      }),
      runProgram({ file: command, args: [], cwd: home, env: own }),
    ])
    expect(inTerminal.out.toString()).toContain('Variorum is at http://127.0.0.1:')
    expect(elsewhere).toMatchObject({ code: 1, out: Buffer.from('') })
    expect(elsewhere.err.toString()).toContain('Usage: variorum')
  },
)

test.runIf(!WINDOWS)('compiled code is neither used nor kept where another account could have put it', async () => {
  const { home, env } = await newUser(process.execPath)
  const compiled = nodePath.join(home, 'own', 'compiled')
  const run = (): Promise<Ended> =>
    runProgram({
      file: nodePath.join(prefix, 'bin', 'variorum'),
      args: ['exec'],
      cwd: home,
      env: { ...env, VARIORUM_HOME: nodePath.dirname(compiled) },
    })
  await fs.mkdir(compiled, { recursive: true })
  await fs.chmod(compiled, 0o777)
  expect((await run()).code).toBe(0)
  expect(await fs.readdir(compiled)).toEqual([])
})

test('npm takes the package away again', async () => {
  expect((await npm('uninstall', '--global', 'variorum')).code).toBe(0)
  expect(await filesBelow(prefix)).toEqual([])
})

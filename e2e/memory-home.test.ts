import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { runCli, type Ran } from '../testing/command-line.ts'
import { newFolder } from '../testing/folders.ts'
import { playClaudeCode } from './claude-code.ts'

// Where Claude Code keeps its own memory, set from the command line; the program itself is played.

let home = ''
let project = ''
let store = ''
beforeEach(async () => {
  home = await newFolder()
  project = nodePath.join(home, 'work', 'app')
  store = nodePath.join(home, 'notes')
  await fs.mkdir(nodePath.join(project, '.git'), { recursive: true })
  await fs.mkdir(nodePath.join(project, 'src'))
  await fs.mkdir(store)
})

function connect(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const env = {
    HOME: home,
    USERPROFILE: home,
    CLAUDE_CONFIG_DIR: '',
    CLAUDE_COWORK_MEMORY_PATH_OVERRIDE: '',
    VARIORUM_HOME: nodePath.join(home, 'app'),
    MEMORY_DIR: '',
    PATH: nodePath.join(home, 'bin'),
    // As `npm run variorum` tells where it was called.
    npm_lifecycle_event: 'variorum',
    INIT_CWD: nodePath.join(project, 'src'),
  }
  return runCli(['--store', store, 'connect', 'claude-code', '--memory', ...args], { ...env, ...more })
}

const settings = (): string => nodePath.join(project, '.claude', 'settings.local.json')
const inHome = (path: string): string => path.replaceAll('/', nodePath.sep)

test('the memory of the project in this folder is set, asked for, and taken back', async () => {
  const folder = nodePath.join(store, 'claude-code', 'app')
  const tried = await connect(['--dry-run'])
  expect(tried).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`+  "autoMemoryDirectory": `) })
  expect(await fs.readdir(store)).toEqual([])
  const done = await connect([])
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain(inHome('* ~/work/app/.claude/settings.local.json: ~/notes/claude-code/app\n'))
  expect(JSON.parse(await fs.readFile(settings(), 'utf8'))).toEqual({ autoMemoryDirectory: folder })
  expect(await fs.readdir(folder)).toEqual([])
  expect((await connect([])).out).toContain('there already')
  expect((await connect(['--test'])).out).toBe('Not tested: Claude Code isn’t on this computer.\n')
  expect(await connect(['--remove'])).toMatchObject({ code: 0, err: '' })
  expect(await fs.readdir(project)).toEqual(['.git', 'src'])
})

test.skipIf(process.platform === 'win32')('the program itself is asked where its memory is', async () => {
  const told = nodePath.join(home, 'told.json')
  await playClaudeCode(nodePath.join(home, 'bin'), { told })
  await connect([])
  expect(await connect(['--test'], { ANTHROPIC_API_KEY: 's3cret' })).toMatchObject({
    code: 0,
    out: inHome('It works: Claude Code keeps its memory in ~/notes/claude-code/app.\n'),
  })
  const { env, args } = JSON.parse(await fs.readFile(told, 'utf8'))
  expect(env).toMatchObject({
    HOME: home,
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/),
  })
  expect(JSON.stringify([env, args])).not.toContain('s3cret')
  const override = { CLAUDE_COWORK_MEMORY_PATH_OVERRIDE: nodePath.join(home, 'else') }
  expect((await connect(['--test'], override)).err).toContain(inHome('keeps its memory in ~/else instead'))
  await playClaudeCode(nodePath.join(home, 'bin'), { told, says: false })
  expect((await connect(['--test'])).err).toContain('didn’t say where its memory is')
})

test('all projects share one folder, which is said; a folder that is no project is not taken for one', async () => {
  const shared = await connect(['--all-projects'])
  expect(shared).toMatchObject({ code: 0, out: expect.stringContaining('share this one folder and one MEMORY.md') })
  const own = nodePath.join(home, '.claude', 'settings.json')
  expect(JSON.parse(await fs.readFile(own, 'utf8')).autoMemoryDirectory).toMatch(/all-projects$/)
  const refused = await connect([], { INIT_CWD: home })
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Name a project.') })
  expect((await connect(['--project', '../work/app', '--dry-run'], { INIT_CWD: store })).code).toBe(0)
  for (const options of [['--scope', 'user'], ['--read-only'], ['--project', '.', '--all-projects']])
    expect(await connect(options)).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was changed.') })
})

import nodeFs from 'node:fs'
import * as fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import * as nodePath from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AgentFolder, AgentFolders } from '../../shared/agent-folders.ts'
import {
  agentEnv,
  claudeMemory,
  CODE_MEMORY,
  makeAgentHome,
  sessionIn,
  slugOf,
  writeBelow,
} from '../../testing/agent-home.ts'
import { newFolder } from '../../testing/folders.ts'
import { git } from '../../testing/git.ts'
import { findAgentFolders } from './agent-folders.ts'
import { Counting } from './contents.ts'

let home = ''
beforeEach(async () => {
  home = await newFolder()
  for (const [name, value] of Object.entries(agentEnv(home))) vi.stubEnv(name, value)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  syncBuiltinESMExports()
})

const at = (...names: readonly string[]): string => nodePath.join(home, ...names)
const write = (files: Readonly<Record<string, string>>): Promise<void> => writeBelow(home, files)

function find(
  env: Readonly<Record<string, string>> = {},
  stores: Readonly<Record<string, string>> = {},
): Promise<AgentFolders> {
  const system = { platform: process.platform, env: { ...agentEnv(home), ...env }, userHome: home, project: home }
  return findAgentFolders(system, async (folder) => stores[folder] ?? null)
}

const ids = (notes: AgentFolder['notes']): readonly string[] => notes.map(({ id }) => id)
const shown = ({ programName, project, projectId, contents }: AgentFolder) => [
  programName,
  project ?? projectId,
  contents?.files,
]

/** Everything below the home, as the disk has it. */
async function snapshot(): Promise<readonly unknown[]> {
  const entries = await fs.readdir(home, { recursive: true, withFileTypes: true })
  return Promise.all(
    [home, ...entries.map((each) => nodePath.join(each.parentPath, each.name))].toSorted().map(async (path) => {
      const { ino, mode, mtimeNs, ctimeNs, size } = await fs.lstat(path, { bigint: true })
      const entry = entries.find((each) => nodePath.join(each.parentPath, each.name) === path)
      return [path, ino, mode, mtimeNs, ctimeNs, size, entry?.isFile() === true ? await fs.readFile(path, 'hex') : null]
    }),
  )
}

test('every agent’s memory is found with its project, and looking leaves every byte, mode and time as it was', async () => {
  await makeAgentHome(home)
  await fs.mkdir(at('.claude/projects/-empty/memory'), { recursive: true })
  const before = await snapshot()
  const { folders, notes } = await find({}, { [at(CODE_MEMORY)]: 'key-of-code' })
  expect(await snapshot()).toEqual(before)
  expect(notes).toEqual([])
  expect(folders.map(shown).toSorted()).toEqual([
    ['Claude Code', '-srv-legacy-shop', 1],
    ['Claude Code', '~/work/portal', 2],
    ['Codex', null, 2],
    ['Gemini CLI', '~/work/notes.app', 1],
    ['VS Code', null, 1],
  ])
  const of = (name: string): AgentFolder | undefined => folders.find((each) => each.name === name)
  expect(of('portal (Claude Code)')).toEqual({
    program: 'claude-code',
    programName: 'Claude Code',
    name: 'portal (Claude Code)',
    project: '~/work/portal',
    projectId: null,
    folder: at(claudeMemory(at('work/portal'))),
    shown: `~/${claudeMemory(at('work/portal'))}`,
    contents: {
      files: 2,
      bytes: expect.any(Number),
      lastWrite: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      isComplete: true,
    },
    store: null,
    history: 'inside',
    isUsual: true,
    notes: [],
    whyNot: null,
  })
  expect(of('Codex')).toMatchObject({ history: 'beside', whyNot: null, notes: [{ id: 'agent-folder-beside' }] })
  expect(of('VS Code')).toMatchObject({ history: 'inside', store: 'key-of-code' })
})

test('the variables that move their folders are followed', async () => {
  await write({
    'config/projects/-a/memory/MEMORY.md': 'a\n',
    'config/projects/-a/s.jsonl': sessionIn('/a'),
    'remote/projects/-a/memory/MEMORY.md': 'b\n',
    'cowork/MEMORY.md': 'c\n',
    'codex/memories/MEMORY.md': 'd\n',
    'gemini/.gemini/tmp/x/memory/MEMORY.md': 'e\n',
  })
  const { folders } = await find({
    CLAUDE_CONFIG_DIR: at('config'),
    CLAUDE_CODE_REMOTE_MEMORY_DIR: at('remote'),
    CLAUDE_COWORK_MEMORY_PATH_OVERRIDE: at('cowork'),
    CODEX_HOME: at('codex'),
    GEMINI_CLI_HOME: at('gemini'),
  })
  const found = folders.map((each) => [each.shown, each.project ?? each.projectId, each.isUsual, ...ids(each.notes)])
  expect(found.toSorted()).toEqual([
    ['~/codex/memories', null, true, 'agent-folder-beside'],
    ['~/config/projects/-a/memory', '/a', true],
    ['~/cowork', null, false, 'agent-folder-set-by'],
    ['~/gemini/.gemini/tmp/x/memory', 'x', true],
    ['~/remote/projects/-a/memory', '/a', true],
  ])
})

test('a folder that settings name is found: the account’s, the project’s and its local ones', async () => {
  const [one, two, three] = ['one', 'two', 'three'].map((name) => at('work', name))
  await write({
    '.claude.json': JSON.stringify({
      projects: { [String(one)]: {}, [String(two)]: {}, '//server/share': {}, odd: {} },
    }),
    '.claude/settings.json': JSON.stringify({ autoMemoryDirectory: '~/mine/all' }),
    'mine/all/MEMORY.md': 'all\n',
    'work/one/.claude/settings.json': JSON.stringify({ autoMemoryDirectory: at('mine/shared') }),
    'work/two/.claude/settings.local.json': JSON.stringify({ autoMemoryDirectory: at('mine/shared') }),
    'mine/shared/MEMORY.md': 'shared\n',
    [`.claude/projects/${slugOf(String(three))}/s.jsonl`]: sessionIn(String(three)),
    'work/three/.claude/settings.local.json': JSON.stringify({ autoMemoryDirectory: 'relative/path' }),
  })
  const { folders, notes } = await find()
  expect(folders.map((each) => [each.shown, each.project, each.isUsual, ids(each.notes)]).toSorted()).toEqual([
    ['~/mine/all', null, false, ['agent-folder-of-all']],
    ['~/mine/shared', null, false, ['agent-folder-set-in', 'agent-folder-set-in', 'agent-folder-of-several']],
  ])
  expect(notes).toEqual([
    {
      id: 'agent-settings-no-path',
      values: { file: '~/work/three/.claude/settings.local.json', value: 'relative/path' },
    },
  ])
})

test('a name that fits several projects lists those that are known, and a project is never guessed', async () => {
  await write({
    '.claude.json': JSON.stringify({ projects: { '/srv/a-b': {}, '/srv/x': {} } }),
    '.claude/projects/-srv-a-b/memory/MEMORY.md': 'x\n',
    '.claude/projects/-srv-a-b/s.jsonl': sessionIn('/srv/a.b'),
    // It began there, and went elsewhere: or says so without having been there.
    '.claude/projects/-srv-c-d/memory/MEMORY.md': 'x\n',
    '.claude/projects/-srv-c-d/s.jsonl': `not json\n{"cwd":7}\n${sessionIn('/srv/c/d/deeper')}${sessionIn('/etc')}`,
  })
  const { folders } = await find()
  expect(folders.map(({ project, projectId, notes }) => [project, projectId, notes]).toSorted()).toEqual([
    [null, null, [{ id: 'agent-folder-of-several', values: { projects: ['/srv/a-b', '/srv/a.b'] } }]],
    [null, '-srv-c-d', []],
  ])
})

test('settings that are no JSON, are a link of a project’s, or are something else are skipped with a note', async () => {
  const projects = ['comments', 'link', 'linked', 'pipe', 'deep'].map((name) => at('work', name))
  await write({
    '.claude.json': JSON.stringify({ projects: Object.fromEntries(projects.map((each) => [each, {}])) }),
    '.claude/settings.json': '[1]',
    'secret.json': JSON.stringify({ autoMemoryDirectory: at('mine') }),
    'mine/MEMORY.md': 'x\n',
    'elsewhere/settings.json': JSON.stringify({ autoMemoryDirectory: at('mine') }),
    'work/comments/.claude/settings.json': `{ /* x */ "autoMemoryDirectory": "${at('mine')}" }`,
    'work/deep/.claude/settings.json': '['.repeat(100_000),
    'work/link/.claude/x': '',
    'work/linked/x': '',
    'work/pipe/.claude/settings.json/x': '',
  })
  await fs.symlink(at('secret.json'), at('work/link/.claude/settings.json'))
  await fs.symlink(at('elsewhere'), at('work/linked/.claude'))
  const { folders, notes } = await find()
  expect(folders).toEqual([])
  expect(notes.map(({ id, values }) => [id, values.file])).toEqual([
    ['agent-settings-skipped', '~/.claude/settings.json'],
    ...['comments', 'link', 'pipe', 'deep'].map((name) => [
      'agent-settings-skipped',
      `~/work/${name}/.claude/settings.json`,
    ]),
  ])
})

test('the account’s own settings may be a link, as those are who keep theirs together', async () => {
  await write({
    'dotfiles/settings.json': JSON.stringify({ autoMemoryDirectory: at('mine') }),
    'mine/a.md': 'x\n',
    '.claude/x': '',
  })
  await fs.symlink(at('dotfiles/settings.json'), at('.claude/settings.json'))
  expect((await find()).folders.map((each) => each.shown)).toEqual(['~/mine'])
})

test('a folder that is a link, in a repository, or of two programs is said to be so', async () => {
  await write({
    'elsewhere/memory/a.md': 'x\n',
    '.claude/projects/-link/x': '',
    '.codex/config.toml': '',
    '.claude/settings.json': JSON.stringify({ autoMemoryDirectory: at('repository/memory') }),
    'repository/memory/a.md': 'x\n',
    '.gemini/tmp/two/memory/d.md': 'x\n',
    'work/two/.claude/settings.json': JSON.stringify({ autoMemoryDirectory: at('.gemini/tmp/two/memory') }),
    '.claude.json': JSON.stringify({ projects: { [at('work/two')]: {} } }),
  })
  await fs.symlink(at('elsewhere/memory'), at('.claude/projects/-link/memory'))
  await fs.symlink(at('elsewhere'), at('.claude/projects/-linked'))
  await fs.symlink(at('nowhere'), at('.codex/memories'))
  await git(at('repository'), 'init', '-q')
  const { folders } = await find()
  expect(folders.map((each) => [each.shown, each.whyNot, ids(each.notes), each.contents?.files]).toSorted()).toEqual([
    [
      '~/.claude/projects/-link/memory',
      { id: 'agent-folder-link', values: { target: '~/elsewhere/memory' } },
      [],
      undefined,
    ],
    ['~/.gemini/tmp/two/memory', null, ['agent-folder-set-in', 'agent-folder-shared'], 1],
    ['~/.gemini/tmp/two/memory', null, ['agent-folder-shared'], 1],
    ['~/repository/memory', null, ['agent-folder-of-all', 'agent-folder-in-repository'], 1],
  ])
})

/** Folders that the system does not let be read. The account that runs the tests may be one that reads all. */
function close(...closed: readonly string[]): void {
  const { opendir } = nodeFs.promises
  vi.spyOn(nodeFs.promises, 'opendir').mockImplementation(async (asked, ...how) => {
    if (closed.includes(String(asked))) throw Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'opendir' })
    return opendir(asked, ...how)
  })
  syncBuiltinESMExports()
}

test('what cannot be read is said to be so, and hides nothing else', async () => {
  await write({
    '.claude/projects/-shut/memory/a.md': 'x\n',
    '.claude/projects/-partly/memory/a.md': 'x\n',
    '.claude/projects/-partly/memory/shut/b.md': 'x\n',
    '.gemini/tmp/x/memory/a.md': 'x\n',
  })
  close(at('.claude/projects/-shut/memory'), at('.claude/projects/-partly/memory/shut'), at('.gemini/tmp'))
  const { folders, notes } = await find()
  expect(
    folders.map((each) => [each.projectId, each.whyNot?.id ?? null, ids(each.notes), each.contents?.files]),
  ).toEqual([
    ['-partly', null, ['agent-folder-partly-unreadable'], 1],
    ['-shut', 'agent-folder-unreadable', [], undefined],
  ])
  expect(notes).toEqual([{ id: 'agent-folders-unreadable', values: { folder: '~/.gemini/tmp' } }])
})

test('what is half written, git’s own and another’s link are not counted', async () => {
  const memory = '.claude/projects/-a/memory'
  await write({
    [`${memory}/a.md`]: 'twelve bytes',
    [`${memory}/people/b.md`]: 'x',
    [`${memory}/.git/HEAD`]: 'x',
    [`${memory}/a.md.tmp.4711.0123456789ab`]: 'x',
    'large.md': 'x'.repeat(1_000),
  })
  await fs.symlink(at('large.md'), at(memory, 'c.md'))
  await fs.symlink(at('.'), at(memory, 'loop'))
  await fs.utimes(at(memory, 'people/b.md'), 0, new Date('2026-02-03T04:05:06Z'))
  await fs.utimes(at(memory, 'a.md'), 0, new Date('2026-01-01T00:00:00Z'))
  expect((await find()).folders.map(({ contents }) => contents)).toEqual([
    { files: 2, bytes: 13, lastWrite: '2026-02-03T04:05:06.000Z', isComplete: true },
  ])
})

test('odd names are names', async () => {
  const name = process.platform === 'win32' ? 'na ïve %' : 'na\u202eïve\n%'
  await write({
    [`.gemini/tmp/${name}/memory/a.md`]: 'x\n',
    '.gemini/projects.json': '{"projects":{"__proto__":"x","/a":7}}',
  })
  expect((await find()).folders.map((each) => [each.projectId, each.name])).toEqual([[name, `${name} (Gemini CLI)`]])
})

test('only so much is read, whatever is there', async () => {
  await write({
    '.claude/projects/-long/s.jsonl': `{"x":"${'x'.repeat(200_000)}"}\n${sessionIn('/long')}`,
    '.claude/projects/-long/memory/a.md': 'x\n',
    '.claude/projects/-longer/s.jsonl': `{"x":"${'x'.repeat(300_000)}"}\n${sessionIn('/longer')}`,
    '.claude/projects/-longer/memory/a.md': 'x\n',
  })
  for (let name = 0; name <= 5_000; name += 1) nodeFs.mkdirSync(at('.gemini/tmp', `${name}`), { recursive: true })
  const { folders, notes } = await find()
  expect(folders.map(({ project, projectId }) => project ?? projectId).toSorted()).toEqual(['-longer', '/long'])
  expect(notes).toEqual([{ id: 'agent-folders-many', values: { folder: '~/.gemini/tmp' } }])
})

test('a folder, and all folders together, are counted only so far', async () => {
  await write(Object.fromEntries(Array.from({ length: 30 }, (_, file) => [`${file % 3}/${file}/a.md`, 'x'])))
  const counting = new Counting({ each: 15, all: 20 })
  const counted = []
  for (const name of ['0', '1', '2']) counted.push((await counting.count(at(name)))?.contents)
  expect(counted.map((each) => each?.isComplete)).toEqual([false, false, false])
  expect(counted.map((each) => each?.files ?? 0).every((count) => count <= 15)).toBe(true)
  expect((await new Counting().count(at('0')))?.contents).toMatchObject({ files: 10, isComplete: true })
})

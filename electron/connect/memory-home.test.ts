import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { carryOutHome, type Computer, homeSet, planHome, planHomeRemoval, winnerOf } from './memory-home.ts'
import { memorySources, projectOf } from './memory-settings.ts'

let folder = ''
let project = ''
let store = ''
let computer: Computer
beforeEach(async () => {
  folder = await newFolder()
  project = nodePath.join(folder, 'work', 'app')
  store = nodePath.join(folder, 'store')
  await fs.mkdir(nodePath.join(project, '.git'), { recursive: true })
  await fs.mkdir(store)
  const system = { platform: process.platform, env: { PATH: '' }, userHome: nodePath.join(folder, 'home'), project }
  computer = { system, home: nodePath.join(folder, 'data') }
})

const local = (): string => nodePath.join(project, '.claude', 'settings.local.json')
const own = (): string => nodePath.join(folder, 'home', '.claude', 'settings.json')
const write = async (path: string, value: unknown): Promise<void> => {
  await fs.mkdir(nodePath.dirname(path), { recursive: true })
  await fs.writeFile(path, typeof value === 'string' ? value : JSON.stringify(value))
}

async function set(of: string | null = project, into = store): Promise<string | null> {
  const planned = await planHome(computer, of, into)
  if (planned !== null) await carryOutHome(computer.home, planned)
  return planned?.folder ?? null
}
const takeBack = async (of: string | null = project): Promise<string | null> =>
  carryOutHome(computer.home, await planHomeRemoval(computer, of))
const ids = async (of: string | null): Promise<readonly string[]> =>
  (await planHome(computer, of, store))?.notes.map(({ id }) => id) ?? []

test('a project without settings gets them, and has none afterwards; its memory stays', async () => {
  const there = await set()
  expect(there).toBe(nodePath.join(store, 'claude-code', 'app'))
  expect(JSON.parse(await fs.readFile(local(), 'utf8'))).toEqual({ autoMemoryDirectory: there })
  expect(await homeSet(computer, project)).toBe(there)
  expect(await set()).toBeNull()
  await fs.writeFile(nodePath.join(String(there), 'MEMORY.md'), 'kept\n')
  await takeBack()
  expect(await fs.readdir(project)).toEqual(['.git'])
  expect(await fs.readFile(nodePath.join(String(there), 'MEMORY.md'), 'utf8')).toBe('kept\n')
})

test('a value that was there comes back, also after another store has been set', async () => {
  const text = '{ "env": {"KEY": "s3cret"}, "autoMemoryDirectory" : "~/mine" }'
  await write(local(), text)
  const planned = await planHome(computer, project, store)
  expect(planned?.diff).not.toContain('s3cret')
  await set()
  const other = nodePath.join(folder, 'other')
  await fs.mkdir(other)
  expect(await set(project, other)).toBe(nodePath.join(other, 'claude-code', 'app'))
  await takeBack()
  expect(await fs.readFile(local(), 'utf8')).toBe(text)
})

test('what somebody changed since stays, and only what was shown is written', async () => {
  await expect(takeBack()).rejects.toThrow('has not set')
  await set()
  const planned = await planHomeRemoval(computer, project)
  await write(local(), { autoMemoryDirectory: '/theirs' })
  await expect(carryOutHome(computer.home, planned)).rejects.toThrow('in the meantime')
  await expect(takeBack()).rejects.toThrow('was changed after Variorum set it')
  expect(await homeSet(computer, project)).toBeNull()
  // Set again, theirs is what was there before.
  await set()
  await takeBack()
  expect(JSON.parse(await fs.readFile(local(), 'utf8'))).toEqual({ autoMemoryDirectory: '/theirs' })
})

test('projects of one name get folders of their own, all projects one', async () => {
  const twin = nodePath.join(folder, 'play', 'app')
  await fs.mkdir(twin, { recursive: true })
  await set()
  expect(await set(twin)).toBe(nodePath.join(store, 'claude-code', 'app-2'))
  expect(await set(null)).toBe(nodePath.join(store, 'claude-code', 'all-projects'))
  expect(JSON.parse(await fs.readFile(own(), 'utf8'))).toHaveProperty('autoMemoryDirectory')
})

test('the store is named by its real path, and a link in the place of the folder is refused', async () => {
  const link = nodePath.join(folder, 'link')
  await fs.symlink(store, link)
  expect((await planHome(computer, project, link))?.folder).toBe(nodePath.join(store, 'claude-code', 'app'))
  await fs.symlink(folder, nodePath.join(store, 'claude-code'))
  await expect(planHome(computer, project, store)).rejects.toThrow('is a file or a link')
})

test('the environment wins over the local file, that over the project’s, that over the account’s', async () => {
  const winner = async (): Promise<string | undefined> => winnerOf(await memorySources(computer.system, project))?.kind
  expect(await winner()).toBeUndefined()
  await write(own(), { autoMemoryDirectory: '/u' })
  expect(await winner()).toBe('user')
  await write(nodePath.join(project, '.claude', 'settings.json'), { autoMemoryDirectory: '/p' })
  expect(await winner()).toBe('project')
  // A file with a comment counts for nothing.
  await write(local(), '{ "autoMemoryDirectory": "/l" } // mine')
  expect(await winner()).toBe('project')
  await write(local(), { autoMemoryDirectory: '/l' })
  expect(await winner()).toBe('local')
  expect(await ids(project)).toEqual(['memory-home-not-moved'])
  await write(own(), { env: { CLAUDE_COWORK_MEMORY_PATH_OVERRIDE: '/e' } })
  expect(await winner()).toBe('environment')
  expect(await ids(project)).toEqual(['memory-home-overridden', 'memory-home-not-moved'])
})

test('of all projects, it says that they share one, and which go elsewhere', async () => {
  expect(await ids(null)).toEqual(['memory-home-shared', 'memory-home-not-moved'])
  await write(local(), { autoMemoryDirectory: '/l' })
  await write(nodePath.join(folder, 'home', '.claude.json'), { projects: { [project]: {}, '/gone': {} } })
  expect(await ids(null)).toEqual(['memory-home-shared', 'memory-home-elsewhere', 'memory-home-not-moved'])
})

test('a folder in a repository is of its root, a worktree of the main one, another only if Claude Code knows it', async () => {
  const { system } = computer
  const sub = nodePath.join(project, 'src')
  const tree = nodePath.join(folder, 'tree')
  await fs.mkdir(sub)
  await fs.mkdir(nodePath.join(project, '.git', 'worktrees', 'tree'), { recursive: true })
  await write(nodePath.join(tree, '.git'), `gitdir: ${project}/.git/worktrees/tree\n`)
  expect(await projectOf(system, sub)).toBe(project)
  expect(await projectOf(system, tree)).toBe(project)
  const plain = nodePath.join(folder, 'plain')
  await fs.mkdir(plain)
  expect(await projectOf(system, plain)).toBeNull()
  await write(nodePath.join(folder, 'home', '.claude.json'), { projects: { [plain]: {} } })
  expect(await projectOf(system, plain)).toBe(plain)
})

import { execFileSync } from 'node:child_process'
import nodeFs from 'node:fs'
import * as fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import * as nodePath from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { agentEnv, claudeMemory, makeAgentHome } from '../../testing/agent-home.ts'
import { newFolder } from '../../testing/folders.ts'
import { saying } from '../../testing/saying.ts'
import type { CoreOptions, Core } from '../core.ts'
import { openCore } from '../core.ts'

let root = ''
let cores: Core[] = []
beforeEach(async () => {
  root = await newFolder()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const core of cores) await core.close()
  cores = []
})

const at = (...names: readonly string[]): string => nodePath.join(root, ...names)
const git = (dir: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: dir, encoding: 'utf8' })

/** As the command line does, without a thread; what only a window has is asked of `inWindow`. */
async function open(options: Partial<CoreOptions> = {}): Promise<Core> {
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: at('home') }, ...options })
  cores.push(core)
  return core
}
const inWindow = (): Promise<Core> => open({ mode: 'browser' })
async function close(core: Core): Promise<void> {
  cores = cores.filter((each) => each !== core)
  await core.close()
}
const names = async (core: Core): Promise<readonly string[]> =>
  (await core.state()).stores.list.map(({ name, isOpen }) => (isOpen ? `[${name}]` : name))

async function repository(dir: string): Promise<void> {
  await fs.mkdir(dir)
  git(dir, 'init', '-q')
  await fs.writeFile(nodePath.join(dir, 'kept.md'), 'kept\n')
  await fs.writeFile(nodePath.join(dir, 'gone.md'), 'gone\n')
  await fs.writeFile(nodePath.join(dir, '.gitignore'), '*.tmp\n')
  git(dir, 'add', '.')
  git(dir, 'commit', '-qm', 'first')
  await fs.rm(nodePath.join(dir, 'gone.md'))
  await fs.writeFile(nodePath.join(dir, 'new.md'), 'new\n')
  await fs.writeFile(nodePath.join(dir, 'x.tmp'), 'ignored\n')
}

test('inspecting a folder reports what would be committed and writes nothing; adding commits exactly that', async () => {
  const core = await open()
  await repository(at('notes'))
  const look = await core.stores.inspect(at('notes'))
  expect(look).toMatchObject({
    kind: 'repository',
    name: 'notes',
    uncommitted: { count: 2, names: ['gone.md', 'new.md'] },
  })
  expect((await fs.readdir(at('notes', '.git'))).includes('variorum')).toBe(false)
  expect(git(at('notes'), 'rev-list', '--count', 'HEAD').trim()).toBe('1')
  await core.addStore(at('notes'))
  expect(git(at('notes'), 'show', '--name-only', '--format=', 'HEAD').trim().split('\n').toSorted()).toEqual([
    'gone.md',
    'new.md',
  ])
  expect(await names(core)).toEqual(['[memory]', 'notes'])
  expect((await core.stores.inspect(at('notes'))).kind).toBe('store')
})

test('a store opens where the system has no watchers left', async () => {
  const watch = vi.spyOn(nodeFs, 'watch').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), { code: 'ENOSPC' })
  })
  syncBuiltinESMExports()
  try {
    const core = await open()
    expect(await names(core)).toEqual(['[memory]'])
    expect(watch).toHaveBeenCalled()
    await close(core)
  } finally {
    watch.mockRestore()
    syncBuiltinESMExports()
  }
})

test('stores are switched, remembered and forgotten; their folders stay', async () => {
  let core = await inWindow()
  await fs.mkdir(at('work'))
  await fs.writeFile(at('work', 'a.md'), 'a\n')
  const key = await core.addStore(at('work'))
  expect(await core.addStore(at('work'))).toBe(key)
  const heard: string[] = []
  core.on(({ type }) => heard.push(type))
  expect(await core.openKnown(key, 'ask')).toEqual({ kind: 'opened' })
  expect(heard).toContain('store.opened')
  expect((await core.store.tree()).files.map(({ path }) => path)).toEqual(['a.md'])
  await core.saveFile('b.md', null, 'b\n')
  await expect.poll(() => heard).toContain('memory.committed')
  await expect(core.forgetStore(key)).rejects.toThrow('Open another one first')
  await close(core)
  core = await inWindow()
  expect(await names(core)).toEqual(['memory', '[work]'])
  await core.openKnown('default', 'ask')
  await core.forgetStore(key)
  expect(await names(core)).toEqual(['[memory]'])
  expect(await fs.readdir(at('work'))).toEqual(['.git', 'a.md', 'b.md'])
})

test('a store that moved is not recreated: the default one opens with a note, and it is found again by its id', async () => {
  let core = await inWindow()
  const key = await core.addStore(at('first'))
  const other = await core.addStore(at('second'))
  await core.openKnown(key, 'ask')
  await close(core)
  await fs.rename(at('first'), at('elsewhere'))
  core = await inWindow()
  const { stores } = await core.state()
  expect(stores.note).toEqual(saying('“first”'))
  expect(stores.list.map(({ name, isOpen, isMissing }) => [name, isOpen, isMissing])).toEqual([
    ['memory', true, false],
    ['first', false, true],
    ['second', false, false],
  ])
  await expect(core.openKnown(key, 'ask')).rejects.toThrow('Find it')
  await expect(fs.access(at('first'))).rejects.toThrow()
  await expect(core.stores.find(key, at('second'))).rejects.toThrow('a different store')
  await core.stores.find(key, at('elsewhere'))
  expect(await core.openKnown(key, 'ask')).toEqual({ kind: 'opened' })
  expect(await names(core)).toEqual(['memory', '[elsewhere]', 'second'])
  expect(other).not.toBe(key)
})

test('a running answer is not cut off without asking', async () => {
  const core = await open()
  const key = await core.addStore(at('work'))
  const { id: store } = await core.storeStatus()
  const { id } = await core.send({ store, text: 'Remember that the bins go out on Monday' })
  expect(await core.openKnown(key, 'ask')).toEqual({ kind: 'busy', answering: 1 })
  expect(await core.openKnown(key, 'finish')).toEqual({ kind: 'opened' })
  // Sent by a page that still shows the store before.
  await expect(core.send({ store, text: 'and on Friday' })).rejects.toThrow('belongs to another store')
  expect(await core.conversations.list()).toEqual([])
  expect(await core.conversations.open(id)).toBeNull()
  await expect(core.send({ id, text: 'and on Friday' })).rejects.toThrow('belongs to another store')
  await core.openKnown('default', 'ask')
  const conversation = await core.conversations.open(id)
  expect(conversation?.transcript.map(({ end }) => end?.kind)).toEqual(['done'])
})

test.each([
  ['relative', 'notes', 'full path'],
  ['a network name', '//server/share', 'full path'],
  ['a file', 'FILE', 'there is a file at this path'],
  ['nowhere', 'no/such/folder', 'This folder doesn’t exist'],
  ['our own settings', 'home', 'Variorum’s own settings'],
  ['inside another repository', 'outer/inner', 'inside another git repository'],
  ['bare', 'bare', 'bare git repository'],
])('not a store: %s', async (kind, folder, why) => {
  const core = await open()
  await fs.writeFile(at('FILE'), '')
  await fs.mkdir(at('outer'))
  git(at('outer'), 'init', '-q')
  git(root, 'init', '-q', '--bare', 'bare')
  const typed = kind === 'relative' || folder.startsWith('//') ? folder : at(folder)
  await expect(core.stores.inspect(typed)).rejects.toThrow(why)
  await expect(core.addStore(typed)).rejects.toThrow(why)
  expect((await core.state()).stores.list).toHaveLength(1)
})

test('on the desktop a folder comes only from the dialog; completion is for the browser', async () => {
  await fs.mkdir(at('chosen'))
  const core = await open({ mode: 'desktop', pickFolder: async () => at('chosen') })
  await expect(core.stores.inspect(at('chosen'))).rejects.toThrow('must be chosen in the folder dialog')
  expect(await core.stores.complete(`${root}/`)).toEqual([])
  expect(await core.stores.inspect((await core.stores.pick()) ?? '')).toMatchObject({ kind: 'new' })
})

test('a memory that was found is chosen like a folder of the dialog, and its store has its name wherever it moves', async () => {
  await makeAgentHome(at('account'))
  for (const [name, value] of Object.entries(agentEnv(at('account')))) vi.stubEnv(name, value)
  const core = await open({ mode: 'desktop', env: { VARIORUM_HOME: at('home'), ...agentEnv(at('account')) } })
  const memory = at('account', claudeMemory(at('account', 'work', 'portal')))
  await expect(core.stores.inspect(memory)).rejects.toThrow('must be chosen')
  const { folders } = await core.agentFolders()
  const codex = folders.find(({ program }) => program === 'codex')?.folder ?? ''
  expect(await core.stores.inspect(memory)).toMatchObject({ name: 'portal (Claude Code)', isHidden: true })
  await expect(core.addStore(memory)).rejects.toThrow('hidden')
  const key = await core.addStore(memory, { hidden: true })
  // It is kept from now on, and what is in it is the program's.
  const listed = (await core.state()).stores.list.find((each) => each.key === key)
  expect(listed).toMatchObject({ isKept: true })
  expect(git(memory, 'log', '-1', '--format=%an')).toBe('Claude Code\n')
  // Codex would replace a repository in its folder.
  await core.addStore(codex, { hidden: true })
  expect(await fs.readdir(codex)).not.toContain('.git')
  const found = (await core.agentFolders()).folders.find(({ folder }) => folder === memory)
  expect(found).toMatchObject({ store: key, whyNot: null })
  await core.openKnown(key, 'ask')
  expect((await core.storeStatus()).name).toBe('portal (Claude Code)')
  await core.openKnown('default', 'ask')
  await fs.rename(memory, at('moved'))
  await close(core)
  const later = await inWindow()
  await later.stores.find(key, at('moved'))
  expect(await names(later)).toEqual(['[memory]', 'portal (Claude Code)', 'Codex'])
})

test('a history beside follows its folder to where the user says it moved, and to no other', async () => {
  await fs.mkdir(at('notes'))
  await fs.writeFile(at('notes', 'a.md'), 'one\n')
  const core = await inWindow()
  const key = await core.addStore(at('notes'), { history: 'beside' })
  await core.addStore(at('second'))
  await expect(core.stores.find(key, at('second'))).rejects.toThrow('a different store')
  await fs.mkdir(at('copy'))
  await fs.writeFile(at('copy', 'a.md'), 'one\n')
  await expect(core.stores.find(key, at('copy'))).rejects.toMatchObject({ code: 'not-adoptable' })

  await fs.rename(at('notes'), at('moved'))
  const listed = async () => (await core.state()).stores.list.find((each) => each.key === key)
  expect(await listed()).toMatchObject({ isAway: true, isMissing: false })
  await expect(core.stores.find(key, at('nowhere'))).rejects.toMatchObject({ code: 'not-adoptable' })
  // A folder with something else in it, or with little of the store, is not it.
  await fs.mkdir(at('downloads'))
  await fs.writeFile(at('downloads', 'private.md'), 'mine\n')
  await expect(core.stores.find(key, at('downloads'))).rejects.toMatchObject({ code: 'not-adoptable' })
  expect(await fs.readdir(at('downloads'))).toEqual(['private.md'])
  await core.stores.find(key, at('moved'))
  expect(await listed()).toMatchObject({ isAway: false, isMissing: false, name: 'moved' })
  await core.openKnown(key, 'ask')
  expect((await core.store.history({})).commits).toHaveLength(1)
  expect(await core.storeStatus()).toMatchObject({ vanished: null })
  await fs.appendFile(at('moved', 'a.md'), 'two\n')
  await core.store.adopt()
  await core.store.published()
  const gitdir = nodePath.join(
    at('home', 'stores', 'histories'),
    (await fs.readdir(at('home', 'stores', 'histories')))[0] ?? '',
  )
  expect(git(at('moved'), `--git-dir=${gitdir}`, 'status', '--porcelain')).toBe('')
  expect(git(at('moved'), `--git-dir=${gitdir}`, 'fsck', '--strict')).toBe('')
  expect(await fs.readdir(at('moved'))).toEqual(['a.md'])
})

test('completion returns folders that complete what was typed, and nothing else', async () => {
  const core = await inWindow()
  for (const folder of ['notes', 'Novel', 'other', '.hidden', 'no\nline']) await fs.mkdir(at(folder))
  await fs.writeFile(at('nofolder'), '')
  expect(await core.stores.complete(at('no'))).toEqual([at('Novel/'), at('notes/')])
  expect(await core.stores.complete(at('.h'))).toEqual([at('.hidden/')])
  expect((await core.stores.complete(`${root}/`)).includes(at('.hidden/'))).toBe(false)
  for (const typed of ['', 'no', '../', 'relative/', '//server/', `${root}\u0000/`, at('nowhere/x')])
    expect(await core.stores.complete(typed)).toEqual([])
})

test('an unreadable list loses no store', async () => {
  let core = await open()
  await core.addStore(at('work'))
  await close(core)
  await fs.writeFile(at('home', 'stores.json'), '{"current":7,"stores":"none"')
  core = await open()
  expect(await names(core)).toEqual(['[memory]'])
  await core.addStore(at('work'))
  expect(await names(core)).toEqual(['[memory]', 'work'])
})

test('a store whose thread ended by itself opens again, once by itself and then when it is asked for', async () => {
  const threads: Worker[] = []
  process.on('worker', (thread) => threads.push(thread))
  const core = await inWindow()
  await core.saveFile('a.md', null, 'a\n')
  const opened = (): Promise<void> =>
    new Promise((resolve) => {
      const stop = core.on(({ type }) => {
        if (type !== 'store.opened') return
        stop()
        resolve()
      })
    })
  const again = opened()
  // No call, so the thread fails.
  threads.at(-1)?.postMessage(null)
  await again
  expect((await core.store.tree()).files.map(({ path }) => path)).toEqual(['a.md'])
  const ended = new Promise((resolve) => threads.at(-1)?.once('exit', resolve))
  threads.at(-1)?.postMessage(null)
  await ended
  await expect(core.store.tree()).rejects.toMatchObject({ code: 'closed' })
  expect(await core.openKnown('default', 'ask')).toEqual({ kind: 'opened' })
  await core.saveFile('b.md', null, 'b\n')
  expect((await core.store.tree()).files.map(({ path }) => path)).toEqual(['a.md', 'b.md'])
  expect(threads).toHaveLength(3)
  expect(await core.openKnown('default', 'ask')).toEqual({ kind: 'opened' })
  expect(threads).toHaveLength(3)
})

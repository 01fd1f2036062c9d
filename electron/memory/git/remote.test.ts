import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import type { ObjectId } from '../../../shared/change.ts'
import { eventually } from '../../../testing/eventually.ts'
import { newFolder } from '../../../testing/folders.ts'
import { type GitServer, serveGit, serveHttp } from '../../../testing/git-servers.ts'
import { commitAt, git } from '../../../testing/git.ts'
import { runProgram } from '../../../testing/programs.ts'
import { parseRemoteAddress } from './remote-address.ts'
import { openRemote, type Remote, type RemoteOptions } from './remote.ts'

const MAIN = 'refs/heads/main'
const TIME = '2024-05-01T10:00:00Z'
const ACCOUNT = { user: 'ada', password: 'pa:ss w@rd' }
const SIGNED_IN = 'ada:pa%3Ass%20w%40rd'

/** A store's repository on a device, without a branch that remotes are fetched into. */
class Device {
  readonly dir: string
  constructor(dir: string) {
    this.dir = dir
  }
  static async make(): Promise<Device> {
    const device = new Device(await newFolder())
    await git(device.dir, 'init', '-q', '-b', 'main')
    return device
  }
  get gitdir(): string {
    return `${this.dir}/.git`
  }
  get room(): string {
    return `${this.gitdir}/device-of-test/remote`
  }
  remote(address: string, more: Partial<RemoteOptions> = {}): Promise<Remote> {
    return openRemote({ gitdir: this.gitdir, folder: this.room, address: parseRemoteAddress(address), ...more })
  }
  async commit(name: string, text: string): Promise<ObjectId> {
    await fs.writeFile(`${this.dir}/${name}`, text)
    return commitAt(this.dir, TIME)
  }
  async take(id: ObjectId): Promise<void> {
    await git(this.dir, 'reset', '-q', '--hard', id)
  }
  async packs(): Promise<readonly string[]> {
    return (await fs.readdir(`${this.gitdir}/objects/pack`)).filter((name) => !name.endsWith('.rev'))
  }
  rooms(): Promise<readonly string[]> {
    return fs.readdir(this.room)
  }
}

async function bareIn(root: string, name = 'notes.git', ...options: readonly string[]): Promise<string> {
  await git(root, 'init', '-q', '--bare', '-b', 'main', ...options, name)
  return `${root}/${name}`
}

const tip = async (dir: string): Promise<string> => (await git(dir, 'rev-parse', MAIN)).trim()

interface Way {
  readonly name: string
  readonly serve: (root: string) => Promise<GitServer | null>
  readonly address: (root: string, port: number) => string
  readonly options?: Partial<RemoteOptions>
}

const WITH_PASSWORD = (root: string): Promise<GitServer> => serveHttp(root, { account: ACCOUNT })
const overHttp = (_: string, port: number): string => `http://${SIGNED_IN}@localhost:${port}/notes.git`
const WAYS: readonly Way[] = [
  { name: 'a folder', serve: async () => null, address: (root) => `${root}/notes.git` },
  { name: 'a file address', serve: async () => null, address: (root) => `file://${root}/notes.git` },
  { name: 'git’s protocol', serve: serveGit, address: (_, port) => `git://localhost:${port}/notes.git` },
  { name: 'HTTP with a password', serve: WITH_PASSWORD, address: overHttp },
  { name: 'HTTP with a password, without git', serve: WITH_PASSWORD, address: overHttp, options: { git: null } },
]

test.each(WAYS)('over $name, devices send each other their commits', async ({ serve, address, options }) => {
  const root = await newFolder()
  const bare = await bareIn(root)
  await using server = await serve(root)
  const place = address(root, server?.port ?? 0)
  const [one, two] = [await Device.make(), await Device.make()]
  const [here, there] = [await one.remote(place, options), await two.remote(place, options)]

  expect((await here.list()).refs).toEqual(new Map())
  const first = await one.commit('note.md', 'first\n')
  expect(await here.push(first, MAIN)).toBe('pushed')
  expect(await here.push(first, MAIN)).toBe('pushed')
  const listed = await there.list()
  expect(listed).toEqual({ refs: new Map([[MAIN, first]]), head: MAIN })

  expect(await there.fetch(MAIN, [])).toBe(first)
  await two.take(first)
  const second = await two.commit('other.md', 'second\n')
  expect(await there.push(second, MAIN)).toBe('pushed')
  expect(await tip(bare)).toBe(second)

  // Only what is new comes, in one pack, which is listed as ours to merge.
  expect(await here.fetch(MAIN, [first])).toBe(second)
  expect(await here.fetch(MAIN, [first, second])).toBe(second)
  const packs = await one.packs()
  expect(packs).toHaveLength(2)
  expect(await fs.readFile(`${one.gitdir}/variorum/packs`, 'utf8')).toBe(`${nodePath.parse(packs[0] ?? '').name}\n`)
  expect(
    (await git(one.dir, 'verify-pack', '-v', `.git/objects/pack/${packs[0]}`)).match(/^[0-9a-f]{40} /gm),
  ).toHaveLength(3)
  await one.take(second)

  // Somebody was faster.
  const [third, rival] = [await one.commit('third.md', '3\n'), await two.commit('rival.md', 'r\n')]
  expect(await here.push(third, MAIN)).toBe('pushed')
  expect(await there.push(rival, MAIN)).toBe('behind')
  expect(await there.fetch(MAIN, [second, rival])).toBe(third)
  expect(await there.push(rival, MAIN)).toBe('behind')
  expect(await tip(bare)).toBe(third)
  expect(await git(bare, 'fsck', '--strict')).toBe('')
  expect([await one.rooms(), await two.rooms()]).toEqual([[], []])
})

test.each([
  ['git', undefined],
  ['no git', null],
] as const)('a wrong password, or none, with %s', async (_, program) => {
  const root = await newFolder()
  await bareIn(root)
  await using server = await serveHttp(root, { account: ACCOUNT })
  const device = await Device.make()
  const more = program === undefined ? {} : { git: program }
  for (const account of ['ada:wr0ng-s3cret@', '', 'ada@']) {
    const remote = await device.remote(`http://${account}localhost:${server.port}/notes.git`, more)
    const failure = await remote.list().catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'remote', why: 'sign-in', data: { remote: 'sign-in' } })
    expect(allOf(failure)).not.toMatch(/wr0ng/)
  }
})

/** All that an error says, to whomever. */
function allOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return `${error.stack} ${JSON.stringify(error)} ${allOf(error.cause)}`
}

/** Stands in for git, and writes down every program that git starts, with its arguments. */
async function tracedGit(): Promise<{ readonly git: string; readonly trace: string }> {
  const folder = await newFolder()
  const [program, trace] = [`${folder}/traced-git`, `${folder}/trace`]
  const script = `#!/bin/sh\nexport GIT_TRACE='${trace}'\necho "$0 $@" >> '${trace}'\nexec git "$@"\n`
  await fs.writeFile(program, script, { mode: 0o755 })
  return { git: program, trace }
}

test('a password is never an argument, nor kept', async () => {
  const root = await newFolder()
  await bareIn(root)
  await using server = await serveHttp(root, { account: ACCOUNT })
  const device = await Device.make()
  const { git, trace } = await tracedGit()
  const address = `http://ada:${encodeURIComponent(ACCOUNT.password)}@localhost:${server.port}/notes.git`
  const remote = await device.remote(address, { git })
  expect(await remote.push(await device.commit('a.md', 'a\n'), MAIN)).toBe('pushed')
  const traced = await fs.readFile(trace, 'utf8')
  expect(traced).toContain('remote-http')
  expect(traced).not.toMatch(/pa:ss|pa%3Ass/)
})

test.each([
  ['git', undefined],
  ['no git', null],
] as const)('a password does not follow a redirection to another server, with %s', async (_, program) => {
  const root = await newFolder()
  await bareIn(root)
  await using other = await serveHttp(root, { account: ACCOUNT })
  await using server = await serveHttp(root, { redirectTo: `http://127.0.0.1:${other.port}` })
  const device = await Device.make()
  const more = program === undefined ? {} : { git: program }
  const remote = await device.remote(`http://${SIGNED_IN}@localhost:${server.port}/notes.git`, more)
  const failure = await remote.list().catch((error: unknown) => error)
  expect(failure).toMatchObject({ why: program === null ? 'moved' : 'sign-in' })
  expect(other.signedIn).toEqual([])
})

/** A script that leaves a trace when anything runs it. */
async function trap(): Promise<{ readonly script: string; readonly isSprung: () => Promise<boolean> }> {
  const folder = await newFolder()
  const [script, mark] = [`${folder}/trap.sh`, `${folder}/sprung`]
  await fs.writeFile(script, `#!/bin/sh\necho "$0 $@" >> '${mark}'\ncat > /dev/null\nexit 0\n`, { mode: 0o755 })
  return {
    script,
    isSprung: () =>
      fs.stat(mark).then(
        () => true,
        () => false,
      ),
  }
}

const HOOKS = [
  'pre-receive',
  'update',
  'post-receive',
  'post-update',
  'proc-receive',
  'reference-transaction',
  'push-to-checkout',
  'pre-push',
  'pre-auto-gc',
  'post-checkout',
  'post-index-change',
  'fsmonitor-watchman',
]

async function layHooks(gitdir: string, script: string): Promise<void> {
  await fs.mkdir(`${gitdir}/hooks`, { recursive: true })
  for (const hook of HOOKS) await fs.copyFile(script, `${gitdir}/hooks/${hook}`)
}

async function layConfig(gitdir: string, script: string): Promise<void> {
  const settings: readonly (readonly [string, string])[] = [
    ['core.sshCommand', script],
    ['core.gitProxy', script],
    ['core.alternateRefsCommand', script],
    ['core.fsmonitor', script],
    ['core.askPass', script],
    ['core.pager', script],
    ['core.editor', script],
    ['core.hooksPath', nodePath.dirname(script)],
    ['credential.helper', `!${script}`],
    ['uploadpack.packObjectsHook', script],
    ['receive.denyCurrentBranch', 'updateInstead'],
    ['receive.procReceiveRefs', 'refs/for'],
    ['gpg.program', script],
    ['filter.evil.smudge', script],
    ['filter.evil.clean', script],
    ['filter.evil.process', script],
    ['gc.auto', '1'],
    ['gc.recentObjectsHook', script],
    ['protocol.allow', 'always'],
    ['protocol.ext.allow', 'always'],
    ['url.ext::sh -c true .insteadOf', 'http'],
    ['url.ext::sh -c true .insteadOf', '/'],
    ['remote.origin.url', `ext::${script}`],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.uploadpack', script],
  ]
  for (const [key, value] of settings)
    await git(nodePath.dirname(gitdir), `--git-dir=${gitdir}`, 'config', '--add', key, value)
}

test.each([WAYS[0], WAYS[3]] as readonly Way[])(
  'nothing of the store’s repository runs, over $name',
  async ({ serve, address }) => {
    const root = await newFolder()
    await bareIn(root)
    await using server = await serve(root)
    const place = address(root, server?.port ?? 0)
    const [one, two] = [await Device.make(), await Device.make()]
    const first = await one.commit('a.md', 'a\n')
    const { script, isSprung } = await trap()
    for (const device of [one, two]) {
      await layConfig(device.gitdir, script)
      await layHooks(device.gitdir, script)
      await layHooks(nodePath.dirname(script), script)
    }
    expect(await (await one.remote(place)).push(first, MAIN)).toBe('pushed')
    const remote = await two.remote(place)
    expect((await remote.list()).refs.get(MAIN)).toBe(first)
    expect(await remote.fetch(MAIN, [])).toBe(first)
    expect(await isSprung()).toBe(false)
  },
)

test('nothing of a folder’s repository runs here', async () => {
  const [one, two] = [await Device.make(), await Device.make()]
  const bare = await bareIn(await newFolder())
  const { script, isSprung } = await trap()
  await git(bare, 'config', 'receive.advertiseAtomic', 'true')
  await layConfig(bare, script)
  await layHooks(bare, script)
  const first = await one.commit('a.md', 'a\n')
  const [here, there] = [await one.remote(bare), await two.remote(bare)]
  expect(await here.push(first, MAIN)).toBe('pushed')
  expect((await there.list()).refs.get(MAIN)).toBe(first)
  expect(await there.fetch(MAIN, [])).toBe(first)
  expect(await isSprung()).toBe(false)
})

test('a folder that borrows objects starts nothing, and one with files checked out takes none', async () => {
  const [one, checkedOut] = [await Device.make(), await Device.make()]
  const { script, isSprung } = await trap()
  const lender = await bareIn(await newFolder())
  await checkedOut.commit('.gitattributes', '* filter=evil\n')
  const base = await checkedOut.commit('a.md', 'a\n')
  await git(lender, 'fetch', '-q', checkedOut.dir, 'main:main')
  await fs.writeFile(`${checkedOut.gitdir}/objects/info/alternates`, `${lender}/objects\n`)
  await layConfig(lender, script)
  await layConfig(checkedOut.gitdir, script)
  await layHooks(checkedOut.gitdir, script)
  const remote = await one.remote(checkedOut.dir)
  expect(await remote.fetch(MAIN, [])).toBe(base)
  await one.take(base)
  const next = await one.commit('b.md', 'b\n')
  await expect(remote.push(next, MAIN)).rejects.toMatchObject({ why: 'checked-out' })
  expect(await isSprung()).toBe(false)
})

test('objects that a promising folder lacks are not fetched from where it says', async () => {
  const bare = await bareIn(await newFolder())
  const [one, two] = [await Device.make(), await Device.make()]
  const first = await one.commit('a.md', 'a\n')
  await (await one.remote(bare)).push(first, MAIN)
  const blob = (await git(one.dir, 'rev-parse', 'HEAD:a.md')).trim()
  await fs.rm(`${bare}/objects/${blob.slice(0, 2)}/${blob.slice(2)}`)
  const { script, isSprung } = await trap()
  await git(bare, 'config', 'core.repositoryFormatVersion', '1')
  await git(bare, 'config', 'extensions.partialClone', 'origin')
  await layConfig(bare, script)
  await expect((await two.remote(bare)).fetch(MAIN, [])).rejects.toMatchObject({ code: 'remote' })
  expect(await two.packs()).toEqual([])
  expect(await isSprung()).toBe(false)
})

test('a store that borrows objects, or whose objects are elsewhere, is refused', async () => {
  const [device, other] = [await Device.make(), await Device.make()]
  const bare = await bareIn(await newFolder())
  const alternates = `${device.gitdir}/objects/info/alternates`
  await fs.writeFile(alternates, `${other.gitdir}/objects\n`)
  const remote = await device.remote(bare)
  await expect(remote.list()).rejects.toMatchObject({ code: 'not-adoptable' })
  await fs.rm(alternates)
  await fs.rm(`${device.gitdir}/objects/pack`, { recursive: true })
  await fs.symlink(`${other.gitdir}/objects/pack`, `${device.gitdir}/objects/pack`)
  await expect(remote.list()).rejects.toMatchObject({ code: 'disk' })
})

/** A repository whose branch has a folder that leads into `.git`. */
async function forge(bare: string): Promise<void> {
  const write = async (type: string, input: Buffer | string): Promise<string> => {
    const args = ['hash-object', '-w', '--literally', '-t', type, '--stdin']
    return (await runProgram({ file: 'git', args, cwd: bare, input })).out.toString().trim()
  }
  const tree = async (mode: string, name: string, id: string): Promise<string> =>
    write('tree', Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]))
  const blob = await write('blob', '[core]\n')
  const root = await tree('40000', '.git', await tree('100644', 'config', blob))
  const commit = await write('commit', `tree ${root}\nauthor A <a@x> 1 +0000\ncommitter A <a@x> 1 +0000\n\nno\n`)
  await git(bare, 'update-ref', MAIN, commit)
}

test.each(WAYS)('a forged history is not taken, over $name', async ({ serve, address, options }) => {
  const root = await newFolder()
  await forge(await bareIn(root))
  await using server = await serve(root)
  const device = await Device.make()
  const remote = await device.remote(address(root, server?.port ?? 0), options)
  await expect(remote.fetch(MAIN, [])).rejects.toMatchObject({ why: 'damaged' })
  expect([await device.packs(), await device.rooms()]).toEqual([[], []])
})

test.each(WAYS)('what cannot be used says why, over $name', async ({ serve, address, options }) => {
  const root = await newFolder()
  await using server = await serve(root)
  const place = address(root, server?.port ?? 0)
  const device = await Device.make()
  const remote = await device.remote(place, options)
  const why = (asking: Promise<unknown>): Promise<unknown> =>
    asking.then(
      () => null,
      (error: unknown) => (error instanceof Error && 'why' in error ? error.why : error),
    )
  expect(await why(remote.list())).toBe('not-found')

  await bareIn(root)
  expect(await why(remote.fetch(MAIN, []))).toBe('no-branch')
  await fs.rm(`${root}/notes.git`, { recursive: true })

  await bareIn(root, 'notes.git', '--object-format=sha256')
  const first = await device.commit('a.md', 'a\n')
  expect(await why(remote.fetch(MAIN, []))).toMatch(/sha256|no-branch/)
  expect(await why(remote.push(first, MAIN))).toBe('sha256')
  const work = await newFolder()
  await git(work, 'init', '-q', '-b', 'main', '--object-format=sha256')
  await fs.writeFile(`${work}/a.md`, 'a\n')
  await commitAt(work, TIME)
  await git(work, 'push', '-q', `${root}/notes.git`, 'main')
  expect(await why(remote.list())).toBe('sha256')
  expect(await why(remote.fetch(MAIN, []))).toBe('sha256')
  await fs.rm(`${root}/notes.git`, { recursive: true })

  await device.commit('b.md', 'b\n')
  await git(root, 'clone', '-q', '--bare', '--depth=1', `file://${device.dir}`, 'notes.git')
  const fresh = await (await Device.make()).remote(place, options)
  expect(await why(fresh.fetch(MAIN, []))).toBe('shallow')
})

test('a file is no repository, and a folder without one neither', async () => {
  const device = await Device.make()
  const folder = await newFolder()
  await fs.writeFile(`${folder}/bundle`, 'x')
  await expect((await device.remote(`${folder}/bundle`)).list()).rejects.toMatchObject({ why: 'not-a-repository' })
  await expect((await device.remote(folder)).list()).rejects.toMatchObject({ why: 'not-a-repository' })
  await expect((await device.remote(`${folder}/none`)).list()).rejects.toMatchObject({ why: 'not-found' })
})

test.each([
  ['git', undefined],
  ['no git', null],
] as const)('what a server refuses says why, with %s', async (_, program) => {
  const root = await newFolder()
  const bare = await bareIn(root)
  const device = await Device.make()
  const first = await device.commit('a.md', 'a\n')
  const more = program === undefined ? {} : { git: program }
  await using readOnly = await serveHttp(root, { isReadOnly: true })
  const asReader = await device.remote(`http://localhost:${readOnly.port}/notes.git`, more)
  await expect(asReader.push(first, MAIN)).rejects.toMatchObject({ why: 'refused' })
  await using broken = await serveHttp(root, { status: 503 })
  await expect((await device.remote(`http://localhost:${broken.port}/notes.git`, more)).list()).rejects.toMatchObject({
    why: 'offline',
  })
  await using open = await serveHttp(root)
  const place = `http://localhost:${open.port}/notes.git`
  await fs.writeFile(`${bare}/hooks/pre-receive`, '#!/bin/sh\necho "not today" >&2\nexit 1\n', { mode: 0o755 })
  await expect((await device.remote(place, more)).push(first, MAIN)).rejects.toMatchObject({ why: 'refused' })
  await fs.rm(`${bare}/hooks/pre-receive`)
  await fs.writeFile(`${bare}/refs/heads/main.lock`, '')
  await expect((await device.remote(place, more)).push(first, MAIN)).rejects.toMatchObject({ why: 'locked' })
})

test.each([
  ['git', undefined],
  ['no git', null],
] as const)('nobody at the other end, with %s', async (_, program) => {
  const server = await serveHttp(await newFolder())
  await server[Symbol.asyncDispose]()
  const device = await Device.make()
  const remote = await device.remote(
    `http://localhost:${server.port}/notes.git`,
    program === undefined ? {} : { git: program },
  )
  await expect(remote.list()).rejects.toMatchObject({ why: 'offline' })
})

test.each([
  ['git', undefined, 'cancelled'],
  ['no git', null, 'cancelled'],
  ['git', undefined, 'timeout'],
  ['no git', null, 'timeout'],
] as const)('a server that stops in the middle, with %s: %s', async (_, program, why) => {
  const root = await newFolder()
  const bare = await bareIn(root)
  const [one, two] = [await Device.make(), await Device.make()]
  await (await one.remote(bare)).push(await one.commit('a.md', 'a\n'), MAIN)
  await using server = await serveHttp(root, { hangAt: '/git-upload-pack' })
  const asked = new AbortController()
  const remote = await two.remote(`http://localhost:${server.port}/notes.git`, {
    ...(program === undefined ? {} : { git: program }),
    ...(why === 'timeout' ? { silenceMs: 300 } : { signal: asked.signal }),
  })
  const failure = remote.fetch(MAIN, []).catch((error: unknown) => error)
  await eventually('it asks', async () => server.asked.some((request) => request.startsWith('POST')))
  if (why === 'cancelled') asked.abort()
  expect(await failure).toMatchObject({ why })
  expect([await two.packs(), await two.rooms()]).toEqual([[], []])
  if (why === 'cancelled') await expect(remote.list()).rejects.toMatchObject({ why })
})

test('more than a memory can hold is refused', async () => {
  const bare = await bareIn(await newFolder())
  const [one, two] = [await Device.make(), await Device.make()]
  await (await one.remote(bare)).push(await one.commit('a.md', 'a\n'), MAIN)
  const remote = await two.remote(bare, { maxPackBytes: 100 })
  await expect(remote.fetch(MAIN, [])).rejects.toMatchObject({
    why: 'too-large',
    message: expect.stringContaining('100 bytes') as string,
  })
  expect(await two.packs()).toEqual([])
})

test('other addresses than those of HTTP need git', async () => {
  const device = await Device.make()
  await expect(device.remote('git@example.com:notes.git', { git: null })).rejects.toMatchObject({ why: 'needs-git' })
  const remote = await device.remote('git@example.com:notes.git', { git: `${device.dir}/no-git` })
  await expect(remote.list()).rejects.toMatchObject({ why: 'needs-git' })
})

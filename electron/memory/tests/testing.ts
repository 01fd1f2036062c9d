import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { promisify } from 'node:util'
import type { Origin } from '../../../shared/commit.ts'
import type { Gate } from '../../../shared/policy.ts'
import { openStore } from '../open-store.ts'
import type { Store } from '../store-interface.ts'

// What the store's tests share: real folders, real repositories, and native git as the judge.

const run = promisify(execFile)

export const allow: Gate = () => ({ kind: 'allow' })
export const agent: Origin = { actor: 'agent', verb: 'create' }
export const user: Origin = { actor: 'user', verb: 'edit' }

export function bytes(text: string): Uint8Array {
  return Buffer.from(text, 'utf8')
}

/** The stores of `newStore`, by their folder. */
const opened = new Map<string, Store>()

/** Until git sees what was acknowledged, if it can: asked for where the store is at hand, else when nobody has a batch open. */
async function rested(dir: string): Promise<void> {
  await opened
    .get(dir)
    ?.published()
    .catch(() => undefined)
  const isOpen = (): boolean =>
    ['variorum/lease', 'index.lock'].every((name) => existsSync(nodePath.join(dir, '.git', name)))
  for (const until = Date.now() + 1_000; Date.now() < until && isOpen();)
    await new Promise((resolve) => setImmediate(resolve))
}

/** Native git, with nobody's configuration. */
export async function git(dir: string, ...args: readonly string[]): Promise<string> {
  await rested(dir)
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'T',
    GIT_AUTHOR_EMAIL: 't@example.invalid',
    GIT_COMMITTER_NAME: 'T',
    GIT_COMMITTER_EMAIL: 't@example.invalid',
  }
  const { stdout } = await run('git', [...args], { cwd: dir, env, maxBuffer: 100_000_000 })
  return stdout
}

/** What native git says of a store that is right: nothing. */
export async function gitComplaints(dir: string): Promise<string> {
  await rested(dir)
  const fsck = await run('git', ['fsck', '--strict', '--no-dangling'], { cwd: dir }).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: unknown) => String(error),
  )
  return fsck.replace(/^notice: .*\n/gm, '') + (await git(dir, 'status', '--porcelain', '-uall'))
}

/** Every file of HEAD with its text, as native git reads it. */
export async function filesOfHead(dir: string): Promise<Record<string, string>> {
  const head = (await git(dir, 'rev-parse', 'HEAD')).trim()
  const names = (await git(dir, 'ls-tree', '-r', '-z', '--name-only', head)).split('\0').filter((name) => name !== '')
  const texts = await Promise.all(names.map(async (name) => [name, await git(dir, 'show', `${head}:${name}`)] as const))
  return Object.fromEntries(texts)
}

export async function subjects(dir: string): Promise<readonly string[]> {
  return (await git(dir, 'log', '--format=%an: %s')).trimEnd().split('\n')
}

export async function countCommits(dir: string): Promise<number> {
  return Number(await git(dir, 'rev-list', '--count', 'HEAD').catch(() => '0'))
}

/** Writes a file of the store as another program would. */
export async function writeOutside(dir: string, path: string, text: string | Uint8Array): Promise<void> {
  await fs.mkdir(nodePath.dirname(nodePath.join(dir, path)), { recursive: true })
  await fs.writeFile(nodePath.join(dir, path), text)
}

/** A repository of so many commits, which no store has seen: `d/note-0.md` to `d/note-49.md` in turn, "version N". */
export async function importCommits(dir: string, count: number): Promise<void> {
  await run('git', ['init', '-q', '-b', 'main', dir])
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`
  const commit = (_: unknown, at: number): string =>
    `commit refs/heads/main\ncommitter A <a@example.invalid> ${1_700_000_000 + at} +0000\n${data(`version ${at}`)}M 100644 inline d/note-${at % 50}.md\n${data(`version ${at} of this\n`)}`
  const importing = run('git', ['fast-import', '--quiet'], { cwd: dir })
  importing.child.stdin?.end(Array.from({ length: count }, commit).join(''))
  await importing
  await git(dir, 'reset', '-q', '--hard')
}

export async function newFolder(): Promise<string> {
  return fs.realpath(await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-test-')))
}

/** A store in a new folder; closed and removed by the returned `dispose`. */
export async function newStore({
  watch = false,
  gate = allow,
  patience,
  prepare,
}: {
  readonly watch?: boolean
  readonly gate?: Gate
  readonly patience?: number
  readonly prepare?: (dir: string) => Promise<void>
} = {}): Promise<{ readonly dir: string; readonly store: Store; readonly [Symbol.asyncDispose]: () => Promise<void> }> {
  const dir = await newFolder()
  await prepare?.(dir)
  const store = await openStore({ dir, gate, watch, ...(patience === undefined ? {} : { patience }) })
  opened.set(dir, store)
  return {
    dir,
    store,
    async [Symbol.asyncDispose]() {
      opened.delete(dir)
      await store.close()
      await fs.rm(dir, { recursive: true, force: true })
    },
  }
}

/** Waits until a condition holds, asking again and again; fails with its name after ten seconds. */
export async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 10_000; Date.now() < until;) {
    if (await holds()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error(`Did not happen within ten seconds: ${what}`)
}

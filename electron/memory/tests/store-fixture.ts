import { createSecretKey, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { byAgent, byUser, type Lineage, type Origin } from '../../../shared/origin.ts'
import type { Gate } from '../../../shared/policy.ts'
import { HistoryPlace } from '../../../shared/stores.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import * as native from '../../../testing/git.ts'
import { openStore } from '../open-store.ts'
import { Device } from '../repo/device.ts'
import { gitdirBeside, repositoryIn } from '../repo/history-place.ts'
import type { Repository } from '../repo/repository.ts'
import { idOfStore } from '../repo/store-id.ts'
import type { FilePut, LineRange, Store } from '../store-interface.ts'

// Stores for tests: real folders and real repositories, with native git as the judge.

export const allow: Gate = () => ({ kind: 'allow' })
export const agent: Origin = byAgent('create', 'agent')
export const user: Origin = byUser('edit')

export function bytes(text: string): Uint8Array {
  return Buffer.from(text, 'utf8')
}

/** @param before as in `FilePut` */
export function fileAt(path: string, content: string | Uint8Array, before: string | null = null): FilePut {
  return { path, before, bytes: typeof content === 'string' ? bytes(content) : content }
}

/** Where the histories of new stores lie. The tests that are run for both places say `beside` for their second run. */
const HISTORY = HistoryPlace.optional().parse(process.env.VARIORUM_TEST_HISTORY)

/** The stores of `newStore`, by their folder. */
const opened = new Map<string, Store>()

/** Waits, for at most a second, until git has every acknowledged command and nobody has a batch open. */
async function published(dir: string): Promise<void> {
  await opened
    .get(dir)
    ?.published()
    .catch(() => undefined)
  const isBatchOpen = (): boolean => existsSync(nodePath.join(gitDirOf(dir), 'index.lock'))
  for (const until = Date.now() + 1_000; Date.now() < until && isBatchOpen();) await setTimeout(2)
}

/** Where the repository of a store of `newStore` is. */
export function gitDirOf(dir: string): string {
  return native.gitDirs.get(dir) ?? nodePath.join(dir, '.git')
}

/** Runs native git in a store's folder, once git is up to date. */
export async function git(dir: string, ...args: readonly string[]): Promise<string> {
  await published(dir)
  return native.git(dir, ...args)
}

/** What native git finds wrong with a store, once git is up to date; '' when nothing. */
export async function gitComplaints(dir: string): Promise<string> {
  await published(dir)
  return native.gitComplaints(dir)
}

/** Every file of HEAD with its text, as native git reads it. */
export async function filesOfHead(dir: string): Promise<Record<string, string>> {
  await published(dir)
  return native.filesOfHead(dir)
}

/** Writes a file over whatever is there. */
export async function rewrite(store: Store, path: string, text: string, origin: Origin = agent): Promise<void> {
  const found = await store.look(path)
  await store.put([fileAt(path, text, found.kind === 'file' ? found.blob.id : null)], origin)
}

/** The lineage of lines of the file that is at a path. */
export async function lineage(store: Store, path: string, lines?: LineRange): Promise<Lineage> {
  const found = await store.look(path)
  if (found.kind !== 'file') throw new Error(`There is no file at ${path}.`)
  return store.lineageOfLines({ path, version: found.blob.id }, lines)
}

/** "Author: subject" of every commit, newest first. */
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

/** A repository of a store that is closed, as its next opening would have it. */
export async function repositoryOf(dir: string): Promise<Repository> {
  const repo = await repositoryIn(dir, { device: deviceOf(dir) })
  repo.journal.bind(await signingOf(dir))
  return repo
}

/** How this device signs the journal of the store. */
export async function signingOf(dir: string): Promise<{ key: KeyObject; acceptsUnsigned: boolean }> {
  const id = (await idOfStore(await repositoryIn(dir, { device: deviceOf(dir) }))) ?? ''
  return {
    key: createSecretKey((await new Device(deviceOf(dir)).recordOf(id))?.key ?? '', 'hex'),
    acceptsUnsigned: false,
  }
}

/** Opens a store in a new folder. Disposing of it closes the store and removes the folder. */
export async function newStore({
  watch = false,
  gate = allow,
  patience,
  prepare,
  history = HISTORY,
}: {
  readonly watch?: boolean
  readonly gate?: Gate
  readonly patience?: number
  readonly history?: HistoryPlace | undefined
  readonly prepare?: (dir: string) => Promise<void>
} = {}): Promise<{ readonly dir: string; readonly store: Store; readonly [Symbol.asyncDispose]: () => Promise<void> }> {
  const dir = await newFolder()
  await prepare?.(dir)
  if (history === 'beside') native.gitDirs.set(dir, gitdirBeside(dir, deviceOf(dir)))
  const store = await openStore({
    dir,
    history,
    device: deviceOf(dir),
    gate,
    watch,
    ...(patience === undefined ? {} : { patience }),
  })
  opened.set(dir, store)
  return {
    dir,
    store,
    async [Symbol.asyncDispose]() {
      opened.delete(dir)
      await store.close()
    },
  }
}

/** A store that adopted these files as its first commit and was closed. Disposing of it removes the folder. */
export async function closedStore(
  files: Readonly<Record<string, string>>,
): Promise<Awaited<ReturnType<typeof newStore>>> {
  const place = await newStore({
    prepare: async (dir) => {
      for (const [path, text] of Object.entries(files)) await writeOutside(dir, path, text)
    },
  })
  await place.store.close()
  return place
}

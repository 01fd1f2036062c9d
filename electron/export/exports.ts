import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { StoreAuditEvent } from '../../shared/audit.ts'
import type { StorePath } from '../../shared/change.ts'
import { AppError } from '../../shared/errors.ts'
import type { ExportProgress, ExportWhat } from '../../shared/export.ts'
import type { TreeFile } from '../../shared/memory.ts'
import { say } from '../../shared/messages/say.ts'
import { hasCode, uniqueName, unlessMissing } from '../disk/durable-files.ts'
import type { Store } from '../memory/store-interface.ts'
import { type FilesHooks, writeFolder, writeZip } from './write-files.ts'

/** Asks where something of this name goes: a file, or a folder that is made there. `null` if the user closed it. */
export type PickTarget = (kind: 'file' | 'folder', name: string) => Promise<string | null>

/** Something to download, once. */
export interface Download {
  readonly name: string
  readonly file: string
  readonly bytes: number
  /** Call this when it is downloaded. */
  readonly discard: () => void
}

/** Copies out of the open store: to where the user wants it, or for the page to download. */
export interface Exports {
  /** Aborting the signal cancels; then nothing is left behind. */
  run(what: ExportWhat, signal?: AbortSignal): AsyncGenerator<ExportProgress>
  /** Writes to a path that must not exist yet; for the command line. An aborted signal is thrown as an AbortError. */
  write(what: ExportWhat, target: string, signal: AbortSignal): Promise<readonly StorePath[]>
  /** @param pathname of a request */
  download(pathname: string): Promise<Download | null>
  /** Removes what was not downloaded. */
  close(): Promise<void>
}

interface ExportsOptions {
  readonly store: () => Store
  readonly storeFolder: () => string
  /** The folder for what is to be downloaded. */
  readonly folder: string
  /** Without it, everything is downloaded. */
  readonly pickTarget?: PickTarget | undefined
  readonly audit?: (event: StoreAuditEvent) => void
}

const ADDRESS = 'exports/'
const SECRET_BYTES = 16
const KEPT_MS = 600_000
/** Nothing that is written or waits is as old, in whichever process. */
const LEFTOVER_MS = 2 * KEPT_MS

export const isDownloadAddress = (pathname: string): boolean => pathname.startsWith(`/${ADDRESS}`)

export function createExports({ store, storeFolder, folder, pickTarget, audit }: ExportsOptions): Exports {
  const waiting = new Map<string, { readonly name: string; readonly file: string }>()
  const discard = (secret: string): void => {
    const { file } = waiting.get(secret) ?? {}
    waiting.delete(secret)
    if (file !== undefined) void fs.rm(file, { force: true }).catch(() => undefined)
  }
  const offer = (name: string, file: string): string => {
    const secret = randomBytes(SECRET_BYTES).toString('hex')
    waiting.set(secret, { name, file })
    setTimeout(() => discard(secret), KEPT_MS).unref()
    return `${ADDRESS}${secret}`
  }
  // Otherwise a copy of the memory would stay until the next export. What cannot be read now is met again by that.
  const clear = (): Promise<void> => clearLeftovers(folder).catch(() => undefined)
  const cleared = clear()
  const later = setTimeout(() => void clear(), LEFTOVER_MS).unref()
  return {
    async *run(what, signal) {
      const source = store()
      const name = await nameFor(source, what)
      if (pickTarget !== undefined) {
        const target = await pickTarget(what.kind === 'folder' ? 'folder' : 'file', name)
        if (target === null) return yield { kind: 'cancelled' }
        await refuseInside(storeFolder(), target)
        const place = what.kind === 'folder' ? await freeName(target) : target
        const leftOut = yield* reporting((hooks) => writeWhole(source, what, place, hooks), signal)
        audit?.({ type: 'memory.exported', what: what.kind })
        return yield { kind: 'done', name: nodePath.basename(place), leftOut, address: null }
      }
      await fs.mkdir(folder, { recursive: true, mode: 0o700 })
      await clearLeftovers(folder)
      const file = nodePath.join(folder, uniqueName())
      const shownName = what.kind === 'folder' ? `${name}.zip` : name
      const leftOut = yield* reporting((hooks) => writeSpooled(source, what, file, hooks), signal)
      audit?.({ type: 'memory.exported', what: what.kind })
      yield { kind: 'done', name: shownName, leftOut, address: offer(shownName, file) }
    },
    async write(what, target, signal) {
      await refuseTaken(target)
      await refuseInside(storeFolder(), target)
      const leftOut = await writeWhole(store(), what, target, { signal, progress: () => undefined })
      audit?.({ type: 'memory.exported', what: what.kind })
      return leftOut
    },
    async download(pathname) {
      const secret = isDownloadAddress(pathname) ? pathname.slice(ADDRESS.length + 1) : ''
      const found = waiting.get(secret)
      const stat = found === undefined ? null : await fs.stat(found.file).catch(() => null)
      if (found === undefined || stat === null) return null
      return { ...found, bytes: stat.size, discard: () => discard(secret) }
    },
    async close() {
      clearTimeout(later)
      await cleared
      for (const { file } of waiting.values()) await fs.rm(file, { force: true })
      waiting.clear()
    },
  }
}

async function refuseTaken(target: string): Promise<void> {
  if ((await fs.lstat(target).catch(() => null)) !== null) throw new AppError('name-taken', say('export-name-taken'))
}

/** A copy in the store's folder would become part of the memory, or of its repository. */
async function refuseInside(storeFolder: string, target: string): Promise<void> {
  // Where a link cannot be resolved, nothing can be written either.
  const [outer, place] = await Promise.all(
    [storeFolder, nodePath.dirname(target)].map((folder) => fs.realpath(folder).catch(() => folder)),
  )
  if (`${place}${nodePath.sep}`.startsWith(`${outer}${nodePath.sep}`))
    throw new AppError('bad-request', say('export-into-store'))
}

/** What a killed process left. */
async function clearLeftovers(folder: string): Promise<void> {
  for (const name of (await unlessMissing(fs.readdir(folder))) ?? []) {
    const file = nodePath.join(folder, name)
    const stat = await unlessMissing(fs.stat(file))
    if (stat !== null && Date.now() - stat.mtimeMs > LEFTOVER_MS) await fs.rm(file, { force: true })
  }
}

/** Reports progress while work runs. Whoever stops listening, or aborts, cancels it. */
async function* reporting(
  work: (hooks: FilesHooks) => Promise<readonly StorePath[]>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportProgress, readonly StorePath[]> {
  const stop = new AbortController()
  const abort = (): void => stop.abort()
  signal?.addEventListener('abort', abort)
  if (signal?.aborted === true) abort()
  let next = Promise.withResolvers<ExportProgress>()
  const running = work({
    signal: stop.signal,
    progress(done, total) {
      next.resolve({ kind: 'progress', done, total })
      next = Promise.withResolvers()
    },
  })
  try {
    for (;;) {
      const step = await Promise.race([running, next.promise])
      if (!('kind' in step)) return step
      yield step
    }
  } finally {
    abort()
    signal?.removeEventListener('abort', abort)
    await running.catch(() => undefined)
  }
}

/** "memory 2026-11-23", or the name of the file. */
async function nameFor(store: Store, what: ExportWhat): Promise<string> {
  if (what.kind === 'file') return nodePath.basename(what.path)
  const { name } = await store.status()
  const time = what.kind === 'folder' && what.at !== undefined ? (await store.commit(what.at)).time : undefined
  const day = dayOf(time === undefined ? new Date() : new Date(time))
  return what.kind === 'bundle' ? `${name} ${day}.bundle` : `${name} ${day}`
}

function dayOf(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The path, or the first of "path 2", "path 3" … that is free. */
async function freeName(path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? path : `${path} ${number}`
    if ((await fs.lstat(candidate).catch(() => null)) === null) return candidate
  }
}

/** Writes all of it to its place, or nothing. */
async function writeWhole(
  store: Store,
  what: ExportWhat,
  target: string,
  hooks: FilesHooks,
): Promise<readonly StorePath[]> {
  if (what.kind === 'folder')
    return orNothing(target, async () => writeFolder(store, await filesAt(store, what.at), target, hooks))
  // Beside its place, so that it is moved there whole.
  const beside = nodePath.join(nodePath.dirname(target), `.${uniqueName()}`)
  return orNothing(beside, async () => {
    const leftOut = await writeOne(store, what, beside, hooks)
    await fs.rename(beside, target)
    return leftOut
  })
}

function writeSpooled(store: Store, what: ExportWhat, file: string, hooks: FilesHooks): Promise<readonly StorePath[]> {
  return orNothing(file, async () =>
    what.kind === 'folder'
      ? writeZip(store, await filesAt(store, what.at), file, hooks)
      : writeOne(store, what, file, hooks),
  )
}

/** Removes what was begun if it does not end. */
async function orNothing<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    // Something else of that name was there before.
    if (!hasCode(error, 'EEXIST')) await fs.rm(path, { recursive: true, force: true })
    throw error instanceof AppError || isAbort(error) ? error : notWritten(error)
  }
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

function notWritten(cause: unknown): AppError {
  const why = hasCode(cause, 'ENOSPC')
    ? say('export-disk-full')
    : hasCode(cause, 'EACCES', 'EPERM', 'EROFS')
      ? say('export-not-allowed')
      : say('export-not-written')
  return new AppError('disk', why, { cause })
}

async function filesAt(store: Store, at: string | undefined): Promise<readonly TreeFile[]> {
  return (await store.tree(at)).files
}

async function writeOne(
  store: Store,
  what: Exclude<ExportWhat, { kind: 'folder' }>,
  file: string,
  { signal, progress }: FilesHooks,
): Promise<readonly StorePath[]> {
  signal.throwIfAborted()
  if (what.kind === 'bundle') {
    await writeBundle(store, file, { signal, progress })
    return []
  }
  const found = await store.file(what.path, what.at)
  const bytes = found === null ? null : await store.bytes(found.blob.id)
  if (bytes === null)
    throw found === null
      ? new AppError('bad-request', say('export-no-file', { path: what.path }))
      : new AppError('too-large', say('export-too-large', { path: what.path }))
  await fs.writeFile(file, bytes, { flag: 'wx', mode: 0o600 })
  return []
}

async function writeBundle(store: Store, file: string, { signal, progress }: FilesHooks): Promise<void> {
  const cancel = (): void => void store.cancel('bundle')
  const off = store.on((event) => {
    if (event.type === 'work.progressed' && event.work === 'bundle') progress(event.done, event.total)
  })
  signal.addEventListener('abort', cancel)
  try {
    if ((await store.writeBundle(file)) === null) throw new DOMException('cancelled', 'AbortError')
  } finally {
    signal.removeEventListener('abort', cancel)
    off()
  }
}

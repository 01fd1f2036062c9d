import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { StoreAuditEvent } from '../../shared/audit.ts'
import { AppError } from '../../shared/errors.ts'
import { type ExportOutcome, type ExportProgress, type ExportWhat, makesFolder } from '../../shared/export.ts'
import { say } from '../../shared/messages/say.ts'
import type { Store } from '../memory/store-interface.ts'
import { type Download, Downloads } from './downloads.ts'
import type { FindSecrets } from './secret-places.ts'
import { choose, type Chosen, dayOf, secretsOf, writeSpooled, writeWhole } from './write-export.ts'
import type { FilesHooks } from './write-files.ts'

/** Asks where something of this name goes: a file, or a folder that is made there. `null` if the user closed it. */
export type PickTarget = (kind: 'file' | 'folder', name: string) => Promise<string | null>

/** Copies out of the open store: to where the user wants it, or for the page to download. */
export interface Exports {
  /** Aborting the signal cancels; then nothing is left behind. */
  run(what: ExportWhat, signal?: AbortSignal): AsyncGenerator<ExportProgress>
  /**
   * Writes to a path; for the command line. It must not exist yet, unless it is a file that gets a section. An aborted
   * signal is thrown as an AbortError.
   */
  write(what: ExportWhat, target: string, signal: AbortSignal): Promise<ExportOutcome>
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
  /** What must not leave the memory before the user has seen where it is. */
  readonly secretsIn: FindSecrets
  readonly audit?: (event: StoreAuditEvent) => void
}

export function createExports({ store, storeFolder, folder, pickTarget, secretsIn, audit }: ExportsOptions): Exports {
  const downloads = new Downloads(folder)
  return {
    async *run(what, signal) {
      const chosen = await choose(store(), what)
      const places = yield* reporting((hooks) => secretsOf(chosen, secretsIn, hooks), signal)
      if (places.length > 0) return yield { kind: 'kept-back', places }
      const name = await nameFor(chosen)
      if (pickTarget !== undefined) {
        const target = await pickTarget(makesFolder(what.kind) ? 'folder' : 'file', name)
        if (target === null) return yield { kind: 'cancelled' }
        await refuseInside(storeFolder(), target)
        const place = makesFolder(what.kind) ? await freeName(target) : target
        const leftOut = yield* reporting((hooks) => writeWhole(chosen, place, hooks), signal)
        audit?.({ type: 'memory.exported', what: what.kind })
        return yield { kind: 'done', name: nodePath.basename(place), leftOut, address: null }
      }
      const file = await downloads.place()
      const shownName = makesFolder(what.kind) ? `${name}.zip` : name
      const leftOut = yield* reporting((hooks) => writeSpooled(chosen, file, hooks), signal)
      audit?.({ type: 'memory.exported', what: what.kind })
      yield { kind: 'done', name: shownName, leftOut, address: downloads.offer(shownName, file) }
    },
    async write(what, target, signal) {
      if (what.kind !== 'agents-md') await refuseTaken(target)
      await refuseInside(storeFolder(), target)
      const chosen = await choose(store(), what)
      const hooks: FilesHooks = { signal, progress: () => undefined }
      const places = await secretsOf(chosen, secretsIn, hooks)
      if (places.length > 0) return { kind: 'kept-back', places }
      const leftOut = await writeWhole(chosen, target, hooks)
      audit?.({ type: 'memory.exported', what: what.kind })
      return { kind: 'written', leftOut }
    },
    download: (pathname) => downloads.find(pathname),
    close: () => downloads.close(),
  }
}

async function refuseTaken(target: string): Promise<void> {
  if ((await fs.lstat(target).catch(() => null)) !== null) throw new AppError('name-taken', say('export-name-taken'))
}

/** A copy in the store's folder would become part of the memory, or of its repository. A file that is a link is where it leads. */
async function refuseInside(storeFolder: string, target: string): Promise<void> {
  const resolved = (path: string): Promise<string | null> => fs.realpath(path).catch(() => null)
  const outer = (await resolved(storeFolder)) ?? storeFolder
  // Where a link cannot be resolved, nothing can be written either.
  const folders = [nodePath.dirname((await resolved(target)) ?? target), await resolved(nodePath.dirname(target))]
  if (folders.some((folder) => `${folder}${nodePath.sep}`.startsWith(`${outer}${nodePath.sep}`)))
    throw new AppError('bad-request', say('export-into-store'))
}

/** Reports progress while work runs. Whoever stops listening, or aborts, cancels it. */
async function* reporting<Result>(
  work: (hooks: FilesHooks) => Promise<Result>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportProgress, Result> {
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
  const ended = running.then((result) => ({ result }))
  try {
    for (;;) {
      const step = await Promise.race([ended, next.promise])
      if ('result' in step) return step.result
      yield step
    }
  } finally {
    abort()
    signal?.removeEventListener('abort', abort)
    await running.catch(() => undefined)
  }
}

/** "memory 2026-11-23", or the name of the file. */
async function nameFor({ store, what }: Chosen): Promise<string> {
  if (what.kind === 'file') return nodePath.basename(what.path)
  if (what.kind === 'agents-md') return 'AGENTS.md'
  const { name } = await store.status()
  const time = 'at' in what && what.at !== undefined ? (await store.commit(what.at)).time : undefined
  return `${name} ${dayOf(time === undefined ? new Date() : new Date(time))}${ENDINGS[what.kind]}`
}

const ENDINGS = { folder: '', 'claude-code': '', zip: '.zip', prompt: '.md', bundle: '.bundle' } as const

/** The path, or the first of "path 2", "path 3" … that is free. */
async function freeName(path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? path : `${path} ${number}`
    if ((await fs.lstat(candidate).catch(() => null)) === null) return candidate
  }
}

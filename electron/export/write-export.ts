import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { type ExportWhat, makesFolder, type SecretPlace, untrustedIn } from '../../shared/export.ts'
import type { LeftOut } from '../../shared/import.ts'
import type { TreeFile } from '../../shared/memory.ts'
import { say } from '../../shared/messages/say.ts'
import { hasCode, uniqueName } from '../disk/durable-files.ts'
import type { Store } from '../memory/store-interface.ts'
import { asClaudeMemory } from './claude-code.ts'
import { chosenFiles, type CopiedFile, copiedFiles, isNameFromOutside } from './copied-files.ts'
import { notesOf } from './notes.ts'
import { promptOf } from './prompt.ts'
import { type FindSecrets, secretsInFiles, secretsInHistory } from './secret-places.ts'
import { sectionOf, withSection, writeSection } from './section.ts'
import { type FilesHooks, writeFolder, writeZip } from './write-files.ts'

/** What is exported, of one state of the memory: what is looked at first is what is written then. */
export interface Chosen {
  readonly store: Store
  readonly what: ExportWhat
  readonly files: readonly TreeFile[]
}

export async function choose(store: Store, what: ExportWhat): Promise<Chosen> {
  return { store, what, files: await chosenFiles(store, what) }
}

/** Where it looks as if it held secrets; none if the user has said that they are to be copied. */
export async function secretsOf(chosen: Chosen, find: FindSecrets, hooks: FilesHooks): Promise<readonly SecretPlace[]> {
  if (chosen.what.withSecrets === true) return []
  return chosen.what.kind === 'bundle'
    ? secretsInHistory(chosen.store, find, hooks)
    : secretsInFiles(copiesOf(chosen), find, hooks)
}

/** Writes all of it to its place, or nothing. */
export async function writeWhole(chosen: Chosen, target: string, hooks: FilesHooks): Promise<readonly LeftOut[]> {
  const { what } = chosen
  if (makesFolder(what.kind))
    return orNothing(target, async () => writeFolder(await filesOf(chosen, hooks), target, hooks))
  if (what.kind === 'agents-md') {
    const { text, leftOut } = await textOf(chosen, hooks)
    await unlessAppError(() => writeSection(target, text))
    return leftOut
  }
  // Beside its place, so that it is moved there whole.
  const beside = nodePath.join(nodePath.dirname(target), `.${uniqueName()}`)
  return orNothing(beside, async () => {
    const leftOut = await writeFile(chosen, beside, hooks)
    await fs.rename(beside, target)
    return leftOut
  })
}

/** Writes all of it to a new file that is to be downloaded, or nothing. A folder comes as a zip archive. */
export async function writeSpooled(chosen: Chosen, file: string, hooks: FilesHooks): Promise<readonly LeftOut[]> {
  return orNothing(file, async () =>
    makesFolder(chosen.what.kind)
      ? writeZip(await filesOf(chosen, hooks), file, hooks)
      : writeFile(chosen, file, hooks),
  )
}

/** Removes what was begun if it does not end. */
async function orNothing<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  return unlessAppError(async () => {
    try {
      return await work()
    } catch (error) {
      // Something else of that name was there before.
      if (!hasCode(error, 'EEXIST')) await fs.rm(path, { recursive: true, force: true })
      throw error
    }
  })
}

async function unlessAppError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
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

const copiesOf = ({ store, files, what }: Chosen): readonly CopiedFile[] => copiedFiles(store, files, untrustedIn(what))

/** The files of a folder or an archive. */
async function filesOf(chosen: Chosen, hooks: FilesHooks): Promise<readonly CopiedFile[]> {
  const copies = copiesOf(chosen)
  if (chosen.what.kind !== 'claude-code') return copies
  const { notes } = await notesOf(copies, nameMarks(chosen), hooks)
  const noted = new Set(notes.map(({ path }) => path))
  const files = asClaudeMemory(notes, new Set(copies.map(({ path }) => path)))
  return [
    ...files.map(({ path, text }): CopiedFile => {
      return { path, mode: '100644', read: async () => ({ bytes: Buffer.from(text, 'utf8'), leftOut: null }) }
    }),
    ...copies.filter(({ path }) => !noted.has(path)),
  ]
}

/** The text of an export that is one. */
async function textOf(
  chosen: Chosen,
  hooks: FilesHooks,
): Promise<{ readonly text: string; readonly leftOut: readonly LeftOut[] }> {
  const { notes, leftOut } = await notesOf(copiesOf(chosen), nameMarks(chosen), hooks)
  if (notes.length === 0) throw new AppError('bad-request', say('export-nothing'))
  return { text: chosen.what.kind === 'prompt' ? promptOf(notes, dayOf(new Date())) : sectionOf(notes), leftOut }
}

const nameMarks =
  ({ store, what }: Chosen) =>
  async (path: string): Promise<boolean> =>
    untrustedIn(what) === 'mark' && (await isNameFromOutside(store, path))

export function dayOf(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** What is one file. */
async function writeFile(chosen: Chosen, file: string, hooks: FilesHooks): Promise<readonly LeftOut[]> {
  const { kind } = chosen.what
  hooks.signal.throwIfAborted()
  if (kind === 'zip') return writeZip(copiesOf(chosen), file, hooks)
  if (kind === 'bundle') return writeBundle(chosen.store, file, hooks)
  if (kind === 'file') return writeOne(chosen, file)
  const { text, leftOut } = await textOf(chosen, hooks)
  await fs.writeFile(file, kind === 'prompt' ? text : withSection(new Uint8Array(), text), { flag: 'wx', mode: 0o600 })
  return leftOut
}

async function writeOne(chosen: Chosen, file: string): Promise<readonly LeftOut[]> {
  for (const { path, read } of copiesOf(chosen)) {
    const { bytes, leftOut } = await read()
    if (bytes === null && leftOut?.id === 'export-left-too-large')
      throw new AppError('too-large', say('export-too-large', { path }))
    if (bytes === null) throw new AppError('bad-request', say('export-nothing'))
    await fs.writeFile(file, bytes, { flag: 'wx', mode: 0o600 })
    if (leftOut !== null) return [{ what: path, why: leftOut }]
  }
  return []
}

async function writeBundle(store: Store, file: string, { signal, progress }: FilesHooks): Promise<readonly LeftOut[]> {
  const cancel = (): void => void store.cancel('bundle')
  const off = store.on((event) => {
    if (event.type === 'work.progressed' && event.work === 'bundle') progress(event.done, event.total)
  })
  signal.addEventListener('abort', cancel)
  try {
    if ((await store.writeBundle(file)) === null) throw new DOMException('cancelled', 'AbortError')
    return []
  } finally {
    signal.removeEventListener('abort', cancel)
    off()
  }
}

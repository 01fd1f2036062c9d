import type { Blob, StorePath } from '../../shared/change.ts'
import { AppError } from '../../shared/errors.ts'
import { type ExportWhat, type Untrusted, untrustedIn } from '../../shared/export.ts'
import type { TreeFile } from '../../shared/memory.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { isUntrusted } from '../../shared/origin.ts'
import { decodeUtf8 } from '../disk/utf8.ts'
import type { Store } from '../memory/store-interface.ts'
import { linesFromOutside, marked, without } from './from-outside.ts'

export const LINK: Blob['mode'] = '120000'

/** One file of an export. */
export interface CopiedFile {
  readonly path: StorePath
  readonly mode: Blob['mode']
  read(): Promise<Copied>
}

export interface Copied {
  /** Null if nothing of the file is copied. */
  readonly bytes: Uint8Array | null
  /** What is not copied, and why; null if everything is. */
  readonly leftOut: Message | null
  /** Which lines of the file are copied, from 1; undefined for all of them. */
  readonly lines?: readonly number[]
}

/** The files of the memory that are copied. Throws if it is not known what the user wants to be told apart. */
export async function chosenFiles(store: Store, what: ExportWhat): Promise<readonly TreeFile[]> {
  const keepsAll = untrustedIn(what) === 'keep'
  if (what.kind === 'bundle') {
    if (!keepsAll) throw new AppError('bad-request', say('export-history-untrusted'))
    return []
  }
  const at = 'at' in what ? what.at : undefined
  if (at !== undefined && !keepsAll) throw new AppError('bad-request', say('export-past-untrusted'))
  const { files } = await store.tree(at)
  if (what.kind !== 'file') return files
  const file = files.find(({ path }) => path === what.path)
  if (file === undefined) throw new AppError('bad-request', say('export-no-file', { path: what.path }))
  return [file]
}

type Readable = Pick<Store, 'bytes' | 'lineageOfLines' | 'lineageOfNames'>

/** The files as they are copied. */
export function copiedFiles(store: Readable, files: readonly TreeFile[], untrusted: Untrusted): readonly CopiedFile[] {
  return files.map((file) => ({
    path: file.path,
    mode: file.blob.mode,
    read: () => copied(store, file, untrusted),
  }))
}

async function copied(store: Readable, file: TreeFile, untrusted: Untrusted): Promise<Copied> {
  const { path, blob } = file
  const bytes = await store.bytes(blob.id)
  if (bytes === null) return { bytes, leftOut: say('export-left-too-large') }
  if (untrusted === 'keep') return { bytes, leftOut: null }
  if (untrusted === 'leave-out' && (await isNameFromOutside(store, path)))
    return { bytes: null, leftOut: say('export-left-named-outside') }
  const version = { path, version: blob.id }
  const text = blob.mode === LINK ? null : decodeUtf8(bytes)
  if (text === null) {
    const isLeftOut = untrusted === 'leave-out' && isUntrusted(await store.lineageOfLines(version))
    return isLeftOut ? { bytes: null, leftOut: say('export-left-outside') } : { bytes, leftOut: null }
  }
  const lines = await linesFromOutside(store, version, text.split('\n').length)
  if (lines.size === 0) return { bytes, leftOut: null }
  if (untrusted === 'mark') return { bytes: Buffer.from(marked(text, lines), 'utf8'), leftOut: null }
  const left = without(text, lines)
  if (left.text === null) return { bytes: null, leftOut: say('export-left-outside') }
  const count = text.split('\n').length - left.numbers.length
  return {
    bytes: Buffer.from(left.text, 'utf8'),
    leftOut: count === 0 ? null : say('export-left-lines', { count }),
    lines: left.numbers,
  }
}

/** Names are read, too, where a model reads the files. */
export async function isNameFromOutside(store: Pick<Store, 'lineageOfNames'>, path: StorePath): Promise<boolean> {
  return isUntrusted(await store.lineageOfNames([path]))
}

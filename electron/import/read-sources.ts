import { createHash } from 'node:crypto'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { FoundInSource, ImportKind } from '../../shared/import.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import type { ReadSource } from './imports.ts'
import { openSource } from './open-source.ts'
import { KINDS, recognise } from './recognise.ts'
import type { ConversationTaker, Source } from './source.ts'

export interface ReadHow {
  /** The format, if the user says so. */
  readonly as?: ImportKind | undefined
  readonly signal: AbortSignal
  /** How many bytes have been read so far, of how many there are. */
  readonly told?: ((done: number, total: number) => void) | undefined
  /** Takes the conversations, if they are wanted. */
  readonly conversations?: ConversationTaker | undefined
}

/**
 * Reads what the user brings in. One that cannot be read, or is no format that we know, is left out of several with the
 * reason; alone, it is refused with it.
 */
export async function readSources(paths: readonly string[], how: ReadHow): Promise<readonly ReadSource[]> {
  const read: ReadSource[] = []
  const failed: AppError[] = []
  for (const each of together(paths)) {
    try {
      read.push(await readTogether(each, how))
    } catch (error) {
      if (how.signal.aborted || !(error instanceof AppError)) throw error
      failed.push(error)
      read.push(unread(each, error.said, how))
    }
  }
  const [first] = failed
  if (first !== undefined && failed.length === read.length) throw first
  return read
}

async function readTogether(paths: readonly string[], how: ReadHow): Promise<ReadSource> {
  const source = await openSource(paths)
  try {
    return await readOne(source, how)
  } finally {
    await source.close()
  }
}

function unread([path = '']: readonly string[], why: Message, { as: kind = 'folder' }: ReadHow): ReadSource {
  const name = nodePath.basename(path)
  const found: FoundInSource = { kind, found: 1, files: [], leftOut: [{ what: name, why }] }
  return { name, hash: hashOfFound(found), found }
}

async function readOne(source: Source, { as, signal, told, conversations }: ReadHow): Promise<ReadSource> {
  const kind = as === undefined ? await recognise(source) : KINDS.find(({ id }) => id === as)
  if (kind == null) throw new AppError('bad-request', say('import-unknown', { source: source.name }))
  const total = source.files.reduce((sum, { size }) => sum + size, 0)
  const found = await kind.read(source, { signal, told: (bytes) => told?.(bytes, total), conversations })
  return { name: source.name, hash: hashOfFound(found), found }
}

/** Parts of one export are one source; everything else is one by itself. */
function together(paths: readonly string[]): readonly (readonly string[])[] {
  const parts = paths.filter((path) => /-(?:\d{3}|batch-\d{4})\.zip$/i.test(path))
  const others = paths.filter((path) => !parts.includes(path)).map((path) => [path])
  return parts.length === 0 ? others : [parts, ...others]
}

function hashOfFound({ files, leftOut }: FoundInSource): string {
  const hash = createHash('sha256')
  for (const { from, text } of files) hash.update(`${from}\n${text}\n`)
  for (const { what } of leftOut) hash.update(`${what}\n`)
  return hash.digest('hex')
}

import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import type { SourceFile } from './source.ts'

/** Of one source; more than any memory may have. */
export const MAX_FILES = 50_000

/** A file of a source that is read piece by piece. */
export function sourceFile(file: Omit<SourceFile, 'bytes'>): SourceFile {
  return { ...file, bytes: (most) => wholeOf(file, most) }
}

async function wholeOf({ name, size, stream }: Omit<SourceFile, 'bytes'>, most: number): Promise<Uint8Array> {
  const tooLarge = (): AppError =>
    new AppError('too-large', say('import-file-too-large', { name, most: { bytes: most } }))
  if (size > most) throw tooLarge()
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of stream()) {
    length += piece.length
    // What says how large a file is may be wrong.
    if (length > most) throw tooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** What comes of packed pieces. What fails on either side is thrown, and both are let go when nobody reads on. */
export async function* unpackedBy(unpacking: Transform, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const ended = pipeline(Readable.from(pieces, { objectMode: false }), unpacking)
  // The reading below throws the same.
  ended.catch(() => undefined)
  yield* unpacking
  await ended
}

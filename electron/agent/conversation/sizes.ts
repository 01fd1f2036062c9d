import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { unlessMissing } from '../../disk/durable-files.ts'

// How large a conversation's file may be. An earlier version let one answer fill it with half a gigabyte.

/** A larger file is kept, and listed by its first and last lines; it is not read. */
export const MAX_OPENED_BYTES = 128 * 1024 ** 2

/**
 * From here on nothing more is asked. The answer that went beyond may be kept three times, as the model's, as its call and
 * with the result, six bytes a character where it is of control characters: that still can be opened.
 */
export const MAX_GROWN_BYTES = 48 * 1024 ** 2

const END_BYTES = 256 * 1024

export function tooLarge(bytes: number): AppError {
  return new AppError('too-large', say('conversation-too-large-to-open', { size: { bytes } }))
}

export function isTooLarge(error: unknown): boolean {
  return error instanceof AppError && error.code === 'too-large'
}

/**
 * A file's bytes, or of one that is too large the whole rows at its two ends; `null` when it does not exist.
 * @param isEnough whether the ends are; otherwise it throws `too-large`
 */
export async function readRows(file: string, isEnough = false): Promise<Buffer | null> {
  const handle = await unlessMissing(open(file))
  if (handle === null) return null
  try {
    const { size } = await handle.stat()
    if (size <= MAX_OPENED_BYTES) return await handle.readFile()
    if (!isEnough) throw tooLarge(size)
    const [head, tail] = [await readAt(handle, 0), await readAt(handle, size - END_BYTES)]
    return Buffer.concat([head.subarray(0, head.lastIndexOf('\n') + 1), tail.subarray(tail.indexOf('\n') + 1)])
  } finally {
    await handle.close()
  }
}

async function readAt(handle: FileHandle, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(END_BYTES), 0, END_BYTES, position)
  return buffer.subarray(0, bytesRead)
}

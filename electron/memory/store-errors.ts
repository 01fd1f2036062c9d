import { AppError } from '../../shared/errors.ts'

const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Nothing was written; make room and try again.',
  EDQUOT: 'Your share of the disk is used up. Nothing was written; make room and try again.',
  EROFS: 'The disk can only be read. Nothing was written; make it writable and try again.',
  EACCES:
    "The memory folder does not let Variorum write (no permission). Nothing was written; change the folder's permissions and try again.",
  EPERM:
    "The memory folder does not let Variorum write (no permission). Nothing was written; change the folder's permissions and try again.",
  EMFILE: 'Too many files are open on this computer. Nothing was written; close something and try again.',
  ENFILE: 'Too many files are open on this computer. Nothing was written; close something and try again.',
  EIO: 'The disk reported a fault. Nothing was written; check the disk before you continue.',
  ENAMETOOLONG: 'The path is too long for this computer. Nothing was written; choose a shorter one.',
  EXDEV:
    'A part of the memory folder is on another disk, where files cannot be replaced safely. Nothing was written; keep the folder on one disk.',
}

/** Turns a system error into a sentence without a host path. Returns every other error as it is. */
export function toStoreError(error: unknown): unknown {
  if (
    error instanceof AppError ||
    !(error instanceof Error) ||
    !('syscall' in error) ||
    !('code' in error) ||
    typeof error.code !== 'string'
  )
    return error
  const sentence =
    SENTENCES[error.code] ??
    `The computer could not finish the work on the memory folder (${error.code}). Nothing was written; check that the folder is still in its place, and try again.`
  return new AppError('disk', sentence, { cause: error })
}

/** Runs work with its errors passed through `toStoreError`. */
export async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStoreError(error)
  }
}

import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'

const SENTENCES: Readonly<Record<string, Message>> = {
  ENOSPC: say('disk-full'),
  EDQUOT: say('disk-share-used-up'),
  EROFS: say('disk-read-only'),
  EACCES: say('disk-no-permission'),
  EPERM: say('disk-no-permission'),
  EMFILE: say('too-many-open-files'),
  ENFILE: say('too-many-open-files'),
  EIO: say('disk-fault'),
  ENAMETOOLONG: say('path-too-long-for-disk'),
  EXDEV: say('another-disk'),
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
  const sentence = SENTENCES[error.code] ?? say('disk-other', { code: error.code })
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

import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { hasCode } from './durable-files.ts'

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

/**
 * Whether something is there that the system does not let be read: for its permissions, or because the disk that it is on
 * fails or is gone.
 */
export const isUnreadable = (error: unknown): boolean =>
  hasCode(error, 'EACCES', 'EPERM', 'EIO', 'ENOTCONN', 'ESTALE', 'EHOSTDOWN', 'EREMOTEIO', 'ENODEV', 'ETIMEDOUT')

/** What the disk of any folder refuses, such as that of the app's own data; null for every other error. */
export function toDiskError(error: unknown): AppError | null {
  const sentence = SENTENCES[systemCode(error) ?? '']
  return sentence === undefined ? null : new AppError('disk', sentence, { cause: error })
}

/** The code of a system error; null for every other one. */
export function systemCode(error: unknown): string | null {
  if (error instanceof AppError || !(error instanceof Error) || !('syscall' in error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

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

/** The same object; what its promises are rejected with is passed through `toStoreError`. */
export function withStoreErrors<T extends object>(object: T): T {
  return new Proxy(object, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...values: readonly unknown[]): unknown => {
        const answer: unknown = Reflect.apply(member, target, values)
        return answer instanceof Promise ? answer.catch(rethrow) : answer
      }
    },
  })
}

function rethrow(error: unknown): never {
  throw toStoreError(error)
}

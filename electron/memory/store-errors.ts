import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { systemCode, toDiskError } from '../disk/disk-error.ts'

/** Turns a system error into a sentence without a host path. Returns every other error as it is. */
export function toStoreError(error: unknown): unknown {
  const code = systemCode(error)
  return code === null
    ? error
    : (toDiskError(error) ?? new AppError('disk', say('disk-other', { code }), { cause: error }))
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

import { english } from '../shared/messages/english.ts'
import { isMessage } from '../shared/messages/message.ts'

/** For `toEqual` and its like: a message whose English contains this text. */
export function saying(part: string | RegExp): unknown {
  return {
    asymmetricMatch: (value: unknown) =>
      isMessage(value) && (typeof part === 'string' ? english(value).includes(part) : part.test(english(value))),
    toString: () => `a message saying ${part}`,
  }
}

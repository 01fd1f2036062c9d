import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Message, MessageId, MessageValue } from './message.ts'
import { MESSAGES } from './table.ts'

// For those who have no catalogue of the page's: the command line, the log, and the model, in English; the desktop's
// menus and dialogs, in the user's language.

export type Wording = (message: Message) => string

/**
 * Words messages in one language.
 * @param texts the language's; what it lacks is said in English
 */
export function wordingIn(locale: string, texts: Partial<Readonly<Record<MessageId, string>>>): Wording {
  const i18n = setupI18n({ locale, messages: { [locale]: {} } }).setMessagesCompiler(compileMessage)
  const word: Wording = ({ id, values }) => {
    const text: string | undefined = texts[id] ?? MESSAGES[id]
    const words = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]))
    // A message of another version says at least what went into it.
    if (text === undefined) return Object.values(words).join(' ')
    return i18n._(id, words, { message: text })
  }
  const plain = (value: MessageValue): string | number => {
    if (typeof value === 'string' || typeof value === 'number') return value
    if ('id' in value) return word(value)
    return 'bytes' in value ? sizeText(value.bytes, locale) : value.map(plain).join(', ')
  }
  return word
}

let inEnglish: Wording | null = null

/** A message in English. */
export function english(message: Message): string {
  inEnglish ??= wordingIn('en', {})
  return inEnglish(message)
}

/** 20000 -> "20,000", in a text in English. */
export const counted = (value: number): string => value.toLocaleString('en-US')

/** A readable size, exact below ten kilobytes. */
export function sizeText(bytes: number, locale = 'en'): string {
  const number = (value: number): string => value.toLocaleString(locale)
  if (bytes < 10_000) return `${number(bytes)} bytes`
  return bytes < 1_000_000
    ? `${number(Math.floor(bytes / 1_000))} KB`
    : `${number(Math.floor(bytes / 100_000) / 10)} MB`
}

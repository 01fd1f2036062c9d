import { setupI18n, type I18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Message, MessageValue } from './message.ts'
import { MESSAGES } from './table.ts'

// English for those who have no catalogue: the command line, the log, and the model.

let i18n: I18n | null = null

/** A message in English. */
export function english({ id, values }: Message): string {
  i18n ??= setupI18n({ locale: 'en', messages: { en: {} } }).setMessagesCompiler(compileMessage)
  const text: string | undefined = MESSAGES[id]
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inEnglish(value)]))
  // A message of another version says at least what went into it.
  if (text === undefined) return Object.values(texts).join(' ')
  return i18n._(id, texts, { message: text })
}

function inEnglish(value: MessageValue): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value
  if ('id' in value) return english(value)
  return 'bytes' in value ? sizeInEnglish(value.bytes) : value.map(inEnglish).join(', ')
}

/** A readable size, exact below ten kilobytes. */
function sizeInEnglish(bytes: number): string {
  const counted = (value: number): string => value.toLocaleString('en-US')
  if (bytes < 10_000) return `${counted(bytes)} bytes`
  return bytes < 1_000_000
    ? `${counted(Math.floor(bytes / 1_000))} KB`
    : `${counted(Math.floor(bytes / 100_000) / 10)} MB`
}

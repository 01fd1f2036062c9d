import { i18n } from '@lingui/core'
import type { Message, MessageValue } from '../../shared/messages/message.ts'
import { listText } from './language.ts'
import { size } from './sizes.ts'

/** A message of the core in the window's language. */
export function worded({ id, values }: Message): string {
  return i18n._(id, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inWords(value)])))
}

function inWords(value: MessageValue): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value
  if ('id' in value) return worded(value)
  if ('bytes' in value) return size(value.bytes)
  const words = value.map((each) => (typeof each === 'string' ? each : worded(each)))
  return listText(words)
}

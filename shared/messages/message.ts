import { z } from 'zod'
import type { MESSAGES } from './table.ts'

export type MessageId = keyof typeof MESSAGES

/** What goes into a sentence. How a size and a list are written depends on the language. */
export type MessageValue = string | number | { readonly bytes: number } | readonly (string | Message)[] | Message

/** A sentence for people, before its language is chosen: which one it is, and what goes into it. */
export interface Message {
  readonly id: MessageId
  readonly values: MessageValues
}

export type MessageValues = Readonly<Record<string, MessageValue>>

const Value: z.ZodType<MessageValue> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.object({ bytes: z.number() }),
    z.array(z.union([z.string(), Message])).readonly(),
    Message,
  ]),
)

/** From a disk or a wire. The id may be one of another version: whoever words it has to expect that. */
export const Message: z.ZodType<Message> = z.object({
  id: z.custom<MessageId>((id) => typeof id === 'string'),
  values: z.record(z.string(), Value).readonly(),
})

/** The same message with every text that went into it changed. */
export function withTexts(message: Message, change: (text: string) => string): Message {
  const changed = (value: MessageValue): MessageValue => {
    if (typeof value === 'string') return change(value)
    if (typeof value === 'number' || 'bytes' in value) return value
    if ('id' in value) return withTexts(value, change)
    return value.map((each) => (typeof each === 'string' ? change(each) : withTexts(each, change)))
  }
  return { ...message, values: Object.fromEntries(Object.entries(message.values).map(([k, v]) => [k, changed(v)])) }
}

export const isMessage = (value: unknown): value is Message => Message.safeParse(value).success

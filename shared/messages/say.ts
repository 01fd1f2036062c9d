import type { Message, MessageId, MessageValues } from './message.ts'
import type { MESSAGES } from './table.ts'

/** The names between braces: "{path} has {size} of {limit, number}" has three. What a plural says is no name. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Plain<Name> | Names<Rest>
  : never
type Plain<Name extends string> = Name extends `${infer First},${string}`
  ? First
  : Name extends `${string} ${string}`
    ? never
    : Name

type ValuesOf<Id extends MessageId> =
  Names<(typeof MESSAGES)[Id]> extends infer Name extends string
    ? [Name] extends [never]
      ? []
      : [values: Readonly<Record<Name, MessageValues[string]>>]
    : never

/** A sentence of the table, with what goes into it. */
export function say<Id extends MessageId>(id: Id, ...[values]: ValuesOf<Id>): Message {
  return { id, values: values ?? {} }
}

/** Words that are not ours, as they are: those of a service, or of the person. */
export const verbatim = (text: string): Message => say('verbatim', { text })

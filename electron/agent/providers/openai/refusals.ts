import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'
import type { Fault } from '../fault.ts'

type Body = ChatCompletionCreateParamsStreaming

/** What a server may refuse by name and can be asked without. */
const OPTIONAL = [
  'stream_options',
  'reasoning_effort',
  'max_completion_tokens',
  'max_tokens',
  'reasoning_content',
] as const
type Optional = (typeof OPTIONAL)[number]

/** Servers know different fields, and some refuse a request for one they do not know. What one refused stays known. */
export interface Refusals {
  /** The request without what the server refused before. */
  leaveOut(body: Body): Body
  /**
   * @param fault why the request `sent` failed
   * @returns whether it names something that can be left out, so that asking again makes sense
   */
  learn(fault: Fault, sent: Body): boolean
}

/** DeepSeek's "must be passed back" names a field too, but misses it. */
const REFUSED =
  /unsupported|not support|unrecogni[sz]ed|unknown|unexpected|extra|not (?:permitted|allowed)|too large|exceed/i

export function openRefusals(): Refusals {
  const refused = new Set<Optional>()
  return {
    leaveOut: (body) => without(body, refused),
    learn(fault, sent) {
      // A stream or a document with a good status may tell none.
      if (fault.kind !== 'answered' || ![400, 422, null].includes(fault.failure.status)) return false
      const words = fault.failure.message ?? ''
      if (!REFUSED.test(words)) return false
      // Of "max_tokens is refused, use max_completion_tokens instead", the field that was sent is meant.
      const text = JSON.stringify(sent)
      const named = OPTIONAL.find(
        (field) => !refused.has(field) && text.includes(`"${field}":`) && new RegExp(`\\b${field}\\b`).test(words),
      )
      if (named === undefined) return false
      refused.add(named)
      return true
    },
  }
}

function without(body: Body, refused: ReadonlySet<Optional>): Body {
  const {
    stream_options: options,
    reasoning_effort: effort,
    max_tokens: older,
    max_completion_tokens: newer,
    ...rest
  } = body
  return {
    ...rest,
    ...(refused.has('reasoning_content') ? { messages: rest.messages.map(withoutThoughts) } : {}),
    ...(options === undefined || refused.has('stream_options') ? {} : { stream_options: options }),
    ...(effort === undefined || refused.has('reasoning_effort') ? {} : { reasoning_effort: effort }),
    ...limit(
      older ?? newer ?? null,
      older == null ? ['max_completion_tokens', 'max_tokens'] : ['max_tokens', 'max_completion_tokens'],
      refused,
    ),
  }
}

/** The length under the first of its names that the server takes. */
function limit(length: number | null, names: readonly Optional[], refused: ReadonlySet<Optional>): object {
  const name = names.find((each) => !refused.has(each))
  return length === null || name === undefined ? {} : { [name]: length }
}

function withoutThoughts(message: Body['messages'][number]): Body['messages'][number] {
  const { reasoning_content: _, ...rest }: typeof message & { readonly reasoning_content?: string } = message
  return rest
}

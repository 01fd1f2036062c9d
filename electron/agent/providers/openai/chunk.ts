import { z } from 'zod'

// A piece of an answer in the OpenAI format, as servers send it: most fields may be missing, null or of another shape.

const text = z.string().nullish().catch(null)
/** Some servers number their ids. */
const id = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null)
const count = z.number().min(0).nullish().catch(null)

const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  // Mistral's thoughts are parts of the content.
  z.object({
    type: z.literal('thinking'),
    thinking: z.union([z.string(), z.array(z.object({ text: z.string().catch('') }))]),
  }),
])
export type Part = z.infer<typeof Part>

/** A list without the entries that cannot be read. */
const readable = <T>(schema: z.ZodType<T>): z.ZodType<readonly T[]> =>
  z
    .array(schema.nullable().catch(null))
    .nullish()
    .catch(null)
    .transform((entries) => (entries ?? []).filter((entry) => entry !== null))

const Called = z
  .object({
    name: text,
    /** Some servers send the arguments as an object instead of its text. */
    arguments: z.union([z.string(), z.null(), z.unknown().transform((input) => JSON.stringify(input))]).optional(),
  })
  .nullish()
  .catch(null)

const CallPiece = z.object({
  /** Some servers write it as text. */
  index: z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
    .nullish()
    .catch(null),
  id,
  function: Called,
  /** Gemini's mark of the thoughts that led to the call. */
  extra_content: z
    .object({ google: z.object({ thought_signature: z.string() }) })
    .nullish()
    .catch(null),
})
export type CallPiece = z.infer<typeof CallPiece>

const Piece = z.object({
  content: z
    .union([z.string(), readable(Part)])
    .nullish()
    .catch(null),
  refusal: text,
  reasoning_content: text,
  reasoning: text,
  reasoning_details: readable(z.object({ text, summary: text })),
  tool_calls: readable(CallPiece),
  /** The older way to call one tool. */
  function_call: Called,
})
export type Piece = z.infer<typeof Piece>

const Choice = z.object({
  delta: Piece.nullish().catch(null),
  /** Instead of the delta, where the answer comes whole. */
  message: Piece.nullish().catch(null),
  finish_reason: text,
})

const Usage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish().catch(null),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
  /** DeepSeek's and Kimi's names for the cached part. */
  prompt_cache_hit_tokens: count,
  cached_tokens: count,
})
export type Usage = z.infer<typeof Usage>

export const Chunk = z.object({
  choices: readable(Choice),
  usage: Usage.nullish().catch(null),
})
export type Chunk = z.infer<typeof Chunk>

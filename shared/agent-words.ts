import { z } from 'zod'
import { ObjectId, StorePath } from './change.ts'

/** Asks whose words led to a line of a version, or to all that a commit wrote. */
export const WordsQuery = z
  .object({
    commit: ObjectId,
    line: z
      .object({ path: StorePath, text: z.string().max(10_000) })
      .readonly()
      .optional(),
  })
  .readonly()
export type WordsQuery = z.infer<typeof WordsQuery>

/** What the user said to another agent that then wrote into its memory, from where that agent keeps its conversations. */
export type AgentWords =
  | {
      readonly kind: 'said'
      /** The agent's name. */
      readonly program: string
      /** The beginning of the user's message, redacted. */
      readonly sentence: string
      /** When the user said it. */
      readonly time: string
    }
  /** The conversation is no longer on this computer. */
  | { readonly kind: 'gone'; readonly program: string }

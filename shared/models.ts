import { z } from 'zod'
import type { Message } from './messages/message.ts'
import type { Format, PresetId } from './presets.ts'

/** What a model can do, according to its service. */
export const ModelAbilities = z
  .object({
    clearToolUses: z.boolean(),
    compact: z.boolean(),
    clearThinking: z.boolean().default(false),
    /** It validates the input of tools marked `strict`. */
    strictTools: z.boolean().default(false),
    thinkAdaptive: z.boolean(),
    thinkBudget: z.boolean(),
    thinkNever: z.boolean(),
    thinkBetweenTools: z.boolean().default(false),
    efforts: z.array(z.string()).readonly(),
  })
  .readonly()
export type ModelAbilities = z.infer<typeof ModelAbilities>

/** A model that can do none of it. */
export const NO_ABILITIES: ModelAbilities = {
  clearToolUses: false,
  clearThinking: false,
  compact: false,
  strictTools: false,
  thinkAdaptive: false,
  thinkBudget: false,
  thinkNever: false,
  thinkBetweenTools: false,
  efforts: [],
}

/** One model of a service's list. `null` stands for what the service does not say. */
export const ModelEntry = z
  .object({
    id: z.string(),
    name: z.string(),
    lifecycle: z.enum(['active', 'deprecated', 'retired']).nullable(),
    retiresAt: z.string().nullable(),
    maxInput: z.number().nullable(),
    maxOutput: z.number().nullable(),
    abilities: ModelAbilities.nullable(),
  })
  .readonly()
export type ModelEntry = z.infer<typeof ModelEntry>

export interface ModelList {
  readonly models: readonly ModelEntry[]
  /** When the service returned the list; `null` if it never did. */
  readonly asOf: string | null
  /** Why it is not current, for people; `null` if it is. */
  readonly problem: Message | null
}

/** The result of "Test". */
export type ModelProblem =
  | 'no-key'
  | 'wrong-key'
  | 'not-allowed'
  | 'no-model'
  | 'no-network'
  | 'wrong-address'
  | 'wrong-format'
  | 'busy'
  | 'other'
export interface ModelTest {
  readonly problem: ModelProblem | null
  /** What happened, what it means, what to do. */
  readonly words: Message
}

/** A server found on this computer. */
export interface FoundServer {
  readonly preset: PresetId
  readonly format: Format
  readonly baseUrl: string
  readonly models: readonly string[]
}

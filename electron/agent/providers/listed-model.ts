import { z } from 'zod'
import { type ModelEntry, NO_ABILITIES } from '../../../shared/models.ts'
import type { Access } from './access.ts'
import { habitsOf } from './openai/habits.ts'

const limit = z.number().int().positive().nullish().catch(null)
const can = z.object({ supported: z.boolean() }).nullish().catch(null)
const Abilities = z.object({
  /** Mistral's word for a model that talks. */
  completion_chat: z.boolean().nullish().catch(null),
  context_management: z
    .object({ clear_tool_uses_20250919: can, clear_thinking_20251015: can, compact_20260112: can })
    .nullish()
    .catch(null),
  effort: z.record(z.string(), z.unknown()).nullish().catch(null),
  structured_outputs: can,
  thinking: z
    .object({ types: z.object({ adaptive: can, enabled: can, disabled: can, between_tools: can }).nullish() })
    .nullish()
    .catch(null),
})

/**
 * A model as the official service lists it, and as compatible servers do, with their different names for the limits.
 */
const ListedModel = z.object({
  id: z.string().min(1),
  type: z.string().nullish().catch(null),
  display_name: z.string().nullish().catch(null),
  name: z.string().nullish().catch(null),
  lifecycle: z.enum(['active', 'deprecated', 'retired']).nullish().catch(null),
  retires_at: z.string().nullish().catch(null),
  max_input_tokens: limit,
  max_model_len: limit,
  context_length: limit,
  context_window: limit,
  max_context_length: limit,
  max_tokens: limit,
  max_completion_tokens: limit,
  capabilities: Abilities.nullish().catch(null),
})

/** Reads a model of a service's list; `null` if it is none, or cannot talk. */
export function readModel(listed: unknown, { format, preset }: Pick<Access, 'format' | 'preset'>): ModelEntry | null {
  const model = ListedModel.safeParse(listed)
  if (!model.success || (format === 'openai' && !canTalk(model.data))) return null
  const entry = toEntry(model.data)
  if (format === 'messages') return entry
  const { efforts, listPrefix } = habitsOf(preset)
  const id = entry.id.startsWith(listPrefix) ? entry.id.slice(listPrefix.length) : entry.id
  const known = efforts(id)
  return {
    ...entry,
    id,
    name: entry.name === entry.id ? id : entry.name,
    abilities: known.length === 0 ? null : { ...NO_ABILITIES, efforts: known },
  }
}

/** Lists of the OpenAI format hold every kind of model, mostly without saying which. */
const NOT_FOR_TALK =
  /^(?:text-embedding|text-moderation|omni-moderation|whisper|tts|dall-e|gpt-image|gpt-realtime|gpt-audio|chatgpt-image|sora|davinci|babbage)/

function canTalk({ id, type, capabilities }: z.infer<typeof ListedModel>): boolean {
  if (capabilities?.completion_chat === false) return false
  return (type == null || /chat|language|model|llm|vlm/.test(type)) && !NOT_FOR_TALK.test(id)
}

function toEntry(listed: z.infer<typeof ListedModel>): ModelEntry {
  return {
    id: listed.id,
    name: listed.display_name ?? listed.name ?? listed.id,
    lifecycle: listed.lifecycle ?? null,
    retiresAt: listed.retires_at ?? null,
    maxInput:
      listed.max_input_tokens ??
      listed.max_model_len ??
      listed.context_length ??
      listed.context_window ??
      listed.max_context_length ??
      null,
    maxOutput: listed.max_tokens ?? listed.max_completion_tokens ?? null,
    abilities: listed.capabilities ? abilitiesOf(listed.capabilities) : null,
  }
}

const Level = z.object({ supported: z.literal(true) })

function abilitiesOf({
  context_management: context,
  effort,
  structured_outputs: structured,
  thinking,
}: z.infer<typeof Abilities>): NonNullable<ModelEntry['abilities']> {
  return {
    clearToolUses: context?.clear_tool_uses_20250919?.supported === true,
    compact: context?.compact_20260112?.supported === true,
    clearThinking: context?.clear_thinking_20251015?.supported === true,
    strictTools: structured?.supported === true,
    thinkBetweenTools: thinking?.types?.between_tools?.supported === true,
    thinkAdaptive: thinking?.types?.adaptive?.supported === true,
    thinkBudget: thinking?.types?.enabled?.supported === true,
    thinkNever: thinking?.types?.disabled?.supported === true,
    efforts: Object.entries(effort ?? {}).flatMap(([level, value]) => (Level.safeParse(value).success ? level : [])),
  }
}

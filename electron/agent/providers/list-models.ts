import { z } from 'zod'
import type { ModelEntry } from '../../../shared/models.ts'
import type { Access } from './access.ts'
import { toFault } from './fault.ts'
import { judgeFailure } from './judge-failure.ts'
import { openMessagesClient } from './messages-client.ts'

const limit = z.number().int().positive().nullish().catch(null)
const can = z.object({ supported: z.boolean() }).nullish().catch(null)
const Abilities = z.object({
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
  display_name: z.string().nullish().catch(null),
  name: z.string().nullish().catch(null),
  lifecycle: z.enum(['active', 'deprecated', 'retired']).nullish().catch(null),
  retires_at: z.string().nullish().catch(null),
  max_input_tokens: limit,
  max_model_len: limit,
  context_length: limit,
  max_tokens: limit,
  capabilities: Abilities.nullish().catch(null),
})

export type ListOutcome =
  | { readonly kind: 'listed'; readonly models: readonly ModelEntry[] }
  | { readonly kind: 'failed'; readonly words: string }

const TIMEOUT_MS = 15_000
const MAX_MODELS = 2000

export interface ListOptions {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
}

/** Asks a service for its models. A failure comes back as a message. */
export async function listModels(
  access: Access,
  { timeoutMs = TIMEOUT_MS, signal }: ListOptions = {},
): Promise<ListOutcome> {
  // The list is available before a model is chosen.
  if (access.obstacle !== null && access.obstacle.problem !== 'no-model')
    return { kind: 'failed', words: access.obstacle.words }
  const client = await openMessagesClient({ ...access, timeoutMs }, 'document')
  try {
    const models: ModelEntry[] = []
    for await (const listed of client.models.list({ limit: 1000 }, { signal })) {
      const model = ListedModel.safeParse(listed)
      if (model.success) models.push(toEntry(model.data))
      if (models.length === MAX_MODELS) break
    }
    return { kind: 'listed', models }
  } catch (error) {
    return { kind: 'failed', words: judgeFailure(toFault(error, access.key), access).words }
  }
}

function toEntry(listed: z.infer<typeof ListedModel>): ModelEntry {
  return {
    id: listed.id,
    name: listed.display_name ?? listed.name ?? listed.id,
    lifecycle: listed.lifecycle ?? null,
    retiresAt: listed.retires_at ?? null,
    maxInput: listed.max_input_tokens ?? listed.max_model_len ?? listed.context_length ?? null,
    maxOutput: listed.max_tokens ?? null,
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

import { z } from 'zod'
import type { ModelEntry } from '../../../shared/models.ts'
import type { Access } from './access.ts'
import { openClient } from './client.ts'
import { judgeFailure } from './judge-failure.ts'

const limit = z.number().int().positive().nullish().catch(null)
const can = z.object({ supported: z.boolean() }).nullish().catch(null)
const Abilities = z.object({
  context_management: z.object({ clear_tool_uses_20250919: can, compact_20260112: can }).nullish().catch(null),
  effort: z.record(z.string(), z.unknown()).nullish().catch(null),
  thinking: z
    .object({ types: z.object({ adaptive: can, enabled: can, disabled: can }).nullish() })
    .nullish()
    .catch(null),
})

/** A model, as the official service tells it, and as compatible servers do: every one has its own name for the limits. */
const ToldModel = z.object({
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

export type Told =
  | { readonly kind: 'listed'; readonly models: readonly ModelEntry[] }
  | { readonly kind: 'failed'; readonly words: string }

const TIMEOUT_MS = 15_000
const MOST = 2000

/** Asks a service for its models. Its problem is told in words. */
export async function listModels(access: Access): Promise<Told> {
  // A list can be had before a model is chosen.
  if (access.obstacle !== null && access.obstacle.problem !== 'no-model')
    return { kind: 'failed', words: access.obstacle.words }
  const opened = await openClient({ ...access, maxRetries: 1, timeoutMs: TIMEOUT_MS })
  try {
    const models: ModelEntry[] = []
    for await (const told of opened.client.models.list({ limit: 1000 }, { signal: opened.noRoute })) {
      const model = ToldModel.safeParse(told)
      if (model.success) models.push(toEntry(model.data))
      if (models.length === MOST) break
    }
    return { kind: 'listed', models }
  } catch (error) {
    return { kind: 'failed', words: judgeFailure(error, opened, access).words }
  }
}

function toEntry(told: z.infer<typeof ToldModel>): ModelEntry {
  return {
    id: told.id,
    name: told.display_name ?? told.name ?? told.id,
    lifecycle: told.lifecycle ?? null,
    retiresAt: told.retires_at ?? null,
    maxInput: told.max_input_tokens ?? told.max_model_len ?? told.context_length ?? null,
    maxOutput: told.max_tokens ?? null,
    abilities: told.capabilities ? abilitiesOf(told.capabilities) : null,
  }
}

const Level = z.object({ supported: z.literal(true) })

function abilitiesOf({
  context_management: context,
  effort,
  thinking,
}: z.infer<typeof Abilities>): NonNullable<ModelEntry['abilities']> {
  return {
    clearToolUses: context?.clear_tool_uses_20250919?.supported === true,
    compact: context?.compact_20260112?.supported === true,
    thinkAdaptive: thinking?.types?.adaptive?.supported === true,
    thinkBudget: thinking?.types?.enabled?.supported === true,
    thinkNever: thinking?.types?.disabled?.supported === true,
    efforts: Object.entries(effort ?? {}).flatMap(([level, told]) => (Level.safeParse(told).success ? level : [])),
  }
}

import type { ModelAbilities, ModelEntry } from '../../../shared/models.ts'

// What a service says of its models, for tests.

export const ABILITIES: ModelAbilities = {
  clearToolUses: true,
  clearThinking: true,
  compact: true,
  strictTools: true,
  thinkAdaptive: true,
  thinkBudget: false,
  thinkNever: false,
  thinkBetweenTools: true,
  efforts: ['low', 'high', 'max'],
}
/** What the list says of each model; nothing of the last one. */
const MODELS: Readonly<Record<string, ModelAbilities | null>> = {
  'claude-one': ABILITIES,
  'claude-two': { ...ABILITIES, clearToolUses: false, compact: false, thinkNever: true, thinkBetweenTools: false },
  'claude-three': { ...ABILITIES, strictTools: false, thinkAdaptive: false, thinkBudget: true, thinkNever: true },
  'claude-four': null,
}

export function listed(id: string, abilities: ModelAbilities | null): ModelEntry {
  return { id, name: id, lifecycle: null, retiresAt: null, maxInput: null, maxOutput: 64_000, abilities }
}

export const LISTED: readonly ModelEntry[] = Object.entries(MODELS).map(([id, abilities]) => listed(id, abilities))

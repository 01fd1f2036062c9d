import type { ModelEntry } from '../../shared/models.ts'

/**
 * The days on which models of Anthropic's stop to answer, as announced
 * (https://platform.claude.com/docs/en/about-claude/model-deprecations, read on 2026-11-28).
 */
const ENDS: Readonly<Record<string, string>> = {
  'claude-mythos-preview': '2026-06-30',
  'claude-opus-4-5': '2027-01-22',
  'claude-sonnet-4-5': '2026-11-30',
}

/**
 * The models of Anthropic's list with the ends that are announced, also where the list is of an earlier day or does not
 * say. The chosen one is among them when it ends, even if the list has dropped it: who uses it is told before it fails.
 */
export function withAnnouncedEnds(listed: readonly ModelEntry[], chosen: string, now: Date): readonly ModelEntry[] {
  const dropped = undated(chosen) in ENDS && !listed.some(({ id }) => id === chosen) ? [unlisted(chosen)] : []
  return [...listed, ...dropped].map((model) => {
    const day = ENDS[undated(model.id)]
    if (day === undefined || model.lifecycle === 'retired') return model
    const lifecycle = Date.parse(day) <= now.getTime() ? 'retired' : 'deprecated'
    return { ...model, lifecycle, retiresAt: model.retiresAt ?? day }
  })
}

/** "claude-opus-4-5-20251101" is a version of "claude-opus-4-5". */
const undated = (id: string): string => id.replace(/-\d{8}$/, '')

const unlisted = (id: string): ModelEntry => ({
  id,
  name: id,
  lifecycle: null,
  retiresAt: null,
  maxInput: null,
  maxOutput: null,
  abilities: null,
})

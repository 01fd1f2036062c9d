import { t } from '@lingui/core/macro'
import { isClaimed, personOf } from '../../shared/commit.ts'
import type { LineSource } from '../../shared/memory.ts'
import { factsText } from '../format/language.ts'
import { actorName } from './ActorBadge.tsx'
import { lineageName } from './LineageMark.tsx'

/** Who wrote a line, in words: "agent, a-model, from the conversation"; of a person, with what the commit says. */
export function authorFacts(source: LineSource): string {
  const { origin, subject } = source
  const person = personOf(source)
  return factsText([
    person ?? actorName(origin.actor),
    origin.client,
    origin.model,
    isClaimed(source) && t`claimed`,
    lineageName(origin.lineage),
    person !== null && subject,
  ])
}

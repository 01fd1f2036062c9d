import { t } from '@lingui/core/macro'
import type { Change } from '../../shared/change.ts'
import { policiesIn } from '../format/policies-in.ts'
import { useText } from '../state/memory-store.ts'
import { policyChanges } from './policy-words.ts'

/** What a change of the policies' file did, in words; none while it loads. */
export function usePolicyWords({ before, after }: Change): readonly string[] {
  const texts = [useText(before?.id ?? null), useText(after?.id ?? null)] as const
  if (texts[0] === undefined || texts[1] === undefined) return []
  const [old, now] = [policiesIn(texts[0]), policiesIn(texts[1])]
  const words = old === null || now === null ? [] : policyChanges(old, now)
  return words.length === 0 ? [t`The policies changed`] : words
}

import { t } from '@lingui/core/macro'
import { countText } from './counts.ts'

/** Where words occur in a text: how often, and which of the places is chosen (from 1; 0 for none). */
export interface Matches {
  readonly count: number
  readonly at: number
  /** There are more than were counted. */
  readonly more: boolean
}

/** No more are counted: nobody steps through them. */
export const MAX_MATCHES = 1_000

/** How many matches there are, and which is shown; nothing if nothing is searched for. */
export function matchesText(searched: string, { count, at, more }: Matches): string {
  if (searched === '') return ''
  if (count === 0) return t`No match`
  const most = countText(MAX_MATCHES)
  const all = more ? t`more than ${most}` : countText(count)
  const current = countText(at)
  return at === 0 ? t`${all} found` : t`${current} of ${all}`
}

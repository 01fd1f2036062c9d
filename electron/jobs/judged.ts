import { createHash } from 'node:crypto'
import type { Feature } from '../../shared/jobs/features.ts'

/** What a verdict is about: with another wording or other evidence it no longer applies. */
export function judgedKey({ id, what, check, evidence }: Feature): string {
  return createHash('sha256')
    .update(JSON.stringify([id, what, check, evidence]))
    .digest('hex')
}

import { t } from '@lingui/core/macro'
import type { DetectorGroup } from '../../shared/policy.ts'

/** What a group is about. */
export function groupExamples(group: DetectorGroup): string {
  switch (group) {
    case 'secrets':
      return t`In settings, code and sentences`
    case 'payment':
      return t`Cards and bank accounts`
    case 'personal':
      return t`Email addresses, phone numbers, dates of birth and more`
  }
}

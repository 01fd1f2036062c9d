import { t } from '@lingui/core/macro'
import type { RedactionLevel } from '../../shared/policy.ts'

/** One line on what a level does. */
export function levelMeaning(level: RedactionLevel): string {
  switch (level) {
    case 'off':
      return t`Nothing of this kind is redacted.`
    case 'certain':
      return t`Only values confirmed by their format or a check digit.`
    case 'usual':
      return t`Same as “Certain only”, plus values next to a word like “password” or “card number”.`
    case 'broad':
      return t`Same as “Usual”, plus values next to a word that can have other meanings. More false alarms.`
  }
}

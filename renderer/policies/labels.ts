import { t } from '@lingui/core/macro'
import type { DetectorId, RedactionLevel } from '../../shared/policy.ts'

/** The translated name of a detector. */
export function detectorLabel(id: DetectorId): string {
  switch (id) {
    case 'service-tokens':
      return t`Keys and tokens of known services`
    case 'private-keys':
      return t`Private keys, wallets and seed phrases`
    case 'password-hashes':
      return t`Password hashes`
    case 'connection-strings':
      return t`Passwords in connection strings and URLs`
    case 'authorization':
      return t`Authorisation headers and cookies`
    case 'assignments':
      return t`Passwords and keys in settings and code`
    case 'sentences':
      return t`Passwords and PINs mentioned in text`
    case 'cards':
      return t`Payment cards`
    case 'bank-accounts':
      return t`Bank accounts`
    case 'national-numbers':
      return t`National identity, tax and passport numbers`
    case 'email':
      return t`Email addresses`
    case 'phone':
      return t`Phone numbers`
    case 'ip-addresses':
      return t`IP addresses`
    case 'birth-dates':
      return t`Dates of birth`
    case 'postal-addresses':
      return t`Postal addresses`
    case 'number-plates':
      return t`Number plates`
    case 'mac-addresses':
      return t`Hardware (MAC) addresses`
  }
}

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

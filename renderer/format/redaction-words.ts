import { t } from '@lingui/core/macro'
import type { DetectorGroup, DetectorId, RedactionLevel } from '../../shared/policy.ts'

export function groupLabel(group: DetectorGroup): string {
  switch (group) {
    case 'secrets':
      return t`Keys, tokens and passwords`
    case 'payment':
      return t`Payment data`
    case 'personal':
      return t`Personal data`
  }
}

export function levelLabel(level: RedactionLevel): string {
  switch (level) {
    case 'off':
      return t`Off`
    case 'certain':
      return t`Certain only`
    case 'usual':
      return t`Usual`
    case 'broad':
      return t`Broad`
  }
}

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

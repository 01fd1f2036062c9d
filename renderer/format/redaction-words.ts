import { t } from '@lingui/core/macro'
import type { DetectorGroup, RedactionLevel } from '../../shared/policy.ts'

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

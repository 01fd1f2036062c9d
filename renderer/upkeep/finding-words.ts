import { plural, t } from '@lingui/core/macro'
import type { Finding, FindingKind, FixName } from '../../shared/upkeep.ts'
import type { GroupKind } from './finding-groups.ts'

export function groupName(kind: GroupKind): string {
  return kind === 'unwritten' ? t`Links to notes not written yet` : kindName(kind)
}

/** What is wrong, in a word or two. */
export function kindName(kind: FindingKind): string {
  switch (kind) {
    case 'dead-link':
      return t`Dead links`
    case 'not-in-index':
      return t`Missing from the index`
    case 'gone-from-memory':
      return t`Listed in the index, but missing`
    case 'index-too-large':
      return t`Index too large`
    case 'same-line':
      return t`Duplicate lines`
    case 'same-file':
      return t`Duplicate files`
    case 'contradiction':
      return t`Contradictions`
    case 'past':
      return t`Out of date`
    case 'unread':
      return t`Unused for 60 days`
  }
}

/** What the button of a fix says. */
export function fixLabel(name: FixName): string {
  switch (name) {
    case 'remove-line':
      return t`Remove the line`
    case 'remove-link':
      return t`Remove the link, keep its words`
    case 'link-there':
      return t`Fix the link`
    case 'add-line':
      return t`Add the line`
    case 'shorten':
      return t`Shorten the index`
    case 'keep-this':
      return t`Keep this line`
    case 'keep-other':
      return t`Keep the other line`
    case 'delete-file':
      return t`Delete the file`
  }
}

/** What is said once a fix is applied. */
export function fixedWords({ path }: Finding): string {
  return t`Fixed: ${path}`
}

/** Findings whose only fix is safe to apply to all at once. */
export function fixAllLabel(kind: FindingKind, count: number): string | null {
  switch (kind) {
    case 'not-in-index':
      return plural(count, { one: 'Add # line', other: 'Add # lines' })
    case 'gone-from-memory':
    case 'same-line':
      return plural(count, { one: 'Remove # line', other: 'Remove # lines' })
    default:
      return null
  }
}

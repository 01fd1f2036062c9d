import { t } from '@lingui/core/macro'
import type { Saving } from '../../shared/saving.ts'

/** What becomes of what the agent writes, as a choice. */
export function savingName(saving: Saving): string {
  switch (saving) {
    case 'freely':
      return t`Save freely`
    case 'asks':
      return t`Ask me first`
    case 'told':
      return t`Only what I tell it to`
  }
}

/** What that means. */
export function savingWords(saving: Saving): string {
  switch (saving) {
    case 'freely':
      return t`The agent saves what it writes`
    case 'asks':
      return t`Nothing that the agent writes in this conversation is saved before you say so`
    case 'told':
      return t`The agent saves something only when your message asks it to`
  }
}

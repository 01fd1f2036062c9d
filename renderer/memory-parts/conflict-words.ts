import { t } from '@lingui/core/macro'
import type { ConflictWords } from './ConflictCard.tsx'

export function undoWords(): ConflictWords {
  return {
    mine: t`Current text`,
    theirs: t`Restored text`,
    keepMine: t`Keep the current text`,
    useTheirs: t`Use the restored text`,
  }
}

export function tidyWords(): ConflictWords {
  return {
    mine: t`Current text`,
    theirs: t`Proposed text`,
    keepMine: t`Keep the current text`,
    useTheirs: t`Use the proposed text`,
  }
}

export function editWords(): ConflictWords {
  return {
    mine: t`Current text`,
    theirs: t`Your text`,
    keepMine: t`Keep the current text`,
    useTheirs: t`Use your text`,
  }
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { GitMerge } from 'lucide-react'
import { useState } from 'react'
import type { TreeFile } from '../../shared/memory.ts'
import { Deciding } from '../../shared/merge/conflicts.ts'
import type { Choices, Conflict } from '../../shared/undoing.ts'
import { editWords } from '../memory-parts/conflict-words.ts'
import { chosen, Conflicts } from '../memory-parts/Conflicts.tsx'
import { useText } from '../state/memory-store.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { dropUnsaved, type UnsavedFile, flushUnsaved, putUnsaved, useUnsaved } from '../state/unsaved-store.ts'
import { TextDiff } from '../text/Diff.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

interface EditConflictProps {
  readonly path: string
  readonly unsaved: UnsavedFile
  /** The file as it is now; `undefined` if it was deleted. */
  readonly file: TreeFile | undefined
}

/** The file changed while it was being edited. Nothing is overwritten: the user reviews the change, then rebases. */
export function EditConflict({ path, unsaved, file }: EditConflictProps) {
  const [isReviewing, setReviewing] = useState(false)
  const [choices, setChoices] = useState<Choices>({})
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const current = useText(file?.blob.id ?? null)
  const rebase = (): void => {
    const now = current ?? ''
    flushUnsaved()
    const { base, text } = useUnsaved.getState().files.get(path) ?? unsaved
    // Of two open places alike, each has its line in the text that tells them apart.
    const deciding = new Deciding(choices, (conflict) => conflict)
    const merged = deciding.text(path, { base, mine: now, theirs: text })
    setConflicts(deciding.conflicts)
    if (deciding.isOpen) return
    // Saves nothing: the user looks at the result first.
    putUnsaved(path, { before: file?.blob.id ?? null, base: now, text: merged })
    useStatusBar.getState().say(t`Your edits were applied to the new version.`)
  }
  return (
    <Notice
      icon={GitMerge}
      variant="wait"
      head={
        file === undefined
          ? t`The file was deleted while you were editing.`
          : t`The file changed while you were editing.`
      }
      actions={
        <>
          <Button small onClick={() => setReviewing(!isReviewing)}>
            {isReviewing ? t`Hide comparison` : t`Compare`}
          </Button>
          <Button small onClick={rebase} disabled={current === undefined}>
            <Trans>Reapply my edits</Trans>
          </Button>
          <Button small variant="q" onClick={() => dropUnsaved(path)}>
            <Trans>Discard my edits</Trans>
          </Button>
          {isReviewing && typeof current === 'string' && (
            <div className="grow scroll">
              <TextDiff before={unsaved.base} after={current} context={1} />
            </div>
          )}
        </>
      }
    >
      {conflicts.length === 0 ? (
        <Trans>Your text is kept and nothing was overwritten.</Trans>
      ) : (
        <>
          <Trans>The new version changed the same lines. Choose what to keep, then reapply your edits.</Trans>
          <Conflicts
            {...{ conflicts, choices, words: editWords() }}
            onChoose={(id, choice) => setChoices(chosen(choices, id, choice))}
          />
        </>
      )}
    </Notice>
  )
}

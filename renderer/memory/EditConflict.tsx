import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { GitMerge } from 'lucide-react'
import { useState } from 'react'
import type { TreeFile } from '../../shared/memory.ts'
import { merge, mergedText } from '../../shared/merge/merge.ts'
import { dropDraft, type FileDraft, flushDrafts, putDraft, useDrafts } from '../state/drafts-store.ts'
import { useText } from '../state/memory-store.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { TextDiff } from '../text/Diff.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

interface EditConflictProps {
  readonly path: string
  readonly draft: FileDraft
  /** The file as it is now; `undefined` if it was deleted. */
  readonly file: TreeFile | undefined
}

/** The file changed while it was being edited. Nothing is overwritten: the user reviews the change, then rebases. */
export function EditConflict({ path, draft, file }: EditConflictProps) {
  const [isReviewing, setReviewing] = useState(false)
  const current = useText(file?.blob.id ?? null)
  const rebase = (): void => {
    const now = current ?? ''
    flushDrafts()
    const { base, text } = useDrafts.getState().drafts.get(path) ?? draft
    // Saves nothing: the user looks at the result first.
    const merged = mergedText(merge({ base, ours: now, theirs: text }))
    putDraft(path, { before: file?.blob.id ?? null, base: now, text: merged ?? text })
    useStatusBar
      .getState()
      .say(
        merged === null
          ? t`The new version changed the same lines. Your text is kept as you wrote it. Check it before you save.`
          : t`Your edits were applied to the new version.`,
      )
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
          <Button small variant="q" onClick={() => dropDraft(path)}>
            <Trans>Discard my edits</Trans>
          </Button>
          {isReviewing && typeof current === 'string' && (
            <div className="grow scroll">
              <TextDiff before={draft.base} after={current} context={1} />
            </div>
          )}
        </>
      }
    >
      <Trans>Your text is kept and nothing was overwritten.</Trans>
    </Notice>
  )
}

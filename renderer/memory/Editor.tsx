import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { TreeFile } from '../../shared/memory.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { announceSaved } from '../state/actions.ts'
import { api, sentence } from '../state/api.ts'
import { dropDraft, type FileDraft, isDirty, putDraft, useDrafts } from '../state/drafts-store.ts'
import { loadTree } from '../state/memory-store.ts'
import { openFile } from '../state/routes.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { forgetSave, noteSave } from '../state/values-store.ts'
import { reportOutcome } from '../state/write-outcome.ts'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { EditConflict } from './EditConflict.tsx'

interface EditorProps {
  readonly path: string
  readonly draft: FileDraft
  /** The file as it is now; `undefined` when there is none. */
  readonly file: TreeFile | undefined
}

/** Edits a file. The text is a draft until it is saved, and each save is one commit. */
export function Editor({ path, draft, file }: EditorProps) {
  const [saving, setSaving] = useState(false)
  const [asking, setAsking] = useState(false)
  const dirty = isDirty(draft)
  const isNew = draft.before === null
  const hasConflict = (file?.blob.id ?? null) !== draft.before
  const close = (): void => {
    dropDraft(path)
    if (isNew && file === undefined) openFile()
  }
  const leave = (): void => (dirty ? setAsking(true) : close())
  const save = async (): Promise<void> => {
    if (saving || hasConflict) return
    setSaving(true)
    if (await saveDraft(path, draft)) dropDraft(path)
    setSaving(false)
  }
  useKeys({ 'mod+s': () => void save(), esc: leave })
  useCleanDraftDropped(path)
  return (
    <div className="editor">
      <EditorHead path={path} isNew={isNew} dirty={dirty} />
      {hasConflict && <EditConflict path={path} draft={draft} file={file} />}
      <textarea
        className="scroll"
        autoFocus
        spellCheck
        aria-label={t`Text of ${path}`}
        value={draft.text}
        placeholder={t`Write what is to be remembered`}
        onChange={(event) => {
          setAsking(false)
          putDraft(path, { ...draft, text: event.target.value })
        }}
      />
      <div className="savebar" role="region" aria-label={t`Your edit`}>
        {asking ? <AskDiscard onDiscard={close} onKeep={() => setAsking(false)} /> : <SaveHint onCancel={leave} />}
        <Button
          variant="pri"
          keys="mod+s"
          busy={saving}
          disabled={hasConflict || (!dirty && !isNew)}
          onClick={() => void save()}
        >
          <Trans>Save</Trans>
        </Button>
      </div>
    </div>
  )
}

/** Drops a draft without changes when the editor closes. */
function useCleanDraftDropped(path: string): void {
  useEffect(
    () => () => {
      const left = useDrafts.getState().drafts[path]
      if (left !== undefined && !isDirty(left)) dropDraft(path)
    },
    [path],
  )
}

interface EditorHeadProps {
  readonly path: string
  readonly isNew: boolean
  readonly dirty: boolean
}

function EditorHead({ path, isNew, dirty }: EditorHeadProps) {
  return (
    <div className="tools">
      <ActorBadge actor="user" />
      <span className="cut fit">
        <PathText path={path} />
      </span>
      {isNew ? (
        <span className="badge">
          <Trans>new file</Trans>
        </span>
      ) : (
        dirty && (
          <span className="badge wait">
            <Trans>not saved</Trans>
          </span>
        )
      )}
    </div>
  )
}

function AskDiscard({ onDiscard, onKeep }: { readonly onDiscard: () => void; readonly onKeep: () => void }) {
  return (
    <>
      <CircleAlert className="i s" aria-hidden />
      <span className="cut" role="alert">
        <Trans>Your text is not saved.</Trans>
      </span>
      <span className="grow" />
      <Button variant="q" onClick={onDiscard}>
        <Trans>Discard it</Trans>
      </Button>
      <Button onClick={onKeep}>
        <Trans>Keep editing</Trans>
      </Button>
    </>
  )
}

function SaveHint({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <>
      <span className="meta cut">
        <Trans>Saves as one change by you. You can undo it.</Trans>
      </span>
      <span className="grow" />
      <Button variant="q" keys="esc" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </>
  )
}

async function saveDraft(path: string, { before, text }: FileDraft): Promise<boolean> {
  try {
    const outcome = await api.memory.save.mutate({ path, before, text })
    const commit = reportOutcome(outcome)
    const notes = outcome.kind === 'committed' ? (outcome.notes ?? []) : []
    if (commit !== null) {
      announceSaved(path, commit, notes)
      const saved = commit.changes[0]?.change.after?.id
      if (notes.length > 0 && saved !== undefined) void noteSave(path, text, saved)
      else forgetSave(path)
    }
    // After a conflict the window's tree is out of date.
    else await loadTree()
    return commit !== null
  } catch (error) {
    useStatusBar.getState().warn(sentence(error))
    return false
  }
}

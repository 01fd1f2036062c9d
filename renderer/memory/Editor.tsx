import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CircleAlert, ListOrdered, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { TreeFile } from '../../shared/memory.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { ShowAs } from '../memory-parts/ShowAs.tsx'
import { announceSaved } from '../state/actions.ts'
import { api } from '../state/api.ts'
import { warnOf } from '../state/attempt.ts'
import { closeFind } from '../state/find-store.ts'
import { treeQuery } from '../state/memory-store.ts'
import { openFile } from '../state/routes.ts'
import { dropUnsaved, type UnsavedFile, flushUnsaved, isDirty, putUnsaved, useUnsaved } from '../state/unsaved-store.ts'
import { forgetSave, noteSave } from '../state/values-store.ts'
import { toggle, useWindow } from '../state/window-store.ts'
import { reportOutcome } from '../state/write-outcome.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { AuthorsButton } from './AuthorsButton.tsx'
import { EditConflict } from './EditConflict.tsx'
import { CodeEditor, type EditorActions } from './editor/CodeEditor.tsx'
import type { EditorPlace } from './editor/place.ts'
import { useBlame } from './use-file.ts'

interface EditorProps {
  readonly path: string
  readonly unsaved: UnsavedFile
  /** The file as it is now; `undefined` when there is none. */
  readonly file: TreeFile | undefined
  /** Where the reader was; `null` for the beginning. */
  readonly place: EditorPlace | null
}

/** Edits a file. The text is unsaved until the user saves it, which is one commit. */
export function Editor({ path, unsaved, file, place }: EditorProps) {
  const [saving, setSaving] = useState(false)
  const [asking, setAsking] = useState(false)
  const code = useRef<EditorActions>(null)
  const blame = useBlame(path, unsaved.before ?? undefined)
  const dirty = isDirty(unsaved)
  const isNew = unsaved.before === null
  const hasConflict = (file?.blob.id ?? null) !== unsaved.before
  const close = (): void => {
    dropUnsaved(path)
    if (isNew && file === undefined) openFile()
  }
  const leave = (): void => {
    const current = unsavedAt(path)
    if (current !== undefined && isDirty(current)) setAsking(true)
    else close()
  }
  const save = async (): Promise<void> => {
    const current = unsavedAt(path)
    if (saving || hasConflict || current === undefined) return
    setSaving(true)
    await saveFile(path, current)
    setSaving(false)
  }
  useKeys({ 'mod+s': () => void save(), 'mod+f': () => code.current?.find(), esc: leave })
  useEffect(closeFind, [])
  useUnchangedDropped(path)
  return (
    <div className="editor">
      <EditorHead path={path} isNew={isNew} dirty={dirty} onFind={() => code.current?.find()} />
      {hasConflict && <EditConflict path={path} unsaved={unsaved} file={file} />}
      <CodeEditor
        path={path}
        unsaved={unsaved}
        blame={blame}
        place={place}
        onTyped={() => setAsking(false)}
        ref={code}
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

/** With what was typed last. */
function unsavedAt(path: string): UnsavedFile | undefined {
  flushUnsaved()
  return useUnsaved.getState().files.get(path)
}

/** Drops a text without changes when the editor closes. */
function useUnchangedDropped(path: string): void {
  useEffect(
    () => () => {
      const left = useUnsaved.getState().files.get(path)
      if (left !== undefined && !isDirty(left)) dropUnsaved(path)
    },
    [path],
  )
}

interface EditorHeadProps {
  readonly path: string
  readonly isNew: boolean
  readonly dirty: boolean
  readonly onFind: () => void
}

function EditorHead({ path, isNew, dirty, onFind }: EditorHeadProps) {
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
      <span className="grow" />
      <IconButton icon={Search} small name={t`Find and replace`} keys="mod+f" onClick={onFind} />
      <LineNumbersButton />
      <AuthorsButton />
      <ShowAs />
    </div>
  )
}

function LineNumbersButton() {
  const on = useWindow((state) => state.lineNumbers)
  return <IconButton icon={ListOrdered} small name={t`Line numbers`} on={on} onClick={() => toggle('lineNumbers')} />
}

function AskDiscard({ onDiscard, onKeep }: { readonly onDiscard: () => void; readonly onKeep: () => void }) {
  return (
    <>
      <CircleAlert className="i s" aria-hidden />
      <span className="cut" role="alert">
        <Trans>Your changes aren’t saved.</Trans>
      </span>
      <span className="grow" />
      <Button variant="q" onClick={onDiscard}>
        <Trans>Discard changes</Trans>
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
        <Trans>Saving makes one change by you, which you can undo.</Trans>
      </span>
      <span className="grow" />
      <Button variant="q" keys="esc" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </>
  )
}

/** Saves a text. What was typed meanwhile stays unsaved, on the version that is saved now. */
async function saveFile(path: string, unsaved: UnsavedFile): Promise<void> {
  const { before, text } = unsaved
  try {
    const outcome = await api.memory.save.mutate({ path, before, text })
    const commit = reportOutcome(outcome)
    // After a conflict the window's tree is out of date.
    if (commit === null) return await treeQuery.now()
    const notes = outcome.kind === 'committed' ? (outcome.notes ?? []) : []
    announceSaved(path, commit, notes)
    const saved = commit.changes[0]?.change.after?.id
    if (notes.length > 0 && saved !== undefined) void noteSave(path, text, saved)
    else forgetSave(path)
    const now = unsavedAt(path)
    if (now === undefined || now.text === text || saved === undefined) dropUnsaved(path)
    else putUnsaved(path, { before: saved, base: text, text: now.text })
  } catch (error) {
    warnOf(error)
  }
}

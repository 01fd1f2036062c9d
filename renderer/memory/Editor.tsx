import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CircleAlert, GitMerge } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { TreeFile } from '../../shared/memory.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { announceSaved } from '../state/actions.ts'
import { api, sentence } from '../state/api.ts'
import { type FileDraft, dropDraft, isDirty, putDraft, useDrafts } from '../state/drafts-store.ts'
import { loadTree, useText } from '../state/memory-store.ts'
import { openFile } from '../state/routes.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { reportOutcome } from '../state/write-outcome.ts'
import { InLine } from '../text/Diff.tsx'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Notice } from '../ui/Notice.tsx'
import { rebaseEdit } from './merge.ts'

interface EditorProps {
  readonly path: string
  readonly draft: FileDraft
  /** The file as it is now; `undefined` when there is none. */
  readonly file: TreeFile | undefined
}

/** The user's own hand. The text is a draft until it is saved, and a saved text is one commit. */
export function Editor({ path, draft, file }: EditorProps) {
  const [saving, setSaving] = useState(false)
  const [asking, setAsking] = useState(false)
  const dirty = isDirty(draft)
  const isNew = draft.before === null
  const moved = (file?.blob.id ?? null) !== draft.before
  const close = (): void => {
    dropDraft(path)
    if (isNew && file === undefined) openFile()
  }
  const leave = (): void => (dirty ? setAsking(true) : close())
  const save = async (): Promise<void> => {
    if (saving || moved) return
    setSaving(true)
    if (await saveDraft(path, draft)) dropDraft(path)
    setSaving(false)
  }
  useKeys({ 'mod+s': () => void save(), esc: leave })
  // An editor that holds nothing new leaves nothing behind.
  useEffect(
    () => () => {
      const left = useDrafts.getState().drafts[path]
      if (left !== undefined && !isDirty(left)) dropDraft(path)
    },
    [path],
  )
  return (
    <div className="editor">
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
      {moved && <Moved path={path} draft={draft} file={file} />}
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
        {asking ? (
          <>
            <CircleAlert className="i s" aria-hidden />
            <span className="cut" role="alert">
              <Trans>Your text is not saved.</Trans>
            </span>
            <span className="grow" />
            <Button variant="q" onClick={close}>
              <Trans>Discard it</Trans>
            </Button>
            <Button onClick={() => setAsking(false)}>
              <Trans>Keep editing</Trans>
            </Button>
          </>
        ) : (
          <>
            <span className="meta cut">
              <Trans>Saving makes one commit by you. It can be undone.</Trans>
            </span>
            <span className="grow" />
            <Button variant="q" keys="esc" onClick={leave}>
              <Trans>Cancel</Trans>
            </Button>
          </>
        )}
        <Button
          variant="pri"
          keys="mod+s"
          busy={saving}
          disabled={moved || (!dirty && !isNew)}
          onClick={() => void save()}
        >
          <Trans>Save</Trans>
        </Button>
      </div>
    </div>
  )
}

async function saveDraft(path: string, { before, text }: FileDraft): Promise<boolean> {
  try {
    const outcome = await api.memory.save.mutate({ path, before, text })
    const commit = reportOutcome(outcome)
    if (commit !== null) announceSaved(path, commit, outcome.kind === 'committed' ? outcome.notes : [])
    // After a conflict the file is not what the window thinks.
    else await loadTree()
    return commit !== null
  } catch (error) {
    useStatusBar.getState().warn(sentence(error))
    return false
  }
}

/** The file changed under the editor. Nothing is overwritten unseen: the user looks, then goes on from the new version. */
function Moved({ path, draft, file }: EditorProps) {
  const [looking, setLooking] = useState(false)
  const current = useText(file?.blob.id ?? null)
  const rebase = (): void => {
    const now = current ?? ''
    const merged = rebaseEdit(draft.base, draft.text, now)
    putDraft(path, { before: file?.blob.id ?? null, base: now, text: merged ?? draft.text })
    useStatusBar
      .getState()
      .say(
        merged === null
          ? t`The same lines were changed. Your text is kept as you wrote it; look before you save.`
          : t`Your edit now stands on the new version.`,
      )
  }
  return (
    <Notice
      icon={GitMerge}
      variant="wait"
      head={file === undefined ? t`The file was deleted while you wrote.` : t`The file changed while you wrote.`}
      actions={
        <>
          <Button small onClick={() => setLooking(!looking)}>
            {looking ? t`Hide what changed` : t`Look at what changed`}
          </Button>
          <Button small onClick={rebase} disabled={current === undefined}>
            <Trans>Keep editing on the new version</Trans>
          </Button>
          <Button small variant="q" onClick={() => dropDraft(path)}>
            <Trans>Discard my text</Trans>
          </Button>
          {looking && typeof current === 'string' && (
            <div className="grow scroll">
              <InLine before={draft.base} after={current} context={1} />
            </div>
          )}
        </>
      }
    >
      <Trans>Your text is kept and nothing was overwritten.</Trans>
    </Notice>
  )
}

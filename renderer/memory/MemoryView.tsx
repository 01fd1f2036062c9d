import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArchiveRestore, RectangleEllipsis } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import { changeOf } from '../memory-parts/change-of.ts'
import { AsOfBar, PastFile, usePastFile } from '../memory-parts/PastFile.tsx'
import { draggedIn } from '../memory-parts/tree-drag.ts'
import { bringBack, restoreFile } from '../state/actions.ts'
import { useImport } from '../state/import-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { openFile, openPoint, replaceFile } from '../state/routes.ts'
import { NO_FILTER } from '../state/timeline-filter.ts'
import { setFilter } from '../state/timeline-store.ts'
import { useUnsaved } from '../state/unsaved-store.ts'
import { forgetSave, useValues } from '../state/values-store.ts'
import { hasOnePane, useWindow } from '../state/window-store.ts'
import { NotASecret } from '../text/NotASecret.tsx'
import { Bar } from '../ui/Bar.tsx'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { lazyView } from '../ui/lazy-view.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { EditorPlace } from './editor/place.ts'
import { FileList } from './FileList.tsx'
import { FileView } from './FileView.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { lastChanged } from './last-changed.ts'
import { ImportSheet } from './tree/ImportSheet.tsx'
import type { Naming } from './tree/NameField.tsx'
import { dropFiles } from './tree/use-tree-commands.ts'
import { useFileHistory, useTreeFile } from './use-file.ts'
import { Withheld } from './Withheld.tsx'

/** With CodeMirror, which only it needs. */
const Editor = lazyView(async () => (await import('./Editor.tsx')).Editor)

interface MemoryViewProps {
  readonly path: string | undefined
  /** The selected line, from 1. */
  readonly line: string | undefined
}

export function MemoryView({ path, line }: MemoryViewProps) {
  const panel = useWindow((state) => state.panel)
  const [naming, setNaming] = useState<Naming | null>(null)
  const pending = useImport((state) => state.pending)
  const [version, setVersion] = useState<{ readonly path: string; readonly commit: Commit } | null>(null)
  const past = version !== null && version.path === path ? version.commit : null
  const shown = panel && path !== undefined
  const names = ['deck files', !shown && 'no-panel', path !== undefined && 'has-file'].filter(Boolean).join(' ')
  return (
    <>
      <Bar title={t`Memory`} panelName={path === undefined ? null : t`History panel`} />
      <div className={names} {...fileDrop(path)}>
        <FileList selected={path} naming={naming} onNaming={setNaming} />
        {path === undefined ? (
          <NoFile onNew={() => setNaming({ what: 'file', folder: '' })} />
        ) : (
          <FileMain
            key={`file ${path}`}
            path={path}
            line={line === undefined ? null : Number(line)}
            past={past}
            onNow={() => setVersion(null)}
          />
        )}
        {shown && (
          <HistoryPanel
            key={`history ${path}`}
            path={path}
            at={past?.id ?? null}
            onVersion={(commit) => setVersion(commit === null ? null : { path, commit })}
          />
        )}
      </div>
      {pending !== null && <ImportSheet pending={pending} />}
    </>
  )
}

/** Files of the computer that are dropped beside the tree go to the folder of the open file. */
function fileDrop(path: string | undefined) {
  return {
    onDragOver(event: React.DragEvent): void {
      if (event.defaultPrevented || draggedIn(event.dataTransfer) !== 'files') return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    },
    onDrop(event: React.DragEvent): void {
      if (event.defaultPrevented || draggedIn(event.dataTransfer) !== 'files') return
      event.preventDefault()
      dropFiles(event.dataTransfer, path?.slice(0, Math.max(0, path.lastIndexOf('/'))) ?? '')
    },
  }
}

function FileMain({
  path,
  line,
  past,
  onNow,
}: {
  readonly path: string
  readonly line: number | null
  readonly past: Commit | null
  readonly onNow: () => void
}) {
  const file = useTreeFile(path)
  const unsaved = useUnsaved((state) => state.files.get(path))
  const known = useMemory((state) => state.tree !== null)
  const [place, setPlace] = useState<EditorPlace | null>(null)
  return (
    <main aria-label={t`File ${path}`} className={past === null ? undefined : 'then'} data-pane tabIndex={-1}>
      {past === null && <Withheld path={path} />}
      {past === null && <SavedRedacted path={path} />}
      {past !== null ? (
        <PastVersion path={path} commit={past} onNow={onNow} />
      ) : unsaved !== undefined ? (
        <Suspense fallback={<Skeleton rows={8} />}>
          <Editor path={path} unsaved={unsaved} file={file} place={place} />
        </Suspense>
      ) : file !== undefined ? (
        <FileView file={file} line={line} onEdit={setPlace} />
      ) : known ? (
        <NotHere path={path} />
      ) : (
        <Skeleton rows={8} />
      )}
    </main>
  )
}

interface PastVersionProps {
  readonly path: string
  readonly commit: Commit
  readonly onNow: () => void
}

/** A past version of the open file, beside its history. */
function PastVersion({ path, commit, onNow }: PastVersionProps) {
  const blob = usePastFile(path, commit)
  const restore = async (): Promise<void> => {
    if ((await restoreFile(path, commit)) !== null) onNow()
  }
  useKeys({ esc: onNow, r: () => void restore() })
  return (
    <>
      <AsOfBar commit={commit} onNow={onNow}>
        {blob != null && (
          <Button small icon={ArchiveRestore} keys="r" onClick={() => void restore()}>
            <Trans>Restore this version</Trans>
          </Button>
        )}
      </AsOfBar>
      <PastFile at={commit.id} path={path} blob={blob} />
    </>
  )
}

/** Where no file is chosen the one that changed last opens; with room for one pane, the list is enough. */
function NoFile({ onNew }: { readonly onNew: () => void }) {
  const tree = useMemory((state) => state.tree)
  const latest = tree === null ? undefined : lastChanged(tree.files)
  useEffect(() => {
    if (latest !== undefined && !hasOnePane()) replaceFile(latest.path)
  }, [latest])
  if (tree === null || latest !== undefined)
    return (
      <main aria-label={t`Memory`}>
        <Skeleton rows={6} />
      </main>
    )
  return (
    <main aria-label={t`Memory`} data-pane tabIndex={-1}>
      <div className="bare-state">
        <div className="empty">
          <h2>
            <Trans>Nothing remembered yet.</Trans>
          </h2>
          <p>
            <Trans>
              Whatever the agent saves appears here at once: plain text files like people/ana.md, in the store’s folder.
            </Trans>
          </p>
          <Button onClick={onNew}>
            <Trans>Write a file yourself</Trans>
          </Button>
        </div>
      </div>
    </main>
  )
}

function NotHere({ path }: { readonly path: string }) {
  const history = useFileHistory(path)
  const deletion = history?.commits.find((commit) => {
    const change = changeOf(commit, path)
    // It is gone, so a large commit that may have changed it deleted it.
    return change === undefined || change?.after === null
  })
  const look = (): void => {
    setFilter({ ...NO_FILTER, path })
    openPoint()
  }
  return (
    <div className="bare-state">
      <div className="empty">
        <h2>
          <Trans>{path} isn’t in the memory now.</Trans>
        </h2>
        <p>
          <Trans>If this file existed before, you can restore it from the timeline.</Trans>
        </p>
        <div className="row">
          {deletion !== undefined && deletion.parent !== null && (
            <Button onClick={() => void bringBack(path, deletion)}>
              <Trans>Restore it</Trans>
            </Button>
          )}
          <Button onClick={look}>
            <Trans>Look in the timeline</Trans>
          </Button>
          <Button variant="q" onClick={() => openFile()}>
            <Trans>All files</Trans>
          </Button>
        </div>
      </div>
    </div>
  )
}

/** The user's own text was saved redacted. While the window is open, it can be saved as it was typed. */
function SavedRedacted({ path }: { readonly path: string }) {
  const save = useValues(({ redactedSaves }) => redactedSaves.get(path))
  const present = useMemory(({ tree }) => tree?.files.find((file) => file.path === path)?.blob.id)
  // It was undone or changed since: nothing of it could be saved again.
  if (save === undefined || present !== save.saved) return null
  return (
    <div className="over-file">
      <Notice
        icon={RectangleEllipsis}
        head={t`Your text was saved, with parts redacted by the policies.`}
        actions={
          <>
            <Button variant="q" small onClick={() => forgetSave(path)}>
              <Trans>Leave it redacted</Trans>
            </Button>
            <NotASecret source={{ kind: 'text', path, ...save }} rule={null} />
          </>
        }
      >
        <Trans>
          What you typed is kept in this window only. If a value isn’t a secret, mark it as not a secret, and it will be
          saved as typed.
        </Trans>
      </Notice>
    </div>
  )
}

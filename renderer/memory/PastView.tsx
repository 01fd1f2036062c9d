import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArchiveRestore, Copy, Download, MessageSquareText } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import type { Tree } from '../../shared/memory.ts'
import { FileTree } from '../memory-parts/FileTree.tsx'
import { AsOfBar, asOf, PastFile, usePastTree } from '../memory-parts/PastFile.tsx'
import { NOTHING_SELECTED } from '../memory-parts/tree-selection.ts'
import { restoreFile } from '../state/actions.ts'
import { api } from '../state/api.ts'
import { beginExport } from '../state/export-store.ts'
import { copyPaths, restoreAll } from '../state/file-actions.ts'
import { useMemory } from '../state/memory-store.ts'
import { comparePath, openAsk, openFile, openPast, RESTORE } from '../state/routes.ts'
import { useQuery } from '../state/use-query.ts'
import { Bar } from '../ui/Bar.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import type { MenuItem } from '../ui/Menu.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { FilterField } from './FilterField.tsx'
import { SelectionBar } from './tree/SelectionBar.tsx'

interface PastMemory {
  readonly commit: Commit
  readonly tree: Tree
}

interface PastViewProps {
  readonly at: string
  readonly path: string | undefined
  /** The line to show, from 1. */
  readonly line: string | undefined
}

/** The memory as it was at a commit: the same view, tinted and read-only, with ways to restore it and back to now. */
export function PastView({ at, path, line }: PastViewProps) {
  const { answer: commit } = useQuery(at, 0, () => api.timeline.commit.query({ ref: at }), { warns: true })
  const tree = usePastTree(at)
  const past = commit === undefined || tree === undefined ? null : { commit, tree }
  const file = past?.tree.files.find((other) => other.path === path)
  const names = ['deck files no-panel', path !== undefined && 'has-file'].filter(Boolean).join(' ')
  const folder = past === null ? null : folderIn(past.tree, path)
  const now = (): void => openFile(folder === null ? path : undefined)
  useKeys({ esc: now })
  return (
    <>
      <Bar title={t`Memory`} crumb={past === null ? undefined : asOf(past.commit)} panelName={null} />
      <div className={names}>
        <PastList past={past} selected={path} onOpen={(chosen) => openPast(at, chosen)} />
        <main
          aria-label={path === undefined ? t`Memory at this point` : t`File ${path} at this point`}
          className="then"
          data-pane
          tabIndex={-1}
        >
          {past === null ? (
            <Skeleton rows={8} />
          ) : (
            <>
              <Banner past={past} path={path} folder={folder} onNow={now} />
              {folder !== null ? (
                <PastFolder {...folder} />
              ) : (
                <PastFile
                  key={path}
                  at={at}
                  path={path}
                  blob={file?.blob ?? null}
                  line={line === undefined ? null : Number(line)}
                >
                  <Button onClick={() => openPast(at)}>
                    <Trans>All files at this point</Trans>
                  </Button>
                </PastFile>
              )}
            </>
          )}
        </main>
      </div>
    </>
  )
}

interface Folder {
  readonly path: string
  readonly files: number
}

/** What a path names in a tree, if it is a folder. */
function folderIn(tree: Tree, path: string | undefined): Folder | null {
  const files = tree.files.filter((file) => path !== undefined && file.path.startsWith(`${path}/`)).length
  return path === undefined || files === 0 ? null : { path, files }
}

function PastFolder({ path, files }: Folder) {
  return (
    <div className="bare-state">
      <div className="empty">
        <h2>{path}</h2>
        <p>{plural(files, { one: '# file was in this folder.', other: '# files were in this folder.' })}</p>
      </div>
    </div>
  )
}

/** The files at that commit; those deleted or different now are marked. */
function PastList({
  past,
  selected,
  onOpen,
}: {
  readonly past: PastMemory | null
  readonly selected: string | undefined
  readonly onOpen: (path: string) => void
}) {
  const now = useMemory((state) => state.tree)
  const [filter, setFilter] = useState('')
  const [selection, setSelection] = useState(NOTHING_SELECTED)
  const restoreItems = (paths: readonly string[]): readonly MenuItem[] =>
    past === null ? [] : pastItems(paths, past.commit, () => setSelection(NOTHING_SELECTED))
  const differing = useMemo(() => {
    const blobs = new Map(now?.files.map((file) => [file.path, file.blob.id]))
    return new Set(past?.tree.files.filter((file) => blobs.get(file.path) !== file.blob.id).map((file) => file.path))
  }, [now, past])
  return (
    <section className="list then" aria-label={t`Files at this point`} data-pane tabIndex={-1}>
      <div className="top">
        <FilterField filter={filter} onFilter={setFilter} />
      </div>
      <FileTree
        files={past?.tree.files ?? null}
        selected={selected}
        filter={filter}
        differs={differing}
        isAsked
        selecting={{ selection, onSelect: setSelection }}
        menuItems={restoreItems}
        onOpen={onOpen}
      />
      {selection.paths.size > 1 && (
        <SelectionBar
          count={selection.paths.size}
          items={restoreItems([...selection.paths])}
          onClear={() => setSelection(NOTHING_SELECTED)}
        />
      )}
    </section>
  )
}

/** What can be done with files of a past state. */
function pastItems(paths: readonly string[], at: Commit, onDone: () => void): readonly MenuItem[] {
  return [
    {
      label: t`Restore to this point`,
      icon: ArchiveRestore,
      run: () => void restoreAll(paths, at).then(onDone),
    },
    ...exportItems(paths, at),
    { label: paths.length === 1 ? t`Copy path` : t`Copy paths`, icon: Copy, run: () => void copyPaths(paths) },
  ]
}

/** Exporting one file as it was. */
function exportItems(paths: readonly string[], { id }: Commit): readonly MenuItem[] {
  const [path] = paths
  return path === undefined || paths.length > 1
    ? []
    : [{ label: t`Export…`, icon: Download, run: () => beginExport({ kind: 'file', path, at: id }) }]
}

interface BannerProps {
  readonly past: PastMemory
  readonly path: string | undefined
  /** What the path names, if it is a folder. */
  readonly folder: Folder | null
  readonly onNow: () => void
}

function Banner({ past: { commit, tree }, path, folder, onNow }: BannerProps) {
  const whole = comparePath(commit.id, RESTORE)
  const here = path !== undefined && tree.files.some((file) => file.path === path)
  const restore = async (): Promise<void> => {
    if (folder !== null) return void (await restoreAll([folder.path], commit))
    if (path !== undefined && here && (await restoreFile(path, commit)) !== null) onNow()
  }
  useKeys({ r: () => void restore(), 'shift+r': () => location.assign(`#${whole}`) })
  return (
    <AsOfBar commit={commit} back={{ name: t`All files`, run: () => openPast(commit.id) }} onNow={onNow}>
      <IconButton
        icon={MessageSquareText}
        small
        name={t`Ask the agent about this point in time`}
        onClick={() => openAsk(commit.id)}
      />
      <IconButton
        icon={Download}
        small
        name={t`Export the files as of this point…`}
        onClick={() => beginExport({ kind: 'folder', at: commit.id })}
      />
      {(here || folder !== null) && (
        <Button small icon={ArchiveRestore} keys="r" onClick={() => void restore()}>
          {here ? <Trans>Restore this file</Trans> : <Trans>Restore this folder</Trans>}
        </Button>
      )}
      <a className="btn sm" href={`#${whole}`}>
        <ArchiveRestore className="i s" aria-hidden />
        <Trans>Restore…</Trans>
      </a>
    </AsOfBar>
  )
}

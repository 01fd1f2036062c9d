import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Bookmark, Ellipsis, GitCompareArrows, Hash, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import { files } from '../format/counts.ts'
import { size } from '../format/sizes.ts'
import { Preview, restoreSummary } from '../memory-parts/Changes.tsx'
import { FileTree } from '../memory-parts/FileTree.tsx'
import { AsOfBar, asOf, PastFile, usePastTree } from '../memory-parts/PastFile.tsx'
import { leadsTo } from '../memory-parts/undo-words.ts'
import { copyCommitIds } from '../state/copy-commit.ts'
import { NOW, openAsk, openCompare, openPoint, pastPath } from '../state/routes.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Menu } from '../ui/Menu.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { CommitChanges } from './CommitChanges.tsx'
import { NewPointName } from './PointNames.tsx'
import { RestoreBox } from './RestoreBox.tsx'
import { type Restore, useRestore } from './use-restore.ts'

/** The change itself, or the memory as it was then. */
type Tab = 'change' | 'then'

interface CommitDetailProps {
  readonly commit: Commit
  /** To restore the store is what it was opened for. */
  readonly isRestore: boolean
  /** The user chose it: there is a way back to now. */
  readonly isChosen: boolean
}

/** One point of the timeline: what changed, who did it and why, the memory as it was then, and the ways back to it. */
export function CommitDetail({ commit, isRestore, isChosen }: CommitDetailProps) {
  const [tab, setTab] = useState<Tab>('change')
  const [naming, setNaming] = useState(false)
  const [diffs, setDiffs] = useState(false)
  const restore = useRestore(commit, isRestore ? 'store' : 'undo')
  useKeys({
    esc: () => openPoint(),
    t: () => setTab(tab === 'change' ? 'then' : 'change'),
    c: () => openCompare(commit.id, NOW),
  })
  return (
    <section className="past" aria-label={asOf(commit)} data-pane tabIndex={-1}>
      <PointBar
        commit={commit}
        tab={tab}
        onTab={setTab}
        onName={() => setNaming(true)}
        onNow={isChosen ? () => openPoint() : undefined}
      />
      {naming && <NewPointName commit={commit.id} onDone={() => setNaming(false)} />}
      {tab === 'then' ? (
        <PastMemory commit={commit} />
      ) : (
        <div className="fade">
          <div className="pbody scroll" tabIndex={0}>
            <CommitChanges commit={commit} />
            <WhatItWillDo restore={restore} diffs={diffs} />
          </div>
        </div>
      )}
      <RestoreBox
        commit={commit}
        restore={restore}
        diffs={diffs}
        onDiffs={(shown) => {
          setDiffs(shown)
          setTab('change')
        }}
      />
    </section>
  )
}

/** The whole memory as it was at one commit, read-only. */
function PastMemory({ commit }: { readonly commit: Commit }) {
  const tree = usePastTree(commit.id)
  const [path, setPath] = useState<string | undefined>(commit.changes[0]?.change.path)
  const blob = tree?.files.find((other) => other.path === path)?.blob ?? null
  if (tree === undefined) return <Skeleton rows={8} />
  return (
    <div className="then-files">
      <FileTree
        files={tree.files}
        selected={path}
        onOpen={setPath}
        head={
          <p className="meta then-sum">
            {files(tree.files.length)} · {size(tree.bytes)} ·{' '}
            <a className="text-link" href={`#${pastPath(commit.id, path)}`}>
              <Trans>Open in Memory</Trans>
            </a>
          </p>
        }
      />
      <div className="then-file">
        <PastFile key={path} at={commit.id} path={path} blob={blob} />
      </div>
    </div>
  )
}

/** What the chosen way back would do to the memory. */
function WhatItWillDo({ restore, diffs }: { readonly restore: Restore; readonly diffs: boolean }) {
  const { way, previews, undoneBy } = restore
  if (way === 'undo') {
    const isRedo = undoneBy !== null
    const { undo } = previews
    // The change above, turned round.
    const saysNothingNew = !restore.isOpen && undo?.conflicts.length === 0 && undo.changeCount > 0
    if (undo === undefined || saysNothingNew) return null
    return (
      <Preview
        name={isRedo ? t`Preview of the redo` : t`Preview of the undo`}
        summary={leadsTo(undo, isRedo)}
        comparison={undo}
        diffs={diffs}
      />
    )
  }
  const preview = previews[way]
  return (
    preview !== undefined && (
      <Preview name={t`Preview of the restore`} summary={restoreSummary(preview)} comparison={preview} diffs={diffs} />
    )
  )
}

interface PointBarProps {
  readonly commit: Commit
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
  readonly onName: () => void
  readonly onNow: (() => void) | undefined
}

function PointBar({ commit: { id }, commit, tab, onTab, onName, onNow }: PointBarProps) {
  const isThen = tab === 'then'
  return (
    <AsOfBar
      commit={commit}
      back={{ name: t`Back to the list`, run: () => openPoint() }}
      isReadOnly={isThen}
      onNow={onNow}
    >
      <Menu
        trigger={<IconButton icon={Ellipsis} small name={t`More actions for this point`} />}
        items={[
          { label: t`Compare…`, icon: GitCompareArrows, keys: 'c', run: () => openCompare(id, NOW) },
          { label: t`Ask the agent about this point in time`, icon: MessageSquareText, run: () => openAsk(id) },
          { label: t`Name this point…`, icon: Bookmark, takesFocus: true, apart: true, run: onName },
          { label: t`Copy commit ID`, icon: Hash, run: () => void copyCommitIds([id]) },
        ]}
      />
      <Button variant="q" small on={isThen} aria-pressed={isThen} onClick={() => onTab(isThen ? 'change' : 'then')}>
        <Trans>Memory at this point</Trans>
      </Button>
    </AsOfBar>
  )
}

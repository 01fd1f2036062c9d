import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { GitCompareArrows, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import { files } from '../format/counts.ts'
import { size } from '../format/sizes.ts'
import { Preview, restoreSummary } from '../memory-parts/Changes.tsx'
import { FileTree } from '../memory-parts/FileTree.tsx'
import { AsOfBar, asOf, PastFile, usePastTree } from '../memory-parts/PastFile.tsx'
import { leadsTo } from '../memory-parts/undo-words.ts'
import { NOW, openAsk, openCompare, openPoint, pastPath } from '../state/routes.ts'
import { IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { CommitChanges } from './CommitChanges.tsx'
import type { Way } from './restore-ways.ts'
import { RestoreBox } from './RestoreBox.tsx'
import { type Restore, useRestore } from './use-restore.ts'

/** The change itself, or the memory as it was then. */
type Tab = 'change' | 'then'

/** One point of the timeline: what changed, who did it and why, the memory as it was then, and the ways back to it. */
export function CommitDetail({ commit, first }: { readonly commit: Commit; readonly first: Way }) {
  const [tab, setTab] = useState<Tab>('change')
  const [diffs, setDiffs] = useState(false)
  const restore = useRestore(commit, first)
  useKeys({
    esc: () => openPoint(),
    t: () => setTab(tab === 'change' ? 'then' : 'change'),
    c: () => openCompare(commit.id, NOW),
  })
  return (
    <section className="past" aria-label={asOf(commit)} data-pane tabIndex={-1}>
      <PointBar commit={commit} tab={tab} onTab={setTab} />
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
    return (
      previews.undo !== undefined && (
        <Preview
          name={isRedo ? t`Preview of the redo` : t`Preview of the undo`}
          summary={leadsTo(previews.undo, isRedo)}
          comparison={previews.undo}
          diffs={diffs}
        />
      )
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
}

function PointBar({ commit, tab, onTab }: PointBarProps) {
  return (
    <AsOfBar
      commit={commit}
      back={{ name: t`Back to the list`, run: () => openPoint() }}
      isReadOnly={tab === 'then'}
      onNow={() => openPoint()}
    >
      <IconButton
        icon={GitCompareArrows}
        small
        name={t`Compare…`}
        keys="c"
        onClick={() => openCompare(commit.id, NOW)}
      />
      <IconButton
        icon={MessageSquareText}
        small
        name={t`Ask the agent about this point in time`}
        onClick={() => openAsk(commit.id)}
      />
      <SegmentedControl
        name={t`Show`}
        value={tab}
        onChange={onTab}
        options={[
          { value: 'change', label: t`Change` },
          { value: 'then', label: t`Memory at this point` },
        ]}
      />
    </AsOfBar>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowLeft, GitCompareArrows, History, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import { clock, dayWord } from '../format/time.ts'
import { Preview, restoreSummary } from '../memory-parts/Changes.tsx'
import { leadsTo } from '../memory-parts/undo-words.ts'
import { NOW, openAsk, openCompare, openPoint } from '../state/routes.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { CommitChanges } from './CommitChanges.tsx'
import { PastMemory } from './PastMemory.tsx'
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
  const day = dayWord(commit.time)
  const time = clock(commit.time)
  useKeys({
    esc: () => openPoint(),
    t: () => setTab(tab === 'change' ? 'then' : 'change'),
    c: () => openCompare(commit.id, NOW),
  })
  return (
    <section className="past" aria-label={t`As of ${day}, ${time}`} data-pane tabIndex={-1}>
      <AsOfBar commit={commit} tab={tab} onTab={setTab} />
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

interface AsOfBarProps {
  readonly commit: Commit
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
}

function AsOfBar({ commit, tab, onTab }: AsOfBarProps) {
  const day = dayWord(commit.time)
  const time = clock(commit.time)
  return (
    <div className="asof" role="status">
      <span className="only-one">
        <IconButton icon={ArrowLeft} small name={t`Back to the list`} onClick={() => openPoint()} />
      </span>
      <History className="i" aria-hidden />
      <b className="cut">{t`As of ${day}, ${time}`}</b>
      {tab === 'then' && (
        <span className="ink2 hide-n">
          <Trans>read-only</Trans>
        </span>
      )}
      <span className="grow" />
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
      <Button variant="q" small keys="esc" onClick={() => openPoint()}>
        <Trans>Back to now</Trans>
      </Button>
    </div>
  )
}

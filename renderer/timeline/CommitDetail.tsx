import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArchiveRestore, ArrowLeft, GitCompareArrows, History } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Commit, CountedChange } from '../../shared/commit.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import { clock, dayWord } from '../format/time.ts'
import { verbLabel } from '../format/verbs.ts'
import { actorName, ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { PlusMinus } from '../memory-parts/PlusMinus.tsx'
import { bringBack, restoreFile } from '../state/actions.ts'
import { loadConversation, useChat } from '../state/chat-store.ts'
import { chatPath, filePath, NOW, openCompare, openPoint } from '../state/routes.ts'
import { useUndoes } from '../state/undone-store.ts'
import { toggle, useWindow } from '../state/window-store.ts'
import { Diff } from '../text/Diff.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { PastMemory } from './PastMemory.tsx'
import { PointNames } from './PointNames.tsx'
import { Preview } from './Preview.tsx'
import type { Way } from './restore-ways.ts'
import { RestoreBox } from './RestoreBox.tsx'
import { headingOf } from './summary.ts'
import { useRestore } from './use-restore.ts'

const MAX_FILES_SHOWN = 20

/** One point of the timeline: what changed, who and why, the memory as it was then, and the ways back to it. */
export function CommitDetail({ commit, first }: { readonly commit: Commit; readonly first: Way }) {
  const [tab, setTab] = useState<'change' | 'then'>('change')
  const [diffs, setDiffs] = useState(false)
  const restore = useRestore(commit, first)
  const day = dayWord(commit.time)
  const time = clock(commit.time)
  useKeys({
    esc: () => openPoint(),
    t: () => setTab(tab === 'change' ? 'then' : 'change'),
    c: () => openCompare(commit.id, NOW),
  })
  const preview = restore.way === 'undo' ? undefined : restore.previews[restore.way]
  return (
    <section className="past" aria-label={t`As of ${day}, ${time}`} data-pane tabIndex={-1}>
      <div className="asof" role="status">
        <span className="only-one">
          <IconButton icon={ArrowLeft} small name={t`Back to the list`} onClick={() => openPoint()} />
        </span>
        <History className="i" aria-hidden />
        <b className="cut">{t`As of ${day}, ${time}`}</b>
        <span className="ink2 hide-n">
          <Trans>read-only</Trans>
        </span>
        <span className="grow" />
        <IconButton
          icon={GitCompareArrows}
          small
          name={t`Compare…`}
          keys="c"
          onClick={() => openCompare(commit.id, NOW)}
        />
        <SegmentedControl
          name={t`Show`}
          value={tab}
          onChange={setTab}
          options={[
            { value: 'change', label: t`Change` },
            { value: 'then', label: t`Memory then` },
          ]}
        />
        <Button variant="q" small keys="esc" onClick={() => openPoint()}>
          <Trans>Back to now</Trans>
        </Button>
      </div>
      {tab === 'then' ? (
        <PastMemory commit={commit} />
      ) : (
        <div className="fade">
          <div className="pbody scroll" tabIndex={0}>
            <ChangeShown commit={commit} />
            {preview !== undefined && <Preview comparison={preview} diffs={diffs} />}
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

function ChangeShown({ commit }: { readonly commit: Commit }) {
  const undoes = useUndoes((state) => state.undoes)
  const redo = commit.origin.undoes?.some((id) => undoes.has(id)) ?? false
  const more = commit.changeCount - Math.min(MAX_FILES_SHOWN, commit.changes.length)
  return (
    <>
      <h2>{headingOf(commit, redo)}</h2>
      <Source commit={commit} />
      {commit.changes.slice(0, MAX_FILES_SHOWN).map((counted) => (
        <FileChange
          key={counted.change.path}
          commit={commit}
          counted={counted}
          redo={redo}
          single={commit.changeCount === 1}
        />
      ))}
      {more > 0 && <p className="meta">{plural(more, { one: 'and # more file', other: 'and # more files' })}</p>}
    </>
  )
}

/** Who, from where, and because of which sentence. */
function Source({ commit }: { readonly commit: Commit }) {
  const { actor, model, conversation, turn, lineage } = commit.origin
  const [first] = commit.changes
  const title = useChat((state) => state.list?.find(({ id }) => id === conversation)?.title)
  const sentence = useChat((state) =>
    conversation === undefined ? undefined : state.open.get(conversation)?.find(({ number }) => number === turn)?.text,
  )
  const here = title !== undefined
  useEffect(() => {
    if (conversation !== undefined && here && !useChat.getState().open.has(conversation))
      void loadConversation(conversation).catch(() => undefined)
  }, [conversation, here])
  return (
    <dl className="src">
      {first !== undefined && first.change.path !== POLICIES_PATH && commit.changeCount === 1 && (
        <>
          <dt>
            <Trans>File</Trans>
          </dt>
          <dd className="cut">
            <a href={`#${filePath(first.change.path)}`}>
              <PathText path={first.change.path} />
            </a>
          </dd>
        </>
      )}
      <dt>
        <Trans>By</Trans>
      </dt>
      <dd className="row">
        <ActorBadge actor={actor} small silent />
        {actorName(actor)}
        {model !== undefined && `, ${model}`}
        {!commit.ours && (
          <span className="badge">
            <Trans>as stated</Trans>
          </span>
        )}
        {lineage === 'agent-untrusted' && (
          <span className="badge out">
            <Trans>from untrusted text</Trans>
          </span>
        )}
      </dd>
      {conversation !== undefined && turn !== undefined && (
        <>
          <dt>
            <Trans>From</Trans>
          </dt>
          <dd className="cut">
            {here ? (
              <a className="text-link" href={`#${chatPath(conversation)}`}>
                <Trans>
                  {title}, turn {turn}
                </Trans>
              </a>
            ) : (
              <Trans>a conversation that is not here, turn {turn}</Trans>
            )}
          </dd>
        </>
      )}
      {sentence !== undefined && (
        <>
          <dt className="lo">
            <Trans>Sentence</Trans>
          </dt>
          <dd className="lo said">
            <Trans>“{sentence}”</Trans>
          </dd>
        </>
      )}
      <dt className="lo">
        <Trans>Commit</Trans>
      </dt>
      <dd className="lo hash" title={commit.id}>
        {commit.id.slice(0, 7)}
      </dd>
      <dt>
        <Trans>Point</Trans>
      </dt>
      <dd>
        <PointNames commit={commit.id} />
      </dd>
    </dl>
  )
}

interface FileChangeProps {
  readonly commit: Commit
  readonly counted: CountedChange
  readonly redo: boolean
  readonly single: boolean
}

function FileChange({ commit, counted, redo, single }: FileChangeProps) {
  const sideBySide = useWindow((state) => state.sideBySide)
  const { change, lines } = counted
  const { word, icon: Icon } = verbLabel(
    single ? commit : { ...commit, changes: [counted], origin: { ...commit.origin, verb: 'other' } },
    redo,
  )
  return (
    <div className="box">
      <div className="fh">
        <span className="grow row">
          <Icon className="i s" aria-hidden />
          <span>{word}</span>
          {change.from !== undefined && (
            <>
              <PathText path={change.from} /> <Trans>to</Trans>
            </>
          )}
          <span className="cut">
            <PathText path={change.path} />
          </span>
          <PlusMinus lines={lines} />
        </span>
        {change.after === null && commit.parent !== null && (
          <Button variant="q" small icon={ArchiveRestore} onClick={() => void bringBack(change.path, commit)}>
            <Trans>Bring it back</Trans>
          </Button>
        )}
        {single ? (
          <span className="hide-n">
            <SegmentedControl
              name={t`Show the change`}
              value={sideBySide ? 'sides' : 'line'}
              onChange={(value) => (value === 'sides') !== sideBySide && toggle('sideBySide')}
              options={[
                { value: 'line', label: t`In line` },
                { value: 'sides', label: t`Side by side` },
              ]}
            />
          </span>
        ) : (
          change.after !== null && (
            <Button variant="q" small icon={ArchiveRestore} onClick={() => void restoreFile(change.path, commit)}>
              <Trans>Restore</Trans>
            </Button>
          )
        )}
      </div>
      <div className="bx">
        <Diff change={change} context={2} sideBySide={sideBySide && single} />
        {change.from !== undefined && change.before?.id === change.after?.id && (
          <p className="diff-note">
            <Trans>Only the name changed.</Trans>
          </p>
        )}
      </div>
    </div>
  )
}

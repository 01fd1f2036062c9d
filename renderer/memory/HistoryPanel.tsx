import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { type Commit, isClaimed, personOf } from '../../shared/commit.ts'
import { atLeast, changes } from '../format/counts.ts'
import { size } from '../format/sizes.ts'
import { stamp, when } from '../format/time.ts'
import { undoneCommit, verbLabel } from '../format/verbs.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { sizesOf } from '../memory-parts/change-of.ts'
import { QuotedLine } from '../memory-parts/ChangedQuote.tsx'
import { LineageMark } from '../memory-parts/LineageMark.tsx'
import { PlusMinus } from '../memory-parts/PlusMinus.tsx'
import { api } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'
import { openPoint } from '../state/routes.ts'
import { useUndoes, useUndoneBy } from '../state/undone-store.ts'
import { isRedo } from '../state/undone.ts'
import { useQuery } from '../state/use-query.ts'
import { useTitle } from '../state/use-title.ts'
import { RedactableText } from '../text/RedactedText.tsx'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { stepLine } from './sparkline.ts'
import { HISTORY_PAGE, useFileHistory, useTreeFile } from './use-file.ts'

interface HistoryPanelProps {
  readonly path: string
  readonly at: string | null
  readonly onVersion: (commit: Commit | null) => void
}

/** The history of one file: its size over time, and every commit that touched it. */
export function HistoryPanel({ path, at, onVersion }: HistoryPanelProps) {
  const [wanted, setWanted] = useState(HISTORY_PAGE)
  const found = useFileHistory(path, wanted)
  if (found === null)
    return (
      <aside className="panel" aria-label={t`History of this file`}>
        <div className="ph">{t`History`}</div>
        <Skeleton rows={6} />
      </aside>
    )
  const { commits: history, more } = found
  const selected = at ?? history[0]?.id
  return (
    <aside className="panel" aria-label={t`History of this file`} data-pane tabIndex={-1}>
      <div className="ph">
        {t`History`} <small>{more ? atLeast(history.length) : changes(history.length)}</small>
      </div>
      <FileUseLine path={path} />
      <Sparkline commits={history} path={path} at={selected} />
      <Versions history={history} path={path} selected={selected} onVersion={onVersion} />
      {more && (
        <Button small variant="q" onClick={() => setWanted(history.length + HISTORY_PAGE)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </aside>
  )
}

interface VersionsProps extends Pick<HistoryPanelProps, 'path' | 'onVersion'> {
  readonly history: readonly Commit[]
  readonly selected: string | undefined
}

function Versions({ history, path, selected, onVersion }: VersionsProps) {
  const choose = (commit: Commit): void => onVersion(commit.id === history[0]?.id ? null : commit)
  const onKey = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const here = history.findIndex(({ id }) => id === selected)
    const next = step === undefined ? undefined : history[here + step]
    const now = history[here]
    if (event.key === 'Enter' && now !== undefined) openPoint(now.id)
    else if (next !== undefined) {
      event.preventDefault()
      choose(next)
    }
  }
  return (
    <ul
      className="hist scroll"
      role="listbox"
      aria-label={t`Versions`}
      tabIndex={0}
      onKeyDown={onKey}
      aria-activedescendant={selected === undefined ? undefined : `version-${selected}`}
    >
      {history.map((commit) => (
        <Version
          key={commit.id}
          commit={commit}
          path={path}
          selected={commit.id === selected}
          onClick={() => choose(commit)}
        />
      ))}
    </ul>
  )
}

interface VersionProps {
  readonly commit: Commit
  readonly path: string
  readonly selected: boolean
  readonly onClick: () => void
}

const MAX_SUBJECT_CHARACTERS = 300

function Version({ commit, path, selected, onClick }: VersionProps) {
  const undone = useUndoneBy(commit) !== null
  const redo = useUndoes(({ undoes }) => isRedo(undoes, commit))
  const { word, alone = word } = verbLabel(commit, redo)
  const takenBack = undoneCommit(commit, redo)
  const { conversation, turn, actor, client } = commit.origin
  const title = useTitle(conversation)
  const counted = (takenBack ?? commit).changes.find(({ change }) => change.path === path)
  const { added = null, removed = null } = counted?.excerpt ?? {}
  const isEdit = counted?.change.before != null && counted.change.after !== null
  const line = isEdit ? (added ?? removed) : null
  const person = personOf(commit)
  const subject = commit.subject.slice(0, MAX_SUBJECT_CHARACTERS)
  const from =
    (person === null ? title : `${person}: ${subject}`) ??
    (turn !== undefined
      ? t`turn ${turn}`
      : actor === 'user'
        ? t`by you, in the app`
        : actor === 'outside'
          ? (client ?? t`another program`)
          : '')
  return (
    <li
      role="option"
      id={`version-${commit.id}`}
      aria-selected={selected}
      className={undone ? 'undone' : undefined}
      onClick={onClick}
      onDoubleClick={() => openPoint(commit.id)}
    >
      <ActorBadge actor={actor} />
      {line === null ? (
        <span className="w cut" title={subject}>
          {alone}
        </span>
      ) : (
        <span className="w quote cut" title={subject}>
          {takenBack === null ? <span className="vh">{alone}: </span> : <span className="vb">{word} </span>}
          {added === null ? <QuotedLine kind="removed" text={line} /> : <RedactableText text={line} />}
        </span>
      )}
      <PlusMinus lines={commit.changes.find(({ change }) => change.path === path)?.lines ?? null} />
      <span className="mt cut">
        {[stamp(commit.time), from, isClaimed(commit) && t`claimed`].filter(Boolean).join(' · ')}{' '}
        {commit.origin.lineage === 'agent-untrusted' && <LineageMark lineage="agent-untrusted" />}
      </span>
    </li>
  )
}

const DAY_MS = 86_400_000

/** A file of a day, or with hardly a change of its size, needs no chart. */
function saysSomething(sizes: readonly number[], oldestFirst: readonly Commit[]): boolean {
  const [first, last] = [oldestFirst[0], oldestFirst.at(-1)].map((commit) => Date.parse(commit?.time ?? ''))
  return new Set(sizes).size > 2 && (last ?? 0) - (first ?? 0) > DAY_MS
}

function Sparkline({
  commits,
  path,
  at,
}: {
  readonly commits: readonly Commit[]
  readonly path: string
  readonly at: string | undefined
}) {
  const oldestFirst = commits.toReversed()
  const sizes = sizesOf(oldestFirst, path, useTreeFile(path)?.blob.size ?? 0)
  if (!saysSomething(sizes, oldestFirst)) return null
  const { line, area, xs } = stepLine(sizes, 268, 44)
  const x = xs[oldestFirst.findIndex(({ id }) => id === at)] ?? 267
  const first = size(sizes[0] ?? 0)
  const last = size(sizes.at(-1) ?? 0)
  return (
    <svg
      className="spark"
      viewBox="0 0 268 44"
      preserveAspectRatio="none"
      role="img"
      aria-label={t`Size of the file over time: from ${first} to ${last}`}
    >
      <path d={area} fill="var(--fill-hover)" />
      <path d={line} fill="none" stroke="var(--ink-3)" strokeWidth="1.25" vectorEffect="non-scaling-stroke" />
      <path d={`M${x} 4V44`} stroke="var(--accent)" strokeWidth="1.25" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** How often the file was read, and when last; more is under Upkeep. */
function FileUseLine({ path }: { readonly path: string }) {
  const changes = useMemory((state) => state.changes)
  const { answer: use } = useQuery(`use of ${path}`, changes, () => api.upkeep.useOf.query({ path }))
  if (use == null || use.lastRead === null) return null
  const time = when(use.lastRead)
  return (
    <p className="use-line">
      {plural(use.reads, { one: `Read once, ${time}.`, other: `Read # times, last ${time}.` })}
    </p>
  )
}

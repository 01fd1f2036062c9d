import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Bookmark, ChevronDown, ChevronRight } from 'lucide-react'
import type { Commit } from '../../shared/commit.ts'
import { changes } from '../format/counts.ts'
import { pathLabel } from '../format/path-label.ts'
import { clock } from '../format/time.ts'
import { filesIn, folderTarget, mainPath, verbLabel } from '../format/verbs.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { PlusMinus } from '../memory-parts/PlusMinus.tsx'
import { useRedacted } from '../memory-parts/use-redacted.ts'
import { useChat } from '../state/chat-store.ts'
import { pointLabel, usePoints } from '../state/points-store.ts'
import { useUndoneBy, useUndoes } from '../state/undone-store.ts'
import type { Group, TimelineRow } from './group.ts'

interface RowProps {
  readonly row: TimelineRow
  /** The row in the tab order. */
  readonly current: boolean
  readonly selected: boolean
  readonly onClick: () => void
  readonly onRendered: (row: HTMLElement | null) => void
}

/** A day's heading, a group, or one of a group's commits. */
export function TimelineRowView({ row, current, selected, onClick, onRendered }: RowProps) {
  switch (row.kind) {
    case 'day':
      return (
        <div className="day" role="presentation">
          {row.name}
        </div>
      )
    case 'group':
      return <GroupRow group={row.group} open={row.open} current={current} onClick={onClick} onRendered={onRendered} />
    case 'entry':
      return (
        <EntryRow
          commit={row.commit}
          last={row.last}
          current={current}
          selected={selected}
          onClick={onClick}
          onRendered={onRendered}
        />
      )
  }
}

function GroupRow({
  group,
  open,
  current,
  onClick,
  onRendered,
}: Pick<RowProps, 'current' | 'onClick' | 'onRendered'> & { readonly group: Group; readonly open: boolean }) {
  const [newest] = group.commits
  const title = useChat((state) => state.list?.find(({ id }) => id === newest?.origin.conversation)?.title)
  if (newest === undefined) return null
  const { actor, turn, conversation } = newest.origin
  const name =
    title ??
    {
      agent: conversation === undefined ? t`The agent` : t`A conversation`,
      user: t`You`,
      outside: t`Another program`,
      policy: t`A policy`,
    }[actor]
  const sub =
    turn !== undefined
      ? t`turn ${turn}`
      : { agent: '', user: t`in the app`, outside: t`found on disk`, policy: '' }[actor]
  const file = pathLabel(mainPath(newest))
  const sum =
    group.commits.length === 1 && (newest.changeCount === 1 || folderTarget(newest) !== null)
      ? `${verbLabel(newest).word.toLowerCase()} ${file.slice(file.lastIndexOf('/', file.length - 2) + 1)}`
      : changes(group.commits.length)
  const Chevron = open ? ChevronDown : ChevronRight
  const at = clock(newest.time)
  return (
    <div
      className="gh"
      ref={onRendered}
      role="treeitem"
      aria-level={1}
      aria-expanded={open}
      aria-label={[name, sub, changes(group.commits.length), at].filter(Boolean).join(', ')}
      tabIndex={current ? 0 : -1}
      data-row={group.id}
      onClick={onClick}
    >
      <Chevron className="i xs" aria-hidden />
      <ActorBadge actor={actor} />
      <span className="name cut fit">{name}</span>
      <span className="sub">{sub}</span>
      <span className="grow" />
      {!open && <PointMarks commits={group.commits} short />}
      {!open && <span className="sum cut">{sum}</span>}
      <span className="tm num">{at}</span>
    </div>
  )
}

const MAX_SUBJECT_CHARACTERS = 300

/** What a commit changed: a file, a folder with its files, or a number of files. */
function Changed({ commit }: { readonly commit: Commit }) {
  const [first] = commit.changes
  const folder = folderTarget(commit)
  if (folder !== null)
    return (
      <>
        <PathText path={folder.path} /> <span className="meta num">{filesIn(commit)}</span>
      </>
    )
  if (commit.changeCount > 1) return filesIn(commit)
  // A command that changed nothing still names its file; a commit of native git has a subject.
  return first === undefined && mainPath(commit) === commit.subject ? (
    <span className="meta">{commit.subject.slice(0, MAX_SUBJECT_CHARACTERS)}</span>
  ) : (
    <PathText path={mainPath(commit)} />
  )
}

function EntryRow({
  commit,
  last,
  current,
  selected,
  onClick,
  onRendered,
}: Omit<RowProps, 'row'> & { readonly commit: Commit; readonly last: boolean }) {
  const undone = useUndoneBy(commit) !== null
  const undoes = useUndoes((state) => state.undoes)
  const redo = commit.origin.undoes?.some((id) => undoes.has(id)) ?? false
  const { word, icon: Icon } = verbLabel(commit, redo)
  const [first] = commit.changes
  const count = commit.changeCount
  const folder = folderTarget(commit)
  const about =
    folder !== null ? `${folder.path}, ${filesIn(commit)}` : count > 1 ? filesIn(commit) : pathLabel(mainPath(commit))
  const redacted = useRedacted(commit)
  const names = ['en', commit.origin.actor === 'outside' && 'outside', undone && 'undone'].filter(Boolean).join(' ')
  return (
    <div className={last ? 'en-in last' : 'en-in'} role="none">
      <div
        className={names}
        ref={onRendered}
        role="treeitem"
        aria-level={2}
        aria-selected={selected}
        aria-label={`${word} ${about}, ${clock(commit.time)}${undone ? `, ${t`undone`}` : ''}`}
        tabIndex={current ? 0 : -1}
        data-row={commit.id}
        onClick={onClick}
      >
        <Icon className="i s" aria-hidden />
        <span className="vb">{word}</span>
        <span className="cut">
          <Changed commit={commit} />
        </span>
        {folder === null && count === 1 && first !== undefined && <PlusMinus lines={first.lines} />}
        {undone && (
          <span className="badge">
            <Trans>undone</Trans>
          </span>
        )}
        {redacted > 0 && (
          <span className="badge redacted">{plural(redacted, { one: '# redacted', other: '# redacted' })}</span>
        )}
        <span className="grow" />
        <PointMarks commits={[commit]} />
        <span className="tm num">{clock(commit.time)}</span>
      </div>
    </div>
  )
}

/** The restore points at these commits: named ones by name, automatic ones as a faint icon. */
function PointMarks({ commits, short = false }: { readonly commits: readonly Commit[]; readonly short?: boolean }) {
  const points = usePoints((state) => state.points)
  const here = points.filter((point) => commits.some(({ id }) => id === point.commit))
  if (here.length === 0) return null
  const named = here.filter(({ automatic }) => !automatic)
  const label = here.map(pointLabel).join(', ')
  if (named.length === 0 || short)
    return (
      <span
        className={named.length === 0 ? 'pt quiet' : 'pt'}
        role="img"
        aria-label={t`restore point: ${label}`}
        title={label}
      >
        <Bookmark className="i xs" aria-hidden />
      </span>
    )
  return named.map(({ name }) => (
    <span key={name} className="badge agent pt-name" title={t`restore point: ${name}`}>
      <Bookmark className="i xs" aria-hidden />
      <span className="cut">{name}</span>
    </span>
  ))
}

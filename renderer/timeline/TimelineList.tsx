import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Bookmark, ChevronDown, ChevronRight } from 'lucide-react'
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import type { Commit } from '../../shared/commit.ts'
import { changes } from '../format/counts.ts'
import { pathLabel } from '../format/path-label.ts'
import { clock, daysAgo } from '../format/time.ts'
import { deedOf, mainPath } from '../format/verbs.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { PlusMinus } from '../memory-parts/PlusMinus.tsx'
import { useRedacted } from '../memory-parts/use-redacted.ts'
import { useApp } from '../state/app-store.ts'
import { useChat } from '../state/chat-store.ts'
import { pointLabel, usePoints } from '../state/points-store.ts'
import { openCompare, openPoint } from '../state/routes.ts'
import { loadNewer, loadOlder, loadOldest, loadTimeline, useTimeline } from '../state/timeline-store.ts'
import { useUndoneBy, useUndoes } from '../state/undone-store.ts'
import { useKeys } from '../ui/keys.ts'
import { PresentationalItem } from '../ui/PresentationalItem.tsx'
import { type Group, groupCommits, type TimelineRow, timelineRows } from './group.ts'

function Tree(props: ComponentProps<'div'>) {
  return <div {...props} role="tree" aria-label={t`Changes, newest first`} />
}
const COMPONENTS = { List: Tree, Item: PresentationalItem }

interface TimelineListProps {
  readonly commits: readonly Commit[]
  readonly selected: string | undefined
  /** The other point of a comparison. */
  readonly second: string | undefined
  /** While comparing, choosing an entry chooses the second point. */
  readonly comparing: boolean
}

/** Everything that happened, newest first: a row for each turn or occasion, and under it its commands. What lies farther off is fetched on the way there. */
export function TimelineList({ commits, selected, second, comparing }: TimelineListProps) {
  const stretch = useTimeline((state) => state.stretch)
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [focus, setFocus] = useState<string | null>(null)
  const list = useRef<VirtuosoHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const inSight = useRef(1)
  const atTop = useRef(true)
  const awaitedRow = useRef<string | null>(null)
  const next = useTimeline((state) => state.next)
  const groups = useMemo(() => wholeGroups(commits, next), [commits, next])
  const rows = useMemo(
    () => timelineRows(groups, (group) => chosen.get(group.id) ?? openByItself(group, selected)),
    [groups, chosen, selected],
  )
  const first = useFirstIndex(rows, stretch.number, atTop)
  const flip = (row: Extract<TimelineRow, { kind: 'group' }>): void =>
    setChosen((before) => new Map(before).set(row.id, !row.open))
  const movable = rows.filter(({ kind }) => kind !== 'day')
  const stop = movable.find(({ id }) => id === focus) ?? movable.find(({ id }) => id === selected) ?? movable[0]

  const goTo = (row: TimelineRow | undefined): void => {
    if (row === undefined) return
    setFocus(row.id)
    awaitedRow.current = row.id
    list.current?.scrollIntoView({ index: rows.indexOf(row) })
    focusDrawn(box.current?.querySelector<HTMLElement>(`[data-row="${row.id}"]`) ?? null)
  }
  /** A row that is far off comes into the page after it was gone to, and a list that is begun anew is hidden until it stands where it should. */
  const focusDrawn = (drawn: HTMLElement | null): void => {
    if (drawn === null || !drawn.isConnected || drawn.dataset['row'] !== awaitedRow.current) return
    drawn.focus()
    if (document.activeElement === drawn) awaitedRow.current = null
    else requestAnimationFrame(() => focusDrawn(drawn))
  }
  const step = (by: number): void => {
    const at = stop === undefined ? -1 : movable.indexOf(stop)
    const fresh = focus === null && !box.current?.contains(document.activeElement)
    goTo(movable[fresh ? Math.max(0, at) : Math.max(0, Math.min(movable.length - 1, at + by))])
  }
  /** An end may have to be fetched: then it is gone to when it is there. */
  const awaited = useRef<'oldest' | 'newest' | null>(null)
  const toEnd = (end: 'oldest' | 'newest'): void => {
    const { next, newer } = useTimeline.getState()
    // Until the history is indexed it would have to be walked to its beginning: what is known of it has an end as well.
    const isFar = end === 'oldest' ? next !== null && useApp.getState().app?.store.indexed === true : newer !== null
    if (!isFar) return goTo(end === 'oldest' ? movable.at(-1) : movable[0])
    awaited.current = end
    void (end === 'oldest' ? loadOldest() : loadTimeline()).catch(() => undefined)
  }
  const drawn = useRef(stretch.number)
  useEffect(() => {
    if (drawn.current === stretch.number) return
    drawn.current = stretch.number
    if (awaited.current === stretch.from) goTo(stretch.from === 'oldest' ? movable.at(-1) : movable[0])
    awaited.current = null
  })
  const choose = (row: TimelineRow | undefined): void => {
    if (row?.kind === 'group') flip(row)
    else if (row?.kind === 'entry' && comparing && selected !== undefined && row.id !== selected)
      openCompare(selected, row.commit.id)
    else if (row?.kind === 'entry') openPoint(row.commit.id)
  }
  const openClose = (open: boolean): void => {
    if (stop?.kind === 'group' && stop.open !== open) flip(stop)
    else if (open) step(1)
    else if (stop?.kind === 'entry') goTo(rows.find((row) => row.kind === 'group' && row.id === stop.group.id))
  }
  const inList = ({ target }: KeyboardEvent): boolean =>
    target === document.body || (box.current?.contains(target instanceof Node ? target : null) ?? false)
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    down: (event) => inList(event) && step(1),
    up: (event) => inList(event) && step(-1),
    pagedown: (event) => inList(event) && step(inSight.current),
    pageup: (event) => inList(event) && step(-inSight.current),
    end: (event) => inList(event) && toEnd('oldest'),
    home: (event) => inList(event) && toEnd('newest'),
    right: (event) => inList(event) && openClose(true),
    left: (event) => inList(event) && openClose(false),
    enter: (event) => inList(event) && choose(stop),
  })
  const begin =
    stretch.from === 'oldest'
      ? { index: rows.length - 1, align: 'end' as const }
      : {
          index: Math.max(
            0,
            rows.findIndex(({ id }) => id === selected),
          ),
          align: 'center' as const,
        }
  return (
    <div className="tl-list" ref={box}>
      <Virtuoso
        key={stretch.number}
        ref={list}
        className="scroll"
        style={{ height: '100%' }}
        data={[...rows]}
        firstItemIndex={first}
        components={COMPONENTS}
        computeItemKey={(_, row) => row.kind + row.id}
        startReached={() => void loadNewer().catch(() => undefined)}
        endReached={() => void loadOlder().catch(() => undefined)}
        atTopStateChange={(top) => {
          atTop.current = top
        }}
        rangeChanged={({ startIndex, endIndex }) => {
          inSight.current = Math.max(1, endIndex - startIndex - 1)
        }}
        increaseViewportBy={300}
        tabIndex={-1}
        initialTopMostItemIndex={begin}
        itemContent={(_, row) => (
          <Row
            row={row}
            stop={row === stop}
            selected={row.kind === 'entry' && (row.id === selected || row.id === second)}
            onClick={() => {
              setFocus(row.id)
              choose(row)
            }}
            onDrawn={focusDrawn}
          />
        )}
      />
    </div>
  )
}

/** Far enough from zero for all that comes before. */
const MIDDLE = 1_000_000_000

/**
 * The number of the first row: rows keep theirs when others come or go before them, so that nothing moves under the
 * reader's eyes. Only who stands at the top sees what is new.
 */
function useFirstIndex(rows: readonly TimelineRow[], stretch: number, atTop: React.RefObject<boolean>): number {
  const isNewest = useTimeline((state) => state.newer === null)
  const [known, setKnown] = useState({ rows, stretch, isNewest, first: MIDDLE })
  if (known.rows === rows && known.stretch === stretch) return known.first
  const follows = known.isNewest && atTop.current
  const first = known.stretch !== stretch ? MIDDLE : follows ? known.first : known.first + shiftOf(known.rows, rows)
  setKnown({ rows, stretch, isNewest, first })
  return first
}

/** By how much what both have stands farther down in the one before. */
function shiftOf(before: readonly TimelineRow[], now: readonly TimelineRow[]): number {
  const places = new Map(before.map(({ kind, id }, at) => [kind + id, at]))
  // A day's heading stands over whatever of the day is there.
  const at = now.findIndex(({ kind, id }) => kind !== 'day' && places.has(kind + id))
  const row = now[at]
  return row === undefined ? 0 : (places.get(row.kind + row.id) ?? 0) - at
}

/** What is cut by the end of a page is shown with the next one: a row that is there stays what it is. */
function wholeGroups(commits: readonly Commit[], next: string | null): readonly Group[] {
  const groups = groupCommits(commits)
  return groups.length > 1 && next === commits.at(-1)?.id ? groups.slice(0, -1) : groups
}

/** Today's turns stand open, and the one with the selected point, until the reader wants it otherwise. */
const openByItself = (group: Group, selected: string | undefined): boolean =>
  daysAgo(group.commits[0]?.time ?? '') === 0 || group.commits.some(({ id }) => id === selected)

interface RowProps {
  readonly row: TimelineRow
  readonly stop: boolean
  readonly selected: boolean
  readonly onClick: () => void
  readonly onDrawn: (row: HTMLElement | null) => void
}

function Row({ row, stop, selected, onClick, onDrawn }: RowProps) {
  switch (row.kind) {
    case 'day':
      return (
        <div className="day" role="presentation">
          {row.name}
        </div>
      )
    case 'group':
      return <GroupRow group={row.group} open={row.open} stop={stop} onClick={onClick} onDrawn={onDrawn} />
    case 'entry':
      return (
        <EntryRow
          commit={row.commit}
          last={row.last}
          stop={stop}
          selected={selected}
          onClick={onClick}
          onDrawn={onDrawn}
        />
      )
  }
}

function GroupRow({
  group,
  open,
  stop,
  onClick,
  onDrawn,
}: Pick<RowProps, 'stop' | 'onClick' | 'onDrawn'> & { readonly group: Group; readonly open: boolean }) {
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
    group.commits.length === 1 && newest.changeCount === 1
      ? `${deedOf(newest).word.toLowerCase()} ${file.slice(file.lastIndexOf('/') + 1)}`
      : changes(group.commits.length)
  const Chevron = open ? ChevronDown : ChevronRight
  const at = clock(newest.time)
  return (
    <div
      className="gh"
      ref={onDrawn}
      role="treeitem"
      aria-level={1}
      aria-expanded={open}
      aria-label={[name, sub, changes(group.commits.length), at].filter(Boolean).join(', ')}
      tabIndex={stop ? 0 : -1}
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

function EntryRow({
  commit,
  last,
  stop,
  selected,
  onClick,
  onDrawn,
}: Omit<RowProps, 'row'> & { readonly commit: Commit; readonly last: boolean }) {
  const undone = useUndoneBy(commit) !== null
  const undoes = useUndoes((state) => state.undoes)
  const redo = commit.origin.undoes?.some((id) => undoes.has(id)) ?? false
  const { word, icon: Icon } = deedOf(commit, redo)
  const [first] = commit.changes
  const count = commit.changeCount
  const counted = plural(count, { one: '# file', other: '# files' })
  const about = count > 1 ? counted : pathLabel(mainPath(commit))
  const redacted = useRedacted(commit)
  const names = ['en', commit.origin.actor === 'outside' && 'outside', undone && 'undone'].filter(Boolean).join(' ')
  return (
    <div className={last ? 'en-in last' : 'en-in'} role="none">
      <div
        className={names}
        ref={onDrawn}
        role="treeitem"
        aria-level={2}
        aria-selected={selected}
        aria-label={`${word} ${about}, ${clock(commit.time)}${undone ? `, ${t`undone`}` : ''}`}
        tabIndex={stop ? 0 : -1}
        data-row={commit.id}
        onClick={onClick}
      >
        <Icon className="i s" aria-hidden />
        <span className="vb">{word}</span>
        <span className="cut">
          {count > 1 ? (
            counted
          ) : first === undefined ? (
            <span className="meta">{commit.subject.slice(0, 300)}</span>
          ) : (
            <PathText path={first.change.path} />
          )}
        </span>
        {count === 1 && first !== undefined && <PlusMinus lines={first.lines} />}
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

/** Which restore points lie at these commits: named ones by name, those the store made itself as a quiet mark. */
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

import { t } from '@lingui/core/macro'
import { type ComponentProps, useMemo, useRef, useState } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import type { Commit } from '../../shared/commit.ts'
import { verbSentence } from '../format/verbs.ts'
import { entryMenu, groupMenu } from '../memory-parts/commit-menu.ts'
import { toggleMarks, useMarked } from '../state/marked-store.ts'
import { openCompare, openPoint } from '../state/routes.ts'
import { phraseIn } from '../state/timeline-filter.ts'
import { loadNewer, loadOlder, useTimeline } from '../state/timeline-store.ts'
import { useUndoneBy } from '../state/undone-store.ts'
import { ContextMenu, type ContextMenuPlace } from '../ui/ContextMenu.tsx'
import { PresentationalItem } from '../ui/PresentationalItem.tsx'
import { useContextMenu } from '../ui/use-context-menu.ts'
import { type Group, groupCommits, isOfJob, type TimelineRow, timelineRows } from './group.ts'
import { TimelineRowView } from './TimelineRows.tsx'
import { type RowFocus, useRowFocus } from './use-row-focus.ts'
import { useSource } from './use-source.ts'
import { useTimelineKeys } from './use-timeline-keys.ts'

function Tree(props: ComponentProps<'div'>) {
  return <div {...props} role="tree" aria-label={t`Changes, newest first`} />
}
const COMPONENTS = { List: Tree, Item: PresentationalItem }

interface TimelineListProps {
  readonly commits: readonly Commit[]
  readonly selected: string | undefined
  /** Whether the user chose it. */
  readonly isChosen: boolean
  /** The other point of a comparison. */
  readonly second: string | undefined
  /** While comparing, choosing an entry chooses the second point. */
  readonly comparing: boolean
  readonly onChoose: () => void
}

/**
 * Everything that happened, newest first: a row for each turn or occasion, and its commands below. Pages farther off
 * are loaded as the reader scrolls towards them.
 */
export function TimelineList({ commits, selected, isChosen, second, comparing, onChoose }: TimelineListProps) {
  const range = useTimeline((state) => state.range)
  const { rows, toggle } = useRows(commits, isChosen ? selected : undefined)
  const list = useRef<VirtuosoHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const visibleRows = useRef(1)
  const atTop = useRef(true)
  const first = useFirstIndex(rows, range.number, atTop)
  const point = rows.find((row) => isSelected(row, selected))?.id ?? selected
  const focus = useRowFocus({ rows, selected: point, list, box })
  const choose = (row: TimelineRow | undefined): void => {
    if (row?.kind === 'group') toggle(row)
    else if (row?.kind === 'entry' && comparing && selected !== undefined && row.id !== selected)
      openCompare(selected, row.commit.id)
    else if (row?.kind === 'entry') openPoint(row.commit.id)
    if (row?.kind === 'entry') onChoose()
  }
  useTimelineKeys({ rows, focus, box, visibleRows, onToggle: toggle, onChoose: choose, onMark: mark })
  const menu = useRowMenu(rows, focus)
  return (
    <div className="tl-list" ref={box} {...menu.handlers}>
      <Virtuoso
        key={range.number}
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
          visibleRows.current = Math.max(1, endIndex - startIndex - 1)
        }}
        increaseViewportBy={300}
        tabIndex={-1}
        initialTopMostItemIndex={initialItem(rows, range.from, isChosen ? point : undefined)}
        itemContent={(_, row) => (
          <TimelineRowView
            row={row}
            current={row === focus.current}
            selected={isSelected(row, selected, second)}
            hasMenu={row === menu.row}
            onClick={(event) => {
              focus.setCurrent(row)
              if (event.ctrlKey || event.metaKey) mark(row)
              else choose(row)
            }}
            onRendered={focus.onRendered}
          />
        )}
      />
      {menu.shown}
    </div>
  )
}

function mark(row: TimelineRow | undefined): void {
  if (row?.kind === 'group') toggleMarks(row.group.commits)
  else if (row?.kind === 'entry') toggleMarks([row.commit])
}

/** One menu for all rows, which come and go. Opening it chooses nothing: the row only becomes that of the keys. */
function useRowMenu(rows: readonly TimelineRow[], { setCurrent, goTo }: RowFocus) {
  const { opened, close, handlers } = useContextMenu((element) => {
    const head = element.closest<HTMLElement>('[data-row]')
    const row = head === null ? undefined : rows.find(({ id }) => id === head.dataset['row'])
    if (head === null || row === undefined) return null
    setCurrent(row)
    return { of: row.id, head }
  })
  const row = opened === null ? undefined : rows.find(({ id }) => id === opened.of)
  const shown = opened !== null && row !== undefined && (
    <RowMenu row={row} place={opened.place} onClose={close} returnFocus={() => goTo(row)} />
  )
  return { row, shown, handlers }
}

/** The rows of the list, and opening or closing a group. */
function useRows(commits: readonly Commit[], chosen: string | undefined) {
  const next = useTimeline((state) => state.next)
  // What was searched for is in the entries.
  const isSearch = useTimeline(({ filter }) => phraseIn(filter) !== '')
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const groups = useMemo(() => wholeGroups(commits, next), [commits, next])
  const rows = useMemo(
    () => timelineRows(groups, (group) => toggled.get(group.id) ?? (isSearch || isOpenByDefault(group, chosen))),
    [groups, toggled, chosen, isSearch],
  )
  const toggle = (row: Extract<TimelineRow, { kind: 'group' }>): void =>
    setToggled((before) => new Map(before).set(row.id, !row.open))
  return { rows, toggle }
}

/** Leaves out the last group while the next page may continue it, so that a row never changes once shown. */
function wholeGroups(commits: readonly Commit[], next: string | null): readonly Group[] {
  const groups = groupCommits(commits)
  return groups.length > 1 && next === commits.at(-1)?.id ? groups.slice(0, -1) : groups
}

/** Groups are open until the user closes them; those of a job only where they have the chosen point. */
const isOpenByDefault = (group: Group, chosen: string | undefined): boolean =>
  !isOfJob(group) || group.commits.some(({ id }) => id === chosen)

/** A closed group stands for the commit in it. */
function isSelected(row: TimelineRow, ...selected: readonly (string | undefined)[]): boolean {
  if (row.kind === 'entry') return selected.includes(row.id)
  return row.kind === 'group' && !row.open && row.group.commits.some(({ id }) => selected.includes(id))
}

/** Where a new list starts: at the end it was read from, else centred on the selected point. */
function initialItem(rows: readonly TimelineRow[], from: 'newest' | 'oldest', selected: string | undefined) {
  if (from === 'oldest') return { index: rows.length - 1, align: 'end' as const }
  const index = rows.findIndex(({ id }) => id === selected)
  return { index: Math.max(0, index), align: 'center' as const }
}

interface RowMenuProps {
  readonly place: ContextMenuPlace
  readonly onClose: () => void
  readonly returnFocus: () => void
}

/** The menu of a row: of its change, or of all changes of its group. */
function RowMenu({ row, ...props }: RowMenuProps & { readonly row: TimelineRow }) {
  if (row.kind === 'entry') return <EntryMenu commit={row.commit} {...props} />
  const [newest] = row.kind === 'group' ? row.group.commits : []
  return row.kind === 'group' && newest !== undefined ? (
    <GroupMenu commits={row.group.commits} newest={newest} {...props} />
  ) : null
}

function EntryMenu({ commit, ...props }: RowMenuProps & { readonly commit: Commit }) {
  const undoneBy = useUndoneBy(commit)
  const picked = useMarked(({ marked }) => marked.has(commit.id))
  const title = verbSentence(commit)
  return <ContextMenu {...props} name={t`Menu for “${title}”`} items={entryMenu(commit, undoneBy, picked)} />
}

interface GroupMenuProps extends RowMenuProps {
  readonly commits: readonly Commit[]
  readonly newest: Commit
}

function GroupMenu({ commits, newest, ...props }: GroupMenuProps) {
  const { name: title } = useSource(newest)
  const picked = useMarked(({ marked }) => commits.every(({ id, changeCount }) => changeCount === 0 || marked.has(id)))
  return <ContextMenu {...props} name={t`Menu for “${title}”`} items={groupMenu(commits, picked)} />
}

/** Leaves room for any number of rows to be added before the first. */
const START_INDEX = 1_000_000_000

/**
 * The index of the first row. Rows keep their index when others are added or dropped before them, so that nothing moves
 * while it is read. Only a reader at the very top sees new rows appear.
 */
function useFirstIndex(rows: readonly TimelineRow[], range: number, atTop: React.RefObject<boolean>): number {
  const isNewest = useTimeline((state) => state.newer === null)
  const [known, setKnown] = useState({ rows, range, isNewest, first: START_INDEX })
  if (known.rows === rows && known.range === range) return known.first
  const follows = known.isNewest && atTop.current
  const first = known.range !== range ? START_INDEX : follows ? known.first : known.first + shiftOf(known.rows, rows)
  setKnown({ rows, range, isNewest, first })
  return first
}

/** How far the rows in both lists moved up from `before` to `now`. */
function shiftOf(before: readonly TimelineRow[], now: readonly TimelineRow[]): number {
  const indexes = new Map(before.map(({ kind, id }, at) => [kind + id, at]))
  // A day's heading is no anchor: it stays above whichever of the day's groups are listed.
  const at = now.findIndex(({ kind, id }) => kind !== 'day' && indexes.has(kind + id))
  const row = now[at]
  return row === undefined ? 0 : (indexes.get(row.kind + row.id) ?? 0) - at
}

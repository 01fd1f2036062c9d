import { ChevronDown, ChevronRight } from 'lucide-react'
import type { Commit } from '../../shared/commit.ts'
import { changes } from '../format/counts.ts'
import { factsText } from '../format/language.ts'
import { clock } from '../format/time.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { useMarked } from '../state/marked-store.ts'
import { EntryRow, type RowProps } from './EntryRow.tsx'
import type { Group, TimelineRow } from './group.ts'
import { PointMarks } from './PointMarks.tsx'
import { useSource } from './use-source.ts'

interface TimelineRowProps extends RowProps {
  readonly row: TimelineRow
  readonly selected: boolean
}

/** A day's heading, a group, or one of a group's commits. */
export function TimelineRowView({ row, selected, ...props }: TimelineRowProps) {
  switch (row.kind) {
    case 'day':
      return (
        <div className="day" role="presentation">
          {row.name}
        </div>
      )
    case 'group':
      return <GroupRow group={row.group} open={row.open} selected={selected} {...props} />
    case 'entry':
      return (
        <EntryRow
          commit={row.commit}
          last={row.last}
          alone={row.alone}
          timeAbove={row.alone ? null : clock(row.group.commits[0]?.time ?? '')}
          selected={selected}
          {...props}
        />
      )
  }
}

interface GroupRowProps extends RowProps {
  readonly group: Group
  readonly selected: boolean
  readonly open: boolean
}

function GroupRow(props: GroupRowProps) {
  const [newest] = props.group.commits
  return newest === undefined ? null : <GroupHeading newest={newest} {...props} />
}

function GroupHeading({
  group,
  newest,
  open,
  selected,
  current,
  hasMenu,
  onClick,
  onRendered,
}: GroupRowProps & { readonly newest: Commit }) {
  const { name } = useSource(newest)
  const picked = useMarked(({ marked }) => group.commits.filter(({ id }) => marked.has(id)).length)
  const Chevron = open ? ChevronDown : ChevronRight
  const at = clock(newest.time)
  const sum = changes(group.commits.length)
  const names = ['gh', hasMenu && 'has-menu', picked > 0 && !open && 'marked'].filter(Boolean).join(' ')
  return (
    <div
      className={names}
      ref={onRendered}
      role="treeitem"
      aria-level={1}
      aria-expanded={open}
      aria-selected={selected || undefined}
      aria-checked={picked === 0 ? undefined : picked < group.commits.length ? 'mixed' : true}
      tabIndex={current ? 0 : -1}
      data-row={group.id}
      onClick={onClick}
    >
      <span className="vh">{factsText([name, sum, at])}</span>
      <span className="contents" aria-hidden>
        <Chevron className="i xs" />
        <ActorBadge actor={newest.origin.actor} silent />
        <span className="name cut fit" title={name}>
          {name}
        </span>
        <span className="sum">{sum}</span>
        <span className="grow" />
        {!open && <PointMarks commits={group.commits} short />}
        <span className="tm num">{at}</span>
      </span>
    </div>
  )
}

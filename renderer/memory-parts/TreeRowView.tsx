import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  ChevronDown,
  ChevronRight,
  CircleQuestionMark,
  EyeOff,
  Lock,
  PencilLine,
  Pin,
  RectangleEllipsis,
} from 'lucide-react'
import { memo, type RefCallback } from 'react'
import { shownName } from '../../shared/invisible.ts'
import type { WriteRuleKind } from '../../shared/write-rules.ts'
import { comma, factsText } from '../format/language.ts'
import { shortSize, size } from '../format/sizes.ts'
import { ruleKindName } from '../format/write-rule-words.ts'
import { tooltip } from '../ui/Tooltip.tsx'
import { actorName, ActorBadge } from './ActorBadge.tsx'
import { NameText } from './PathText.tsx'
import type { TreeRow } from './tree-rows.ts'

interface RowProps {
  readonly row: TreeRow
  readonly id: string
  readonly selected: boolean
  readonly opened: boolean
  /** For the row on which the keys act. */
  readonly activeRef: RefCallback<HTMLElement> | undefined
  readonly draggable: boolean
  /** What is dragged would go into this folder. */
  readonly dropHere: boolean
  /** Its menu is open. */
  readonly hasMenu: boolean
  readonly changed: boolean
  readonly unsaved: boolean
  readonly pinned: boolean
  readonly withheld: boolean
  readonly differs: boolean
  /** What a rule for agents does there. */
  readonly ruled: WriteRuleKind | null
  /** Whether its author is marked. */
  readonly authored: boolean
}

/** A folder or a file of the tree. */
export const TreeRowView = memo(function TreeRowView(props: RowProps) {
  const { row, id, activeRef } = props
  const level = [
    `l${Math.min(row.level, 4)}`,
    activeRef !== undefined && 'active',
    props.dropHere && 'drop-here',
    props.hasMenu && 'has-menu',
  ]
    .filter(Boolean)
    .join(' ')
  const common = {
    role: 'treeitem',
    ref: activeRef,
    id,
    'data-path': row.path,
    'aria-level': row.level + 1,
    'aria-posinset': row.place,
    'aria-setsize': row.of,
    draggable: props.draggable,
    'aria-selected': props.selected,
  }
  if (row.kind === 'folder') {
    const Chevron = row.open ? ChevronDown : ChevronRight
    return (
      <div {...common} className={`dir ${level}`} aria-expanded={row.open}>
        <Chevron className="i xs" aria-hidden />
        <span className="nm cut" title={shownName(row.path)}>
          <NameText name={row.name} />
          {props.changed && <i className="dot" />}
        </span>
        {row.empty && (
          <span className="meta" {...tooltip(t`The folder is saved once it contains a file.`)}>
            <Trans>empty</Trans>
          </span>
        )}
      </div>
    )
  }
  const { blob, last } = row.file
  return (
    <div {...common} className={level} aria-current={props.opened ? 'page' : undefined}>
      <span className="nm cut" title={shownName(row.path)}>
        <NameText name={row.name} />
        {props.changed && <i className="dot" />}
      </span>
      <span className="vh">
        {comma()}
        {factsText(facts(row, props))}
      </span>
      <span className="contents" aria-hidden>
        <span className="sz">{shortSize(blob.size)}</span>
        <FileMarks {...props} />
        {last !== null && props.authored && <ActorBadge actor={last.actor} small silent />}
      </span>
    </div>
  )
})

/** “For agents: locked” */
function forAgents(kind: WriteRuleKind): string {
  const name = ruleKindName(kind)
  return t`For agents: ${name}`
}

type Marks = Pick<RowProps, 'changed' | 'unsaved' | 'pinned' | 'withheld' | 'differs' | 'ruled'>

/** Size, author and what the marks of a file's row mean. */
function facts(
  { file: { blob, last } }: Extract<TreeRow, { kind: 'file' }>,
  { changed, unsaved, pinned, withheld, differs, ruled }: Marks,
): readonly (string | false)[] {
  return [
    size(blob.size),
    last !== null && actorName(last.actor),
    changed && t`changed in this conversation`,
    unsaved && t`not saved`,
    pinned && t`pinned`,
    ruled !== null && forAgents(ruled),
    withheld && t`withheld from history`,
    differs && t`changed or deleted since then`,
  ]
}

function FileMarks({ unsaved, withheld, differs, pinned, ruled }: Marks) {
  const RuleIcon = ruled === 'hide' ? EyeOff : ruled === 'ask' ? CircleQuestionMark : Lock
  return (
    <>
      {unsaved && (
        <span className="b" {...tooltip(t`not saved`)}>
          <PencilLine className="i xs" aria-hidden />
        </span>
      )}
      {withheld && (
        <span className="b out" {...tooltip(t`withheld from history`)}>
          <RectangleEllipsis className="i xs" aria-hidden />
        </span>
      )}
      {differs && (
        <span className="b other" {...tooltip(t`changed or deleted since then`)}>
          ~
        </span>
      )}
      {ruled !== null && (
        <span className="b pin" {...tooltip(forAgents(ruled))}>
          <RuleIcon className="i xs" aria-hidden />
        </span>
      )}
      {pinned && (
        <span className="b pin" {...tooltip(t`pinned`)}>
          <Pin className="i xs" aria-hidden />
        </span>
      )}
    </>
  )
}

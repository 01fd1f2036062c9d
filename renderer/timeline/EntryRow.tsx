import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type Commit, personOf } from '../../shared/commit.ts'
import { isUntrusted } from '../../shared/origin.ts'
import { factsText } from '../format/language.ts'
import { clock } from '../format/time.ts'
import { filesIn, folderTarget, mainPathText, undoneCommit, verbLabel, verbSentence } from '../format/verbs.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { QuotedLine } from '../memory-parts/ChangedQuote.tsx'
import { FlagBadges, useFlagWords } from '../memory-parts/FlagBadges.tsx'
import { LineageMark, lineageName } from '../memory-parts/LineageMark.tsx'
import { useRedacted } from '../memory-parts/use-redacted.ts'
import { useMarked } from '../state/marked-store.ts'
import { phraseIn } from '../state/timeline-filter.ts'
import { useTimeline } from '../state/timeline-store.ts'
import { useUndoneBy, useUndoes } from '../state/undone-store.ts'
import { isRedo } from '../state/undone.ts'
import { EntryMessage } from './EntryMessage.tsx'
import { PointMarks } from './PointMarks.tsx'
import { useSource } from './use-source.ts'

/** What every row of the list gets. */
export interface RowProps {
  /** The row in the tab order. */
  readonly current: boolean
  /** Its menu is open. */
  readonly hasMenu: boolean
  readonly onClick: (event: React.MouseEvent) => void
  readonly onRendered: (row: HTMLElement | null) => void
}

interface EntryRowProps extends RowProps {
  readonly selected: boolean
  readonly commit: Commit
  readonly last: boolean
  /** The only commit of its group. */
  readonly alone: boolean
  /** When the row above says it has happened; the same minute is not said twice. */
  readonly timeAbove: string | null
}

interface Said {
  readonly redo: boolean
  readonly source: readonly string[]
  readonly undone: boolean
  readonly isFirst: boolean
}

/** What a commit did, as a screen reader says it. */
function deedOf(commit: Commit, redo = false): string {
  const { word } = verbLabel(commit, redo)
  const undone = undoneCommit(commit, redo)
  if (undone !== null) return `${word} ${deedOf(undone)}`
  if (folderTarget(commit) !== null) return `${word} ${factsText([mainPathText(commit), filesIn(commit)])}`
  return commit.changeCount > 1 ? `${word} ${filesIn(commit)}` : verbSentence(commit)
}

/** The row as a screen reader says it. */
function labelOf(commit: Commit, { redo, source, undone, isFirst }: Said): string {
  const lineage = commit.origin.lineage
  return factsText([
    deedOf(commit, redo),
    ...source,
    clock(commit.time),
    ...(isUntrusted(lineage) ? [lineageName(lineage)] : []),
    ...(undone ? [t`undone`] : []),
    ...(isFirst ? [t`first written here`] : []),
  ])
}

/** Whether the mark of the actor says all there is about who made a commit. */
function isToldByMark(commit: Commit): boolean {
  const { conversation, client } = commit.origin
  return conversation === undefined && client === undefined && personOf(commit) === null
}

/** One commit: below its group, or alone with who made it. */
export function EntryRow({ commit, last, alone, timeAbove, selected, ...props }: EntryRowProps) {
  const { current, hasMenu, onClick, onRendered } = props
  const undone = useUndoneBy(commit) !== null
  const undoes = useUndoes((state) => state.undoes)
  const redo = isRedo(undoes, commit)
  const { name, sub } = useSource(commit)
  const isFirst = useTimeline(({ first }) => first?.id === commit.id)
  const flags = useFlagWords(commit)
  const label = labelOf(commit, { redo, isFirst, undone, source: [...(alone ? [name, sub] : []), ...flags] })
  const marked = useMarked((state) => state.marked.has(commit.id))
  const names = ['en', hasMenu && 'has-menu', marked && 'marked', undone && 'undone'].filter(Boolean).join(' ')
  const outer = alone ? 'en-in alone' : last ? 'en-in last' : 'en-in'
  return (
    <div className={outer} role="none">
      <div
        className={names}
        ref={onRendered}
        role="treeitem"
        aria-level={alone ? 1 : 2}
        aria-selected={selected}
        aria-checked={marked || undefined}
        aria-describedby={`said-${commit.id}`}
        tabIndex={current ? 0 : -1}
        data-row={commit.id}
        onClick={onClick}
      >
        <span className="vh">{label}</span>
        <span className="contents" aria-hidden>
          {alone && <ActorBadge actor={commit.origin.actor} silent />}
          <EntryMessage commit={commit} redo={redo} />
          <Badges commit={commit} isUndone={undone} isFirst={isFirst} />
          {alone && !isToldByMark(commit) && <span className="en-by cut">{name}</span>}
          <PointMarks commits={[commit]} />
          <span className="tm num">{timeAbove !== clock(commit.time) && clock(commit.time)}</span>
          <FoundLines commit={commit} />
        </span>
      </div>
    </div>
  )
}

interface BadgesProps {
  readonly commit: Commit
  readonly isUndone: boolean
  readonly isFirst: boolean
}

function Badges({ commit, isUndone, isFirst }: BadgesProps) {
  const redacted = useRedacted(commit)
  const lineage = commit.origin.lineage
  return (
    <>
      {isUntrusted(lineage) && commit.origin.actor !== 'outside' && <LineageMark lineage={lineage} />}
      <FlagBadges commit={commit} />
      {isFirst && (
        <span className="badge agent">
          <Trans>first written here</Trans>
        </span>
      )}
      {isUndone && (
        <span className="badge">
          <Trans>undone</Trans>
        </span>
      )}
      {redacted > 0 && (
        <span className="badge redacted">{plural(redacted, { one: '# redacted', other: '# redacted' })}</span>
      )}
    </>
  )
}

/** The changed lines that were searched for. */
function FoundLines({ commit }: { readonly commit: Commit }) {
  const found = useTimeline((state) => state.found.get(commit.id))
  const phrase = useTimeline(({ filter }) => phraseIn(filter))
  if (found === undefined) return null
  const more = found.count - found.lines.length
  return (
    <span className="en-found">
      {found.lines.map(({ kind, text }, at) => (
        <QuotedLine key={at} kind={kind} text={text.trim()} phrase={phrase} />
      ))}
      {more > 0 && <span className="meta">{plural(more, { one: 'and # more line', other: 'and # more lines' })}</span>}
    </span>
  )
}

import { t, plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight, Ellipsis, Redo2, Undo2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { type Commit, type CountedChange, nameOf } from '../../shared/commit.ts'
import { changes as changesWord } from '../format/counts.ts'
import { factsText } from '../format/language.ts'
import { clock, when } from '../format/time.ts'
import { filesIn, folderTarget, verbLabel, verbSentence } from '../format/verbs.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { cardMenu, undoOrRedo } from '../memory-parts/commit-menu.ts'
import { useFlagWords } from '../memory-parts/FlagBadges.tsx'
import { MainPath, PathText } from '../memory-parts/PathText.tsx'
import { countWords, PlusMinus } from '../memory-parts/PlusMinus.tsx'
import { useRedacted } from '../memory-parts/use-redacted.ts'
import { useReview } from '../state/review-store.ts'
import { openPoint } from '../state/routes.ts'
import { willLeadTo } from '../state/undo-flow.ts'
import { useUndoes, useUndoneBy } from '../state/undone-store.ts'
import { undoneBy } from '../state/undone.ts'
import { Diff } from '../text/Diff.tsx'
import { OpenMarks, originalOf } from '../text/OpenableMark.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { ContextMenu } from '../ui/ContextMenu.tsx'
import { inField } from '../ui/keys.ts'
import { Menu } from '../ui/Menu.tsx'
import { tooltip } from '../ui/Tooltip.tsx'
import { useContextMenu } from '../ui/use-context-menu.ts'
import { type FileCommits, netOf } from './group-cards.ts'

const MAX_DIFF_ROWS = 16
const MAX_FILES_SHOWN = 20

interface MemoryCardProps {
  /** What the card shows as one change, oldest first. */
  readonly commits: FileCommits
  /** The message it answers was redacted before it was sent. */
  readonly wasSentRedacted: boolean
}

/** What the agent did to one file in a turn: a card, which opens to the single commands if there are several. */
export function MemoryCard({ commits, wasSentRedacted }: MemoryCardProps) {
  const undoings = useUndoes(
    ({ undoes }) => new Set(commits.map(({ variorumId }) => undoneBy(undoes, variorumId))).size,
  )
  const [isSplit, setSplit] = useState(false)
  const isPartlyUndone = undoings > 1
  const single = commits.map((commit) => <Card key={commit.id} commits={[commit]} wasSentRedacted={wasSentRedacted} />)
  if (commits.length === 1 || isPartlyUndone) return single
  return (
    <>
      <Card
        commits={commits}
        wasSentRedacted={wasSentRedacted}
        split={{ isOpen: isSplit, toggle: () => setSplit(!isSplit) }}
      />
      {isSplit && <div className="single-cards stack">{single}</div>}
    </>
  )
}

/** Shows the single commands instead of what they changed together. */
interface Split {
  readonly isOpen: boolean
  readonly toggle: () => void
}

interface CardProps extends MemoryCardProps {
  readonly split?: Split
}

function SplitButton({ isOpen, toggle, commits }: Split & { readonly commits: number }) {
  return (
    <button type="button" className="looked" aria-expanded={isOpen} onClick={toggle}>
      {changesWord(commits)}
      <ChevronRight className="i xs chev" aria-hidden />
    </button>
  )
}

/** Who, verb, path, what changed, Undo. */
function Card({ commits, wasSentRedacted, split }: CardProps) {
  const commit = useMemo(() => netOf(commits), [commits])
  const undoing = useUndoneBy(commit)
  const redacted = useRedacted(commit)
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const title = verbSentence(commit)
  const card = useRef<HTMLElement>(null)
  const menu = useContextMenu((element) => ({
    of: commit,
    head: element.closest('article')?.firstElementChild ?? element,
  }))
  const items = cardMenu(commits, commit, undoing)
  const press = async (): Promise<void> => {
    setBusy(true)
    await undoOrRedo(commits, undoing)
    setBusy(false)
  }
  const onKey = (event: React.KeyboardEvent): void => {
    menu.handlers.onKeyDown(event)
    pressKey(event, {
      u: () => void press(),
      d: () => setOpen(!open),
      g: () => openPoint((commits.at(-1) ?? commit).id),
    })
  }
  return (
    <article
      ref={card}
      className={undoing === null ? 'card' : 'card undone'}
      tabIndex={0}
      aria-label={factsText([title, countsOf(commit), undoing !== null && t`undone`])}
      {...menu.handlers}
      onKeyDown={onKey}
    >
      <div className="ch">
        <CardTitle commit={commit} undone={undoing !== null} redacted={redacted} />
        {split !== undefined && <SplitButton {...split} commits={commits.length} />}
        <span className="grow" />
        <span className="meta num hide-n">{clock(commit.time)}</span>
        <Menu trigger={<IconButton icon={Ellipsis} small name={t`More actions for this change`} />} items={items} />
        <UndoButton commit={commit} isUndone={undoing !== null} busy={busy} onPress={() => void press()} />
      </div>
      {open && split?.isOpen !== true && <CardBody commit={commit} undone={undoing !== null} />}
      {undoing === null && commits.map((each) => <Notes key={each.id} commit={each} />)}
      {redacted > 0 && commit.origin.actor === 'agent' && <RedactedNote wasSentRedacted={wasSentRedacted} />}
      <ContextMenu
        place={menu.opened?.place ?? null}
        name={t`Menu for “${title}”`}
        items={items}
        onClose={menu.close}
        returnFocus={() => card.current?.focus()}
      />
    </article>
  )
}

/** Does what a single letter stands for, outside text fields. */
function pressKey(event: React.KeyboardEvent, actions: Readonly<Record<string, () => void>>): void {
  if (event.metaKey || event.ctrlKey || event.altKey || inField(event.target)) return
  const action = actions[event.key.toLowerCase()]
  if (action === undefined) return
  event.preventDefault()
  action()
}

/** What the user may not want of one change. */
function Notes({ commit }: { readonly commit: Commit }) {
  return (
    <>
      <ReturnedNote commit={commit} />
      <FlagNote commit={commit} />
    </>
  )
}

/** How much a commit changed, as a screen reader says it. */
function countsOf(commit: Commit): string {
  const single = singleChange(commit)
  if (single !== undefined) return single.lines ? countWords(single.lines) : ''
  return commit.changeCount === 0 ? '' : filesIn(commit)
}

/** Where what was left out of the memory is, and is not. */
function RedactedNote({ wasSentRedacted }: Pick<MemoryCardProps, 'wasSentRedacted'>) {
  return (
    <div className="cf">
      {wasSentRedacted ? (
        <Trans>
          Your message was redacted before sending: the original text is in neither the memory nor this conversation.
        </Trans>
      ) : (
        <Trans>
          What was redacted wasn’t saved to the memory, but the model has seen it, and this conversation may still
          contain it. If it’s a key or password, change it.
        </Trans>
      )}
    </div>
  )
}

interface UndoButtonProps {
  readonly commit: Commit
  readonly isUndone: boolean
  readonly busy: boolean
  readonly onPress: () => void
}

/** Undo, or Redo; its tooltip says what it leads to. */
function UndoButton({ commit, isUndone, busy, onPress }: UndoButtonProps) {
  return (
    <Button
      variant="q"
      small
      icon={isUndone ? Redo2 : Undo2}
      busy={busy}
      {...tooltip(willLeadTo(commit, isUndone))}
      onClick={onPress}
    >
      {isUndone ? t`Redo` : t`Undo`}
    </Button>
  )
}

/** What the agent did to a job's checklist that the user may not want. */
function FlagNote({ commit }: { readonly commit: Commit }) {
  const words = useFlagWords(commit)
  return words.length === 0 ? null : <div className="cf wait">{words.join(' · ')}</div>
}

/** A line that the user removed before is back. */
function ReturnedNote({ commit }: { readonly commit: Commit }) {
  const rejectedAt = useReview(({ returned }) => returned.get(nameOf(commit)))
  if (rejectedAt === undefined) return null
  const then = when(rejectedAt)
  return <div className="cf wait">{t`A line you removed ${then} is back. The agent was told.`}</div>
}

/** The one file a commit changed; a folder is shown as such, whatever it held. */
const singleChange = (commit: Commit): CountedChange | undefined =>
  commit.changeCount === 1 && folderTarget(commit) === null ? commit.changes[0] : undefined

interface CardTitleProps {
  readonly commit: Commit
  readonly undone: boolean
  readonly redacted: number
}

function CardTitle({ commit, undone, redacted }: CardTitleProps) {
  const single = singleChange(commit)
  const folder = folderTarget(commit)
  return (
    <>
      <ActorBadge actor={commit.origin.actor} />
      <span className="vb">{verbLabel(commit).word}</span>
      <span className="cut fit">
        {folder === null && commit.changeCount > 1 ? filesIn(commit) : <MainPath commit={commit} />}
      </span>
      {folder !== null && <span className="meta num">{filesIn(commit)}</span>}
      {undone ? (
        <span className="badge">
          <Trans>undone</Trans>
        </span>
      ) : (
        single !== undefined && <PlusMinus lines={single.lines} />
      )}
      {redacted > 0 && (
        <span className="badge redacted" {...tooltip(t`Redacted before saving`)}>
          {plural(redacted, { one: '# redacted', other: '# redacted' })}
        </span>
      )}
    </>
  )
}

function CardBody({ commit, undone }: { readonly commit: Commit; readonly undone: boolean }) {
  const [only] = commit.changes
  if (only === undefined)
    return (
      <div className="cb">
        <p className="diff-note">
          {folderTarget(commit) === null ? (
            <Trans>Nothing in the memory changed.</Trans>
          ) : (
            <Trans>The folder was empty, so no file changed.</Trans>
          )}
        </p>
      </div>
    )
  if (singleChange(commit) === undefined) {
    const more = commit.changeCount - commit.changes.length
    return (
      <ul className="cb files">
        {commit.changes.slice(0, MAX_FILES_SHOWN).map(({ change, lines }) => (
          <li key={change.path}>
            <span className="cut fit">
              <PathText path={change.path} />
            </span>
            <PlusMinus lines={lines} />
          </li>
        ))}
        {more > 0 && <li className="meta">{plural(more, { one: 'and # more', other: 'and # more' })}</li>}
      </ul>
    )
  }
  if (only.change.from !== undefined && only.change.before?.id === only.change.after?.id) return null
  return (
    <div className="cb">
      <OpenMarks source={originalOf(commit)}>
        <Diff change={only.change} context={1} below={0} maxRows={MAX_DIFF_ROWS} undone={undone} />
      </OpenMarks>
    </div>
  )
}

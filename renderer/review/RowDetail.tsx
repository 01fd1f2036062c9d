import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CalendarClock, Check, Library, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { personOf } from '../../shared/commit.ts'
import type { ReviewLine } from '../../shared/review.ts'
import { dayToCome, when } from '../format/time.ts'
import { actorName } from '../memory-parts/ActorBadge.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { kindWord, quoteOf, reasonText } from '../memory-parts/review-words.ts'
import { keepRowUntil, usualDays } from '../state/keep-until.ts'
import type { ReviewRow } from '../state/review-rows.ts'
import { chatPath, filePath, pointPath } from '../state/routes.ts'
import { useStoreName } from '../state/stores-store.ts'
import { TextDiff } from '../text/Diff.tsx'
import { RedactableText } from '../text/RedactedText.tsx'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Menu } from '../ui/Menu.tsx'
import { openRow } from './use-queue.ts'
import { useRowTitle } from './use-row-title.ts'

interface RowDetailProps {
  readonly row: ReviewRow
  /** The list is of several stores. */
  readonly isOneOfMany: boolean
  readonly onSelect: (row: ReviewRow) => void
  readonly onKeep: () => void
  readonly onUndo: () => void
}

/** What a row stands for, in full, with the two ways on. */
export function RowDetail({ row, isOneOfMany, onSelect, onKeep, onUndo }: RowDetailProps) {
  const session = useRowTitle(row)
  return (
    <section className="det" aria-label={t`This change`} data-pane tabIndex={-1}>
      <div className="in2 scroll">
        {session !== null && <h2>{session}</h2>}
        {row.members === undefined ? (
          row.lines.map((each) => <LineChange key={each.id} line={each} isOnly={session === null} />)
        ) : (
          <Members rows={row.members} onSelect={onSelect} />
        )}
        <Source row={row} isOneOfMany={isOneOfMany} />
      </div>
      <div className="ab">
        <Button variant="pri" icon={Check} keys="enter" onClick={onKeep}>
          {session === null ? <Trans>Keep it</Trans> : <Trans>Keep all of it</Trans>}
        </Button>
        {row.store === null && <KeepUntil row={row} title={session} />}
        <Button icon={Undo2} keys="u" onClick={onUndo}>
          {session === null ? <Trans>Undo this change</Trans> : <Trans>Undo all of it</Trans>}
        </Button>
      </div>
    </section>
  )
}

/** Keeps it for a while only. */
function KeepUntil({ row, title }: { readonly row: ReviewRow; readonly title: string | null }) {
  const [open, setOpen] = useState(false)
  useKeys({ x: () => setOpen(true) })
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button icon={CalendarClock} keys="x">
          <Trans>Keep until…</Trans>
        </Button>
      }
      items={usualDays().map((day) => ({
        label: dayToCome(day),
        key: day.toISOString(),
        icon: CalendarClock,
        run: () => void keepRowUntil(row, day, title ?? quoteOf(row.lines[0])),
      }))}
    />
  )
}

/** All changes of a group, one line each. */
function Members({
  rows,
  onSelect,
}: {
  readonly rows: readonly ReviewRow[]
  readonly onSelect: (row: ReviewRow) => void
}) {
  return (
    <ul className="all-of" aria-label={t`Changes in this group`}>
      {rows.map((row) => {
        const [line] = row.lines
        const quote = quoteOf(line)
        return (
          <li key={row.id}>
            <button type="button" className="cut" onClick={() => onSelect(row)}>
              <i>{kindWord(line)}</i> <RedactableText text={quote} />
              {quote !== line.path && <small>{line.path}</small>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** One change: why it comes first, and what changed word by word. */
function LineChange({ line, isOnly }: { readonly line: ReviewLine; readonly isOnly: boolean }) {
  const { path } = line
  const [before, after] = [line.removed, line.added].map((lines) => lines.map(({ text }) => `${text}\n`).join(''))
  const Heading = isOnly ? 'h2' : 'h3'
  return (
    <>
      <Heading>
        {kindWord(line)} <PathText path={path} />
      </Heading>
      {line.reasons.length > 0 && (
        <ul className="why">
          {line.reasons.map((reason) => (
            <li key={reason}>{reasonText(reason, line)}</li>
          ))}
        </ul>
      )}
      {before === after ? (
        <p className="diff-note">
          {line.from === null ? (
            <Trans>Can’t show this: it isn’t text, or it’s too large.</Trans>
          ) : (
            t`${line.from} is now ${path}. Its contents are the same.`
          )}
        </p>
      ) : (
        <div className="colx">
          <TextDiff
            before={before ?? ''}
            after={after ?? ''}
            context={0}
            oldFrom={line.removed[0]?.number}
            nowFrom={line.added[0]?.number}
          />
        </div>
      )}
    </>
  )
}

/** Who did it, and where it comes from. */
function Source({ row, isOneOfMany }: Pick<RowDetailProps, 'row' | 'isOneOfMany'>) {
  const [{ by }] = row.lines
  const store = useStoreName(row.store)
  return (
    <dl className="two">
      {isOneOfMany && store !== null && (
        <>
          <dt>
            <Trans>Store</Trans>
          </dt>
          <dd>{store}</dd>
        </>
      )}
      <dt>
        <Trans>By</Trans>
      </dt>
      <dd>
        {(by.actor === 'outside' ? (personOf(by) ?? by.client) : by.client) ?? actorName(by.actor)}, {when(by.time)}
      </dd>
      {row.members === undefined && (
        <>
          <dt>
            <Trans>Where</Trans>
          </dt>
          <dd>{row.store === null ? <Places line={row.lines[0]} /> : <OpenStore row={row} />}</dd>
        </>
      )}
    </dl>
  )
}

function OpenStore({ row }: { readonly row: ReviewRow }) {
  const store = useStoreName(row.store)
  return (
    <Button variant="q" small icon={Library} onClick={() => openRow(row)}>
      {t`Open the file in “${store ?? ''}”`}
    </Button>
  )
}

function Places({ line: { by, path } }: { readonly line: ReviewLine }) {
  return (
    <>
      <a href={`#${filePath(path)}`}>
        <Trans>Open the file</Trans>
      </a>{' '}
      ·{' '}
      <a href={`#${pointPath(by.commit)}`}>
        <Trans>Show in the timeline</Trans>
      </a>
      {by.conversation !== null && (
        <>
          {' '}
          ·{' '}
          <a href={`#${chatPath(by.conversation)}`}>
            {by.turn === null ? <Trans>Open the conversation</Trans> : t`Turn ${by.turn} of the conversation`}
          </a>
        </>
      )}
    </>
  )
}

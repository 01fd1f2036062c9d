import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Review, ReviewLine } from '../../shared/review.ts'
import type { Waiting } from '../../shared/waiting.ts'
import { when } from '../format/time.ts'
import { EveryStoreChip } from '../memory-parts/EveryStoreChip.tsx'
import { reviewSummary } from '../memory-parts/review-words.ts'
import { UnlistedStores } from '../memory-parts/UnlistedStores.tsx'
import { countRows, type StoreReview } from '../state/review-rows.ts'
import { reviewQuery, useReview } from '../state/review-store.ts'
import { openReview } from '../state/routes.ts'
import { useEveryStore, useOtherStores } from '../state/stores-store.ts'
import { useShown } from '../state/use-query.ts'
import { Bar } from '../ui/Bar.tsx'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { AllWaiting } from './AllWaiting.tsx'
import { ImportPane } from './ImportPane.tsx'
import { ReviewRowItem } from './ReviewRowItem.tsx'
import { RowDetail } from './RowDetail.tsx'
import { StoppedPane } from './StoppedPane.tsx'
import { UndoPane } from './UndoPane.tsx'
import { useQueue } from './use-queue.ts'
import { WaitingElsewhere } from './WaitingElsewhere.tsx'
import { WritePane } from './WritePane.tsx'
import { WriterFilter, writerName } from './WriterFilter.tsx'

/** What waits for the user: undos to decide, and what changed since the last look, the doubtful first. */
export function ReviewView({ undo: undoId }: { readonly undo: string | undefined }) {
  useShown(reviewQuery)
  const { review, problem } = useReview()
  const everyStore = useEveryStore()
  const crumb = review === null || everyStore ? undefined : reviewSummary(review)
  return (
    <>
      <Bar title={t`Review`} crumb={crumb} panelName={null} />
      {review === null ? <Loading rows={8} problem={problem} /> : <Queue review={review} undoId={undoId} />}
    </>
  )
}

function Queue({ review, undoId }: { readonly review: Review; readonly undoId: string | undefined }) {
  const waiting = review.waiting.find(({ id }) => id === undoId)
  const list = useRef<HTMLUListElement>(null)
  const writer = useReview((state) => state.writer)
  const reviews = useReviews(review)
  const shown = writer === null ? reviews : reviews.map((each) => onlyBy(each, writer))
  const queue = useQueue(shown, undoId !== undefined, list)
  const everyStore = useEveryStore()
  const others = useReview((state) => state.others)
  const unread = useReview((state) => state.unread)
  const { selected, keep, undo } = queue
  const members = new Set(queue.rows.flatMap((row) => row.members ?? []))
  return (
    <div className="deck review">
      <main className="review-list scroll" aria-label={t`Review`} data-pane tabIndex={-1}>
        {review.waiting.length > 0 && <AllWaiting waiting={review.waiting} open={undoId} />}
        <section aria-label={t`Since you last looked`}>
          <SinceThen review={review} lines={reviews.flatMap(({ lines }) => lines)} />
          {(review.isCut || (everyStore && others.some(({ isCut }) => isCut))) && <CutNote />}
          <ul className="lst" ref={list}>
            {queue.rows.map((row) => (
              <ReviewRowItem
                key={row.id}
                row={row}
                isOneOfMany={everyStore}
                isSelected={row === selected}
                isMember={members.has(row)}
                onSelect={() => queue.select(row)}
                onKeep={() => keep(row)}
                onUndo={() => undo(row)}
              />
            ))}
          </ul>
          {everyStore && <WaitingElsewhere />}
          {everyStore && <UnlistedStores unread={unread} />}
          <ForAll count={countAll(shown)} hidden={queue.hidden} onKeep={queue.keepAll} onMore={queue.showMore} />
        </section>
      </main>
      <Decision waiting={waiting} isNamed={undoId !== undefined}>
        {selected !== undefined ? (
          <RowDetail
            row={selected}
            isOneOfMany={everyStore}
            onSelect={queue.select}
            onKeep={() => keep(selected)}
            onUndo={() => undo(selected)}
          />
        ) : countAll(shown) < countAll(reviews) ? (
          <NothingMore writer={writer} />
        ) : (
          <Nothing />
        )}
      </Decision>
    </div>
  )
}

interface DecisionProps {
  readonly waiting: Waiting | undefined
  /** The address names something that waits. */
  readonly isNamed: boolean
  /** What is shown if it does not. */
  readonly children: ReactNode
}

function Decision({ waiting, isNamed, children }: DecisionProps) {
  switch (waiting?.kind) {
    case 'undo':
      return <UndoPane key={waiting.id} waiting={waiting} />
    case 'write':
      return <WritePane key={waiting.id} waiting={waiting} />
    case 'import':
      return <ImportPane key={waiting.id} waiting={waiting} />
    case 'stopped':
      return <StoppedPane key={waiting.id} stopped={waiting} />
    default:
      return isNamed ? <NotWaiting /> : children
  }
}

function CutNote() {
  return (
    <p className="note">
      <Trans>There are too many changes to list. Only those in the newest 5,000 commits are shown.</Trans>
    </p>
  )
}

interface SinceThenProps {
  readonly review: Review
  readonly lines: readonly ReviewLine[]
}

/** The heading of what is new, and what of it is listed. */
function SinceThen({ review: { waiting, lookedAt }, lines }: SinceThenProps) {
  const writer = useReview((state) => state.writer)
  const everyStore = useEveryStore()
  return (
    <div className={waiting.length > 0 ? 'qh sec2' : 'qh'}>
      <h2>
        <Trans>Since you last looked</Trans>
      </h2>
      {lookedAt !== null && !everyStore && <p>{when(lookedAt)}</p>}
      <div className="row">
        <EveryStoreChip />
        <WriterFilter lines={lines} writer={writer} />
      </div>
    </div>
  )
}

/** Of the open store; while all are listed, of the other ones, too. */
function useReviews({ lines, total, until }: Review): readonly StoreReview[] {
  const others = useReview((state) => state.others)
  const listed = new Set<string | null>(useOtherStores().map(({ key }) => key))
  const everyStore = useEveryStore()
  const shown = everyStore ? others.filter(({ store }) => listed.has(store)) : []
  return [{ store: null, lines, total, until }, ...shown]
}

const countAll = (reviews: readonly StoreReview[]): number =>
  reviews.reduce((sum, review) => sum + countRows(review), 0)

function onlyBy(review: StoreReview, writer: string): StoreReview {
  const lines = review.lines.filter((line) => writerName(line) === writer)
  return { ...review, lines, total: lines.length }
}

interface ForAllProps {
  readonly count: number
  readonly hidden: number
  readonly onKeep: () => void
  readonly onMore: () => void
}

function ForAll({ count, hidden, onKeep, onMore }: ForAllProps) {
  if (count === 0) return null
  return (
    <div className="row all">
      {hidden > 0 && <Button onClick={onMore}>{plural(hidden, { one: 'Show # more', other: 'Show # more' })}</Button>}
      <Button keys="shift+enter" onClick={onKeep}>
        {plural(count, { one: 'Keep it', other: 'Keep all #' })}
      </Button>
      <span className="meta">
        <Trans>Keeping changes just marks them as seen. The memory doesn’t change.</Trans>
      </span>
    </div>
  )
}

/** A link to an undo that was decided since, or in another store. */
function NotWaiting() {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => pane.current?.focus(), [])
  return (
    <section className="det none" aria-label={t`Not waiting`} data-pane tabIndex={-1} ref={pane}>
      <div className="empty">
        <h2>
          <Trans>This undo is no longer waiting</Trans>
        </h2>
        <p>
          <Trans>
            This undo was completed or cancelled, or it belongs to another store. Opening the link changed nothing.
          </Trans>
        </p>
        <Button variant="pri" onClick={() => openReview()}>
          <Trans>Go to Review</Trans>
        </Button>
      </div>
    </section>
  )
}

/** Of the one whose changes are listed. */
function NothingMore({ writer }: { readonly writer: string | null }) {
  return (
    <section className="det none" aria-label={t`Nothing to review`} data-pane tabIndex={-1}>
      <div className="empty">
        <h2>
          <Trans>Nothing more by {writer}</Trans>
        </h2>
        <Button variant="pri" onClick={() => useReview.setState({ writer: null })}>
          <Trans>Show all changes</Trans>
        </Button>
      </div>
    </section>
  )
}

function Nothing() {
  return (
    <section className="det none" aria-label={t`Nothing to review`} data-pane tabIndex={-1}>
      <div className="empty">
        <h2>
          <Trans>You’ve seen everything</Trans>
        </h2>
        <p>
          <Trans>
            Changes by the agent, other programs and policies appear here, one per line, for you to keep or undo.
            Reviewing is optional: the memory works the same if you never look.
          </Trans>
        </p>
      </div>
    </section>
  )
}

import { t } from '@lingui/core/macro'
import type { Waiting } from '../../shared/waiting.ts'
import { api } from './api.ts'
import { warnOf } from './attempt.ts'
import { reviewQuery, useReview } from './review-store.ts'
import { openReview, reviewPath } from './routes.ts'
import { useStatusBar } from './status-bar-store.ts'
import { undoAtOnce } from './undo-flow.ts'
import { reportOutcome } from './write-outcome.ts'

export type StoppedWriter = Extract<Waiting, { readonly kind: 'stopped' }>

/** Keeps all that somebody did who was stopped, and saves what they want to write besides. They may go on. */
export async function keepStopped({ id }: StoppedWriter): Promise<void> {
  try {
    const outcome = await api.review.accept.mutate({ id })
    leave(id)
    if (outcome.kind === 'committed' || outcome.kind === 'nothing') useStatusBar.getState().say(t`Kept. It may go on.`)
    else reportOutcome(outcome)
  } catch (error) {
    warnOf(error)
  }
  await reviewQuery.now()
}

/** Undoes all of it, and saves none of what they want to write besides. They stay stopped until it is undone. */
export async function undoStopped({ id, commits }: StoppedWriter): Promise<void> {
  try {
    if (commits.length > 0 && !(await undoAtOnce(commits))) return
    await api.review.refuse.mutate({ id })
    leave(id)
    if (commits.length === 0) useStatusBar.getState().say(t`Not saved`)
  } catch (error) {
    warnOf(error)
  }
  await reviewQuery.now()
}

function leave(id: string): void {
  useReview.setState(({ review }) => ({
    review: review === null ? null : { ...review, waiting: review.waiting.filter((each) => each.id !== id) },
  }))
  if (window.location.hash === `#${reviewPath(id)}`) openReview()
}

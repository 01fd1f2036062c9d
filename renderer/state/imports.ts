import { t } from '@lingui/core/macro'
import type { ImportSelection } from '../../shared/import.ts'
import type { WaitingImport } from '../../shared/waiting.ts'
import { api } from './api.ts'
import { attempt } from './attempt.ts'
import { reviewQuery, useReview } from './review-store.ts'
import { openReview, reviewPath } from './routes.ts'
import { useStatusBar } from './status-bar-store.ts'
import { tellCommit } from './undo-flow.ts'
import { attemptWrite } from './write-outcome.ts'

/** Writes what the user took of an import. */
export async function saveImport({ id }: WaitingImport, imported: ImportSelection): Promise<void> {
  const saved = await attemptWrite(() => api.review.accept.mutate({ id, imported }))
  if (saved !== null) {
    leave(id)
    tellCommit(t`Imported`, saved.commit)
  }
  await reviewQuery.now()
}

export async function dropImport({ id }: WaitingImport): Promise<void> {
  if (!(await attempt(() => api.review.refuse.mutate({ id })))) return
  leave(id)
  useStatusBar.getState().say(t`Not imported`)
  await reviewQuery.now()
}

function leave(id: string): void {
  useReview.setState(({ review }) => ({
    review: review === null ? null : { ...review, waiting: review.waiting.filter((each) => each.id !== id) },
  }))
  if (window.location.hash === `#${reviewPath(id)}`) openReview()
}

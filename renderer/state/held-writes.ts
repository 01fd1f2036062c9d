import { plural, t } from '@lingui/core/macro'
import type { Acceptance } from '../../shared/waiting.ts'
import { api } from './api.ts'
import { attempt } from './attempt.ts'
import { loadAgain } from './chat-store.ts'
import { reviewQuery, useReview } from './review-store.ts'
import { openReview, reviewPath } from './routes.ts'
import { useStatusBar } from './status-bar-store.ts'
import { tellCommit } from './undo-flow.ts'
import { type WaitingWrite, writesAsListed } from './waiting-groups.ts'
import { attemptWrite } from './write-outcome.ts'

const writesNow = (): readonly WaitingWrite[] => writesAsListed(useReview.getState().review?.waiting ?? [])

/** The write that waits because of a call of the agent; null for none. */
export const useWriteOf = (call: string): WaitingWrite | null =>
  useReview(
    ({ review }) =>
      review?.waiting.find((each): each is WaitingWrite => each.kind === 'write' && each.origin.call === call) ?? null,
  )

/** Takes it off the list, and goes on to the next one if it was looked at. */
function leave(id: string): void {
  const writes = writesNow()
  const next = writes[writes.findIndex((each) => each.id === id) + 1] ?? writes.find((each) => each.id !== id)
  const isLookedAt = window.location.hash === `#${reviewPath(id)}`
  useReview.setState(({ review }) => ({
    review: review === null ? null : { ...review, waiting: review.waiting.filter((each) => each.id !== id) },
  }))
  if (isLookedAt) openReview(next?.id)
}

/**
 * Saves what an agent wants to write.
 * @param edited the text as the user wants it, and the version that they had before them
 * @returns whether it was saved; where it no longer fits, it says so and waits on
 */
export async function saveHeld(
  { id, origin }: WaitingWrite,
  edited?: Pick<Acceptance, 'text' | 'on'>,
): Promise<boolean> {
  const saved = await attemptWrite(async () => {
    const outcome = await api.review.accept.mutate({ id, ...edited })
    return outcome
  })
  if (saved !== null) {
    leave(id)
    tellCommit(t`Saved`, saved.commit)
    // The thread shows the change in place of the question.
    if (origin.conversation !== undefined) loadAgain([origin.conversation])
  }
  await reviewQuery.now()
  return saved !== null
}

/** @param reason what the agent is told */
export async function refuseHeld({ id, conflict }: WaitingWrite, reason?: string): Promise<void> {
  if (!(await attempt(() => api.review.refuse.mutate({ id, reason })))) return
  leave(id)
  useStatusBar.getState().say(conflict === undefined ? t`Not saved` : t`Left as it was`)
  await reviewQuery.now()
}

/** Settles several, one after the other. Of those that no longer fit it is said, and they wait on. */
export async function settleAll(writes: readonly WaitingWrite[], how: 'save' | 'refuse'): Promise<void> {
  let count = 0
  for (const { id } of writes) {
    const isDone =
      how === 'save'
        ? (await attemptWrite(() => api.review.accept.mutate({ id }))) !== null
        : await attempt(() => api.review.refuse.mutate({ id }))
    if (isDone) count += 1
  }
  await reviewQuery.now()
  // Whoever looked at one of them goes on to the next that waits.
  const isSettled = writes.some(({ id }) => window.location.hash === `#${reviewPath(id)}`)
  if (isSettled) openReview(writesNow()[0]?.id)
  const { say } = useStatusBar.getState()
  if (count === writes.length)
    say(
      how === 'save'
        ? plural(count, { one: 'Saved # change', other: 'Saved # changes' })
        : plural(count, { one: 'Did not save # change', other: 'Did not save # changes' }),
    )
}

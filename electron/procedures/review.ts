import { z } from 'zod'
import { ObjectId, Ulid } from '../../shared/change.ts'
import { ReviewIds } from '../../shared/review.ts'
import { Choices } from '../../shared/undoing.ts'
import { Acceptance, NewExpiring, RefusalReason, WaitingUndo } from '../../shared/waiting.ts'
import { ask, t } from './base.ts'

const OfEntry = z.object({ id: Ulid })

/** What the user has not looked at, and what waits for a decision; part of the contract. */
export const reviewProcedures = t.router({
  /** What changed since the user last looked, and the undos that wait for a decision. */
  state: ask.query(({ ctx }) => ctx.core.review.review()),
  keep: ask.input(z.object({ ids: ReviewIds })).mutation(({ ctx, input }) => ctx.core.review.keep(input.ids)),
  keepUntil: ask.input(NewExpiring).mutation(({ ctx, input }) => ctx.core.review.keepUntil(input)),
  unkeep: ask.input(z.object({ ids: ReviewIds })).mutation(({ ctx, input }) => ctx.core.review.unkeep(input.ids)),
  /** Everything up to this state is seen. */
  keepAll: ask
    .input(z.object({ until: ObjectId.nullable() }))
    .mutation(({ ctx, input }) => ctx.core.review.keepAll(input.until)),
  wait: ask
    .input(WaitingUndo.pick({ what: true, isRedo: true, paths: true, files: true }))
    .mutation(({ ctx, input }) => ctx.core.review.wait(input)),
  decide: ask
    .input(z.object({ id: Ulid, choices: Choices }))
    .mutation(({ ctx, input }) => ctx.core.review.decide(input.id, input.choices)),
  accept: ask.input(Acceptance).mutation(({ ctx, input }) => ctx.core.accept(input)),
  drop: ask.input(OfEntry).mutation(({ ctx, input }) => ctx.core.review.drop(input.id)),
  fitted: ask.input(OfEntry).query(({ ctx, input }) => ctx.core.review.fitted(input.id)),
  refuse: ask
    .input(OfEntry.extend({ reason: RefusalReason.optional() }))
    .mutation(({ ctx, input }) => ctx.core.refuse(input.id, input.reason)),
  /** Commits that wrote a line again which the user had removed. */
  returned: ask.query(({ ctx }) => ctx.core.review.returned()),
})

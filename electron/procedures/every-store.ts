import { z } from 'zod'
import { ObjectId } from '../../shared/change.ts'
import { HistoryQuery, SearchQuery } from '../../shared/memory.ts'
import { ReviewIds } from '../../shared/review.ts'
import { UndoHow, UndoWhat } from '../../shared/undoing.ts'
import { ask, StoreKey, t } from './base.ts'

const OfStore = z.object({ key: StoreKey })

/** The stores that are kept besides the open one; part of the contract. */
export const everyStoreProcedures = t.router({
  search: ask.input(SearchQuery).query(({ ctx, input }) => ctx.core.everyStore.search(input)),
  /** What changed in each since the user last looked. */
  reviews: ask.query(({ ctx }) => ctx.core.everyStore.reviews()),
  history: ask
    .input(OfStore.extend({ query: HistoryQuery }))
    .query(({ ctx, input }) => ctx.core.everyStore.history(input.key, input.query)),
  text: ask
    .input(OfStore.extend({ id: ObjectId }))
    .query(({ ctx, input }) => ctx.core.everyStore.text(input.key, input.id)),
  keep: ask
    .input(OfStore.extend({ ids: ReviewIds }))
    .mutation(async ({ ctx, input }) => (await ctx.core.everyStore.review(input.key)).keep(input.ids)),
  unkeep: ask
    .input(OfStore.extend({ ids: ReviewIds }))
    .mutation(async ({ ctx, input }) => (await ctx.core.everyStore.review(input.key)).unkeep(input.ids)),
  /** Everything up to this state is seen. */
  keepAll: ask
    .input(OfStore.extend({ until: ObjectId.nullable() }))
    .mutation(async ({ ctx, input }) => (await ctx.core.everyStore.review(input.key)).keepAll(input.until)),
  undo: ask
    .input(OfStore.extend({ what: UndoWhat, how: UndoHow.optional() }))
    .mutation(({ ctx, input }) => ctx.core.everyStore.undo(input.key, input.what, input.how)),
})

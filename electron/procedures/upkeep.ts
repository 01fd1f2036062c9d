import { z } from 'zod'
import { StorePath } from '../../shared/change.ts'
import { DropShare, TidyAcceptance, TidyOptions } from '../../shared/tidy.ts'
import { FindingIds, type FindingsProgress, FixRequests } from '../../shared/upkeep.ts'
import { ask, t } from './base.ts'

/** What keeps the memory useful; part of the contract. */
export const upkeepProcedures = t.router({
  /** Looks at every file; progress comes first, the findings last. Unsubscribing stops it. */
  findings: ask.subscription(async function* ({ ctx, signal }): AsyncGenerator<FindingsProgress> {
    yield* ctx.core.upkeep.findings(signal)
  }),
  fix: ask.input(z.object({ requests: FixRequests })).mutation(({ ctx, input }) => ctx.core.upkeep.fix(input.requests)),
  dismiss: ask.input(z.object({ ids: FindingIds })).mutation(({ ctx, input }) => ctx.core.upkeep.dismiss(input.ids)),
  undismiss: ask
    .input(z.object({ ids: z.union([FindingIds, z.literal('all')]) }))
    .mutation(({ ctx, input }) => ctx.core.upkeep.undismiss(input.ids)),
  /** How often each file was read, when last, by whom, and at what cost. */
  use: ask.query(({ ctx }) => ctx.core.upkeep.use()),
  useOf: ask.input(z.object({ path: StorePath })).query(({ ctx, input }) => ctx.core.upkeep.useOf(input.path)),
  tidy: t.router({
    state: ask.query(({ ctx }) => ctx.core.upkeep.tidy.state()),
    start: ask.input(TidyOptions).mutation(({ ctx, input }) => ctx.core.upkeep.tidy.start(input)),
    cancel: ask.mutation(({ ctx }) => ctx.core.upkeep.tidy.cancel()),
    /** What accepting a part would mean; writes nothing. */
    preview: ask.input(TidyAcceptance).query(({ ctx, input }) => ctx.core.upkeep.tidy.preview(input)),
    setDropShare: ask
      .input(z.object({ share: DropShare }))
      .mutation(({ ctx, input }) => ctx.core.upkeep.tidy.setDropShare(input.share)),
    drop: ask.mutation(({ ctx }) => ctx.core.upkeep.tidy.drop()),
    undrop: ask.mutation(({ ctx }) => ctx.core.upkeep.tidy.undrop()),
  }),
})

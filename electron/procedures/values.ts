import { z } from 'zod'
import { OriginalSource, SecretText, ValueId } from '../../shared/settled-values.ts'
import { ask, t } from './base.ts'

const RuleName = z.string().max(100)
const OfValue = z.object({ id: ValueId })

/** What the user says of single values; explained at the functions of the same names in keeper/value-keeper.ts. */
export const valueProcedures = t.router({
  list: ask.query(({ ctx }) => ctx.core.values.list()),
  forgetAside: ask.mutation(({ ctx }) => ctx.core.values.forgetAside()),
  origin: ask.input(z.object({ rule: RuleName })).query(({ ctx, input }) => ctx.core.values.origin(input.rule)),
  allow: ask
    .input(z.object({ value: SecretText, rule: RuleName.nullable() }))
    .mutation(({ ctx, input }) => ctx.core.values.allow(input.value, input.rule)),
  found: ask.input(z.object({ source: OriginalSource })).query(({ ctx, input }) => ctx.core.values.found(input.source)),
  pass: ask
    .input(z.object({ source: OriginalSource, index: z.number().int().nonnegative() }))
    .mutation(({ ctx, input }) => ctx.core.values.pass(input.source, input.index)),
  mark: ask.input(z.object({ value: SecretText })).mutation(({ ctx, input }) => ctx.core.values.mark(input.value)),
  filesWith: ask.input(OfValue).query(({ ctx, input }) => ctx.core.values.filesWith(input.id)),
  erase: ask.input(OfValue).mutation(({ ctx, input }) => ctx.core.values.erase(input.id)),
  forget: ask.input(OfValue).mutation(({ ctx, input }) => ctx.core.values.forget(input.id)),
})

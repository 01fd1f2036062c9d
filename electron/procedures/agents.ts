import { z } from 'zod'
import { ClientRightsChange } from '../../shared/clients.ts'
import { ClientName } from '../../shared/origin.ts'
import { ConnectionChange } from '../connect/connecting.ts'
import { HomeChange, HomeOf } from '../connect/memory-homes.ts'
import { ProgramId } from '../connect/program-ids.ts'
import { ask, t } from './base.ts'

const Named = z.object({ name: ClientName })

/** Other agents: what they may do. */
export const clientProcedures = t.router({
  list: ask.query(({ ctx }) => ctx.core.clients.list()),
  change: ask
    .input(Named.extend({ change: ClientRightsChange }))
    .mutation(({ ctx, input }) => ctx.core.clients.change(input.name, input.change)),
  /** For one that comes over HTTP. */
  newToken: ask.input(Named).mutation(({ ctx, input }) => ctx.core.clients.newToken(input.name)),
  revokeToken: ask.input(Named).mutation(({ ctx, input }) => ctx.core.clients.revokeToken(input.name)),
})

const Shown = z.string().max(1_000_000)

/** Where Claude Code keeps its own memory: see MemoryHomes. */
const memoryHomeProcedures = t.router({
  projects: ask.query(async ({ ctx }) => (await ctx.core.programs()).memoryHomes.projects()),
  look: ask.input(HomeOf).query(async ({ ctx, input }) => (await ctx.core.programs()).memoryHomes.look(input.project)),
  carryOut: ask
    .input(z.object({ change: HomeChange, shown: Shown }))
    .mutation(async ({ ctx, input }) => (await ctx.core.programs()).memoryHomes.carryOut(input.change, input.shown)),
  test: ask
    .input(HomeOf)
    .mutation(async ({ ctx, input }) => (await ctx.core.programs()).memoryHomes.test(input.project)),
})

/** The programs of this computer that can be connected: see Connecting. */
export const programProcedures = t.router({
  memoryHome: memoryHomeProcedures,
  list: ask.query(async ({ ctx }) => (await ctx.core.programs()).list()),
  plan: ask.input(ConnectionChange).query(async ({ ctx, input }) => (await ctx.core.programs()).plan(input)),
  carryOut: ask
    .input(z.object({ change: ConnectionChange, shown: Shown }))
    .mutation(async ({ ctx, input }) => (await ctx.core.programs()).carryOut(input.change, input.shown)),
  test: ask
    .input(z.object({ program: ProgramId }))
    .mutation(async ({ ctx, input }) => (await ctx.core.programs()).test(input.program)),
  startFor: ask.input(Named).query(async ({ ctx, input }) => (await ctx.core.programs()).startFor(input.name)),
})

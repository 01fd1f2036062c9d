import { z } from 'zod'
import { DeviceName, DevicesChange } from '../../shared/devices.ts'
import { ConversationId } from '../../shared/origin.ts'
import { ask, t } from './base.ts'

/** The devices that share the store, and their remote; part of the contract. */
export const deviceProcedures = t.router({
  state: ask.query(({ ctx }) => ctx.core.devices.state()),
  share: ask
    .input(z.object({ address: z.string().min(1).max(4_096), name: DeviceName.optional() }).nullable())
    .mutation(({ ctx, input }) => ctx.core.devices.share(input)),
  change: ask.input(DevicesChange).mutation(({ ctx, input }) => ctx.core.devices.change(input)),
  /** What the user said in a turn on another device; null if that is not known here. */
  said: ask
    .input(z.object({ conversation: ConversationId, turn: z.number().int().positive() }))
    .query(({ ctx, input }) => ctx.core.devices.said(input)),
  /** A round; progress comes as events. */
  sync: ask
    .input(z.object({ join: z.boolean().optional() }))
    .mutation(({ ctx, input }) => ctx.core.devices.sync(input)),
  cancel: ask.mutation(({ ctx }) => ctx.core.devices.cancel()),
})

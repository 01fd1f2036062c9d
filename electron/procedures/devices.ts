import { z } from 'zod'
import { DeviceName, DevicesChange } from '../../shared/devices.ts'
import { ask, t } from './base.ts'

/** The devices that share the store, and their remote; part of the contract. */
export const deviceProcedures = t.router({
  state: ask.query(({ ctx }) => ctx.core.devices.state()),
  share: ask
    .input(z.object({ address: z.string().min(1).max(4_096), name: DeviceName.optional() }).nullable())
    .mutation(({ ctx, input }) => ctx.core.devices.share(input)),
  change: ask.input(DevicesChange).mutation(({ ctx, input }) => ctx.core.devices.change(input)),
  /** A round; progress comes as events. */
  sync: ask
    .input(z.object({ join: z.boolean().optional() }))
    .mutation(({ ctx, input }) => ctx.core.devices.sync(input)),
  cancel: ask.mutation(({ ctx }) => ctx.core.devices.cancel()),
})

import { z } from 'zod'
import { ClientAccess } from './clients.ts'
import { ClientName } from './origin.ts'

const count = z.number().int().nonnegative()
const inStore = {
  /** The store's folder, as people read it. */
  folder: z.string(),
}

/** What concerns the user's keys, data and rules, for the user to read. No content, no key. */
export const AuditEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('key.set'), host: z.string() }),
  z.object({ type: z.literal('key.removed'), host: z.string() }),
  /** Requests to a model server, and the bytes of their bodies. */
  z.object({ type: z.literal('host.contacted'), host: z.string(), requests: count, up: count, down: count }),
  /** The usual ports of this computer were asked for model servers, because the user wanted that. */
  z.object({ type: z.literal('servers.looked-for') }),
  z.object({ type: z.literal('store.added'), ...inStore }),
  z.object({ type: z.literal('store.forgotten'), ...inStore }),
  /** What came with the folder is used. */
  z.object({ type: z.literal('store.trusted'), ...inStore }),
  z.object({ type: z.literal('policies.accepted'), ...inStore }),
  z.object({ type: z.literal('policies.declined'), ...inStore }),
  /** The user let an agent of others do more or less. */
  z.object({
    type: z.literal('client.changed'),
    client: ClientName,
    access: ClientAccess,
    trusted: z.boolean(),
    folder: z.string().default(''),
  }),
  z.object({ type: z.literal('browser.let-in') }),
  z.object({ type: z.literal('browsers.signed-out'), count }),
  /** The user had something done although a policy refuses it. */
  z.object({ type: z.literal('refusal.overridden'), what: z.enum(['undo', 'redo', 'restore']), ...inStore }),
  /** The memory is shared through a remote, or (null) no longer. */
  z.object({ type: z.literal('store.shared'), address: z.string().nullable(), ...inStore }),
  /** What another device of the store signs counts, or counts no longer. */
  z.object({ type: z.literal('device.changed'), device: z.string(), isAdmitted: z.boolean(), ...inStore }),
  /** Something was copied out of the store. */
  z.object({
    type: z.literal('memory.exported'),
    what: z.enum(['file', 'folder', 'zip', 'claude-code', 'agents-md', 'prompt', 'bundle']),
    ...inStore,
  }),
  /** The user said of a value that it is no secret, or that it is one; the value itself is nowhere. */
  z.object({ type: z.literal('value.allowed'), rule: z.string().nullable(), ...inStore }),
  z.object({ type: z.literal('value.marked'), ...inStore }),
  z.object({ type: z.literal('value.forgotten'), kind: z.enum(['allowed', 'marked']), ...inStore }),
])
export type AuditEvent = z.infer<typeof AuditEvent>

/** What concerns one store, said by a room that does not know the store's folder. */
export type StoreAuditEvent = WithoutFolder<AuditEvent>
type WithoutFolder<Event> = Event extends { readonly folder: string } ? Omit<Event, 'folder'> : never

export const AuditEntry = z.object({ at: z.iso.datetime() }).and(AuditEvent).readonly()
export type AuditEntry = z.infer<typeof AuditEntry>

export interface AuditPage {
  /** The newest first. */
  readonly entries: readonly AuditEntry[]
  readonly hasEarlier: boolean
}

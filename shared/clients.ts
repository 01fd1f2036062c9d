import { z } from 'zod'
import { ClientName } from './origin.ts'

// Other agents that use the memory, by the names that the user gave them in their configurations.

/** What an agent may do; `none` keeps it out. */
export const ClientAccess = z.enum(['write', 'read', 'none'])
export type ClientAccess = z.infer<typeof ClientAccess>

export const ClientRights = z
  .object({
    access: ClientAccess,
    /** What it writes counts as an agent's words, until it has read text from outside; else it is text from outside. */
    trusted: z.boolean(),
  })
  .readonly()
export type ClientRights = z.infer<typeof ClientRights>
export const USUAL_RIGHTS: ClientRights = { access: 'write', trusted: false }

export const ClientRightsChange = ClientRights.unwrap().partial().readonly()
export type ClientRightsChange = z.infer<typeof ClientRightsChange>

const count = z.number().int().nonnegative()

/** What it did, on this device. */
export const ClientUse = z
  .object({
    /** ISO 8601. */
    lastSeen: z.string(),
    /** What it calls itself: "claude-code 2.1". */
    label: ClientName.nullable(),
    reads: count,
    writes: count,
    refusals: count,
  })
  .readonly()
export type ClientUse = z.infer<typeof ClientUse>

export interface KnownClient extends ClientRights {
  readonly name: string
  /** `null` if it was never seen. */
  readonly use: ClientUse | null
}

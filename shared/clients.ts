import { z } from 'zod'
import { StorePath } from './change.ts'
import type { Message } from './messages/message.ts'
import { ClientName } from './origin.ts'

// Other agents that use the memory, by the names that the user gave them in their configurations.

/** What an agent may do: `ask` lets what it writes wait for the user, and `none` keeps it out. */
export const ClientAccess = z.enum(['write', 'ask', 'read', 'none'])
export type ClientAccess = z.infer<typeof ClientAccess>

const FolderOrAll = z.union([StorePath, z.literal('')])

export const ClientRights = z
  .object({
    access: ClientAccess,
    /** What it writes counts as an agent's words, until it has read text from outside; else it is text from outside. */
    trusted: z.boolean(),
    /** The one folder of the memory that it may use; '' for all. */
    folder: FolderOrAll,
  })
  .readonly()
export type ClientRights = z.infer<typeof ClientRights>
/** As they are kept. Earlier ones name no folder. */
export const KeptClientRights = ClientRights.unwrap()
  .extend({ folder: FolderOrAll.default('') })
  .readonly()
export const USUAL_RIGHTS: ClientRights = { access: 'write', trusted: false, folder: '' }

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

/** The port of `mcp --http`, and of the app unless the user chooses another: it stands in other programs' entries. */
export const USUAL_HTTP_PORT = 7434

/** Where other agents reach the memory over HTTP while the app runs: both null while that door is shut. */
export interface HttpDoorState {
  /** "http://127.0.0.1:7434/mcp". */
  readonly url: string | null
  /** Why it could not be opened. */
  readonly problem: Message | null
}

export interface KnownClient extends ClientRights {
  readonly name: string
  /** It has one, for HTTP. */
  readonly hasToken: boolean
  /** `null` if it was never seen. */
  readonly use: ClientUse | null
}

import { z } from 'zod'
import { Ulid } from './change.ts'

// Who made a commit, and how far its text can be trusted. Nobody but this file builds an origin.

/** Who made a commit. `outside` is any other program, native git included. */
export const Actor = z.enum(['agent', 'user', 'outside', 'policy'])
export type Actor = z.infer<typeof Actor>

/** The origin of a text, from most to least trusted; a commit carries the least trusted one that the model was sent. */
export const Lineage = z.enum(['user', 'agent', 'agent-untrusted', 'outside'])
export type Lineage = z.infer<typeof Lineage>

/** Whether text of this lineage may come from somebody that the user does not know. */
export function isUntrusted(lineage: Lineage): boolean {
  return lineage === 'agent-untrusted' || lineage === 'outside'
}

/** The least trusted of several lineages; `user` of none. */
export function leastTrusted(lineages: Iterable<Lineage>): Lineage {
  return Lineage.options[Math.max(0, ...[...lineages].map((each) => Lineage.options.indexOf(each)))] ?? 'outside'
}

/** The verb of a commit: a command of the memory tool, or one of the store. */
export const Verb = z.enum([
  'view',
  'create',
  'str_replace',
  'insert',
  'delete',
  'rename',
  'edit',
  'adopt',
  'restore',
  'undo',
  'other',
])
export type Verb = z.infer<typeof Verb>

/** Whether a commit of this verb brings back an earlier version rather than writing something new. */
export function bringsBack(verb: Verb): boolean {
  return verb === 'undo' || verb === 'restore'
}

export const CONVERSATION_ID = /^[A-Za-z0-9_-]{1,64}$/
export const ConversationId = z
  .string()
  .regex(CONVERSATION_ID, 'A conversation id is 1 to 64 letters, digits, "_" or "-".')
export type ConversationId = z.infer<typeof ConversationId>

/** A device that shares a store: the beginning of the SHA-256 of its public key. */
export const DeviceId = z.string().regex(/^[0-9a-f]{16}$/)
export type DeviceId = z.infer<typeof DeviceId>

/** What a program that uses the memory is called: one line. */
export const ClientName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'A client’s name is one line.')

/** The origin of a commit, written as trailers of the commit message. */
export const Origin = z
  .object({
    actor: Actor,
    verb: Verb,
    lineage: Lineage,
    conversation: ConversationId.optional(),
    /** Number of the turn in its conversation, from 1. */
    turn: z.number().int().positive().optional(),
    /** Id of the user message that began the turn. */
    message: Ulid.optional(),
    /** Our own id of the tool call; servers reuse theirs. */
    call: Ulid.optional(),
    /** The service's id of the tool_use block. */
    toolUse: z.string().optional(),
    /** The program that used the memory through the library or `exec`, as whoever runs it named it. */
    client: ClientName.optional(),
    /** What the program says of itself, and the one run of it that made the commit. */
    clientVersion: ClientName.optional(),
    clientSession: ClientName.optional(),
    provider: z.string().optional(),
    model: z.string().optional(),
    /** Variorum-Ids of the commits this one undoes. */
    undoes: z.array(Ulid).readonly().optional(),
    /** Variorum-Ids of the commits of which it undoes some lines. They stay in effect. */
    undoesPart: z.array(Ulid).readonly().optional(),
    /** Of a view: about how many tokens it cost to read. */
    tokens: z.number().int().nonnegative().optional(),
    /** What was imported, as the user knows it, and the SHA-256 of all that was read of it. */
    source: z.string().optional(),
    sourceHash: z.string().optional(),
    /** When its source says that the newest of it was changed, in ISO 8601. */
    sourceTime: z.string().optional(),
    /** The device that made it, in a store that several share. */
    device: DeviceId.optional(),
    /** Variorum-Id (or object id) of the commit whose state this one restores. */
    restores: z.string().optional(),
  })
  .readonly()
export type Origin = z.infer<typeof Origin>

/** The program through which somebody acts. */
export type Client = Pick<Origin, 'client' | 'clientVersion' | 'clientSession'>

/** What the agent's loop knows of a call. */
export type AgentCall = Pick<Origin, 'conversation' | 'turn' | 'message' | 'call' | 'toolUse' | 'provider' | 'model'>

/** What the user does through the app, or through a program of theirs that uses the library. */
export function byUser(verb: Verb, client: Client = {}): Origin {
  return { ...client, actor: 'user', verb, lineage: 'user' }
}

/** What a policy does: it carries out the user's rule. */
export function byPolicy(verb: Verb): Origin {
  return { actor: 'policy', verb, lineage: 'user' }
}

/** @param lineage the least trusted text that the model was sent */
export function byAgent(verb: Verb, lineage: Lineage, call: AgentCall = {}): Origin {
  return { ...call, actor: 'agent', verb, lineage }
}

/** A program that uses the memory tool from outside the app. @param lineage the least trusted text that it was sent */
export function byClient(verb: Verb, lineage: Lineage, client: Client): Origin {
  return { ...client, actor: 'agent', verb, lineage }
}

/** What another program did to the folder, git included. @param client the program, where it is known */
export function byOutside(verb: 'adopt' | 'other', client: Client = {}): Origin {
  return { ...client, actor: 'outside', verb, lineage: 'outside' }
}

/** Files that the user brings in: the act is theirs, the words may be anybody's. */
export function byImport(client: Client = {}, from: Pick<Origin, 'source' | 'sourceHash' | 'sourceTime'> = {}): Origin {
  return { ...client, ...from, actor: 'user', verb: 'create', lineage: 'outside' }
}

/** How far the text of a commit can be trusted by whoever reads it: what the agent wrote is its own, whatever it had read. */
export function trustOf({ actor, lineage }: Pick<Origin, 'actor' | 'lineage'>): Lineage {
  if (actor !== 'agent') return lineage
  return isUntrusted(lineage) ? 'agent-untrusted' : 'agent'
}

/** The lineage of a commit that states none. */
export function usualLineage(actor: Actor): Lineage {
  return actor === 'policy' ? 'user' : actor
}

/**
 * What counts of a commit that this device did not write. Anybody can claim to be the user or a policy, or to have read
 * nothing from outside.
 */
export function unverified<Writer extends Pick<Origin, 'actor' | 'lineage'>>(writer: Writer): Writer {
  return { ...writer, actor: writer.actor === 'agent' ? 'agent' : 'outside', lineage: 'outside' }
}

import { z } from 'zod'
import type { Change } from '../../../shared/change.ts'
import { Ulid } from '../../../shared/change.ts'
import { CHANGES_SHOWN } from '../../../shared/commit.ts'
import {
  Actor,
  ClientName,
  ConversationId,
  Lineage,
  Verb,
  type Origin,
  byOutside,
  usualLineage,
  DeviceId,
} from '../../../shared/origin.ts'
import type { RawCommit, Signature } from '../git/objects.ts'

// The commit message: a subject for people, trailers for the timeline. Pure.

/** The content of a message. */
export interface MessageContent {
  readonly id: Ulid
  readonly origin: Origin
  readonly changes: readonly Change[]
  readonly subject: string
  /** The file or folder that the command named, where its changes do not say so. */
  readonly named?: string | undefined
}

export function formatMessage({ id, origin, changes, subject, named }: MessageContent): string {
  const paths = changes.slice(0, CHANGES_SHOWN)
  const trailers: (readonly [string, string | number | undefined])[] = [
    ['Id', id],
    ['Command', origin.verb],
    ['Actor', origin.actor],
    ['Conversation', origin.conversation],
    ['Turn', origin.turn],
    ['Message', origin.message],
    ['Call', origin.call],
    ['Tool-Use', origin.toolUse],
    ['Client', origin.client],
    ['Client-Version', origin.clientVersion],
    ['Client-Session', origin.clientSession],
    ['Provider', origin.provider],
    ['Model', origin.model],
    ['Lineage', origin.lineage],
    ['Named', named],
    ...paths.map((change) => ['Path', change.path] as const),
    ['Paths', changes.length > CHANGES_SHOWN ? changes.length : undefined],
    ...paths.map((change) => ['From', change.from] as const),
    ...(origin.undoes ?? []).map((undone) => ['Undoes', undone] as const),
    ...(origin.undoesPart ?? []).map((undone) => ['Undoes-Part', undone] as const),
    ['Tokens', origin.tokens],
    ['Restores', origin.restores],
    ['Source', origin.source],
    ['Source-Hash', origin.sourceHash],
    ['Source-Time', origin.sourceTime],
    ['Device', origin.device],
  ]
  const lines = trailers.flatMap(([name, value]) => {
    const text = oneLine(String(value ?? ''))
    return text === '' ? [] : [`Variorum-${name}: ${text}`]
  })
  return `${oneLine(subject)}\n\n${lines.join('\n')}\n`
}

/** Removes control characters, which could forge a trailer or disturb a terminal. */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, ' ').trim()
}

export interface ReadMessage {
  /** null for commits that Variorum did not write. */
  readonly id: Ulid | null
  readonly subject: string
  /** The file or folder that the command named, if its changes do not say so. */
  readonly named?: string | undefined
  readonly origin: Origin
}

// Made once: making a schema takes far longer than using it.
const [Text, Turn, Tokens] = [z.string(), z.coerce.number().int().positive(), z.coerce.number().int().nonnegative()]

/** Reads any commit's message. Missing or malformed values are left out; a foreign commit has the actor `outside`. */
export function readMessage(message: string): ReadMessage {
  const values = new Map<string, readonly string[]>()
  for (const line of message.trimEnd().split('\n\n').at(-1)?.split('\n') ?? []) {
    const [, name, value] = /^Variorum-([A-Za-z-]+): (.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) values.set(name, [...(values.get(name) ?? []), value])
  }
  const one = <T>(name: string, schema: z.ZodType<T>): T | undefined => {
    const value = values.get(name)?.[0]
    return value === undefined ? undefined : schema.safeParse(value).data
  }
  const id = one('Id', Ulid) ?? null
  // An empty subject of ours stays empty; of others, git skips empty lines.
  const subject = (id === null ? message.trimStart() : message).split('\n', 1)[0]?.trimEnd() ?? ''
  if (id === null) return { id, subject, origin: byOutside('other') }
  const actor = one('Actor', Actor) ?? 'outside'
  const origin: Origin = dropUndefined({
    actor,
    verb: one('Command', Verb) ?? 'other',
    conversation: one('Conversation', ConversationId),
    turn: one('Turn', Turn),
    message: one('Message', Ulid),
    call: one('Call', Ulid),
    toolUse: one('Tool-Use', Text),
    client: one('Client', ClientName),
    clientVersion: one('Client-Version', ClientName),
    clientSession: one('Client-Session', ClientName),
    provider: one('Provider', Text),
    model: one('Model', Text),
    lineage: one('Lineage', Lineage) ?? usualLineage(actor),
    undoes: ids(values.get('Undoes')),
    undoesPart: ids(values.get('Undoes-Part')),
    tokens: one('Tokens', Tokens),
    restores: one('Restores', Text),
    source: one('Source', Text),
    sourceHash: one('Source-Hash', Text),
    sourceTime: one('Source-Time', Text),
    device: one('Device', DeviceId),
  })
  return { id, subject, named: one('Named', Text), origin }
}

function ids(values: readonly string[] = []): readonly Ulid[] | undefined {
  const valid = values.filter((value) => Ulid.safeParse(value).success)
  return valid.length > 0 ? valid : undefined
}

function dropUndefined(origin: Origin): Origin {
  const { actor, verb, lineage, ...rest } = origin
  return {
    actor,
    verb,
    lineage,
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  }
}

const NAMES: Record<Actor, string> = { agent: 'Agent', user: 'User', outside: 'Another program', policy: 'Policy' }

/** A name and an address as a commit has them. */
export type Person = Pick<Signature, 'name' | 'email'>

/**
 * Who signs a commit: the user as git knows them, and an agent as the program or the model that it is.
 * @param user `null` if git's configuration does not say
 */
export function signatureOf({ actor, client, model }: Origin, user: Person | null, at: Date): Signature {
  const isProgram = actor === 'agent' || actor === 'outside'
  const name = inSignature(isProgram ? (client ?? model ?? '') : '')
  const own = { name: name === '' ? NAMES[actor] : name, email: `${actor}@variorum.invalid` }
  return {
    ...(actor === 'user' ? (user ?? own) : own),
    timestamp: Math.floor(at.getTime() / 1000),
    timezoneOffset: at.getTimezoneOffset(),
  }
}

/** The same, and of an import its source's date as the author's. */
export function signaturesOf(origin: Origin, user: Person | null, at: Date): Pick<RawCommit, 'author' | 'committer'> {
  const who = signatureOf(origin, user, at)
  const then = origin.sourceTime === undefined ? Number.NaN : Date.parse(origin.sourceTime)
  if (Number.isNaN(then) || then < 0) return { author: who }
  return { author: { ...who, timestamp: Math.floor(then / 1000) }, committer: who }
}

/** Without the characters that git does not allow in a name or an address. */
export function inSignature(text: string): string {
  return oneLine(text).replace(/[<>]/g, '').trim()
}

const DAY_MINUTES = 24 * 60
/** The first and the last moment that is written with a year of four digits, and as the same year in every zone. */
const [FIRST_TIME, LAST_TIME] = [Date.parse('0100-01-03T00:00Z') / 1000, Date.parse('9999-12-30T00:00Z') / 1000]

/**
 * A time with its writer's UTC offset: "2026-11-20T10:41:00+01:00". Git accepts any number as the time and any
 * four digits as the offset: a time that no date has becomes the nearest, and an offset that no clock has is read as UTC.
 */
export function commitTime(author: Signature): string {
  const minutes = Math.abs(author.timezoneOffset) < DAY_MINUTES ? -author.timezoneOffset : 0
  const timestamp = Math.min(LAST_TIME, Math.max(FIRST_TIME, author.timestamp))
  const local = new Date((timestamp + minutes * 60) * 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${local.toISOString().slice(0, 19)}${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}

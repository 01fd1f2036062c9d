import { z } from 'zod'
import type { StorePath } from './change.ts'
import type { Message } from './messages/message.ts'
import type { Origin } from './origin.ts'
import { PathPattern, WriteRules } from './write-rules.ts'

/*
 * A store's policies: `.variorum/policies.json`. A missing field has its default; a field that this version does not
 * know is kept. Path patterns: `*` within a segment, `**` across segments, `?`, `{a,b}`; a pattern without "/" matches
 * at every depth; a folder's own name ("work", "work/") means everything in it.
 */

const PathPatterns = z.array(PathPattern).max(1_000).readonly()
const limit = (fallback: number): z.ZodDefault<z.ZodNumber> => z.number().int().positive().default(fallback)
const optionalLimit = z.number().int().positive().nullable().default(null)

/** What may differ by path; `null` = no such limit. */
export const FileLimits = z.looseObject({ bytes: limit(1_000_000), lines: optionalLimit }).readonly()
export type FileLimits = z.infer<typeof FileLimits>

/** Other limits for the paths that match one of the patterns; a field left out is as for every file. */
export const FileLimitsRule = z
  .looseObject({
    paths: PathPatterns,
    bytes: z.number().int().positive().optional(),
    lines: z.number().int().positive().nullable().optional(),
  })
  .readonly()
export type FileLimitsRule = z.infer<typeof FileLimitsRule>

export const SizeLimits = z
  .looseObject({
    file: FileLimits.prefault({}),
    /** The first rule that matches a path applies. */
    rules: z.array(FileLimitsRule).readonly().default([]),
    store: z
      .looseObject({ bytes: limit(500_000_000), files: limit(20_000) })
      .readonly()
      .prefault({}),
    /** Characters that one `view` returns. */
    view: limit(50_000),
    /** Bytes by which one turn may grow the store; `null` = no limit. */
    turnBytes: optionalLimit,
    /** Warn at this share of a limit or above. */
    warnAt: z.number().min(0).max(1).default(0.75),
  })
  .readonly()
export type SizeLimits = z.infer<typeof SizeLimits>

export const DetectorGroup = z.enum(['secrets', 'payment', 'personal'])
export type DetectorGroup = z.infer<typeof DetectorGroup>

/**
 * How sure a detector must be, from the surest: its value proves itself by shape or checksum (`certain`), or a word
 * announces it (`usual`), or a word that may also mean something else (`broad`).
 */
export const Certainty = z.enum(['certain', 'usual', 'broad'])
export type Certainty = z.infer<typeof Certainty>

/** What a group of detectors redacts: what is at least this sure, or nothing. */
export const RedactionLevel = z.enum(['off', ...Certainty.options])
export type RedactionLevel = z.infer<typeof RedactionLevel>

/** Whether a finding of this certainty is redacted at this level. */
export const isWithin = (level: RedactionLevel, certainty: Certainty): boolean =>
  RedactionLevel.options.indexOf(certainty) <= RedactionLevel.options.indexOf(level)

/** Every group at one level. */
export const everyGroup = (level: RedactionLevel): Readonly<Record<DetectorGroup, RedactionLevel>> => ({
  secrets: level,
  payment: level,
  personal: level,
})

/** Policies written before there were levels say true or false. */
const levelOr = (fallback: RedactionLevel): z.ZodDefault<z.ZodPreprocess<typeof RedactionLevel>> =>
  z
    .preprocess((value) => (typeof value === 'boolean' ? (value ? 'usual' : 'off') : value), RedactionLevel)
    .default(fallback)

export const DetectorId = z.enum([
  'service-tokens',
  'private-keys',
  'password-hashes',
  'connection-strings',
  'authorization',
  'assignments',
  'sentences',
  'cards',
  'bank-accounts',
  'national-numbers',
  'email',
  'phone',
  'ip-addresses',
  'birth-dates',
  'postal-addresses',
  'number-plates',
  'mac-addresses',
])
export type DetectorId = z.infer<typeof DetectorId>

export interface DetectorInfo {
  readonly id: DetectorId
  readonly group: DetectorGroup
  /** On only when switched on by its own id, not with its group. */
  readonly onlyByName?: true
}

export const DETECTORS: readonly DetectorInfo[] = [
  { id: 'service-tokens', group: 'secrets' },
  { id: 'private-keys', group: 'secrets' },
  { id: 'password-hashes', group: 'secrets' },
  { id: 'connection-strings', group: 'secrets' },
  { id: 'authorization', group: 'secrets' },
  { id: 'assignments', group: 'secrets' },
  { id: 'sentences', group: 'secrets' },
  { id: 'cards', group: 'payment' },
  { id: 'bank-accounts', group: 'payment' },
  { id: 'national-numbers', group: 'personal' },
  { id: 'email', group: 'personal' },
  { id: 'phone', group: 'personal' },
  { id: 'ip-addresses', group: 'personal' },
  { id: 'birth-dates', group: 'personal' },
  { id: 'postal-addresses', group: 'personal' },
  { id: 'number-plates', group: 'personal' },
  { id: 'mac-addresses', group: 'personal', onlyByName: true },
]

const ruleBase = {
  /** Appears in the mark and in notes. The window keeps it unique; of rules with one name, all refuse if one does. */
  name: z
    .string()
    .regex(/^[^\s[\]\p{C}](?:[^[\]\p{C}]{0,38}[^\s[\]\p{C}])?$/u, 'A name is 1 to 40 characters without brackets.'),
  /** `replace` leaves a mark with the rule's name, `mask` dots, `refuse` refuses the write. */
  action: z.enum(['replace', 'mask', 'refuse']).default('replace'),
  /** Only for these paths; empty = everywhere. */
  paths: PathPatterns.default([]),
  on: z.boolean().default(true),
}
export const UserRule = z.discriminatedUnion('kind', [
  z
    .looseObject({
      ...ruleBase,
      kind: z.literal('words'),
      words: z.array(z.string().min(1).max(500)).min(1).max(5_000).readonly(),
    })
    .readonly(),
  z
    .looseObject({
      ...ruleBase,
      kind: z.literal('expression'),
      expression: z.string().min(1).max(5_000),
      ignoreCase: z.boolean().default(false),
    })
    .readonly(),
])
export type UserRule = z.infer<typeof UserRule>
export type RuleAction = UserRule['action']

export const RedactionPolicy = z
  .looseObject({
    groups: z
      .looseObject({
        secrets: levelOr('usual'),
        payment: levelOr('usual'),
        personal: levelOr('off'),
      })
      .readonly()
      .prefault({}),
    /** Detectors switched off against their group, or on (as usual) in one that is off. */
    detectors: z.record(z.string(), z.boolean()).readonly().default({}),
    rules: z.array(UserRule).max(200).readonly().default([]),
  })
  .readonly()
export type RedactionPolicy = z.infer<typeof RedactionPolicy>

export const ExpiryPolicy = z
  .looseObject({
    on: z.boolean().default(false),
    /** Expire a file after this many days without a read or write, counting only days on which the store was used. */
    days: z.number().int().positive().default(90),
    /** Only for these paths; empty = every file. */
    paths: PathPatterns.default([]),
    announceDays: z.number().int().nonnegative().default(7),
    /** Remove at most this share of the store's files in one run without asking. */
    maxShare: z.number().min(0).max(1).default(0.1),
  })
  .readonly()
export type ExpiryPolicy = z.infer<typeof ExpiryPolicy>

export const POLICIES_VERSION = 1

export const Policies = z
  .looseObject({
    version: z.literal(POLICIES_VERSION).default(POLICIES_VERSION),
    limits: SizeLimits.prefault({}),
    redaction: RedactionPolicy.prefault({}),
    expiry: ExpiryPolicy.prefault({}),
    /** Of those that are about a path and an agent, the first applies. */
    rules: WriteRules.default([]),
    /** The share of the memory that a turn, an agent or a program may remove or rewrite unasked; `null` = any. */
    brake: z.number().min(0).max(1).nullable().default(0.3),
    /** Paths or patterns that no policy removes. */
    pins: PathPatterns.default([]),
  })
  .readonly()
export type Policies = z.infer<typeof Policies>
export const DEFAULT_POLICIES: Policies = Policies.parse({})

/** The policies as their file has them. Its key for the limits is older than the word: `caps`. */
export const PoliciesFile = z.preprocess((value) => (isObject(value) ? renamed(value) : value), Policies)

/** The object to write to the policies file; `PoliciesFile` reads it. */
export const inPoliciesFile = (policies: Policies): Readonly<Record<string, unknown>> => renamed(policies)

/** What is in force while nobody has chosen policies for a store: the defaults of the version that reads it. */
export const NO_POLICIES = '{}'

/** Whether no policies were ever put in force in a store; `null` before it was opened for the first time. */
export const areUndecided = (inForce: string | null): boolean => inForce === null || inForce === NO_POLICIES

/** Swaps the two names, so that an unknown field with the other one survives too. The order of the fields stays. */
const renamed = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key === 'caps' ? 'limits' : key === 'limits' ? 'caps' : key, value]),
  )
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A range of the original text that was replaced, in UTF-16 code units. */
export interface Redacted {
  readonly rule: string
  readonly start: number
  readonly end: number
}

/**
 * A change to be judged: of a command, before its first byte reaches disk; of another program, before it becomes part of
 * history. A move is judged at both ends. The gate is pure and runs inside the writer's queue, where `before` is known to
 * be true.
 */
export interface JudgedChange {
  readonly path: StorePath
  /** Where the file was that moves to `path`. */
  readonly from?: StorePath
  /** Where the file moves that was at `path`. */
  readonly to?: StorePath
  readonly before: Uint8Array | null
  readonly after: Uint8Array | null
  readonly origin: Origin
  /** The user removed a line before that it adds. */
  readonly isRejected?: boolean | undefined
  /** `null` for what another program wrote: it is on the disk already. */
  readonly totals: Totals | null
}

/** What the store contains now, and will contain after the whole command. Sizes in bytes. */
export interface Totals {
  readonly now: { readonly files: number; readonly bytes: number }
  readonly planned: { readonly files: number; readonly bytes: number }
  /** By how much the turn will have grown the store. */
  readonly turnBytes: number
}
export type Passed =
  /** `notes` warns of a limit that is near. */
  | { readonly kind: 'allow'; readonly notes?: readonly Message[] }
  /** Write these bytes instead; `notes` tells the model and the user what was replaced. */
  | { readonly kind: 'replace'; readonly after: Uint8Array; readonly notes: readonly Message[] }

export type Verdict =
  | Passed
  /**
   * It waits for the user: a command's change is not written, unless they have decided (then it is `approved`), and
   * another program's stays out of history.
   */
  | {
      readonly kind: 'hold'
      readonly reason: Message
      readonly rules: readonly [string, ...string[]]
      readonly approved?: Passed
    }
  | { readonly kind: 'refuse'; readonly reason: Message; readonly rule: string; readonly mayOverride?: true }
export type Gate = (change: JudgedChange) => Verdict

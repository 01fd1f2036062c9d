import { z } from 'zod'
import type { StorePath } from './change.ts'
import type { Origin } from './commit.ts'

/*
 * A store's policies: `.variorum/policies.json`. A field that is missing has its default; a field that this
 * version does not know is kept. Path patterns: `*` within a segment, `**` across segments, `?`, `{a,b}`; a pattern
 * without "/" is looked for at every depth; a folder's own name ("work", "work/") means all that is in it.
 */

const PathPatterns = z.array(z.string().min(1).max(1_000)).max(1_000).readonly()
const cap = (fallback: number): z.ZodDefault<z.ZodNumber> => z.number().int().positive().default(fallback)
const optionalCap = z.number().int().positive().nullable().default(null)

/** What may differ by path; `null` = no such cap. */
export const FileCaps = z.looseObject({ bytes: cap(1_000_000), lines: optionalCap }).readonly()
export type FileCaps = z.infer<typeof FileCaps>

/** Other caps for the paths that fit one of the patterns; a field left out stays as it is for every file. */
export const FileCapsRule = z
  .looseObject({
    paths: PathPatterns,
    bytes: z.number().int().positive().optional(),
    lines: z.number().int().positive().nullable().optional(),
  })
  .readonly()
export type FileCapsRule = z.infer<typeof FileCapsRule>

export const SizeCaps = z
  .looseObject({
    file: FileCaps.prefault({}),
    /** The first rule that fits a path decides. */
    rules: z.array(FileCapsRule).readonly().default([]),
    store: z
      .looseObject({ bytes: cap(500_000_000), files: cap(20_000) })
      .readonly()
      .prefault({}),
    /** Characters that one `view` returns. */
    view: cap(50_000),
    /** Bytes by which one turn may make the store grow; `null` = as much as it likes. */
    turnBytes: optionalCap,
    /** From this share of a cap on, there is a warning. */
    warnAt: z.number().min(0).max(1).default(0.75),
  })
  .readonly()
export type SizeCaps = z.infer<typeof SizeCaps>

export const DetectorGroup = z.enum(['secrets', 'payment', 'personal'])
export type DetectorGroup = z.infer<typeof DetectorGroup>

export const DetectorId = z.enum([
  'service-tokens',
  'private-keys',
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
  'mac-addresses',
])
export type DetectorId = z.infer<typeof DetectorId>

export interface DetectorInfo {
  readonly id: DetectorId
  readonly group: DetectorGroup
  readonly label: string
  /** On only when switched on by its own id, not with its group. */
  readonly onlyByName?: true
}

export const DETECTORS: readonly DetectorInfo[] = [
  { id: 'service-tokens', group: 'secrets', label: 'Keys and tokens of known services' },
  { id: 'private-keys', group: 'secrets', label: 'Private keys' },
  { id: 'connection-strings', group: 'secrets', label: 'Passwords in connection strings and addresses' },
  { id: 'authorization', group: 'secrets', label: 'Authorisation headers and cookies' },
  { id: 'assignments', group: 'secrets', label: 'Passwords and keys in settings and code' },
  { id: 'sentences', group: 'secrets', label: 'Passwords and PINs in sentences' },
  { id: 'cards', group: 'payment', label: 'Payment cards' },
  { id: 'bank-accounts', group: 'payment', label: 'Bank accounts' },
  { id: 'national-numbers', group: 'personal', label: 'National identity, tax and passport numbers' },
  { id: 'email', group: 'personal', label: 'E-mail addresses' },
  { id: 'phone', group: 'personal', label: 'Phone numbers' },
  { id: 'ip-addresses', group: 'personal', label: 'IP addresses' },
  { id: 'birth-dates', group: 'personal', label: 'Dates of birth' },
  { id: 'mac-addresses', group: 'personal', label: 'Hardware (MAC) addresses', onlyByName: true },
]

const ruleBase = {
  /** Shown in the mark and in notes; unique among the rules. */
  name: z
    .string()
    .regex(/^[^\s[\]\p{C}](?:[^[\]\p{C}]{0,38}[^\s[\]\p{C}])?$/u, 'A name is 1 to 40 characters without brackets.'),
  /** `replace` leaves a mark with the rule's name, `mask` dots, `refuse` refuses the write. */
  action: z.enum(['replace', 'mask', 'refuse']).default('replace'),
  /** Only in these paths; none = everywhere. */
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
        secrets: z.boolean().default(true),
        payment: z.boolean().default(true),
        personal: z.boolean().default(false),
      })
      .readonly()
      .prefault({}),
    /** Single detectors switched against their group. */
    detectors: z.record(z.string(), z.boolean()).readonly().default({}),
    rules: z.array(UserRule).max(200).readonly().default([]),
  })
  .readonly()
export type RedactionPolicy = z.infer<typeof RedactionPolicy>

export const ExpiryPolicy = z
  .looseObject({
    on: z.boolean().default(false),
    /** Days, counted in days on which the store was used, that nobody read or wrote a file. */
    days: z.number().int().positive().default(90),
    /** Only these paths; none = every file. */
    paths: PathPatterns.default([]),
    announceDays: z.number().int().nonnegative().default(7),
    /** At most this share of the store's files in one run without asking. */
    maxShare: z.number().min(0).max(1).default(0.1),
  })
  .readonly()
export type ExpiryPolicy = z.infer<typeof ExpiryPolicy>

export const POLICIES_VERSION = 1

export const Policies = z
  .looseObject({
    version: z.literal(POLICIES_VERSION).default(POLICIES_VERSION),
    caps: SizeCaps.prefault({}),
    redaction: RedactionPolicy.prefault({}),
    expiry: ExpiryPolicy.prefault({}),
    /** Paths or patterns that no policy removes. */
    pins: PathPatterns.default([]),
  })
  .readonly()
export type Policies = z.infer<typeof Policies>
export const DEFAULT_POLICIES: Policies = Policies.parse({})

/** One place of the original text that was replaced, in UTF-16 code units. */
export interface Redacted {
  readonly rule: string
  readonly start: number
  readonly end: number
}

/**
 * What a change wants to do, judged before its first byte reaches disk. The gate is pure: it takes values and
 * returns a value, inside the writer's queue, where `before` is true.
 */
export interface Proposal {
  readonly path: StorePath
  readonly before: Uint8Array | null
  readonly after: Uint8Array | null
  readonly origin: Origin
  readonly totals: Totals
}

/** What the store holds now, and would hold when the whole command is done. Sizes in bytes. */
export interface Totals {
  readonly now: { readonly files: number; readonly bytes: number }
  readonly planned: { readonly files: number; readonly bytes: number }
  /** By how much the turn would have made the store grow. */
  readonly turnBytes: number
}
export type Verdict =
  /** `notes` warns of a cap that is near. */
  | { readonly kind: 'allow'; readonly notes?: readonly string[] }
  /** Write these bytes instead; `notes` tells the model and the user what was replaced. */
  | { readonly kind: 'replace'; readonly after: Uint8Array; readonly notes: readonly string[] }
  | { readonly kind: 'refuse'; readonly reason: string; readonly rule: string; readonly mayOverride?: true }
export type Gate = (proposal: Proposal) => Verdict

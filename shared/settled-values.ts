import { z } from 'zod'
import { ObjectId, StorePath, Ulid } from './change.ts'
import type { WriteOutcome } from './commit.ts'
import type { DetectorGroup, RedactionLevel } from './policy.ts'

// What the user says of single values: "not a secret" and "this is a secret". Only keyed hashes are kept, on this device.

/** The longest value that is taken from the page; what is kept of it is checked again. */
export const SecretText = z.string().min(1).max(20_000)
export const ValueId = z.string().regex(/^[0-9a-f]{64}$/)

export interface SettledValue {
  /** Its keyed hash. */
  readonly id: string
  /** It passes, or it is redacted wherever it is. */
  readonly kind: 'allowed' | 'marked'
  /** The rule that found it. */
  readonly rule: string | null
  /** In characters; of a marked one only. */
  readonly length: number | null
  readonly at: string
}

export interface SettledValues {
  /** Newest first. */
  readonly values: readonly SettledValue[]
  /** The file with them could not be read; it was set aside, and a new one begun. */
  readonly wasSetAside: boolean
}

/** What redacted something, as far as its mark tells. */
export type RuleOrigin =
  | { readonly kind: 'built-in'; readonly group: DetectorGroup; readonly level: RedactionLevel }
  /** A rule of the user, in the policies. */
  | { readonly kind: 'own' }
  /** A value that the user marked. */
  | { readonly kind: 'marked' }
  /** The rule is gone. */
  | { readonly kind: 'unknown' }

/** Where the original of something redacted still is. */
export const OriginalSource = z.discriminatedUnion('kind', [
  /** A file of another program, kept out of history. */
  z.object({ kind: z.literal('file'), path: StorePath }),
  /** A text in an editor, and the version of its file that has it redacted. */
  z.object({ kind: z.literal('text'), path: StorePath, text: z.string().max(50_000_000), saved: ObjectId }),
  /** What the agent wrote in a call of this run of the app. */
  z.object({ kind: z.literal('call'), call: Ulid }),
])
export type OriginalSource = z.infer<typeof OriginalSource>

/** Something redacted in an original; never the value. */
export interface FoundValue {
  /** Which one, in the order of the text. */
  readonly index: number
  readonly rule: string
  readonly line: number
  /** False for a rule of the user's own: only the rule can be changed. */
  readonly mayPass: boolean
}

export interface PassOutcome {
  /**
   * What became of the original: it is in the memory; it is still redacted or withheld; it is not there any more; or it
   * could not be written (`write` says why), so that the value does not pass either.
   */
  readonly kind: 'applied' | 'waits' | 'gone' | 'not-written'
  readonly write: WriteOutcome | null
}

/** Where a marked value is now. */
export interface ValuePlaces {
  readonly files: readonly FileWithValue[]
  /** Files that may have it: too large or of an encoding that is not read, or damaged, so that redacting would cost more. */
  readonly unclear: readonly StorePath[]
}

/** A file that has a marked value now, and how often. */
export interface FileWithValue {
  readonly path: string
  readonly count: number
}

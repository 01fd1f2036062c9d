import { z } from 'zod'
import { ObjectId, StorePath } from './change.ts'
import type { Commit } from './commit.ts'
import type { Message } from './messages/message.ts'
import type { DetectorGroup, Policies, Redacted } from './policy.ts'

/** A file, and the version of it that something was decided about. */
export const JudgedFile = z.object({ path: StorePath, id: ObjectId }).readonly()
export type JudgedFile = z.infer<typeof JudgedFile>

/** How full something is. `limit` null: there is no limit. */
export interface Meter {
  readonly used: number
  readonly limit: number | null
}

export interface MeasuredFile {
  readonly path: StorePath
  readonly bytes: number
  /** Roughly what it costs to read: a token for every four characters. Null for what a model cannot read. */
  readonly tokens: number | null
}

/** Everything the window shows about a store's policies. */
export interface PolicyState {
  /** What is in force now. */
  readonly policies: Policies
  /**
   * The policies file was changed from outside. Its content is in force only once the user accepts it.
   * `policies` is `null` if it cannot be read; `problem` says why.
   */
  readonly waiting: { readonly policies: Policies | null; readonly problem: Message | null } | null
  readonly meters: { readonly files: Meter; readonly bytes: Meter; readonly largest: Meter }
  /** At most ten, largest first. */
  readonly largest: readonly MeasuredFile[]
  /** Files over a limit: written from outside, or older than the limit. Flagged, never blocked. */
  readonly overLimits: readonly { readonly path: StorePath; readonly reason: Message }[]
  /** Files that another program wrote with a secret: kept out of history until they are redacted. */
  readonly withheld: readonly { readonly path: StorePath; readonly rules: readonly string[] }[]
  readonly expiry: {
    /** False while it is not known when each file was last used; then nothing expires. */
    readonly isKnown: boolean
    /** Soonest first; `inDays` counts days of use. */
    readonly next: readonly { readonly path: StorePath; readonly inDays: number }[]
    /** Too many to remove without asking: these wait for the user. */
    readonly asks: readonly JudgedFile[]
    /** The newest removals, each undone as one. */
    readonly expired: readonly Commit[]
    /** Why the last run could not remove what was due; `null` if it could. */
    readonly trouble: Message | null
  }
}

/** What became of accepting a change from outside: it is not accepted if it is not what the user was shown. */
export type AcceptOutcome = { readonly kind: 'accepted' } | { readonly kind: 'refused'; readonly reason: Message }

/** What policies would do to one file as it is now. */
export interface FileEffect {
  readonly path: StorePath
  /** What would be replaced, in UTF-16 code units of the file's text. */
  readonly found: readonly Redacted[]
  /** The first line that would change, as it is and as it would be; `null` if nothing would be replaced. */
  readonly excerpt: { readonly before: string; readonly after: string } | null
  /** Why a write of this file would be refused; `null` if it would not. */
  readonly refused: Message | null
}

/** What policies would do to the whole store, computed by the functions that enforce them. */
export interface PolicyEffect {
  readonly files: number
  /** How many of them were not read: they are large, or no text. */
  readonly unexamined: number
  /** Files that the rules would replace or refuse; at most 100. */
  readonly changed: readonly FileEffect[]
  readonly changedCount: number
  /** Files over a limit; at most 100. They stay, and may only shrink. */
  readonly over: readonly { readonly path: StorePath; readonly reason: Message }[]
  readonly overCount: number
  /** How much was replaced already, by the marks in the files: for each built-in group and each rule of the user. */
  readonly replaced: {
    readonly groups: Readonly<Record<DetectorGroup, number>>
    readonly rules: Readonly<Record<string, number>>
  }
  /** `null` while it is not known when each file was last used. */
  readonly expires: readonly StorePath[] | null
}

/** What a rule would have done to the last changes by agents. */
export interface RuleEffect {
  /** How many changes that are; at most 200. */
  readonly of: number
  readonly stopped: number
  /** The newest of those that it would have stopped. */
  readonly examples: readonly Commit[]
}

export type EffectProgress =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly effect: PolicyEffect }

/** What the user decides about a message in which the policies find something. */
export const Secrets = z.enum(['redact', 'keep'])
export type Secrets = z.infer<typeof Secrets>

/** What the policies find in a message that is about to be sent. */
export interface MessageCheck {
  /** Each once, in the order of the text; empty if there is nothing to ask. */
  readonly rules: readonly string[]
  readonly redacted: string
}

/** A rule tried on a sample. */
export interface RuleTrial {
  /** Why the rule cannot be used; `null` if it can. */
  readonly problem: Message | null
  readonly text: string
  readonly found: readonly Redacted[]
}

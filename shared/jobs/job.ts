import { z } from 'zod'
import type { Budget, Spent } from '../budget.ts'
import type { ObjectId, StorePath } from '../change.ts'
import { CommitName } from '../commit.ts'
import type { ToolCall, TurnEnd } from '../conversation.ts'
import { Said } from '../messages/said.ts'
import type { Actor, ConversationId } from '../origin.ts'
import { ProviderId } from '../settings.ts'
import type { Feature } from './features.ts'
import type { JobFileName, JobName } from './names.ts'

/** What kind of work it is; the guidance for the agent says what features and checks are there. */
export const JobTemplate = z.enum(['software', 'research', 'writing', 'general'])
export type JobTemplate = z.infer<typeof JobTemplate>

/**
 * Where a job is: the initializer is writing the plan (`planning`), the plan waits for the user (`planned`), sessions
 * work on it (`working`), every feature is done (`done`).
 */
export type JobPhase = 'planning' | 'planned' | 'working' | 'done'

/** Who checks a tick against its evidence, in a context of its own. */
export const Judge = z
  .object({
    on: z.boolean(),
    /** Null for the model chosen in Settings. */
    model: z
      .object({ provider: ProviderId, model: z.string().min(1).max(200) })
      .readonly()
      .nullable(),
  })
  .readonly()
export type Judge = z.infer<typeof Judge>
export const NO_JUDGE: Judge = { on: false, model: null }

/** What the judge found. It belongs to what the feature says and to its evidence; when either changes, it goes. */
export const Verdict = z
  .object({
    verdict: z.enum(['holds', 'fails', 'unclear']),
    why: Said,
    model: z.string(),
    at: z.string(),
  })
  .readonly()
export type Verdict = z.infer<typeof Verdict>

/**
 * What is odd about a change of a checklist by the agent or another program: a tick without evidence, another wording
 * under the same id, a feature that is gone.
 */
export const FlagKind = z.enum(['no-evidence', 'reworded', 'removed'])
export type FlagKind = z.infer<typeof FlagKind>

/** One flag, by the commit that did it. */
export const FlagRef = z.object({ commit: CommitName, kind: FlagKind, feature: z.string() }).readonly()
export type FlagRef = z.infer<typeof FlagRef>

export interface FeatureFlag {
  readonly kind: FlagKind
  readonly feature: string
  /** What the feature said before; null for a tick. */
  readonly before: string | null
  /** How it was checked before, if that changed. */
  readonly checkBefore: string | null
}

/** The flags of one commit, for the timeline and the job's page. */
export interface FlaggedCommit {
  readonly job: JobName
  readonly commit: CommitName
  readonly time: string
  readonly flags: readonly FeatureFlag[]
}

/** An entry of the progress log: a heading of level two and what is below it. */
export interface LogEntry {
  readonly heading: string
  /** As the heading names it; null if it names none. */
  readonly session: number | null
  /** Markdown. */
  readonly text: string
}

export interface JobSession {
  readonly conversation: ConversationId
  readonly session: number
  readonly title: string
  readonly startedAt: string
  readonly updatedAt: string
  readonly running: boolean
  /** How its last turn ended; null while it runs. */
  readonly end: TurnEnd | null
  /** Whether the log was brought up to date after the last work. */
  readonly isWrappedUp: boolean
  readonly changes: number
  readonly spent: Spent
}

/** What a session that was interrupted was doing, and what of it is in the history. */
export interface InFlight {
  readonly conversation: ConversationId
  readonly session: number
  readonly turn: number
  readonly end: TurnEnd
  readonly at: string
  /** Calls of that turn that change something: those with a commit happened. */
  readonly done: readonly ToolCall[]
  readonly notDone: readonly ToolCall[]
}

export interface JobFileText {
  readonly path: StorePath
  /** Null while there is no such file. */
  readonly id: ObjectId | null
  /** Null for a file that is missing or is no text. */
  readonly text: string | null
}

/** The commit that ticked a feature. */
export interface Tick {
  readonly commit: ObjectId
  readonly time: string
  readonly actor: Actor
  readonly conversation: ConversationId | null
}

/** A feature with what the app knows of it. */
export interface CheckedFeature extends Feature {
  /** Null while it is not done, and if its commit is too far back. */
  readonly tick: Tick | null
  readonly verdict: Verdict | null
}

/** Why `features.json` cannot be shown as a list. */
export type ChecklistProblem = 'missing' | 'not-json' | 'not-a-list' | 'too-large'

export interface JobSummary {
  readonly name: JobName
  readonly goal: string
  readonly phase: JobPhase
  readonly done: number
  readonly total: number
  readonly sessionCount: number
  readonly updatedAt: string
  /** The session that is answering. */
  readonly running: ConversationId | null
}

export interface Job extends JobSummary {
  /** Null for a job begun on another device. */
  readonly template: JobTemplate | null
  readonly files: { readonly [file in JobFileName]: JobFileText }
  /** Null while it cannot be read: see `problem`. */
  readonly features: readonly CheckedFeature[] | null
  readonly problem: ChecklistProblem | null
  /** Newest first, as in the file. */
  readonly log: readonly LogEntry[]
  /** Markdown, without the open questions. */
  readonly decisions: string
  readonly questions: readonly string[]
  /** On this device, oldest first. */
  readonly sessions: readonly JobSession[]
  readonly inFlight: InFlight | null
  /** Newest first, without those that the user keeps. */
  readonly flags: readonly FlaggedCommit[]
  readonly budget: Budget
  readonly spent: Spent
  readonly judge: Judge
}

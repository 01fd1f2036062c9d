import { z } from 'zod'
import { ObjectId, StorePath, Ulid } from './change.ts'
import { CommitName } from './commit.ts'
import { JOBS_FOLDER } from './jobs/names.ts'
import type { Message } from './messages/message.ts'
import { Said } from './messages/said.ts'
import { Lineage } from './origin.ts'
import { Choices, type Conflict } from './undoing.ts'
import type { PlacedLine } from './upkeep.ts'
import { RequestUsage } from './usage.ts'

// The agent reorganises a copy of the memory; what comes of it is a proposal, which only the user accepts.

/** The part of the lines that a proposal may drop, unless the user says otherwise. */
export const DEFAULT_DROP_SHARE = 0.05
export const DEFAULT_TIDY_REQUESTS = 60

/** A name that programs read, although it ends like a note. */
const READ_BY_PROGRAMS = /^(?:cmakelists|(?:.+[-_])?(?:requirements|constraints)(?:[-_].+)?|robots)\.txt$/i

/**
 * Whether Tidy may change a file: text that people and models write notes in. In data and code a line means what it does
 * only in its place, and the files of a job are the app's own.
 */
export function isTidied(path: StorePath): boolean {
  const names = path.split('/')
  const name = names.at(-1) ?? ''
  if (names[0]?.toLowerCase() === JOBS_FOLDER || names.some((each) => each.startsWith('.'))) return false
  return /\.(?:md|markdown|txt|text)$/i.test(name) && !READ_BY_PROGRAMS.test(name)
}

export const DropShare = z.number().min(0).max(1)

export const TidyOptions = z
  .object({
    dropShare: DropShare,
    /** To the model, at most. */
    requests: z.number().int().min(1).max(1_000),
  })
  .readonly()
export type TidyOptions = z.infer<typeof TidyOptions>

/** What one file would become. `null` stands for no file. */
export const ProposedFile = z
  .object({ path: StorePath, before: ObjectId.nullable(), after: z.string().nullable() })
  .readonly()
export type ProposedFile = z.infer<typeof ProposedFile>

/** As it is kept on this device until the user decides. */
export const TidyProposal = z.object({
  kind: z.literal('tidy'),
  id: Ulid,
  at: z.string(),
  /** The state of the memory that was copied. */
  base: CommitName,
  provider: z.string(),
  model: z.string(),
  lineage: Lineage,
  /** What the agent says it did. */
  summary: z.string(),
  /** Why it did not come to its end, as a sentence; `null` if it did. */
  cutShort: Said.nullable(),
  requests: z.array(RequestUsage).readonly(),
  /** How many of the notes in the memory the agent opened; `null` in a proposal of an earlier version. */
  read: z.object({ notes: z.number(), of: z.number() }).readonly().nullable().default(null),
  dropShare: DropShare,
  files: z.array(ProposedFile).readonly(),
})
export type TidyProposal = Readonly<z.infer<typeof TidyProposal>>

/** Lines of the memory that are one line in the result. */
export interface MergedLines {
  readonly into: PlacedLine
  readonly from: readonly PlacedLine[]
}

export interface MovedLine {
  readonly from: PlacedLine
  readonly to: PlacedLine
}

export interface DroppedLine extends PlacedLine {
  /** The same sentence stands there, too, said of something else. */
  readonly also: PlacedLine | null
}

/** What becomes of the lines of a memory; blank ones are not counted. */
export interface LineFates {
  /** Neither the line nor a near-equal one of the same subject is anywhere in the result. */
  readonly dropped: readonly DroppedLine[]
  /** Lines that go, and the line of the result that says the same of the same subject. */
  readonly repeated: readonly MovedLine[]
  readonly merged: readonly MergedLines[]
  readonly moved: readonly MovedLine[]
  readonly reworded: readonly MovedLine[]
  readonly added: readonly PlacedLine[]
  /** How many lines the notes of the memory have. */
  readonly lines: number
}

/** A change that the agent made in its copy and that is no part of what can be accepted. */
export interface LeftOutFile {
  readonly path: StorePath
  readonly why: WhyLeftOut
}
export type WhyLeftOut = 'job' | 'not-a-note' | 'frontmatter'

export interface ProposalView extends TidyProposal {
  readonly fates: LineFates
  /** `files` has none of these. */
  readonly leftOut: readonly LeftOutFile[]
}

export interface TidyRun {
  readonly startedAt: string
  readonly requests: number
  /** Requests that it may make. */
  readonly most: number
  readonly views: number
  readonly changes: number
  readonly usage: readonly RequestUsage[]
  readonly model: string
}

export interface TidyState {
  readonly running: TidyRun | null
  /** Why the last run made no proposal; `null` if it did. */
  readonly problem: Message | null
  readonly proposal: ProposalView | null
}

/** What of a proposal is accepted: whole files, without some of their changed lines. */
export const TidySelection = z
  .array(
    z
      .object({
        path: StorePath,
        without: z
          .object({
            removed: z.array(z.number().int().positive()).max(100_000).readonly(),
            added: z.array(z.number().int().positive()).max(100_000).readonly(),
          })
          .readonly(),
      })
      .readonly(),
  )
  .max(20_000)
  .readonly()
export type TidySelection = z.infer<typeof TidySelection>

export const TidyAcceptance = z.object({ id: Ulid, selection: TidySelection, choices: Choices.optional() }).readonly()
export type TidyAcceptance = z.infer<typeof TidyAcceptance>

/** What accepting a part of a proposal would mean. Writes nothing. */
export interface TidyPreview {
  readonly dropped: readonly DroppedLine[]
  /** Lines that the whole proposal keeps, and this part would lose. */
  readonly lost: readonly PlacedLine[]
  /** The files that would have to be accepted, too, to keep them. */
  readonly needs: readonly StorePath[]
  /** More lines are dropped than the share allows. */
  readonly isOverShare: boolean
  /** Notes whose frontmatter could no longer be read. */
  readonly broken: readonly StorePath[]
  /** The memory changed meanwhile: what only the user can decide. */
  readonly conflicts: readonly Conflict[]
  readonly files: number
}

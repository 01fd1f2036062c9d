import { z } from 'zod'
import { ObjectId, StorePath, Ulid } from './change.ts'
import { Lineage } from './commit.ts'
import type { Message } from './messages/message.ts'
import { Said } from './messages/said.ts'
import { Choices, type UndoConflict } from './undoing.ts'
import type { PlacedLine } from './upkeep.ts'
import { RequestUsage } from './usage.ts'

// The agent reorganises a copy of the memory; what comes of it is a proposal, which only the user accepts.

/** The part of the lines that a proposal may drop, unless the user says otherwise. */
export const DEFAULT_DROP_SHARE = 0.05
export const DEFAULT_TIDY_REQUESTS = 60

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

/** As it is kept on this device. */
export const Proposal = z
  .object({
    id: Ulid,
    at: z.string(),
    /** The state of the memory that was copied. */
    base: ObjectId,
    provider: z.string(),
    model: z.string(),
    lineage: Lineage,
    /** What the agent says it did. */
    summary: z.string(),
    /** Why it did not come to its end, as a sentence; `null` if it did. */
    cutShort: Said.nullable(),
    requests: z.array(RequestUsage).readonly(),
    dropShare: DropShare,
    files: z.array(ProposedFile).readonly(),
  })
  .readonly()
export type Proposal = z.infer<typeof Proposal>

/** Lines of the memory that are one line in the result. */
export interface MergedLines {
  readonly into: PlacedLine
  readonly from: readonly PlacedLine[]
}

export interface MovedLine {
  readonly from: PlacedLine
  readonly to: PlacedLine
}

/** What becomes of the lines of a memory. Headings and frontmatter are not counted. */
export interface LineFates {
  /** Neither the line nor a near-equal one is anywhere in the result. */
  readonly dropped: readonly PlacedLine[]
  readonly merged: readonly MergedLines[]
  readonly moved: readonly MovedLine[]
  readonly reworded: readonly MovedLine[]
  readonly added: readonly PlacedLine[]
  /** How many lines the memory has. */
  readonly lines: number
}

export interface ProposalView extends Proposal {
  readonly fates: LineFates
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
  readonly dropped: readonly PlacedLine[]
  /** Lines that the whole proposal keeps, and this part would lose. */
  readonly lost: readonly PlacedLine[]
  /** The files that would have to be accepted, too, to keep them. */
  readonly needs: readonly StorePath[]
  /** More lines are dropped than the share allows. */
  readonly isOverShare: boolean
  /** The memory changed meanwhile: what only the user can decide. */
  readonly conflicts: readonly UndoConflict[]
  readonly files: number
}

import { z } from 'zod'
import { assertNever } from './assert-never.ts'
import { StorePath } from './change.ts'
import { PointRef } from './commit.ts'
import type { LeftOut } from './import.ts'

/** What becomes of lines from outside (see `isUntrusted`): copied as they are, copied with a mark that says so, or not copied. */
export const Untrusted = z.enum(['keep', 'mark', 'leave-out'])
export type Untrusted = z.infer<typeof Untrusted>

const how = {
  /** Left out: see `untrustedIn`. */
  untrusted: Untrusted.optional(),
  /** The user has seen what looks like a secret, and wants it copied. */
  withSecrets: z.boolean().optional(),
}
const atPoint = { at: PointRef.optional() }

/** What is copied out of a store. `at` is a point; without it, the present state. */
export const ExportWhat = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: StorePath, ...atPoint, ...how }).readonly(),
  /** Every file that an agent reads: without the history, the policies, and what is withheld. */
  z.object({ kind: z.literal('folder'), ...atPoint, ...how }).readonly(),
  /** The same files in one zip archive. */
  z.object({ kind: z.literal('zip'), ...atPoint, ...how }).readonly(),
  /** The same files as Claude Code keeps a memory: an index, and notes that say what they are about. */
  z.object({ kind: z.literal('claude-code'), ...how }).readonly(),
  /** The notes as one section of a file that agents read, such as AGENTS.md or CLAUDE.md. */
  z.object({ kind: z.literal('agents-md'), ...how }).readonly(),
  /** The notes as one text, to be pasted into a conversation with another assistant. */
  z.object({ kind: z.literal('prompt'), ...how }).readonly(),
  /** Every version of every file, as a git bundle. */
  z.object({ kind: z.literal('bundle'), ...how }).readonly(),
])
export type ExportWhat = z.infer<typeof ExportWhat>
export type ExportKind = ExportWhat['kind']

export const makesFolder = (kind: ExportKind): boolean => kind === 'folder' || kind === 'claude-code'

/**
 * What becomes of lines from outside, unless the user says otherwise. A copy of the memory is the memory, to the byte.
 * What another agent reads as its own memory or as instructions has no history that could tell it whose words they are,
 * so there the lines say it themselves.
 */
export function untrustedIn({ kind, untrusted }: ExportWhat): Untrusted {
  if (untrusted !== undefined) return untrusted
  switch (kind) {
    case 'file':
    case 'folder':
    case 'zip':
    case 'bundle':
      return 'keep'
    case 'claude-code':
    case 'agents-md':
    case 'prompt':
      return 'mark'
    default:
      return assertNever(kind)
  }
}

/** Where something that is to be exported looks like a secret; never what it is. */
export interface SecretPlace {
  /** The file, without what is found in its name. */
  readonly path: string
  /** From 1; null for the name of the file, and for all of it. */
  readonly line: number | null
  /** The rule that finds it. */
  readonly rule: string
  /** The commit that has it, where a whole history is exported. */
  readonly commit: string | null
}

export type ExportOutcome =
  | { readonly kind: 'written'; readonly leftOut: readonly LeftOut[] }
  /** Nothing was written: the user has to see these first. */
  | { readonly kind: 'kept-back'; readonly places: readonly SecretPlace[] }

export type ExportProgress =
  /** Of files, or for a bundle commits; `total` is 0 while it is not known. */
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | {
      readonly kind: 'done'
      /** Of the file or folder that was made. */
      readonly name: string
      /** Files of which not everything was copied. */
      readonly leftOut: readonly LeftOut[]
      /** Where the page downloads it, once; `null` if it is where the user wanted it. */
      readonly address: string | null
    }
  | Extract<ExportOutcome, { kind: 'kept-back' }>
  /** The user closed the dialog. */
  | { readonly kind: 'cancelled' }

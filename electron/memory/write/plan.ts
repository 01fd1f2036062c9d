import type { FileMode, ObjectId, Ulid } from '../../../shared/change.ts'
import type { Held } from '../../../shared/commit.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { Origin } from '../../../shared/origin.ts'
import type { Conflict } from '../../../shared/undoing.ts'
import type { Head } from '../git/refs.ts'
import type { Folders } from '../repo/checkout.ts'
import type { Repository } from '../repo/repository.ts'

// The types of the writer: what a command wants, what it is decided on, and its outcome.

/** The content of a new version: bytes, or an object that the repository has. */
export type Content =
  | { readonly bytes: Uint8Array; readonly mode: FileMode }
  | { readonly id: ObjectId; readonly mode: FileMode }

/** A version of a path in the repository; null for no file. */
export type Version = { readonly id: ObjectId; readonly mode: FileMode } | null

export function sameVersion(a: Version, b: Version): boolean {
  return a === null || b === null ? a === b : a.id === b.id && a.mode === b.mode
}

/** What a command wants to do to one path. `before` is a precondition: the version that must be there now. */
export interface Draft {
  readonly path: string
  readonly before: ObjectId | null
  readonly after: Content | null
  readonly from?: string
}

/** A whole command, decided in the writer's queue. */
export interface Plan extends Partial<Folders> {
  readonly drafts: readonly Draft[]
  readonly origin: Origin
  /** Left out: what was learned, or done to which files (subject.ts). */
  readonly subject?: string
  /** The file or folder that the command names, if the drafts do not say so. */
  readonly named?: string
  /**
   * `written`: the gate may refuse or rewrite it. `exact`: the gate may refuse it, but not rewrite. `adopted`: the disk
   * is the source; nothing is written to it, and the gate is not asked. `ready`: git has the commit; the gate is not asked.
   */
  readonly kind?: 'written' | 'exact' | 'adopted' | 'ready'
  /** What `ready` brings the store to. `isForeign`: another device made it. */
  readonly ready?: { readonly commit: ObjectId; readonly isForeign: boolean }
  /** Withheld versions of another program at these paths are replaced, and never become part of history. */
  readonly replacesWithheld?: boolean
  /** The user removed a line before that it adds. */
  readonly isRejected?: boolean
  /** Whatever the gate lets pass waits for the user. */
  readonly asks?: boolean
  /** The user has decided about what the gate holds. */
  readonly isApproved?: boolean
  /** The user overrides a refusal of the gate that allows it. */
  readonly override?: boolean
}

/** The state of the history that a plan is decided on. */
export interface Snapshot {
  readonly head: Head
  /** The tree of HEAD's commit. */
  readonly tree: ObjectId | null
}

export async function readSnapshot(repo: Repository): Promise<Snapshot> {
  const head = await repo.readHead()
  return { head, tree: head.commit === null ? null : repo.objects.readCommit(head.commit).tree }
}

/** The command is durable: in the journal, and its files in place. */
export interface Acknowledged {
  readonly kind: 'acknowledged'
  readonly commit: ObjectId
  readonly variorumId: Ulid
  readonly notes: readonly Message[]
}
/** Nothing was written. */
export type Unwritten =
  | {
      readonly kind: 'conflict'
      readonly paths: readonly string[]
      readonly reason: Message
      readonly conflicts?: readonly Conflict[]
    }
  | { readonly kind: 'refused'; readonly reason: Message; readonly rule?: string; readonly mayOverride?: true }
  | Held

/** A plan, or the answer when there is nothing to write. */
export type Decision<Answer> =
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'answer'; readonly answer: Answer }

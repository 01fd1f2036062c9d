import type { FileMode, ObjectId, Ulid } from '../../../shared/change.ts'
import type { Origin } from '../../../shared/commit.ts'
import type { Head } from '../git/refs.ts'
import type { Folders } from '../repo/checkout.ts'
import type { Repository } from '../repo/repository.ts'

// The words of the writer: what a command wants, on what it is decided, what becomes of it.

/** A version to be: bytes, or an object that the repository has. */
export type Content =
  | { readonly bytes: Uint8Array; readonly mode: FileMode }
  | { readonly id: ObjectId; readonly mode: FileMode }

/** A version of a path that the repository has; null: no file. */
export type Version = { readonly id: ObjectId; readonly mode: FileMode } | null

export function sameVersion(a: Version, b: Version): boolean {
  return a === null || b === null ? a === b : a.id === b.id && a.mode === b.mode
}

/** What a command wants of one path. `before` is what must stand there now. */
export interface Draft {
  readonly path: string
  readonly before: ObjectId | null
  readonly after: Content | null
  readonly from?: string
}

/** A whole command, decided on the state that the writer's queue shows. */
export interface Plan extends Partial<Folders> {
  readonly drafts: readonly Draft[]
  readonly origin: Origin
  readonly subject?: string
  /** `adopted`: the disk is the source, nothing is written to it. `weighed`: the gate may refuse, but not rewrite. */
  readonly kind?: 'written' | 'weighed' | 'adopted'
  /** What another program left at these paths, and is withheld, is replaced without ever becoming part of history. */
  readonly replacesWithheld?: boolean
  /** The user wants it although the gate refuses, where the gate lets them decide. */
  readonly override?: boolean
}

/** What a plan is decided on. */
export interface Snapshot {
  readonly head: Head
  /** The tree of HEAD's commit. */
  readonly tree: ObjectId | null
}

export async function readSnapshot(repo: Repository): Promise<Snapshot> {
  const head = await repo.readHead()
  return { head, tree: head.commit === null ? null : repo.objects.readCommit(head.commit).tree }
}

export interface Published {
  readonly kind: 'published'
  readonly commit: ObjectId
  readonly variorumId: Ulid
  readonly notes: readonly string[]
}
export type Unwritten =
  | { readonly kind: 'conflict'; readonly paths: readonly string[]; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly rule?: string; readonly mayOverride?: true }

/** A plan, or the answer when nothing is to be written. */
export type Decision<Answer> =
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'answer'; readonly answer: Answer }

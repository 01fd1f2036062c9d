import type { Ulid } from './change.ts'

// What is undone, and what Undo and Redo reverse next. Pure, and decided here for the store, the window and the
// command line. An undo is itself a commit that names what it undoes; a redo is the undo of an undo.

/** The fields of a commit that these rules need. */
export interface Undoable {
  /** Null for commits of native git, which nothing can name. */
  readonly id: Ulid | null
  /** The commits it undoes; empty for an ordinary change. */
  readonly undoes: readonly Ulid[]
  readonly changesFiles: boolean
}

/** @returns the commits that undo this one, newest first, whether or not they were undone themselves */
export type UndoersOf = (id: Ulid) => Iterable<Ulid>

/** The newest commit that undoes this one and was not undone itself; `null` while the commit is in effect. */
export function undoneBy(id: Ulid, undoersOf: UndoersOf): Ulid | null {
  for (const by of undoersOf(id)) if (undoneBy(by, undoersOf) === null) return by
  return null
}

/**
 * What Undo reverses next: the newest change in effect. Repeated, it goes further back; it never reverses an undo, so
 * it walks and does not toggle.
 */
export async function nextUndo<Commit extends Undoable>(
  newestFirst: Iterable<Commit> | AsyncIterable<Commit>,
  isUndone: (commit: Commit) => boolean | Promise<boolean>,
): Promise<Commit | null> {
  for await (const commit of newestFirst) {
    const { id, undoes, changesFiles } = commit
    if (id !== null && undoes.length === 0 && changesFiles && !(await isUndone(commit))) return commit
  }
  return null
}

/**
 * What Redo reverses next: the newest undo in effect. After a new change there is nothing to redo.
 * @param isUndo whether a commit undoes another
 */
export async function nextRedo<Commit extends Undoable>(
  newestFirst: Iterable<Commit> | AsyncIterable<Commit>,
  isUndone: (commit: Commit) => boolean | Promise<boolean>,
  isUndo: (id: Ulid) => boolean | Promise<boolean>,
): Promise<Commit | null> {
  for await (const commit of newestFirst) {
    const { undoes, changesFiles } = commit
    // A recorded read is not a change.
    if (undoes.length === 0 && !changesFiles) continue
    const [first] = undoes
    if (first === undefined) return null
    if (!(await isUndo(first)) && !(await isUndone(commit))) return commit
  }
  return null
}

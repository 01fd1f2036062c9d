import type { Ulid } from './change.ts'

// What is undone, and what Undo and Redo reverse next. Pure, and decided here for the store, the window and the
// command line. An undo is itself a commit that names what it undoes; a redo is the undo of an undo.

/** The fields of a commit that these rules need. */
export interface Undoable {
  /** Null for commits of native git, which nothing can name. */
  readonly id: Ulid | null
  /** The commits it undoes; empty for an ordinary change. */
  readonly undoes: readonly Ulid[]
  /** The commits of which it undoes some lines; they stay in effect. */
  readonly undoesPart: readonly Ulid[]
  readonly changesFiles: boolean
  /** An undo of commits of native git alone has only this to say so. */
  readonly verb?: string
}

/** Whether a commit reverses another, or a part of it. */
export function isUndo({ undoes = [], undoesPart = [], verb }: Partial<Undoable>): boolean {
  return undoes.length > 0 || undoesPart.length > 0 || verb === 'undo'
}

/** @returns the commits that undo this one, newest first, whether or not they were undone themselves */
export type UndoersOf = (id: Ulid) => Iterable<Ulid>

/**
 * The newest commit that undoes this one and was not undone itself; `null` while the commit is in effect. Commits of
 * elsewhere may form chains of any length and name each other in circles; what closes a circle does not count.
 */
export function undoneBy(id: Ulid, undoersOf: UndoersOf): Ulid | null {
  const undoers = new Map<Ulid, readonly Ulid[]>()
  const known = new Map<Ulid, Ulid | null>()
  const open = [id]
  for (let each = open.at(-1); each !== undefined; each = open.at(-1)) {
    const all = undoers.get(each) ?? [...undoersOf(each)]
    undoers.set(each, all)
    const next = all.find((by) => !undoers.has(by))
    if (next !== undefined) open.push(next)
    else {
      known.set(each, all.find((by) => known.get(by) === null) ?? null)
      open.pop()
    }
  }
  return known.get(id) ?? null
}

/**
 * What Undo reverses next: the newest change in effect. Repeated, it goes further back; it never reverses an undo, so
 * it walks and does not toggle.
 * @param isMoot whether nothing of a commit is left to undo; asked where git made newer ones, which no undo can name
 */
export async function nextUndo<Commit extends Undoable>(
  newestFirst: Iterable<Commit> | AsyncIterable<Commit>,
  isUndone: (commit: Commit) => boolean | Promise<boolean>,
  isMoot: (commit: Commit) => boolean | Promise<boolean>,
): Promise<Commit | null> {
  let isBehindGit = false
  for await (const commit of newestFirst) {
    const { id, changesFiles } = commit
    if (id === null) isBehindGit = true
    else if (isUndo(commit) || !changesFiles || (await isUndone(commit))) continue
    else if (!isBehindGit || !(await isMoot(commit))) return commit
  }
  return null
}

/**
 * What Redo reverses next: the newest undo in effect. After a new change there is nothing to redo.
 * @param isUndoCommit whether the commit of this id undoes another
 */
export async function nextRedo<Commit extends Undoable>(
  newestFirst: Iterable<Commit> | AsyncIterable<Commit>,
  isUndone: (commit: Commit) => boolean | Promise<boolean>,
  isUndoCommit: (id: Ulid) => boolean | Promise<boolean>,
): Promise<Commit | null> {
  for await (const commit of newestFirst) {
    const { undoes, undoesPart, changesFiles } = commit
    // A recorded read is not a change.
    if (!isUndo(commit) && !changesFiles) continue
    if (!isUndo(commit)) return null
    const [first] = [...undoes, ...undoesPart]
    const isRedo = first !== undefined && (await isUndoCommit(first))
    if (!isRedo && !(await isUndone(commit))) return commit
  }
  return null
}

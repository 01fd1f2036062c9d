import type { Commit } from '../../shared/commit.ts'

/** Which commits took which back, as far as the window knows: the undoing commit's id -> what it undoes. */
export type Undoes = ReadonlyMap<string, readonly string[]>

/** Adds what a commit tells: what it takes back itself, and by whom it was taken back. */
export function learn(undoes: Undoes, commits: readonly Commit[]): Undoes {
  const known = new Map(undoes)
  const add = (by: string, what: string): void => {
    const before = known.get(by) ?? []
    if (!before.includes(what)) known.set(by, [...before, what])
  }
  for (const { variorumId, origin, undoneBy } of commits) {
    if (variorumId === null) continue
    for (const what of origin.undoes ?? []) add(variorumId, what)
    if (undoneBy !== null) add(undoneBy, variorumId)
  }
  return known
}

/** The newest commit that takes this one back and was not taken back itself; an undo of an undo counts for nothing. */
export function undoneBy(undoes: Undoes, id: string | null): string | null {
  if (id === null) return null
  const takers = [...undoes].filter(([by, what]) => by !== id && what.includes(id)).map(([by]) => by)
  return (
    takers
      .toSorted()
      .toReversed()
      .find((by) => undoneBy(undoes, by) === null) ?? null
  )
}

const isUndo = (commit: Commit): boolean => (commit.origin.undoes?.length ?? 0) > 0

/** What ⌘Z takes back: the newest change that still stands. Pressed again it goes further back; it never takes back an undo. */
export function nextUndo(commits: readonly Commit[], undoes: Undoes): Commit | null {
  return (
    commits.find(
      (commit) =>
        !isUndo(commit) &&
        commit.variorumId !== null &&
        commit.changes.length > 0 &&
        undoneBy(undoes, commit.variorumId) === null,
    ) ?? null
  )
}

/** What ⇧⌘Z takes back: the newest undo that still stands. After a new change there is nothing to redo. */
export function nextRedo(commits: readonly Commit[], undoes: Undoes): Commit | null {
  const ids = new Set(commits.filter(isUndo).map((commit) => commit.variorumId))
  for (const commit of commits) {
    if (!isUndo(commit)) return null
    const redo = commit.origin.undoes?.some((id) => ids.has(id)) ?? false
    if (!redo && undoneBy(undoes, commit.variorumId) === null) return commit
  }
  return null
}

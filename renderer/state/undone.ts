import { type Commit, onlyChange } from '../../shared/commit.ts'
import { undoneBy as undoneById } from '../../shared/undo.ts'

/** Which commits undid which, as far as the window knows: id of the undoing commit -> ids of the undone ones. */
export type Undoes = ReadonlyMap<string, readonly string[]>

/** Adds what commits say about themselves: what they undo, and which commit undid them. */
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

/** Whether a commit brings back what was undone: it undoes nothing but undos. */
export function isRedo(undoes: Undoes, { origin }: Pick<Commit, 'origin'>): boolean {
  const undone = origin.undoes ?? []
  return undone.length > 0 && undone.every((id) => undoes.has(id))
}

/** The newest known commit that undoes this one and was not undone itself; `null` while the commit is in effect. */
export function undoneBy(undoes: Undoes, id: string | null): string | null {
  // Variorum-Ids sort by time.
  const undoersOf = (each: string): readonly string[] =>
    [...undoes]
      .flatMap(([by, what]) => (by !== each && what.includes(each) ? [by] : []))
      .toSorted()
      .toReversed()
  return id === null ? null : undoneById(id, undoersOf)
}

/**
 * A model has no undo: it writes what was there before. Which commits of a conversation took back, with what they wrote,
 * changes before them to the same file.
 */
export function reversals(commits: readonly Commit[]): Undoes {
  const found = new Map<string, readonly string[]>()
  for (const [at, commit] of commits.entries()) {
    const what = takenBack(commit, commits.slice(0, at))
    if (commit.variorumId !== null && what.length > 0) found.set(commit.variorumId, what)
  }
  return found
}

/** The newest changes to its file that lead back, one after the other, to the text that it wrote. */
function takenBack(commit: Commit, earlier: readonly Commit[]): readonly string[] {
  const now = onlyChange(commit)
  if (now === null || now.before?.id === now.after?.id) return []
  const ids: string[] = []
  let text = now.before?.id
  for (const each of earlier.toReversed()) {
    const change = onlyChange(each)
    if (change?.path !== now.path) continue
    if (each.variorumId === null || change.after?.id !== text) return []
    ids.push(each.variorumId)
    text = change.before?.id
    if (text === now.after?.id) return ids
  }
  return []
}

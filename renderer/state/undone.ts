import type { Commit } from '../../shared/commit.ts'
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

import { create } from 'zustand'
import type { Commit } from '../../shared/commit.ts'

/** Changes that the user picked to undo together, by id. */
export const useMarked = create<{ readonly marked: ReadonlyMap<string, Commit> }>(() => ({ marked: new Map() }))

/** Marks commits, or takes the marks off if all of them have one. */
export function toggleMarks(commits: readonly Commit[]): void {
  useMarked.setState(({ marked }) => {
    const next = new Map(marked)
    const isMarked = commits.every(({ id }) => next.has(id))
    for (const commit of commits) {
      if (isMarked) next.delete(commit.id)
      else if (commit.changeCount > 0) next.set(commit.id, commit)
    }
    return { marked: next }
  })
}

export function clearMarks(): void {
  useMarked.setState({ marked: new Map() })
}

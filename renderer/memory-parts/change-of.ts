import type { Change } from '../../shared/change.ts'
import type { Commit } from '../../shared/commit.ts'

/** What a commit did to a file: `null` for nothing, `undefined` if it is not among those that a large commit lists. */
export function changeOf({ changes, changeCount }: Commit, path: string): Change | null | undefined {
  const found = changes.find(({ change }) => change.path === path)
  return found?.change ?? (changes.length < changeCount ? undefined : null)
}

/** How large a file was after each of its commits. @param now how large it is after the last of them */
export function sizesOf(oldestFirst: readonly Commit[], path: string, now: number): readonly number[] {
  const changes = oldestFirst.map((commit) => changeOf(commit, path))
  return changes.map((change, at) => {
    if (change !== undefined) return change?.after?.size ?? 0
    return at === changes.length - 1 ? now : (changes[at + 1]?.before?.size ?? 0)
  })
}

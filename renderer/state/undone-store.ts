import { create } from 'zustand'
import type { Commit } from '../../shared/commit.ts'
import { learn, reversals, type Undoes, undoneBy } from './undone.ts'

export const useUndoes = create<{ readonly undoes: Undoes }>(() => ({ undoes: new Map() }))

export function learnCommits(commits: readonly Commit[]): void {
  if (commits.some(({ origin, undoneBy: by }) => by !== null || origin.undoes !== undefined)) {
    useUndoes.setState(({ undoes }) => ({ undoes: learn(undoes, commits) }))
  }
}

/** The same of all commits of a conversation so far; and what those before were taken back by. */
export function learnConversation(commits: readonly Commit[]): void {
  learnCommits(commits)
  const found = reversals(commits)
  if (found.size > 0) useUndoes.setState(({ undoes }) => ({ undoes: new Map([...undoes, ...found]) }))
}

export function forgetUndoes(): void {
  useUndoes.setState({ undoes: new Map() })
}

/** The Variorum-Id of the commit that undid this one; `null` while it is in effect. */
export function useUndoneBy(commit: Commit | null): string | null {
  return useUndoes(({ undoes }) => undoneBy(undoes, commit?.variorumId ?? null))
}

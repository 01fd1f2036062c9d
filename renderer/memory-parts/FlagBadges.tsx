import type { Commit } from '../../shared/commit.ts'
import { useJobs } from '../state/jobs-store.ts'
import { flagWords } from './flag-words.ts'

/** What a commit did to a job's checklist that the user may not want, each once. */
export function useFlagWords({ id }: Pick<Commit, 'id'>): readonly string[] {
  const flagged = useJobs((state) => state.flagged.get(id))
  return [...new Set((flagged?.flags ?? []).map(({ kind }) => flagWords(kind)))]
}

export function FlagBadges({ commit }: { readonly commit: Commit }) {
  return useFlagWords(commit).map((words) => (
    <span key={words} className="badge wait">
      {words}
    </span>
  ))
}

import { type Commit, nameOf } from '../../shared/commit.ts'
import { useJobs } from '../state/jobs-store.ts'
import { flagWords } from './flag-words.ts'

/** What a commit did to a job's checklist that the user may not want, each once. */
export function useFlagWords(commit: Pick<Commit, 'id' | 'variorumId'>): readonly string[] {
  const flagged = useJobs((state) => state.flagged.get(nameOf(commit)))
  return [...new Set((flagged?.flags ?? []).map(({ kind }) => flagWords(kind)))]
}

export function FlagBadges({ commit }: { readonly commit: Commit }) {
  return useFlagWords(commit).map((words) => (
    <span key={words} className="badge wait">
      {words}
    </span>
  ))
}

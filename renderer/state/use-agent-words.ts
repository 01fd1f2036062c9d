import type { AgentWords } from '../../shared/agent-words.ts'
import { type Commit, personOf } from '../../shared/commit.ts'
import { api } from './api.ts'
import { useQuery } from './use-query.ts'

/** What a line's history, and the timeline, know of a commit. */
type Source = Pick<Commit, 'variorumId' | 'author' | 'origin'>

interface Asked {
  readonly commit: string
  readonly source: Source | undefined
  /** Of one line; else of all that the commit wrote. */
  readonly line?: { readonly path: string; readonly text: string } | undefined
}

const MAX_LINE = 10_000

/**
 * The user's words that led to what another agent wrote into its own memory. Null where that is not known, and for every
 * other commit; undefined until the answer is here.
 */
export function useAgentWords({ commit, source, line }: Asked): AgentWords | null | undefined {
  const { actor, client } = source?.origin ?? {}
  const mayBe = source !== undefined && actor === 'outside' && client !== undefined && personOf(source) === null
  const isLine = line === undefined || (line.text.trim() !== '' && line.text.length <= MAX_LINE)
  const key = mayBe && isLine ? JSON.stringify([commit, line]) : null
  const { answer } = useQuery(key, 0, () => api.memory.agentWords.query({ commit, line }))
  return key === null ? null : answer
}

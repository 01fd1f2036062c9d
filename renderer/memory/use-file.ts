import type { Commit } from '../../shared/commit.ts'
import type { Blame, TreeFile } from '../../shared/memory.ts'
import { api } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'
import { learnCommits } from '../state/undone-store.ts'
import { useQuery } from '../state/use-query.ts'

export function useTreeFile(path: string | undefined): TreeFile | undefined {
  return useMemory((state) => state.tree?.files.find((file) => file.path === path))
}

/** The blame of this version of a file; `null` until it is loaded. */
export function useBlame(path: string, blob: string | undefined): Blame | null {
  const { answer: blame } = useQuery(blob === undefined ? null : path, blob, () => api.memory.blame.query({ path }))
  return blame != null && blame.blob === blob ? blame : null
}

interface FileHistory {
  /** Newest first. */
  readonly commits: readonly Commit[]
  /** Whether there are older ones. */
  readonly more: boolean
}

export const HISTORY_PAGE = 200

/** The newest commits that changed a file; `null` until they are loaded. */
export function useFileHistory(path: string, wanted = HISTORY_PAGE): FileHistory | null {
  // Repeated when this file changes, not when others do.
  const version = useTreeFile(path)
  const known = useMemory((state) => state.tree !== null)
  const { answer: page } = useQuery(known ? path : null, `${version?.last?.commit} ${version?.blob.id} ${wanted}`, () =>
    loadHistory(path, wanted),
  )
  return page ?? null
}

async function loadHistory(path: string, wanted: number): Promise<FileHistory> {
  const commits: Commit[] = []
  for (let after: string | null = null; ;) {
    const page = await api.timeline.page.query({ path, limit: HISTORY_PAGE, ...(after !== null && { after }) })
    learnCommits(page.commits)
    commits.push(...page.commits)
    after = page.next
    if (after === null || commits.length >= wanted) return { commits, more: after !== null }
  }
}

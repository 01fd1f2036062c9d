import type { Commit } from '../../shared/commit.ts'
import type { Comparison } from '../../shared/memory.ts'
import type { UndoPreview } from '../../shared/undoing.ts'
import { api } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'
import { useQuery } from '../state/use-query.ts'

/** What restoring a path ('' for the whole store) would do now; `undefined` until it is known, and without a path. */
export function usePreview(ref: string, path: string | undefined, withPolicies = false): Comparison | undefined {
  const changes = useMemory((state) => state.changes)
  return useQuery(path === undefined ? null : `${ref} ${path} ${withPolicies}`, changes, () =>
    api.timeline.previewRestore.query({ ref, path: path ?? '', how: { withPolicies } }),
  )
}

/** What undoing a commit, or redoing it by undoing its undo, would do now. */
export function useUndoPreview({ id, variorumId, changes }: Commit, undoneBy: string | null): UndoPreview | undefined {
  const version = useMemory((state) => state.changes)
  const commit = undoneBy ?? variorumId ?? id
  return useQuery(changes.length === 0 ? null : commit, version, () =>
    api.timeline.previewUndo.query({ what: { commits: [commit] } }),
  )
}

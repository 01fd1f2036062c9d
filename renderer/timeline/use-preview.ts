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

/** Each of more files would be merged while the user only looks. Whoever undoes so many sees them first anyway. */
const MAX_PREVIEWED_FILES = 200

/** What undoing a commit, or redoing it by undoing its undo, would do now; `undefined` also for one of very many files. */
export function useUndoPreview(
  { id, variorumId, changeCount }: Commit,
  undoneBy: string | null,
): UndoPreview | undefined {
  const version = useMemory((state) => state.changes)
  const commit = undoneBy ?? variorumId ?? id
  const isShown = changeCount > 0 && changeCount <= MAX_PREVIEWED_FILES
  return useQuery(isShown ? commit : null, version, () =>
    api.timeline.previewUndo.query({ what: { commits: [commit] } }),
  )
}

import { useMemo, useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import type { Comparison } from '../../shared/memory.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import type { UndoPreview } from '../../shared/undoing.ts'
import { restoreFile, restoreFolder } from '../state/actions.ts'
import { api } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'
import { type StatusBarMessage, useStatusBar } from '../state/status-bar-store.ts'
import { redo, undo } from '../state/undo-flow.ts'
import { useUndoneBy } from '../state/undone-store.ts'
import { useQuery } from '../state/use-query.ts'
import { folderChoices, type Way } from './restore-ways.ts'

export interface Restore {
  readonly way: Way
  readonly ways: readonly Way[]
  readonly choose: (way: Way) => void
  /** Whether all ways are shown: until one is chosen, only the undo is. */
  readonly isOpen: boolean
  readonly folder: string | undefined
  readonly chooseFolder: (folder: string) => void
  readonly folders: ReturnType<typeof folderChoices>
  /** The path of a commit that changes one file. */
  readonly file: string | undefined
  /** What each way would do now. */
  readonly previews: Readonly<Record<Exclude<Way, 'undo'>, Comparison | undefined>> & {
    readonly undo: UndoPreview | undefined
  }
  /** The undo in effect for this commit; `null` while the commit itself is. */
  readonly undoneBy: string | null
  readonly busy: boolean
  /** Whether restoring the whole store includes its policies. */
  readonly withPolicies: boolean
  readonly takePolicies: (taken: boolean) => void
  /** Whether the policies then differ from those now. */
  readonly policiesDiffer: boolean
  /** Why the last attempt failed, and what can still be done. */
  readonly why: StatusBarMessage | null
  readonly run: (way: Way) => Promise<void>
}

/** The ways back from one commit: which is chosen, what each would do, and doing it. */
export function useRestore(commit: Commit, first: Way): Restore {
  const undoneBy = useUndoneBy(commit)
  const [chosen, choose] = useState<Way | null>(first === 'undo' ? null : first)
  const [busy, setBusy] = useState(false)
  const [why, setWhy] = useState<StatusBarMessage | null>(null)
  const [withPolicies, takePolicies] = useState(false)
  const file = commit.changeCount === 1 ? commit.changes[0]?.change.path : undefined
  const store = usePreview(commit.id, '', withPolicies)
  const policiesDiffer = (usePreview(commit.id, POLICIES_PATH)?.changeCount ?? 0) > 0
  const { folder, folders, chooseFolder } = useFolderChoice(commit, store)
  const previews = {
    undo: useUndoPreview(commit, undoneBy),
    file: usePreview(commit.id, file),
    folder: usePreview(commit.id, folder),
    store,
  }
  const ways: readonly Way[] = [
    ...(commit.changes.length > 0 ? ['undo' as const] : []),
    ...(file === undefined ? [] : ['file' as const]),
    ...(folder === undefined ? [] : ['folder' as const]),
    'store',
  ]
  const way = ways.find((each) => each === chosen) ?? ways[0] ?? 'store'

  const run = async (which: Way): Promise<void> => {
    if (!ways.includes(which) || busy) return
    if (which !== 'undo' && previews[which]?.changeCount === 0) return
    setBusy(true)
    setWhy(null)
    if (which === 'undo') await (undoneBy === null ? undo(commit) : redo(undoneBy, commit.changeCount))
    else if (which === 'file' && file !== undefined) await restoreFile(file, commit)
    else await restoreFolder(which === 'folder' ? (folder ?? '') : '', commit, which === 'store' && withPolicies)
    const { message } = useStatusBar.getState()
    setWhy(message?.kind === 'refusal' || message?.kind === 'failure' ? message : null)
    setBusy(false)
  }
  return {
    way,
    ways,
    choose,
    isOpen: chosen !== null || way !== 'undo',
    folder,
    chooseFolder,
    folders,
    file,
    previews,
    undoneBy,
    busy,
    why,
    withPolicies,
    takePolicies,
    policiesDiffer,
    run,
  }
}

/** The folders that can be restored: the commit's own, then all others of now and then; the deepest own one first. */
function useFolderChoice(commit: Commit, store: Comparison | undefined) {
  const tree = useMemory((state) => state.tree)
  const [chosen, chooseFolder] = useState<string | null>(null)
  const folders = useMemo(() => {
    const all = [
      ...(tree?.files ?? []).map(({ path }) => path),
      ...(store?.changes ?? []).map(({ change }) => change.path),
    ]
    return folderChoices(
      commit.changes.map(({ change }) => change.path),
      all,
    )
  }, [commit, tree, store])
  return { folder: chosen ?? folders.near[0] ?? folders.others[0], folders, chooseFolder }
}

/** What restoring a path ('' for the whole store) would do now; `undefined` until it is known, and without a path. */
function usePreview(ref: string, path: string | undefined, withPolicies = false): Comparison | undefined {
  const changes = useMemory((state) => state.changes)
  return useQuery(path === undefined ? null : `${ref} ${path} ${withPolicies}`, changes, () =>
    api.timeline.previewRestore.query({ ref, path: path ?? '', how: { withPolicies } }),
  ).answer
}

/** Each of more files would be merged while the user only looks. Whoever undoes so many sees them first anyway. */
const MAX_PREVIEWED_FILES = 200

/** What undoing a commit, or redoing it by undoing its undo, would do now; `undefined` also for one of very many files. */
function useUndoPreview({ id, variorumId, changeCount }: Commit, undoneBy: string | null): UndoPreview | undefined {
  const version = useMemory((state) => state.changes)
  const commit = undoneBy ?? variorumId ?? id
  const isShown = changeCount > 0 && changeCount <= MAX_PREVIEWED_FILES
  return useQuery(isShown ? commit : null, version, () =>
    api.timeline.previewUndo.query({ what: { commits: [commit] } }),
  ).answer
}

import { useMemo, useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import type { Comparison } from '../../shared/memory.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import { redo, restoreFile, restoreFolder, undo } from '../state/actions.ts'
import { useMemory } from '../state/memory-store.ts'
import { type StatusBarMessage, useStatusBar } from '../state/status-bar-store.ts'
import { useUndoneBy } from '../state/undone-store.ts'
import { folderChoices, type Way } from './restore-ways.ts'
import { usePreview } from './use-preview.ts'

export interface Restore {
  readonly way: Way
  readonly ways: readonly Way[]
  readonly choose: (way: Way) => void
  readonly folder: string | undefined
  readonly chooseFolder: (folder: string) => void
  readonly folders: ReturnType<typeof folderChoices>
  /** The path of the change's one file. */
  readonly file: string | undefined
  /** What each way would do now; undone changes are not known beforehand. */
  readonly previews: Readonly<Record<Exclude<Way, 'undo'>, Comparison | undefined>>
  /** The undo that stands against this change; `null` as long as it stands itself. */
  readonly undoneBy: string | null
  readonly busy: boolean
  /** Does a whole store come back with its policies? */
  readonly withPolicies: boolean
  readonly takePolicies: (taken: boolean) => void
  /** Did they differ then, or now? */
  readonly policiesDiffer: boolean
  /** Why the last try did not work, and what may still be done. */
  readonly why: StatusBarMessage | null
  readonly run: (way: Way) => Promise<void>
}

/** The ways back from one commit: which is chosen, what it would do, and doing it. */
export function useRestore(commit: Commit, first: Way): Restore {
  const undoneBy = useUndoneBy(commit)
  const tree = useMemory((state) => state.tree)
  const [chosen, setChosen] = useState(first)
  const [chosenFolder, setFolder] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [why, setWhy] = useState<StatusBarMessage | null>(null)
  const [withPolicies, takePolicies] = useState(false)
  const file = commit.changeCount === 1 ? commit.changes[0]?.change.path : undefined
  const store = usePreview(commit.id, '', withPolicies)
  const policiesDiffer = (usePreview(commit.id, POLICIES_PATH)?.changeCount ?? 0) > 0
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
  const folder = chosenFolder ?? folders.near[0] ?? folders.others[0]
  const previews = { file: usePreview(commit.id, file), folder: usePreview(commit.id, folder), store }
  const ways: readonly Way[] = [
    ...(commit.changes.length > 0 ? ['undo' as const] : []),
    ...(file === undefined ? [] : ['file' as const]),
    ...(folder === undefined ? [] : ['folder' as const]),
    'store',
  ]
  const way = ways.includes(chosen) ? chosen : (ways[0] ?? 'store')

  const run = async (which: Way): Promise<void> => {
    if (!ways.includes(which) || busy) return
    if (which !== 'undo' && previews[which]?.changeCount === 0) return
    setBusy(true)
    setWhy(null)
    if (which === 'undo') await (undoneBy === null ? undo(commit.variorumId ?? commit.id) : redo(undoneBy))
    else if (which === 'file' && file !== undefined) await restoreFile(file, commit)
    else await restoreFolder(which === 'folder' ? (folder ?? '') : '', commit, which === 'store' && withPolicies)
    const { message } = useStatusBar.getState()
    setWhy(message?.kind === 'alert' ? message : null)
    setBusy(false)
  }
  return {
    way,
    ways,
    choose: setChosen,
    folder,
    chooseFolder: setFolder,
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

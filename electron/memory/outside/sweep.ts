import { join } from '../../disk/relative-path.ts'
import { TimeSlice } from '../../disk/yield.ts'
import type { GitIndex } from '../git/git-index.ts'
import { DIRECTORY } from '../git/objects.ts'
import type { TreeFileEntry } from '../git/tree.ts'
import type { Repository } from '../repo/repository.ts'
import { foldersBelow } from '../repo/walk.ts'
import type { OnDisk } from '../repo/work-tree.ts'
import type { Snapshot } from '../write/plan.ts'

/** A path that HEAD or the folder has, or both. */
export interface Swept {
  readonly path: string
  readonly inHead: TreeFileEntry | null
  readonly now: OnDisk
}

interface SweepOptions {
  readonly skips: (folder: string) => Promise<boolean>
  /** Paths that are not looked at. */
  readonly except: ReadonlySet<string>
  /** Called with what is neither a file nor a link, and with other repositories. */
  readonly onSpecial: (path: string) => void
  /** Called with each folder that cannot be read: what HEAD has in it is not compared. */
  readonly onUnreadable: (path: string) => void
}

/**
 * Compares the whole work tree with HEAD, folder by folder, so that a large one is never in memory at once; others run
 * meanwhile.
 */
export async function* sweep(
  repo: Repository,
  { tree }: Snapshot,
  { skips, except, onSpecial, onUnreadable }: SweepOptions,
): AsyncGenerator<Swept> {
  const { trees, workTree } = repo
  const slice = new TimeSlice()
  const index = await repo.index()
  for await (const { path: folder, files, folders, special, isUnreadable } of foldersBelow(repo.root, '', skips)) {
    special.forEach(onSpecial)
    if (isUnreadable) {
      onUnreadable(folder)
      continue
    }
    for (const path of files) {
      if (!except.has(path)) yield { path, inHead: trees.file(tree, path), now: workTree.inspectUnlinked(path, index) }
      if (slice.isOver) await slice.yield()
    }
    const met = new Set([...files, ...folders])
    const entry = trees.at(tree, folder)
    for (const { name, mode } of entry?.mode === DIRECTORY ? trees.entries(entry.id) : []) {
      const path = join(folder, name)
      if (!met.has(path) || (mode === DIRECTORY) !== folders.has(path))
        yield* unmet(repo, index, trees.files(tree, path), except)
      if (slice.isOver) await slice.yield()
    }
  }
}

/** Files of HEAD that are not in the folder, or below something that is not descended into. */
function* unmet(
  { workTree }: Repository,
  index: GitIndex,
  files: readonly TreeFileEntry[],
  except: ReadonlySet<string>,
): Generator<Swept> {
  const paths = files.flatMap(({ path }) => (except.has(path) ? [] : [path]))
  const found = workTree.inspectAll(paths, index)
  for (const inHead of files) {
    const now = found.get(inHead.path)
    if (now !== undefined) yield { path: inHead.path, inHead, now }
  }
}

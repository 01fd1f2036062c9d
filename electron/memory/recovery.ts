import type { FileMode, ObjectId } from '../../shared/change.ts'
import type { JournalEntry } from './journal.ts'
import type { Repository } from './repository.ts'
import type { FileEdit, OnDisk } from './work-tree.ts'

type Version = { readonly id: ObjectId; readonly mode: FileMode } | null

/**
 * Finishes what a journal entry began: each file that HEAD has as the entry left it, and the disk as it was
 * before, is put in place. A file with any third content is somebody's edit: it stays, and is adopted later.
 * @param tree HEAD's tree
 */
export async function recover(repo: Repository, entry: JournalEntry, tree: ObjectId | null): Promise<void> {
  const index = await repo.index()
  const edits: FileEdit[] = []
  for (const { path, before, after } of entry.files) {
    if (entry.adopted || !same(await repo.trees.file(tree, path), after)) continue
    const seen = await repo.workTree.inspect(path, index)
    if (!same(versionOnDisk(seen), before)) continue
    edits.push({ path, seen, becomes: after === null ? null : { bytes: (await repo.objects.read(after.id)).bytes, mode: after.mode } })
  }
  const staged = await repo.workTree.stage(edits)
  const placed = await repo.workTree.apply(staged, entry)
  await repo.workTree.discard(staged)
  await refreshIndex(repo, entry, tree, (path) => placed.get(path) ?? null)
}

/** Git's index still has the version before for the entry's paths: it follows, unless the user staged something else. */
async function refreshIndex(repo: Repository, entry: JournalEntry, tree: ObjectId | null, stat: (path: string) => Extract<OnDisk, { kind: 'file' }>['stat'] | null): Promise<void> {
  const lock = await repo.locks.take(repo.indexPath, 1_000)
  if (lock === null) return
  try {
    const index = await repo.index()
    for (const { path, before, after } of entry.files) {
      if (!index.holds(path, before) || !same(await repo.trees.file(tree, path), after)) continue
      if (after === null) index.delete(path)
      else index.set(path, after.id, after.mode, stat(path))
    }
    await repo.writeIndex(index, lock)
  } finally {
    await lock.release()
  }
}

function versionOnDisk(seen: OnDisk): Version {
  return seen.kind === 'file' ? seen : null
}

function same(a: Version, b: Version): boolean {
  return a === null || b === null ? a === b : a.id === b.id && a.mode === b.mode
}

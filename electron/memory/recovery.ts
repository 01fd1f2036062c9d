import type { BigIntStats } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { ObjectId } from '../../shared/change.ts'
import type { JournalEntry } from './journal.ts'
import type { FileEdit } from './place-files.ts'
import { readStanding, sameVersion } from './plan.ts'
import type { Repository } from './repository.ts'

/** How far back a commit is looked for; git may have added some of its own after the kill. */
const FARTHEST = 10_000

/** Finishes what a journal entry began, or forgets it when its commit never got onto the branch. */
export async function recover(repo: Repository, entry: JournalEntry): Promise<void> {
  const { head, tree } = await readStanding(repo)
  if (await isReached(repo, entry, head.commit)) {
    const placed = entry.adopted ? new Map<string, BigIntStats>() : await putInPlace(repo, entry, tree)
    await refreshIndex(repo, entry, tree, placed)
    await recordWritten(repo, entry.commit)
  }
  await repo.journal.clear()
}

async function isReached(repo: Repository, { commit, parent }: JournalEntry, head: ObjectId | null): Promise<boolean> {
  const known = new Set<ObjectId>()
  const pending = head === null ? [] : [head]
  for (let id = pending.pop(); id !== undefined && known.size < FARTHEST; id = pending.pop()) {
    if (id === commit) return true
    if (id === parent || known.has(id)) continue
    known.add(id)
    pending.push(...(await repo.objects.readCommit(id)).parents.toReversed())
  }
  return false
}

/**
 * Each file that `tree` has as the entry left it, and the disk as it was before, is put in place. A file with any
 * third content is somebody's edit: it stays, and is adopted later.
 */
export async function putInPlace(repo: Repository, entry: JournalEntry, tree: ObjectId | null): Promise<ReadonlyMap<string, BigIntStats>> {
  const seen = await repo.workTree.inspectAll(entry.files.map(({ path }) => path), await repo.index())
  const edits: FileEdit[] = []
  for (const { path, before, after } of entry.files) {
    const now = seen.get(path) ?? { kind: 'missing' }
    if (!sameVersion(await repo.trees.file(tree, path), after) || !sameVersion(now.kind === 'file' ? now : null, before)) continue
    edits.push({ path, seen: now, becomes: after === null ? null : { bytes: (await repo.objects.read(after.id)).bytes, mode: after.mode } })
  }
  const staged = await repo.placer.stage(edits)
  try {
    return await repo.placer.apply(staged, entry)
  } finally {
    await repo.placer.discard(staged)
  }
}

/** Git's index still has the version before for the entry's paths: it follows, unless the user staged something else. */
async function refreshIndex(repo: Repository, { files }: JournalEntry, tree: ObjectId | null, placed: ReadonlyMap<string, BigIntStats>): Promise<void> {
  const lock = await repo.locks.take(repo.indexPath, 1_000)
  if (lock === null) return
  try {
    const index = await repo.indexToWrite(tree)
    const standing = []
    for (const file of files) if (sameVersion(await repo.trees.file(tree, file.path), file.after)) standing.push(file)
    index.follow(standing, (path) => placed.get(path) ?? null)
    await repo.writeIndex(index, lock)
  } finally {
    await lock.release()
  }
}

/** The entry that takes an entry back. */
export function reversed(entry: JournalEntry): JournalEntry {
  return { ...entry, files: entry.files.map(({ path, before, after }) => ({ path, before: after, after: before })), makeFolders: entry.removeFolders, removeFolders: entry.makeFolders }
}

/** Remembers that this device wrote a commit: its trailers can be believed. */
export async function recordWritten(repo: Repository, commit: ObjectId): Promise<void> {
  await fs.appendFile(nodePath.join(repo.ours, 'written'), `${commit}\n`, { mode: 0o600 })
}

import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { ObjectId } from '../../shared/change.ts'
import type { RestorePoint } from '../../shared/memory.ts'
import { readIfThere, removeIfThere, unlessMissing } from './durable-files.ts'
import type { Repository } from './repository.ts'
import { StoreError } from './store-interface.ts'

// Named restore points: `refs/variorum/points/NAME`, a commit each. Git keeps what they name, and clones leave them behind.

/** Made by the store itself before it touches more than one file. */
const AUTOMATIC = 'before '
const KEPT_AUTOMATIC = 50

function folderOf(repo: Repository): string {
  return nodePath.join(repo.gitdir, 'refs', 'variorum', 'points')
}

/** Any name becomes one that git allows for a ref, and back. */
function refName(name: string): string {
  return encodeURIComponent(name).replace(/[.*!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

export async function listPoints(repo: Repository): Promise<readonly RestorePoint[]> {
  const names = (await unlessMissing(fs.readdir(folderOf(repo)))) ?? []
  const points = await Promise.all(names.map(async (ref) => {
    const path = nodePath.join(folderOf(repo), ref)
    const [text, stat] = [await readIfThere(path), await unlessMissing(fs.stat(path))]
    const commit = ObjectId.safeParse(text?.trim())
    return commit.success && stat !== null && !ref.endsWith('.lock') ? [{ name: decodeURIComponent(ref), commit: commit.data, madeAt: stat.mtime.toISOString(), automatic: ref.startsWith(refName(AUTOMATIC)) }] : []
  }))
  return points.flat().toSorted((a, b) => b.madeAt.localeCompare(a.madeAt))
}

export async function findPoint(repo: Repository, name: string): Promise<ObjectId | null> {
  return (await listPoints(repo)).find((point) => point.name === name)?.commit ?? null
}

/** Names a commit. A name that is taken is refused: a restore point is not moved silently. */
export async function makePoint(repo: Repository, name: string, commit: ObjectId): Promise<void> {
  const path = nodePath.join(folderOf(repo), refName(name))
  const lock = await repo.locks.take(path, 1_000)
  if (lock === null) throw new StoreError('git-busy', 'Git keeps the restore points of this store locked. Nothing was written; try again in a moment.')
  if ((await readIfThere(path)) !== null) {
    await lock.release()
    throw new StoreError('name-taken', `There is a restore point named "${name}" already. Choose another name, or remove that one.`)
  }
  await lock.commit(`${commit}\n`, { sync: true })
}

export async function removePoint(repo: Repository, name: string): Promise<void> {
  await removeIfThere(nodePath.join(folderOf(repo), refName(name)))
}

/** Marks where the store stands before something touches more than one file; the oldest of these marks go. */
export async function makeAutomaticPoint(repo: Repository, before: string, commit: ObjectId, at = new Date()): Promise<void> {
  await makePoint(repo, `${AUTOMATIC}${before}, ${at.toISOString()}`, commit)
  const old = (await listPoints(repo)).filter(({ automatic }) => automatic).slice(KEPT_AUTOMATIC)
  for (const { name } of old) await removePoint(repo, name)
}

import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import type { ObjectId } from '../../../shared/change.ts'
import { byHandleNow, moveNow } from '../../disk/by-handle.ts'
import { lstatIfThere, syncFileNow, uniqueName } from '../../disk/durable-files.ts'
import { withChecksum } from '../git/git-index-format.ts'
import { GitLocks } from '../git/git-lock.ts'
import type { PackedObject } from '../git/object-store.ts'
import { PackBuilder } from '../git/pack-builder.ts'
import { moveBranch, readHead, type RefUpdate } from '../git/refs.ts'
import { releasePackNow, writePackNow } from '../git/write-pack.ts'
import { Checkout } from '../repo/checkout.ts'
import { announcePublished, indexPathOf, indexStamp } from '../repo/tick.ts'
import { ownCommitsIn } from '../repo/trusted-commits.ts'
import { type Failure, failureOf } from './failure.ts'

// What is written to git and to the disk behind the commands. Everything here takes values and touches only files, so
// that it runs in whichever thread it is asked in.

/** A store's folders. */
export interface Folders {
  readonly root: string
  readonly gitdir: string
  /** `.git/variorum`. */
  readonly ours: string
  /** For files that are not in place yet. */
  readonly scratch: string
}

/** All that git is told at one time, taken at one moment. */
export interface Publication {
  readonly kind: 'publication'
  /** For one pack. A delta's base comes before it. */
  readonly objects: readonly PackedObject[]
  /** null when the branch has every commit already. */
  readonly branch: RefUpdate | null
  readonly ownCommits: readonly ObjectId[]
  /** Git's index as a file, but for its checksum; null when it is up to date. */
  readonly index: Uint8Array<ArrayBuffer> | null
}

/** How far a publication came: each step is done only if all before it are. */
export interface Published {
  /** Those that git has in files of their own, too, which may be damaged. Null when the pack could not be written. */
  readonly loose: readonly ObjectId[] | null
  /** `elsewhere`: somebody moved it without respecting our lock. Null when it was not reached, or has not moved. */
  readonly branch: 'moved' | 'elsewhere' | null
  /** Identifies this write of the index; null when it was not written. */
  readonly indexStamp: string | null
  readonly failure: Failure | null
}

/** What is to be made durable. */
export interface Syncing {
  readonly kind: 'syncing'
  /** Files of the work tree, or their absence. */
  readonly paths: readonly string[]
  /** Files of `.git`. */
  readonly inGit: readonly string[]
}

export interface Job {
  readonly id: number
  readonly job: Publication | Syncing
}

/** To the thread that does it. `end` comes last. */
export type ToThread = Job | 'end'

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'published'; readonly id: number; readonly published: Published }
  | { readonly kind: 'synced'; readonly id: number; readonly failure: Failure | null }

/**
 * Writes a publication, in the order that survives a kill and a power cut at any moment: objects, branch, index. Git's
 * index is replaced while its lock stays: call only while this process holds that, and the lease.
 */
export async function publish(folders: Folders, publication: Publication): Promise<Published> {
  const done: { loose: Published['loose']; branch: Published['branch'] } = { loose: null, branch: null }
  try {
    const { pack, loose } = publishObjects(folders, publication.objects)
    done.loose = loose
    try {
      if (publication.branch !== null) done.branch = await publishBranch(folders, publication.branch)
    } finally {
      if (pack !== null) releasePackNow(pack)
    }
    ownCommitsIn(folders.ours).add(publication.ownCommits)
    const staged = publication.index === null ? null : stageIndex(folders, publication.index)
    announce(folders, publication, staged)
    if (staged !== null) moveNow(staged.path, indexPathOf(folders.gitdir))
    return { ...done, indexStamp: staged?.stamp ?? null, failure: null }
  } catch (error) {
    return failedPublication(folders, publication, error, done)
  }
}

/** How far a publication came that failed: the branch may have moved before. */
export function failedPublication(
  { gitdir }: Folders,
  { branch: update }: Publication,
  error: unknown,
  { loose, branch }: Pick<Published, 'loose' | 'branch'> = { loose: null, branch: null },
): Published {
  const hasMoved = branch === null && update !== null && isAt(gitdir, update)
  return { loose, branch: hasMoved ? 'moved' : branch, indexStamp: null, failure: failureOf(error) }
}

function isAt(gitdir: string, { head, to }: RefUpdate): boolean {
  try {
    const now = readHead(gitdir)
    return now.branch === head.branch && now.commit === to
  } catch {
    // What cannot be read has not moved to where we wanted; recovery reports what is wrong with it.
    return false
  }
}

/** @returns the pack, and which objects git has in files of their own, too */
function publishObjects(
  { gitdir, scratch }: Folders,
  objects: Publication['objects'],
): { readonly pack: string | null; readonly loose: readonly ObjectId[] } {
  if (objects.length === 0) return { pack: null, loose: [] }
  const builder = new PackBuilder()
  for (const { id, content } of objects) builder.add(id, content)
  const pack = writePackNow(gitdir, scratch, builder)
  const hasFile = (id: ObjectId): boolean =>
    lstatIfThere(nodePath.join(gitdir, 'objects', id.slice(0, 2), id.slice(2))) !== null
  return { pack, loose: objects.flatMap(({ id }) => (hasFile(id) ? [id] : [])) }
}

async function publishBranch({ gitdir, ours }: Folders, update: RefUpdate): Promise<Published['branch']> {
  if (readHead(gitdir).commit === update.to) return 'moved'
  return (await moveBranch(gitdir, new GitLocks(gitdir, nodePath.join(ours, 'locks')), update)) ? 'moved' : 'elsewhere'
}

/** Not synced: it is derived from the branch, and recovery writes it again. */
function stageIndex({ scratch }: Folders, index: Uint8Array): { readonly path: string; readonly stamp: string } {
  const path = nodePath.join(scratch, uniqueName())
  byHandleNow(path, (address) => fs.writeFileSync(address, withChecksum(index), { flag: 'wx', mode: 0o644 }))
  return { path, stamp: indexStamp(path) }
}

function announce({ gitdir }: Folders, { branch }: Publication, index: { readonly stamp: string } | null): void {
  try {
    announcePublished(gitdir, branch?.to ?? null, index?.stamp ?? null)
  } catch {
    // Other processes notice the branch, too.
  }
}

/** Makes what was written last: it is not durable before. */
export async function sync({ root, gitdir, scratch }: Folders, { paths, inGit }: Syncing): Promise<Failure | null> {
  try {
    await new Checkout(root, scratch).sync(paths)
    for (const path of inGit) syncFileNow(nodePath.join(gitdir, ...path.split('/')))
    return null
  } catch (error) {
    return failureOf(error)
  }
}

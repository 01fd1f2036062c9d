import type { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { isFromBeforeBoot } from '../../disk/boot.ts'
import { writtenAt, type ExactStat } from '../../disk/exact-stat.ts'
import type { GitLock } from '../git/git-lock.ts'
import { withCrlf } from '../git/line-ends.ts'
import type { Folders } from '../repo/checkout.ts'
import type { FileEdit } from '../repo/file-edit.ts'
import type { JournalEntry, JournalRecord } from '../repo/journal-record.ts'
import type { Repository } from '../repo/repository.ts'
import { isInterruptedWrite, isTornWrite } from '../repo/torn-write.ts'
import type { OnDisk } from '../repo/work-tree.ts'
import { isReached, keepCommands } from './kept-commands.ts'
import { sameVersion, type Version } from './plan.ts'
import type { Publisher } from './publisher.ts'

// The states of a command, and how recovery completes them:
//
//   decided --> acknowledged ------> published ---------> retired
//      |        journal synced,      objects, branch      folder and index synced,
//      |        files in place       and index in git     journal cleared
//      |             |                    |
//      |             | killed, or a part could not be written
//      v             v                    v
//   conflict,      owed and abandoned: only the journal has everything
//   refused,                   |
//   rolled back                v
//                  recovery: files in place --> published --> retired
//
// Acknowledged: durable. Neither a kill nor a power cut loses the command any more.
// Owed:         durable, but its files or git's index could not be written. Its batch is abandoned at once.
// Abandoned:    this process has dropped what it knew of the batch, as a kill does. The journal has all its commands.
//
// The journal notes when the files of its commands are in place. Until then, and again after a power cut, a file is found
// at an earlier version or half written by us (recovery puts its last version in place), at its last version (done), or
// with any other content (somebody's edit, which stays and is adopted later). Where the files were in place, an earlier
// version is somebody's edit like any other.

/** A command in the journal, and what is known of its files. */
type Journalled = Pick<JournalRecord, 'entry' | 'isPlaced' | 'beforeBootMs'>

/** The versions of one path in the journal. */
interface PathVersions extends Pick<Journalled, 'isPlaced' | 'beforeBootMs'> {
  /** Those that it may still be at, oldest first. */
  readonly earlier: readonly Version[]
  readonly last: Version
}

/** The versions that a path may be at, and the one to bring it to. */
interface Step {
  readonly from: readonly Version[]
  readonly to: Version
}

/**
 * Finishes the commands in the journal of a killed process: they were acknowledged, or at least their records are
 * complete. Publishes what git does not have, and writes each file that still is as one of the commands expected it.
 * Call only while holding the lease.
 * @param lock of git's index, taken over from that process: git finds it locked until the commands are published
 */
export async function recover(repo: Repository, publisher: Publisher, lock: GitLock | null): Promise<void> {
  try {
    await finishAll(repo, publisher, lock)
  } catch (error) {
    // What was not finished must not be published, nor the journal cleared, as if it were.
    await publisher.abandon()
    if (!(error instanceof AppError && error.code === 'damaged' && repo.journal.hasUnsigned)) throw error
    // The user trusted a folder, and its journal leads nowhere: it must not stop everything that follows.
    repo.journal.setForeignAside()
  } finally {
    if (!publisher.isOpen) lock?.release()
  }
  await publisher.end()
}

async function finishAll(repo: Repository, publisher: Publisher, lock: GitLock | null): Promise<void> {
  const records = repo.journal.read((id) => repo.objects.read(id))
  if (records.length > 0) {
    repo.objects.addRecovered(records.flatMap(({ objects }) => objects))
    await publisher.begin(lock)
    const entries = records.map(({ entry }) => entry)
    const unpublished = await unpublishedEntries(repo, entries)
    if (unpublished !== null) {
      const stats = await rollForward(repo, records, await treeAfter(repo, unpublished))
      // What somebody puts back from now on stays, even if the rest fails and is tried again.
      repo.journal.markPlaced()
      for (const entry of entries) publisher.note(entry, (path) => stats.get(path) ?? null, unpublished.includes(entry))
    }
    await publisher.publish()
  }
}

/**
 * The entries that continue from the commit of the branch.
 * @returns null when git has moved the branch elsewhere; then a restore point keeps the last commit
 */
async function unpublishedEntries(
  repo: Repository,
  entries: readonly JournalEntry[],
): Promise<readonly JournalEntry[] | null> {
  const head = await repo.readHead()
  const next = entries.findIndex(({ branch, parent }) => branch === head.branch && parent === head.commit)
  if (next >= 0) return entries.slice(next)
  const last = entries.at(-1)
  if (last === undefined || isReached(repo, last.commit, [head.commit])) return []
  await repo.objects.publish()
  await keepCommands(repo, last.commit)
  return null
}

async function treeAfter(repo: Repository, unpublished: readonly JournalEntry[]): Promise<ObjectId | null> {
  const commit = unpublished.at(-1)?.commit ?? (await repo.readHead()).commit
  return commit === null ? null : repo.objects.readCommit(commit).tree
}

/**
 * Puts in place each file whose last version `tree` has, and that on the disk is at an earlier version or half written
 * by us. A file that was in place, or has any other content, is somebody's edit and stays.
 * @returns the stat of every file that now is at its last version
 */
function rollForward(
  repo: Repository,
  records: readonly Journalled[],
  tree: ObjectId | null,
): Promise<ReadonlyMap<string, ExactStat>> {
  const unplaced = records.filter(({ isPlaced }) => !isPlaced)
  return replay(repo, {
    versions: versionsByPath(records),
    tree,
    folders: {
      makeFolders: unplaced.flatMap(({ entry }) => entry.makeFolders),
      removeFolders: unplaced.flatMap(({ entry }) => entry.removeFolders),
    },
    stepOf: ({ earlier, last }) => ({ from: earlier, to: last }),
    isBackwards: false,
  })
}

/** Puts back the files of an entry that could not all be put in place, in reverse order. */
export async function rollBack(repo: Repository, entry: JournalEntry, tree: ObjectId | null): Promise<void> {
  await replay(repo, {
    versions: versionsByPath([{ entry, isPlaced: false, beforeBootMs: null }]),
    tree,
    folders: { makeFolders: entry.removeFolders, removeFolders: entry.makeFolders },
    stepOf: ({ earlier: [first = null], last }) => ({ from: [last], to: first }),
    isBackwards: true,
  })
}

interface Replay {
  readonly versions: ReadonlyMap<string, PathVersions>
  /** Only files that have their target in this tree are touched. */
  readonly tree: ObjectId | null
  readonly folders: Folders
  readonly stepOf: (versions: PathVersions) => Step
  readonly isBackwards: boolean
}

async function replay(
  repo: Repository,
  { versions, tree, folders, stepOf, isBackwards }: Replay,
): Promise<ReadonlyMap<string, ExactStat>> {
  const stats = new Map<string, ExactStat>()
  const edits: FileEdit[] = []
  const onDisk = repo.workTree.inspectAll(versions.keys(), await repo.index())
  const interrupted = pathsAtInterruption(versions, onDisk)
  for (const [path, pathVersions] of versions) {
    const now = onDisk.get(path) ?? { kind: 'missing' }
    const { from, to } = stepOf(pathVersions)
    if (now.kind === 'unreadable' || !sameVersion(repo.trees.file(tree, path), to)) continue
    if (isAt(now, to)) {
      if (now.kind === 'file') stats.set(path, now.stat)
      continue
    }
    if (pathVersions.isPlaced) continue
    const isEarlier = from.some((version) => isAt(now, version))
    if (
      isEarlier
        ? !isPutBack(now, pathVersions)
        : now.kind === 'file' &&
          isOurUnfinishedWrite(repo, { path, stat: now.stat, isAtInterruption: interrupted.has(path) }, [...from, to])
    ) {
      const target = to === null ? null : repo.targetFor(path, repo.objects.read(to.id).bytes, to.mode)
      edits.push({ path, expected: now, target })
    }
  }
  return new Map([...stats, ...repo.checkout.apply(isBackwards ? edits.toReversed() : edits, folders)])
}

/**
 * Whether a file at an earlier version was written since the computer booted, so that it is no lag that a power cut
 * left, but somebody's. It must also be younger than the record: after a power cut a clock may be behind.
 */
function isPutBack(now: OnDisk, { beforeBootMs }: PathVersions): boolean {
  if (beforeBootMs === null || now.kind !== 'file') return false
  const writtenMs = writtenAt(now.stat)
  return writtenMs > beforeBootMs && !isFromBeforeBoot(writtenMs)
}

function isAt(now: OnDisk | undefined, version: Version): boolean {
  return sameVersion(now?.kind === 'file' ? now : null, version)
}

/**
 * The paths where a kill may have left a half-written file. Files are put in place one after the other, so the
 * interrupted one comes after the last file at its target and before the first file at an earlier version.
 */
function pathsAtInterruption(
  versions: ReadonlyMap<string, PathVersions>,
  onDisk: ReadonlyMap<string, OnDisk>,
): ReadonlySet<string> {
  const written = [...versions].filter(([, { last }]) => last !== null)
  const lastDone = written.findLastIndex(([path, { last }]) => isAt(onDisk.get(path), last))
  const firstUntouched = written.findIndex(([path, { earlier }]) =>
    earlier.some((version) => isAt(onDisk.get(path), version)),
  )
  return new Set(written.slice(lastDone + 1, firstUntouched < 0 ? undefined : firstUntouched).map(([path]) => path))
}

/**
 * Whether a file is at none of its versions only because our write of it did not finish. True only if it has nothing
 * but parts of versions in the history, at their offsets, and nobody can have written it since: it is from before a
 * power cut, or exactly where a kill stopped us. Everything else is somebody's edit.
 */
function isOurUnfinishedWrite(
  repo: Repository,
  {
    path,
    stat,
    isAtInterruption,
  }: { readonly path: string; readonly stat: ExactStat; readonly isAtInterruption: boolean },
  versions: readonly Version[],
): boolean {
  const isOld = isFromBeforeBoot(writtenAt(stat))
  const bytes = isOld || isAtInterruption ? repo.workTree.readRaw(path) : null
  if (bytes === null) return false
  const texts = versions.flatMap((version) => (version === null ? [new Uint8Array()] : formsOf(repo, path, version.id)))
  return isOld
    ? isTornWrite(bytes, texts)
    : texts.some((to) => texts.some((from) => isInterruptedWrite(bytes, from, to)))
}

/** What a version may be in the work tree: with each kind of line ends, where git changes them. */
function formsOf(repo: Repository, path: string, id: ObjectId): readonly Uint8Array[] {
  const { bytes } = repo.objects.read(id)
  return repo.conversion.changes(path) ? [bytes, withCrlf(bytes)] : [bytes]
}

/** The versions of each path, in the order in which the files were put in place. */
function versionsByPath(records: readonly Journalled[]): ReadonlyMap<string, PathVersions> {
  const versions = new Map<string, PathVersions>()
  for (const { entry, isPlaced, beforeBootMs } of records) {
    for (const { path, before, after } of entry.files) {
      // A version that was on the disk, adopted or placed: an older one there now is not a lag, but somebody's edit.
      const earlier = entry.adopted || isPlaced ? [] : [...(versions.get(path)?.earlier ?? []), before]
      versions.delete(path)
      versions.set(path, { earlier, last: after, isPlaced, beforeBootMs })
    }
  }
  return versions
}

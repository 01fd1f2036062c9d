import type { ObjectId } from '../../../shared/change.ts'
import { writtenAt, type ExactStat } from '../../disk/exact-stat.ts'
import { isFromBeforeBoot } from '../../disk/pid-file.ts'
import type { FileEdit, Folders } from '../repo/checkout.ts'
import type { JournalEntry } from '../repo/journal.ts'
import { makePoint } from '../repo/points.ts'
import type { Repository } from '../repo/repository.ts'
import { isHalfWritten, isPatchwork } from '../repo/torn-write.ts'
import type { OnDisk } from '../repo/work-tree.ts'
import { sameVersion, type Version } from './plan.ts'
import type { Publisher } from './publisher.ts'

/** How far back a commit is looked for; git may have added some of its own after the kill. */
const FARTHEST = 10_000

/** What one path went through: the versions it had on the way, and the one it has at its end. */
interface Way {
  readonly passed: readonly Version[]
  readonly last: Version
}

/** The versions a path may be at, and the one it is brought to. */
interface Direction {
  readonly from: readonly Version[]
  readonly to: Version
}

/**
 * Finishes what the journal of a killed process says: its commands were acknowledged, or are whole all the same.
 * Git gets what it has not seen, and each file that still is as one of the commands found it is put in place. Call
 * only while holding the lease.
 */
export async function recover(repo: Repository, publisher: Publisher): Promise<void> {
  const records = repo.journal.read((id) => repo.objects.read(id))
  if (records.length > 0) {
    repo.objects.addRecovered(records.flatMap(({ objects }) => objects))
    await publisher.begin()
    const entries = records.map(({ entry }) => entry)
    const chain = await unseen(repo, entries)
    if (chain !== null) {
      const stats = await putInPlace(repo, entries, await treeAfter(repo, chain))
      for (const entry of entries) publisher.note(entry, (path) => stats.get(path) ?? null, chain.includes(entry))
    }
    await publisher.publish()
  }
  await publisher.retire()
}

/** The entries that continue from where the branch is. What continues from nowhere any more is kept by a name: null. */
async function unseen(repo: Repository, entries: readonly JournalEntry[]): Promise<readonly JournalEntry[] | null> {
  const head = await repo.readHead()
  const next = entries.findIndex(({ branch, parent }) => branch === head.branch && parent === head.commit)
  if (next >= 0) return entries.slice(next)
  const last = entries.at(-1)
  if (last === undefined || isReached(repo, last.commit, head.commit)) return []
  await repo.objects.publish()
  await makePoint(repo, `kept, since git moved the branch, ${new Date().toISOString()}`, last.commit)
  return null
}

function isReached(repo: Repository, commit: ObjectId, head: ObjectId | null): boolean {
  const known = new Set<ObjectId>()
  const pending = head === null ? [] : [head]
  for (let id = pending.pop(); id !== undefined && known.size < FARTHEST; id = pending.pop()) {
    if (id === commit) return true
    if (known.has(id)) continue
    known.add(id)
    pending.push(...repo.objects.readCommit(id).parents.toReversed())
  }
  return false
}

async function treeAfter(repo: Repository, chain: readonly JournalEntry[]): Promise<ObjectId | null> {
  const commit = chain.at(-1)?.commit ?? (await repo.readHead()).commit
  return commit === null ? null : repo.objects.readCommit(commit).tree
}

/**
 * Each file that `tree` has as the entries left it, and the disk as they found it on their way, is put in place. A
 * file with any other content is somebody's edit: it stays, and is adopted later.
 * @returns the stat of every file that now is as the entries left it
 */
function putInPlace(
  repo: Repository,
  entries: readonly JournalEntry[],
  tree: ObjectId | null,
): Promise<ReadonlyMap<string, ExactStat>> {
  const folders = {
    makeFolders: entries.flatMap(({ makeFolders }) => makeFolders),
    removeFolders: entries.flatMap(({ removeFolders }) => removeFolders),
  }
  return bring(repo, {
    ways: waysOf(entries),
    tree,
    folders,
    direction: ({ passed, last }) => ({ from: passed, to: last }),
    lastFirst: false,
  })
}

/** The same the other way round for an entry that could not be put in place: what it began is taken back, the last first. */
export async function putBack(repo: Repository, entry: JournalEntry, tree: ObjectId | null): Promise<void> {
  const folders = { makeFolders: entry.removeFolders, removeFolders: entry.makeFolders }
  await bring(repo, {
    ways: waysOf([entry]),
    tree,
    folders,
    direction: ({ passed: [first = null], last }) => ({ from: [last], to: first }),
    lastFirst: true,
  })
}

/** Which way a run of entries is followed: forward after a kill, back when they could not be put in place. */
interface Replay {
  readonly ways: ReadonlyMap<string, Way>
  /** Only files that this tree has as their target are touched. */
  readonly tree: ObjectId | null
  readonly folders: Folders
  readonly direction: (way: Way) => Direction
  readonly lastFirst: boolean
}

async function bring(
  repo: Repository,
  { ways, tree, folders, direction, lastFirst }: Replay,
): Promise<ReadonlyMap<string, ExactStat>> {
  const stats = new Map<string, ExactStat>()
  const edits: FileEdit[] = []
  const found = repo.workTree.inspectAll(ways.keys(), await repo.index())
  const halfDone = halfDonePaths(ways, found)
  for (const [path, way] of ways) {
    const now = found.get(path) ?? { kind: 'missing' }
    const { from, to } = direction(way)
    if (!sameVersion(repo.trees.file(tree, path), to)) continue
    if (isAt(now, to)) {
      if (now.kind === 'file') stats.set(path, now.stat)
    } else if (
      from.some((version) => isAt(now, version)) ||
      (now.kind === 'file' && isTorn(repo, { path, stat: now.stat, isHalfDone: halfDone.has(path) }, [...from, to]))
    ) {
      edits.push({
        path,
        seen: now,
        becomes: to === null ? null : { bytes: repo.objects.read(to.id).bytes, mode: to.mode },
      })
    }
  }
  return new Map([...stats, ...repo.checkout.apply(lastFirst ? edits.toReversed() : edits, folders)])
}

function isAt(now: OnDisk | undefined, version: Version): boolean {
  return sameVersion(now?.kind === 'file' ? now : null, version)
}

/**
 * Where a kill may have left a half-written file: files are put in place one after the other, so that none before it
 * is still as it was, and none after it is as it shall be.
 */
function halfDonePaths(ways: ReadonlyMap<string, Way>, found: ReadonlyMap<string, OnDisk>): ReadonlySet<string> {
  const placed = [...ways].filter(([, { last }]) => last !== null)
  const done = placed.findLastIndex(([path, { last }]) => isAt(found.get(path), last))
  const untouched = placed.findIndex(([path, { passed }]) => passed.some((version) => isAt(found.get(path), version)))
  return new Set(placed.slice(done + 1, untouched < 0 ? undefined : untouched).map(([path]) => path))
}

/**
 * Is it neither version of a file because we, and nobody else, did not come to the end of writing it? It is taken for
 * ours only where it holds nothing but pieces of versions that the history has, in their places, and where nobody can
 * have written since: it is from before a power cut, or just where a kill stopped us. All else is somebody's.
 */
function isTorn(
  repo: Repository,
  { path, stat, isHalfDone }: { readonly path: string; readonly stat: ExactStat; readonly isHalfDone: boolean },
  versions: readonly Version[],
): boolean {
  const isOld = isFromBeforeBoot(writtenAt(stat))
  const bytes = isOld || isHalfDone ? repo.workTree.read(path) : null
  if (bytes === null) return false
  const wholes = versions.map((version) => (version === null ? new Uint8Array() : repo.objects.read(version.id).bytes))
  return isOld ? isPatchwork(bytes, wholes) : wholes.some((to) => wholes.some((from) => isHalfWritten(bytes, from, to)))
}

/** In the order in which files were put in place. */
function waysOf(entries: readonly JournalEntry[]): ReadonlyMap<string, Way> {
  const ways = new Map<string, Way>()
  for (const { adopted, files } of entries) {
    for (const { path, before, after } of files) {
      // What was adopted came from the disk: an older version that is there now is no lag, but somebody's.
      const passed = adopted ? [] : [...(ways.get(path)?.passed ?? []), before]
      ways.delete(path)
      ways.set(path, { passed, last: after })
    }
  }
  return ways
}

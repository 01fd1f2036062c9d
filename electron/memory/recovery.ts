import type { BigIntStats } from 'node:fs'
import type { ObjectId } from '../../shared/change.ts'
import { isFromBeforeBoot } from './owner-file.ts'
import type { JournalEntry } from './journal.ts'
import type { FileEdit } from './place-files.ts'
import { sameVersion, type Version } from './plan.ts'
import type { Publisher } from './publisher.ts'
import type { Repository } from './repository.ts'
import { makePoint } from './points.ts'
import type { OnDisk } from './work-tree.ts'

/** How far back a commit is looked for; git may have added some of its own after the kill. */
const FARTHEST = 10_000

/** What one path went through: the versions it had on the way, and the one it shall have. */
interface Way {
  readonly passed: readonly Version[]
  readonly last: Version
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
export async function putInPlace(repo: Repository, entries: readonly JournalEntry[], tree: ObjectId | null): Promise<ReadonlyMap<string, BigIntStats>> {
  const ways = waysOf(entries)
  const stats = new Map<string, BigIntStats>()
  const edits: FileEdit[] = []
  for (const [path, now] of await repo.workTree.inspectAll(ways.keys(), await repo.index())) {
    const { passed, last } = ways.get(path) ?? { passed: [], last: null }
    const here = now.kind === 'file' ? now : null
    if (!sameVersion(repo.trees.file(tree, path), last)) continue
    if (sameVersion(here, last)) {
      if (now.kind === 'file') stats.set(path, now.stat)
    } else if (passed.some((version) => sameVersion(here, version)) || (await isTorn(repo, path, now, [...passed, last]))) {
      edits.push({ path, seen: now, becomes: last === null ? null : { bytes: repo.objects.read(last.id).bytes, mode: last.mode } })
    }
  }
  const staged = repo.placer.stage(edits)
  try {
    const folders = { makeFolders: entries.flatMap(({ makeFolders }) => makeFolders), removeFolders: entries.flatMap(({ removeFolders }) => removeFolders) }
    return new Map([...stats, ...repo.placer.apply(staged, folders)])
  } finally {
    repo.placer.discard(staged)
  }
}

/** A power cut leaves files of which all, or the end, never reached the disk. */
async function isTorn(repo: Repository, path: string, now: OnDisk, versions: readonly Version[]): Promise<boolean> {
  if (now.kind !== 'file' || !isFromBeforeBoot(Number(now.stat.mtimeMs))) return false
  const bytes = await repo.workTree.read(path)
  return bytes !== null && versions.some((version) => version !== null && isCutShort(bytes, repo.objects.read(version.id).bytes))
}

function isCutShort(bytes: Uint8Array, whole: Uint8Array): boolean {
  const end = bytes.findIndex((byte, at) => byte !== whole[at])
  return end < 0 ? bytes.length < whole.length : bytes.subarray(end).every((byte) => byte === 0)
}

function waysOf(entries: readonly JournalEntry[]): ReadonlyMap<string, Way> {
  const ways = new Map<string, Way>()
  for (const { adopted, files } of entries) {
    for (const { path, before, after } of files) {
      // What was adopted came from the disk: an older version that is there now is no lag, but somebody's.
      ways.set(path, { passed: adopted ? [] : [...(ways.get(path)?.passed ?? []), before], last: after })
    }
  }
  return ways
}

/** The entry that takes an entry back. */
export function reversed(entry: JournalEntry): JournalEntry {
  return { ...entry, files: entry.files.map(({ path, before, after }) => ({ path, before: after, after: before })), makeFolders: entry.removeFolders, removeFolders: entry.makeFolders }
}

import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { ObjectId } from '../../shared/change.ts'
import type { CheckReport, Finding } from '../../shared/check.ts'
import { say } from '../../shared/messages/say.ts'
import { unlessMissing } from '../disk/durable-files.ts'
import { checkBranch } from './check-branch.ts'
import { ObjectWalk, repairMissing } from './check-objects.ts'
import { UnreadableIndex } from './git/git-index-entry.ts'
import { UnsupportedIndex } from './git/git-index-format.ts'
import { readIndex } from './git/git-index.ts'
import { objectId } from './git/objects.ts'
import { PackBuilder, wholeContent } from './git/pack-builder.ts'
import { Pack } from './git/pack.ts'
import { detachedCommit, readHead } from './git/refs.ts'
import { listPoints, oddPoints } from './repo/points.ts'
import type { Repository } from './repo/repository.ts'

/** A lock older than this was left by a killed git: git holds its locks only briefly. */
const STALE_LOCK_MS = 60_000

interface CheckOptions {
  readonly repair: boolean
  /** Once aborted, the check stops: it reports what it found and did so far, and does nothing more. */
  readonly signal?: AbortSignal
  /** Called with the number of commits checked. */
  readonly progress?: (commits: number) => void
}

/**
 * Checks everything that a store needs of its repository. With `repair` it repairs what it can from what is there:
 * reflogs, the record of our own commits, git's index, the files themselves. Damaged files are set aside in
 * `.git/variorum/damaged`, never deleted. To repair, call alone, when git is up to date.
 */
export async function check(repo: Repository, { repair, signal, progress }: CheckOptions): Promise<CheckReport> {
  const findings: Finding[] = [
    ...(await staleLocks(repo, repair)),
    ...(await damagedIndex(repo, repair)),
    ...(await damagedPacks(repo, repair)),
    ...(await strangePoints(repo)),
    ...(await foreignJournals(repo, repair)),
  ]
  const walk = new ObjectWalk(repo, signal, progress)
  const points = await listPoints(repo).catch(() => [])
  for (const tip of [readTip(repo), ...points.map(({ commit }) => commit)]) if (tip !== null) await walk.from(tip)
  if (signal?.aborted === true) return { commits: walk.commits, objects: walk.seen.size, findings, cancelled: true }
  if (walk.missing.size > 0) findings.push(await repairMissing(repo, walk, repair))
  // Last, because the branch goes back to an earlier state only if the present one could not be restored.
  const branch = await checkBranch(repo, repair)
  if (branch !== null) findings.push(branch)
  return { commits: walk.commits, objects: walk.seen.size, findings, cancelled: false }
}

async function staleLocks(repo: Repository, repair: boolean): Promise<readonly Finding[]> {
  const names = (await unlessMissing(fs.readdir(nodePath.join(repo.gitdir, 'refs'), { recursive: true }))) ?? []
  const findings: Finding[] = []
  for (const name of [
    'index.lock',
    'HEAD.lock',
    'packed-refs.lock',
    'config.lock',
    ...names.filter((each) => each.endsWith('.lock')).map((each) => `refs/${each}`),
  ]) {
    const stat = await unlessMissing(fs.stat(nodePath.join(repo.gitdir, name)))
    if (stat === null || Date.now() - stat.mtimeMs < STALE_LOCK_MS) continue
    if (repair) repo.setAside(nodePath.join(repo.gitdir, name))
    findings.push({
      what: say('check-lock', { name }),
      means: say('check-lock-means'),
      done: repair ? say('check-lock-set-aside') : null,
      canRepair: true,
    })
  }
  return findings
}

/** Refs among the restore points that are not one: they stay, and are left out of the list. */
async function strangePoints(repo: Repository): Promise<readonly Finding[]> {
  return (await oddPoints(repo)).map((ref) => ({
    what: say('check-point', { ref }),
    means: say('check-point-means'),
    done: null,
    canRepair: false,
  }))
}

/** Journals that were set aside because this device did not write them, or nobody could have. */
async function foreignJournals(repo: Repository, repair: boolean): Promise<readonly Finding[]> {
  const names = ((await unlessMissing(fs.readdir(repo.ours))) ?? []).filter((name) =>
    name.startsWith('journal.foreign-'),
  )
  if (repair) for (const name of names) repo.setAside(nodePath.join(repo.ours, name))
  return names.map((name) => ({
    what: say('check-journal', { name }),
    means: say('check-journal-means'),
    done: repair ? say('check-journal-moved') : null,
    canRepair: true,
  }))
}

async function damagedIndex(repo: Repository, repair: boolean): Promise<readonly Finding[]> {
  try {
    await readIndex(repo.indexPath)
    return []
  } catch (error) {
    if (!(error instanceof UnreadableIndex)) throw error
    // Whole, and the user's: setting it aside would lose what is staged, and which files are kept out of the work tree.
    if (error instanceof UnsupportedIndex)
      return [
        { what: say('check-index-unknown'), means: say('check-index-unknown-means'), done: null, canRepair: false },
      ]
    if (repair) repo.setAside(repo.indexPath)
    repo.forgetIndex()
    return [
      {
        what: say('check-index'),
        means: say('check-index-means'),
        done: repair ? say('check-index-set-aside') : null,
        canRepair: true,
      },
    ]
  }
}

/** Packs that git refuses to read. Repairing copies the objects that can still be read into a new pack. */
async function damagedPacks(repo: Repository, repair: boolean): Promise<readonly Finding[]> {
  const folder = nodePath.join(repo.gitdir, 'objects', 'pack')
  const findings: Finding[] = []
  for (const name of (await unlessMissing(fs.readdir(folder))) ?? []) {
    if (!name.endsWith('.pack')) continue
    const path = nodePath.join(folder, name.slice(0, -'.pack'.length))
    const what = say('check-pack', { name: name.slice(0, 12) })
    const pack = openPack(path)
    if (pack?.isIntact === true) pack.close()
    else if (pack === null)
      findings.push({
        what,
        means: say('check-pack-unindexed'),
        done: null,
        canRepair: false,
      })
    else {
      const builder = repair ? readableObjects(repo, pack) : null
      pack.close()
      if (builder !== null) {
        if (builder.count > 0) await repo.objects.stored.writePack(builder)
        for (const extension of ['idx', 'pack']) repo.setAside(`${path}.${extension}`)
      }
      const read = builder?.count ?? 0
      const outcome = read === 0 ? say('check-pack-unread') : say('check-pack-read', { read, all: pack.count })
      findings.push({
        what,
        means: say('check-pack-means'),
        done: builder === null ? null : outcome,
        canRepair: true,
      })
    }
  }
  return findings
}

function openPack(path: string): Pack | null {
  try {
    return new Pack(path)
  } catch {
    return null
  }
}

function readableObjects(repo: Repository, pack: Pack): PackBuilder {
  const builder = new PackBuilder()
  for (const id of pack.ids()) {
    try {
      const object = pack.readAt(pack.offsetOf(id) ?? 0, (base) => repo.objects.read(base))
      if (objectId(object.type, object.bytes) === id) builder.add(id, wholeContent(object, { compact: true }))
    } catch {
      // Truncated or corrupt. The walk over the history finds out whether another copy exists.
    }
  }
  return builder
}

/** The commit that HEAD points to; null if there is none yet, or if it can't be read. */
function readTip(repo: Repository): ObjectId | null {
  try {
    return readHead(repo.gitdir).commit
  } catch {
    return detachedCommit(repo.gitdir)
  }
}

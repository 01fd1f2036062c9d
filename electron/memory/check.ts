import { Buffer } from 'node:buffer'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { ObjectId } from '../../shared/change.ts'
import type { CheckReport, Finding } from '../../shared/check.ts'
import { AppError } from '../../shared/errors.ts'
import { readIfThere, uniqueName, unlessMissing } from '../disk/durable-files.ts'
import { TimeSlice } from '../disk/yield.ts'
import { readIndex, UnreadableIndex } from './git/git-index.ts'
import { objectId, DIRECTORY } from './git/objects.ts'
import { deflated, Pack, PackBuilder } from './git/pack.ts'
import { readHead, shortBranch } from './git/refs.ts'
import { listPoints } from './repo/points.ts'
import type { Repository } from './repo/repository.ts'

/** A lock so old is of a git that was killed; git's own commands hold one for moments. */
const STALE_LOCK_MS = 60_000

interface Looking {
  readonly repair: boolean
  /** Aborted, it looks no further: what was found and done so far is told, and nothing more is done. */
  readonly signal?: AbortSignal
  /** Told how many commits were looked at. */
  readonly progress?: (commits: number) => void
}

/**
 * Looks at everything that a store needs of its repository, and with `repair` makes good what can be made good
 * from what is there: reflogs, the journal's record, git's index, the files themselves. What is wrong is set aside
 * in `.git/variorum/damaged`, never deleted. To repair, call alone, when git has seen everything.
 */
export async function check(repo: Repository, { repair, signal, progress }: Looking): Promise<CheckReport> {
  const findings: Finding[] = [
    ...(await staleLocks(repo, repair)),
    ...(await damagedIndex(repo, repair)),
    ...(await damagedPacks(repo, repair)),
  ]
  const walk = new Walk(repo, signal, progress)
  const points = await listPoints(repo).catch(() => [])
  for (const tip of [await readTip(repo), ...points.map(({ commit }) => commit)]) if (tip !== null) await walk.from(tip)
  if (signal?.aborted === true) return { commits: walk.commits, objects: walk.seen.size, findings, cancelled: true }
  if (walk.missing.size > 0) findings.push(await missingObjects(repo, walk, repair))
  // Only when the present state cannot be made whole, an earlier one takes its place.
  const moved = await damagedBranch(repo, repair)
  if (moved !== null) findings.push(moved)
  return { commits: walk.commits, objects: walk.seen.size, findings, cancelled: false }
}

/** Puts a file where it is kept, but no longer in the way. */
async function setAside(repo: Repository, path: string): Promise<void> {
  const aside = nodePath.join(repo.ours, 'damaged')
  await fs.mkdir(aside, { recursive: true, mode: 0o700 })
  await unlessMissing(fs.rename(path, nodePath.join(aside, `${nodePath.basename(path)}.${uniqueName()}`)))
}

async function staleLocks(repo: Repository, repair: boolean): Promise<readonly Finding[]> {
  const names = (await unlessMissing(fs.readdir(nodePath.join(repo.gitdir, 'refs'), { recursive: true }))) ?? []
  const found: Finding[] = []
  for (const name of [
    'index.lock',
    'HEAD.lock',
    'packed-refs.lock',
    'config.lock',
    ...names.filter((each) => each.endsWith('.lock')).map((each) => `refs/${each}`),
  ]) {
    const stat = await unlessMissing(fs.stat(nodePath.join(repo.gitdir, name)))
    if (stat === null || Date.now() - stat.mtimeMs < STALE_LOCK_MS) continue
    if (repair) await setAside(repo, nodePath.join(repo.gitdir, name))
    found.push({
      what: `Git left a lock behind (.git/${name}).`,
      means: 'Until it is gone, git and Variorum believe that a git command is at work here, and wait for it.',
      done: repair ? 'It was set aside.' : null,
      canRepair: true,
    })
  }
  return found
}

async function damagedIndex(repo: Repository, repair: boolean): Promise<readonly Finding[]> {
  try {
    await readIndex(repo.indexPath)
    return []
  } catch (error) {
    if (!(error instanceof UnreadableIndex)) throw error
    if (repair) await setAside(repo, repo.indexPath)
    repo.forgetIndex()
    return [
      {
        what: "Git's index cannot be read.",
        means: 'Git does not know what of this folder it has. No file and no history is lost by it.',
        done: repair ? 'It was set aside; a new one is made with the next change.' : null,
        canRepair: true,
      },
    ]
  }
}

/** What can still be read of a pack that git refuses goes into a new one. */
async function damagedPacks(repo: Repository, repair: boolean): Promise<readonly Finding[]> {
  const folder = nodePath.join(repo.gitdir, 'objects', 'pack')
  const found: Finding[] = []
  for (const name of (await unlessMissing(fs.readdir(folder))) ?? []) {
    if (!name.endsWith('.pack')) continue
    const path = nodePath.join(folder, name.slice(0, -'.pack'.length))
    const what = `The pack ${name.slice(0, 12)} is damaged, or its index is.`
    const pack = openPack(path)
    if (pack?.isSound === true) pack.close()
    else if (pack === null)
      found.push({
        what,
        means: 'What only this pack has is out of reach. "git index-pack" may make a new index for it.',
        done: null,
        canRepair: false,
      })
    else {
      const builder = repair ? readable(repo, pack) : null
      pack.close()
      if (builder !== null) {
        if (builder.count > 0) await repo.objects.writePack(builder)
        for (const end of ['idx', 'pack']) await setAside(repo, `${path}.${end}`)
      }
      const done =
        builder === null
          ? null
          : `${builder.count} of its ${pack.count} objects could be read and are in a new pack; it was set aside.`
      found.push({ what, means: 'Git reads nothing of it, although most of it may be whole.', done, canRepair: true })
    }
  }
  return found
}

function openPack(path: string): Pack | null {
  try {
    return new Pack(path)
  } catch {
    return null
  }
}

function readable(repo: Repository, pack: Pack): PackBuilder {
  const builder = new PackBuilder()
  for (const id of pack.ids()) {
    try {
      const { type, bytes } = pack.readAt(pack.offsetOf(id) ?? 0, (base) => repo.objects.read(base))
      if (objectId(type, bytes) === id)
        builder.add(id, { kind: 'whole', type, size: bytes.length, deflated: deflated(bytes, { well: true }) })
    } catch {
      // Behind the cut, or spoilt: whether anything else has it, the walk over the history tells.
    }
  }
  return builder
}

/** Where the branch is; null when there is no commit yet, or it cannot be told. */
function readTip(repo: Repository): Promise<ObjectId | null> {
  return readHead(repo.gitdir).then(
    ({ commit }) => commit,
    () => null,
  )
}

/** The branch leads nowhere, or to a commit without all its files. With `repair` it is put on the newest whole commit that the reflogs or our own record know. */
async function damagedBranch(repo: Repository, repair: boolean): Promise<Finding | null> {
  const ref = await branchName(repo)
  let tip: ObjectId | null = null
  let what = ''
  try {
    tip = (await readHead(repo.gitdir)).commit
    if (tip === null || isWhole(repo, tip)) return null
    what = `The newest commit of the branch ${shortBranch(ref)} is damaged.`
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    what = error.message
  }
  const newest = (await candidates(repo, ref)).find((id) => isWhole(repo, id)) ?? null
  const means =
    newest === null
      ? 'No earlier commit was found that could take its place; a backup or a clone may have one. Repaired, the files of the folder begin a new history.'
      : `The newest commit that is whole is ${newest.slice(0, 7)}. The files of the folder stay as they are; what differs becomes a commit.`
  if (!repair) return { what, means, done: null, canRepair: true }
  const path = nodePath.join(repo.gitdir, ...ref.split('/'))
  await setAside(repo, path)
  if (newest === null)
    return {
      what,
      means,
      done: 'The branch was set aside; a new history begins with the files as they are.',
      canRepair: true,
    }
  await fs.mkdir(nodePath.dirname(path), { recursive: true })
  await repo.files.write(path, `${newest}\n`, 0o644)
  return { what, means, done: `The branch was put on ${newest.slice(0, 7)}.`, canRepair: true }
}

async function branchName({ gitdir }: Repository): Promise<string> {
  return /^ref: (refs\/\S+)/.exec((await readIfThere(nodePath.join(gitdir, 'HEAD'))) ?? '')?.[1] ?? 'refs/heads/main'
}

/** Commits that the branch was once at, newest first. */
async function candidates(repo: Repository, ref: string): Promise<readonly ObjectId[]> {
  const lines = async (path: string): Promise<readonly string[]> =>
    ((await readIfThere(path)) ?? '').trimEnd().split('\n').toReversed()
  const logged = async (name: string): Promise<readonly string[]> =>
    (await lines(nodePath.join(repo.gitdir, 'logs', ...name.split('/')))).map((line) => line.split(' ')[1] ?? '')
  const all = [...(await logged(ref)), ...(await logged('HEAD')), ...(await lines(nodePath.join(repo.ours, 'written')))]
  return [...new Set(all)].filter((id) => ObjectId.safeParse(id).success && !/^0+$/.test(id))
}

/** Is a commit there with all its files? */
function isWhole(repo: Repository, id: ObjectId): boolean {
  try {
    const whole = (tree: ObjectId): boolean =>
      repo.trees
        .entries(tree)
        .every((entry) =>
          entry.mode === DIRECTORY
            ? whole(entry.id)
            : entry.mode === '160000' || repo.objects.read(entry.id).type === 'blob',
        )
    return whole(repo.objects.readCommit(id).tree)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Every object that commits reach, each once, and whether it is what its name says. */
class Walk {
  readonly #repo: Repository
  readonly #signal: AbortSignal | undefined
  readonly #progress: ((commits: number) => void) | undefined
  readonly #slice = new TimeSlice()
  readonly seen = new Set<ObjectId>()
  /** What is missing or damaged, and where it was first missed. */
  readonly missing = new Map<ObjectId, string>()
  commits = 0

  constructor(repo: Repository, signal?: AbortSignal, progress?: (commits: number) => void) {
    this.#repo = repo
    this.#signal = signal
    this.#progress = progress
  }

  async from(tip: ObjectId): Promise<void> {
    const pending = [tip]
    for (let id = pending.pop(); id !== undefined && this.#signal?.aborted !== true; id = pending.pop()) {
      if (this.seen.has(id)) continue
      this.commits += 1
      this.#progress?.(this.commits)
      if (!this.#isRight(id, `the commit ${id.slice(0, 7)}`)) continue
      const { tree, parents } = this.#repo.objects.readCommit(id)
      pending.push(...parents)
      await this.#tree(tree, '')
    }
  }

  async #tree(id: ObjectId, path: string): Promise<void> {
    if (this.seen.has(id) || !this.#isRight(id, path === '' ? 'the folder itself' : path)) return
    for (const entry of this.#repo.objects.readTree(id)) {
      if (this.#slice.isOver) await this.#slice.yield()
      if (this.#signal?.aborted === true) return
      const at = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.mode === DIRECTORY) await this.#tree(entry.id, at)
      else if (entry.mode !== '160000' && !this.seen.has(entry.id)) this.#isRight(entry.id, at)
    }
  }

  #isRight(id: ObjectId, where: string): boolean {
    this.seen.add(id)
    try {
      const { type, bytes } = this.#repo.objects.read(id)
      if (objectId(type, bytes) === id) return true
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
    this.missing.set(id, where)
    return false
  }
}

function bytesIfReadable(repo: Repository, path: string): Uint8Array | null {
  try {
    return repo.workTree.read(path)
  } catch {
    return null
  }
}

/** Git's index and the files themselves may still have what is missing of the present state. */
async function missingObjects(repo: Repository, { missing }: Walk, repair: boolean): Promise<Finding> {
  const before = missing.size
  const places = [...new Set(missing.values())]
  const named =
    places.length <= 3 ? places.join(', ') : `${places.slice(0, 2).join(', ')} and ${places.length - 2} more`
  const what = `${before === 1 ? 'An object' : `${before} objects`} of the history ${before === 1 ? 'is' : 'are'} missing or damaged (${named}).`
  const means = 'Versions that need them cannot be shown or brought back. All other versions can, and writing goes on.'
  if (!repair) return { what, means, done: null, canRepair: true }
  for (const path of new Set([...places, ...((await repo.index().catch(() => null))?.entries.keys() ?? [])])) {
    const bytes = bytesIfReadable(repo, path)
    if (bytes !== null && missing.has(objectId('blob', bytes))) repo.objects.add('blob', Buffer.from(bytes))
  }
  const entries = [...((await repo.index().catch(() => null))?.entries.values() ?? [])]
  const files = entries.flatMap(({ key, id, mode }) =>
    mode === '100644' || mode === '100755' || mode === '120000'
      ? [[Buffer.from(key, 'latin1').toString('utf8'), { id, mode }] as const]
      : [],
  )
  if (files.length > 0) repo.trees.edit(null, files)
  const found = repo.objects.takeAdded().filter(({ id }) => missing.delete(id))
  await repo.objects.publish()
  // To git a file that is no object is worse than none.
  for (const id of missing.keys()) await setAside(repo, repo.objects.pathOf(id))
  const done =
    found.length === 0
      ? 'Nothing in this folder still has them. A backup or a clone may: "git fetch" from it brings them back.'
      : `${found.length} of ${before} were made anew from the files and git's index.`
  return { what, means, done, canRepair: missing.size < before }
}

import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { areUndecided } from '../../shared/policy.ts'
import type { FromElsewhere, HistoryPlace, OtherPlace, OwnCommits, Uncommitted } from '../../shared/stores.ts'
import { isUnreadable } from '../disk/disk-error.ts'
import { hasCode, unlessMissing } from '../disk/durable-files.ts'
import { exactStatIfThere } from '../disk/exact-stat.ts'
import { isHidden, refuseUnadoptable } from './outside/adoptable.ts'
import { IgnoreRules } from './outside/ignore-rules.ts'
import { ignoreReason } from './paths.ts'
import { Device } from './repo/device.ts'
import { repositoryIn, whyBeside } from './repo/history-place.ts'
import { PoliciesFiles } from './repo/policies-file.ts'
import type { Repository } from './repo/repository.ts'
import { idOfStore } from './repo/store-id.ts'
import { describeUnverified } from './repo/unverified.ts'
import { walk } from './repo/walk.ts'
import type { Here } from './store-options.ts'
import { readSnapshot } from './write/plan.ts'

/** For a preview: enough to know what would happen, found in a limited time. */
const SHOWN_NAMES = 200
const FILTERS_MS = 500
const DIFFERENCES_MS = 1_000
const MAX_READ_BYTES = 100_000_000
const YIELD_EVERY_FILES = 200
const MAX_COMMITS = 5_000
const YIELD_EVERY_COMMITS = 200

export interface InspectedFolder {
  /** Canonical. */
  readonly folder: string
  readonly kind: 'new' | 'folder' | 'repository' | 'store'
  readonly storeId: string | null
  /** What opening it as a store would commit first. */
  readonly uncommitted: Uncommitted
  /** What it brought along and opening it leaves unused, unless the user trusts it. */
  readonly fromElsewhere: FromElsewhere | null
  /** The folder's policies, if none were ever put in force here. */
  readonly firstPolicies: string | null
  /** Its folder is canonical. */
  readonly otherPlace: OtherPlace | null
  readonly ownCommits: OwnCommits | null
  /** Whether it is in one of the user's hidden folders. */
  readonly isHidden: boolean
  /** Where its history lies, or would. */
  readonly history: HistoryPlace
  /** Why it can only lie beside the folder; null where the user may choose, or the folder is a store already. */
  readonly onlyBeside: Message | null
}

/** The store in a folder; null when there is none, or the folder cannot be read. */
export async function inspectStore(
  dir: string,
  { device }: Pick<Here, 'device'>,
): Promise<{ readonly id: string; readonly folder: string } | null> {
  const folder = await fs.realpath(dir).catch(() => null)
  const id = folder === null ? null : await repositoryIn(folder, { device }).then(idOfStore, () => null)
  return folder === null || id === null ? null : { id, folder }
}

/** What a folder is, and what opening it as a store would commit. Writes nothing; refuses what openStore refuses. */
export async function inspectFolder(dir: string, here: Here, history?: HistoryPlace): Promise<InspectedFolder> {
  const folder = await canonical(dir)
  const repo = await repositoryIn(folder, { device: here.device, history })
  await refuseUnadoptable(repo, { ...here, hidden: true }, AbortSignal.timeout(FILTERS_MS))
  const entries = await unlessMissing(fs.readdir(folder))
  const nothing = { uncommitted: NOTHING, fromElsewhere: null, firstPolicies: null, otherPlace: null, ownCommits: null }
  const hidden = await isHidden(folder, here)
  const where = { history: repo.isBeside ? 'beside' : 'inside', onlyBeside: await whyBeside(folder) } as const
  if (entries === null) return { folder, kind: 'new', storeId: null, isHidden: hidden, ...where, ...nothing }
  const isRepository = (await unlessMissing(fs.stat(nodePath.join(repo.gitdir, 'HEAD')))) !== null
  const storeId = isRepository ? await idOfStore(repo) : null
  const kind = storeId !== null ? 'store' : isRepository ? 'repository' : entries.length > 0 ? 'folder' : 'new'
  const record = storeId === null ? null : await new Device(here.device).recordOf(storeId)
  const isKnown = record?.folder === folder
  const { inForce, current } = await new PoliciesFiles(repo).read()
  return {
    folder,
    kind,
    storeId,
    isHidden: hidden,
    ...where,
    uncommitted: await differing(repo, isRepository, AbortSignal.timeout(DIFFERENCES_MS)),
    fromElsewhere: await describeUnverified(repo, isKnown),
    firstPolicies: isKnown && !areUndecided(inForce) ? null : current,
    otherPlace:
      record === null || isKnown
        ? null
        : { folder: record.folder, isThere: (await inspectStore(record.folder, here))?.id === storeId },
    ownCommits: isRepository && !isKnown ? await ownCommitsIn(repo) : null,
  }
}

async function ownCommitsIn(repo: Repository): Promise<OwnCommits | null> {
  repo.addresses = repo.config.addresses()
  const found = new Set<string>()
  let [seen, count] = [0, 0]
  for (let id = (await repo.readHead()).commit; id !== null && seen < MAX_COMMITS; seen += 1) {
    const commit = repo.objects.readCommit(id)
    const { id: variorumId, origin } = repo.messageOf(commit)
    if (variorumId === null && origin.actor === 'user') {
      count += 1
      found.add(commit.author.email.toLowerCase())
    }
    if (seen % YIELD_EVERY_COMMITS === 0) await yieldToEventLoop()
    id = commit.parents[0] ?? null
  }
  return count === 0 ? null : { count, addresses: [...found] }
}

const NOTHING: Uncommitted = { count: 0, bytes: 0, names: [], isComplete: true }

/** The canonical path of the folder, or of its future place in an existing folder. */
async function canonical(dir: string): Promise<string> {
  try {
    const real = await unlessMissing(fs.realpath(dir))
    if (real !== null && !(await fs.stat(real)).isDirectory())
      throw new AppError('not-adoptable', say('file-in-folder-place'))
    if (real !== null) return real
    return nodePath.join(await fs.realpath(nodePath.dirname(dir)), nodePath.basename(dir))
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR'))
      throw new AppError('not-adoptable', say('no-such-folder'), { cause: error })
    if (hasCode(error, 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG'))
      throw new AppError('not-adoptable', say('folder-unreadable'), {
        cause: error,
      })
    throw error
  }
}

/** The files that differ from HEAD. Reads no more than it must, and stops when `until` is aborted. */
async function differing(repo: Repository, isRepository: boolean, until: AbortSignal): Promise<Uncommitted> {
  const ignored = new IgnoreRules(repo.root, repo.gitdir)
  const { files } = await walk(repo.root, '', (folder) => ignored.ignores(folder, true), until)
  const known = new Map(
    isRepository ? repo.trees.files((await readSnapshot(repo)).tree).map((file) => [file.path, file]) : [],
  )
  const index = await repo.index()
  const changed = new Map<string, number>()
  let [unread, seen, isComplete] = [MAX_READ_BYTES, 0, true]
  for (const path of new Set([...files, ...known.keys()])) {
    seen += 1
    if (seen % YIELD_EVERY_FILES === 0) await yieldToEventLoop()
    if (until.aborted) break
    const before = known.get(path)
    if (before === undefined) {
      if (ignoreReason(path) === null && !(await ignored.ignores(path))) changed.set(path, sizeOf(repo, path))
      continue
    }
    unread -= repo.workTree.unknownBytes(path, index)
    if (unread < 0) {
      isComplete = false
      break
    }
    const now = repo.workTree.inspect(path, index)
    const isSame =
      now.kind === 'file'
        ? now.id === before.id && now.mode === before.mode
        : now.kind === 'unreadable' || (now.kind === 'missing' && index.skipsWorkTree(path))
    if (!isSame) changed.set(path, sizeOf(repo, path))
  }
  return {
    count: changed.size,
    bytes: [...changed.values()].reduce((sum, size) => sum + size, 0),
    names: [...changed.keys()].toSorted().slice(0, SHOWN_NAMES),
    isComplete: isComplete && !until.aborted,
  }
}

function sizeOf(repo: Repository, path: string): number {
  try {
    return exactStatIfThere(nodePath.join(repo.root, path))?.size ?? 0
  } catch (error) {
    if (isUnreadable(error)) return 0
    throw error
  }
}

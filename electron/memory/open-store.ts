import { createSecretKey } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { LEFT_BY_PROGRAMS } from '../../shared/left-by-programs.ts'
import { say } from '../../shared/messages/say.ts'
import type { Adding } from '../../shared/stores.ts'
import { makeFolderNow } from '../disk/by-handle.ts'
import { hasCode, lstatIfThere, readIfThere, syncDirectory, unlessMissing } from '../disk/durable-files.ts'
import { FileLock } from '../disk/file-lock.ts'
import { futurePath } from '../disk/future-path.ts'
import { newUlid } from '../disk/new-ulid.ts'
import { isBranchName } from './git/names.ts'
import { type Chosen, refusePlace, refuseUnadoptable } from './outside/adoptable.ts'
import { Device, type DeviceRecord } from './repo/device.ts'
import { type PlaceOptions, repositoryIn, workTreeLine } from './repo/history-place.ts'
import { Repository } from './repo/repository.ts'
import { idOfStore, writeStoreId } from './repo/store-id.ts'
import { readSettings, writeSettings } from './repo/store-settings.ts'
import { setUnverifiedAside, useUnverified } from './repo/unverified.ts'
import { toStoreError } from './store-errors.ts'
import type { Store } from './store-interface.ts'
import type { Here, StoreOptions } from './store-options.ts'
import { createStore } from './store.ts'

/**
 * Opens a folder as a store: makes it and its repository when missing, finishes what a killed process left, and adopts
 * what other programs changed meanwhile. Throws `not-adoptable` for a folder that cannot be a store.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  try {
    return await open(options)
  } catch (error) {
    throw toStoreError(error)
  }
}

async function open({
  dir,
  mustExist = false,
  device,
  home,
  trust = false,
  copy = false,
  mine = false,
  hidden = false,
  program,
  history,
  watch = true,
  adoptOnOpen = true,
  ...options
}: StoreOptions): Promise<Store> {
  const known = await repositoryIn(await futurePath(nodePath.resolve(dir)), { device })
  // Nobody makes a folder in the place of one that vanished: its history tells what was in it.
  const root = known.isBeside && isMade(known) ? known.root : await canonicalFolder(dir, mustExist, { home, hidden })
  const repo = await repositoryOf(root, { device, home, hidden, history, patience: options.patience })
  const id = await claim(repo, new Device(device), { trust, copy, mine })
  if (program !== undefined) await writeSettings(repo, { ...(await readSettings(repo)), program })
  const store = createStore(repo, id, { ...options, device })
  await store.begin({ watch, adoptOnOpen })
  return store
}

/** Makes the folder when it is missing, unless it must exist, for this account alone. */
async function canonicalFolder(dir: string, mustExist: boolean, chosen: Chosen): Promise<string> {
  try {
    if (mustExist) return await fs.realpath(dir)
    if ((await unlessMissing(fs.stat(dir))) === null) await refusePlace(nodePath.resolve(dir), chosen)
    await fs.mkdir(dir, { recursive: true, mode: 0o700 })
    return await fs.realpath(dir)
  } catch (error) {
    if (hasCode(error, 'ENOENT'))
      throw new AppError('not-adoptable', say('store-folder-moved', { name: nodePath.basename(dir) }), { cause: error })
    if (hasCode(error, 'EEXIST', 'ENOTDIR'))
      throw new AppError('not-adoptable', say('file-in-folder-place'), { cause: error })
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS'))
      throw new AppError('not-adoptable', say('folder-not-made'), { cause: error })
    throw error
  }
}

/** The folder's repository, made when there is none. */
async function repositoryOf(root: string, options: Here & Chosen & PlaceOptions): Promise<Repository> {
  const found = await repositoryIn(root, options)
  await refuseUnadoptable(found, options)
  if (isMade(found)) return found
  // Of two processes that add a folder, the second one finds where the first one has made its history.
  const adding = new FileLock(options.device, 'adding.lock', say('adding-elsewhere'))
  return adding.whileAlone(async () => {
    const repo = await repositoryIn(root, options)
    await makeRepository(repo)
    return repo
  })
}

const isMade = (repo: Repository): boolean =>
  [repo.ours, nodePath.join(repo.gitdir, 'HEAD')].every((path) => lstatIfThere(path) !== null)

/** The configuration that isomorphic-git writes. Git itself finds out what is different on this computer. */
const CONFIG =
  '[core]\n\trepositoryformatversion = 0\n\tfilemode = false\n\tbare = false\n\tlogallrefupdates = true\n\tsymlinks = false\n\tignorecase = true\n'

/**
 * Makes the repository. Git recognizes one by its HEAD, which is written last, when everything else is durable: a
 * half-made repository is made again.
 */
async function makeRepository(repo: Repository): Promise<void> {
  const inGit = (...names: readonly string[]): string => nodePath.join(repo.gitdir, ...names)
  const isNew = lstatIfThere(repo.ours) === null
  // Beside, it is in the home; inside, nothing may be made in place of a folder that was moved away.
  if (repo.isBeside) await fs.mkdir(nodePath.dirname(repo.gitdir), { recursive: true, mode: 0o700 })
  makeFolderNow(nodePath.dirname(repo.gitdir), repo.ours, 0o700)
  const hasHead = (await unlessMissing(fs.stat(inGit('HEAD')))) !== null
  if (!hasHead) {
    for (const folder of ['hooks', 'objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'])
      makeFolderNow(repo.gitdir, inGit(folder))
    await repo.files.write(inGit('info', 'attributes'), '* -text\n', 0o644)
    await repo.files.write(inGit('info', 'exclude'), `${LEFT_BY_PROGRAMS.join('\n')}\n`, 0o644)
    if ((await unlessMissing(fs.stat(inGit('config')))) === null)
      await repo.files.write(inGit('config'), CONFIG + (repo.isBeside ? workTreeLine(repo.root) : ''), 0o644)
  }
  if (!hasHead || isNew)
    for (const folder of [inGit('objects'), inGit('refs'), repo.gitdir, nodePath.dirname(repo.gitdir)])
      await syncDirectory(folder)
  if (!hasHead) await repo.files.write(inGit('HEAD'), `ref: refs/heads/${await branchToContinue(repo.gitdir)}\n`, 0o644)
}

/** The branch to continue: a repository that lost its HEAD is not new, and keeps the branch it has. */
async function branchToContinue(gitdir: string): Promise<string> {
  const packed = ((await readIfThere(nodePath.join(gitdir, 'packed-refs'))) ?? '').matchAll(
    /^[0-9a-f]{40} refs\/heads\/(\S+)$/gm,
  )
  const branches = [
    ...((await unlessMissing(fs.readdir(nodePath.join(gitdir, 'refs', 'heads')))) ?? []),
    ...[...packed].flatMap(([, name]) => name ?? []),
  ]
  const allowed = branches.filter((name) => isBranchName(`refs/heads/${name}`))
  return ['main', 'master', ...allowed].find((name) => allowed.includes(name)) ?? 'main'
}

/**
 * Finds out whose store this is, and prepares it accordingly: what its `.git/variorum` has counts only if this device
 * knows the store in this place, or the user trusts the folder. A new store gets an id, and so does a copy.
 * @returns the store's id
 */
async function claim(
  repo: Repository,
  device: Device,
  adding: Pick<Adding, 'trust' | 'copy' | 'mine'>,
): Promise<string> {
  const id = await idOfStore(repo)
  const record = id === null ? null : await device.recordOf(id)
  if (id !== null && record?.folder === repo.root && !adding.trust) return bind(repo, device, id, record)
  // What is beside was written by this device: nothing came with the folder.
  const isKnown = record !== null && (repo.isBeside || (await isSameFolder(record.folder, repo.root)))
  if (id !== null && isKnown && !adding.trust)
    return bind(repo, device, id, await device.remember(id, { ...record, folder: repo.root }))
  await repo.lease.acquire()
  try {
    return await claimAlone(repo, device, adding)
  } finally {
    await repo.lease.release()
  }
}

async function claimAlone(
  repo: Repository,
  device: Device,
  { trust, copy, mine }: Pick<Adding, 'trust' | 'copy' | 'mine'>,
): Promise<string> {
  const found = await idOfStore(repo)
  const record = found === null ? null : await device.recordOf(found)
  const isHere = record !== null && (await isSameFolder(record.folder, repo.root))
  // Another process was faster.
  if (found !== null && isHere && !trust) return bind(repo, device, found, record)
  if (!isHere) await repo.locks.clearCopied(repo.indexPath)
  // Moved only if the user says so, and the store is not where it was; everything else is a copy.
  const isCopy = record !== null && !isHere && (!trust || copy || (await isStoreAt(record.folder, found, repo)))
  const id = found === null || isCopy ? newUlid() : found
  // A folder that is new here may have an `unverified` of its own, which the user was not shown: it stays unused.
  if (trust && isHere) await useUnverified(repo)
  if (!trust) await setUnverifiedAside(repo)
  if (id !== found) await writeStoreId(repo, id)
  const isMine = trust || mine || (isHere && record.isMine) || (await repo.readHead()).commit === null
  return bind(repo, device, id, await device.remember(id, { folder: repo.root, acceptsUnsigned: trust, isMine }))
}

/** Gives the journal this device's key. Once it is empty, everything that follows in it is signed. */
async function bind(repo: Repository, device: Device, id: string, { key, ...record }: DeviceRecord): Promise<string> {
  const { acceptsUnsigned, isMine } = record
  repo.journal.bind({ key: createSecretKey(key, 'hex'), acceptsUnsigned })
  if (acceptsUnsigned && repo.journal.isEmpty()) await device.remember(id, { ...record, acceptsUnsigned: false })
  if (isMine) repo.addresses = repo.config.addresses()
  repo.devices = device.keysOf(id)
  await repo.devices.load()
  return id
}

/** Whether another folder holds the store. A link to this one, or another mount of it, is no other folder. */
async function isStoreAt(folder: string, id: string | null, repo: Repository): Promise<boolean> {
  return id !== null && !(await isSameFolder(folder, repo.root)) && (await idOfStore(new Repository(folder))) === id
}

async function isSameFolder(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map((folder) => unlessMissing(fs.stat(folder, { bigint: true }))))
  return first != null && second != null && first.dev === second.dev && first.ino === second.ino
}

import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { FromElsewhere } from '../../shared/stores.ts'
import { hasCode, unlessMissing } from '../disk/durable-files.ts'
import { idOfStore } from './open-store.ts'
import { refuseUnadoptable } from './outside/adoptable.ts'
import { IgnoreRules } from './outside/ignore-rules.ts'
import { ignoreReason } from './paths.ts'
import { Device } from './repo/device.ts'
import { PoliciesFiles } from './repo/policies-file.ts'
import { Repository } from './repo/repository.ts'
import { describeUnverified } from './repo/unverified.ts'
import { readSnapshot } from './write/plan.ts'

export interface InspectedFolder {
  /** Canonical. */
  readonly folder: string
  readonly kind: 'new' | 'folder' | 'repository' | 'store'
  readonly storeId: string | null
  /** What opening it as a store would commit first. */
  readonly uncommitted: readonly string[]
  /** What it brought along and opening it leaves unused, unless the user trusts it. */
  readonly fromElsewhere: FromElsewhere | null
  /** The folder's policies, if none were ever put in force here. */
  readonly firstPolicies: string | null
  /** Another folder on this device where this store is, or was, as a canonical path. */
  readonly otherPlace: string | null
}

/** The store in a folder; null when there is none, or the folder cannot be read. */
export async function inspectStore(dir: string): Promise<{ readonly id: string; readonly folder: string } | null> {
  const folder = await fs.realpath(dir).catch(() => null)
  const id = folder === null ? null : await idOfStore(new Repository(folder)).catch(() => null)
  return folder === null || id === null ? null : { id, folder }
}

/**
 * What a folder is, and what opening it as a store would commit. Writes nothing; refuses what openStore refuses.
 * @param device see StoreOptions
 */
export async function inspectFolder(dir: string, device: string): Promise<InspectedFolder> {
  const folder = await canonical(dir)
  const repo = new Repository(folder)
  await refuseUnadoptable(repo)
  const entries = await unlessMissing(fs.readdir(folder))
  const nothing = { uncommitted: [], fromElsewhere: null, firstPolicies: null, otherPlace: null }
  if (entries === null) return { folder, kind: 'new', storeId: null, ...nothing }
  const isRepository = (await unlessMissing(fs.stat(nodePath.join(repo.gitdir, 'HEAD')))) !== null
  const storeId = isRepository ? await idOfStore(repo) : null
  const kind = storeId !== null ? 'store' : isRepository ? 'repository' : entries.length > 0 ? 'folder' : 'new'
  const record = storeId === null ? null : await new Device(device).recordOf(storeId)
  const isKnown = record?.folder === folder
  const { inForce, current } = await new PoliciesFiles(repo).read()
  return {
    folder,
    kind,
    storeId,
    uncommitted: await differing(repo, isRepository),
    fromElsewhere: await describeUnverified(repo, isKnown),
    firstPolicies: isKnown && inForce !== null ? null : current,
    otherPlace: record === null || isKnown ? null : record.folder,
  }
}

/** The canonical path of the folder, or of its future place in an existing folder. */
async function canonical(dir: string): Promise<string> {
  try {
    const real = await unlessMissing(fs.realpath(dir))
    if (real !== null && !(await fs.stat(real)).isDirectory())
      throw new AppError(
        'not-adoptable',
        'The memory needs a folder, and there is a file in its place. Choose another folder.',
      )
    if (real !== null) return real
    return nodePath.join(await fs.realpath(nodePath.dirname(dir)), nodePath.basename(dir))
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR'))
      throw new AppError(
        'not-adoptable',
        'There is no such folder, nor one that could hold it. Nothing was made. Check the spelling.',
        { cause: error },
      )
    if (hasCode(error, 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG'))
      throw new AppError('not-adoptable', 'This folder cannot be read. Nothing was made. Choose another folder.', {
        cause: error,
      })
    throw error
  }
}

/** The files that differ from HEAD, sorted. */
async function differing(repo: Repository, isRepository: boolean): Promise<readonly string[]> {
  const ignored = new IgnoreRules(repo.root)
  const { files } = await repo.workTree.walk('', (folder) => ignored.ignores(folder, true))
  const known = new Map(
    isRepository ? repo.trees.files((await readSnapshot(repo)).tree).map((file) => [file.path, file]) : [],
  )
  const changed: string[] = []
  for (const path of files)
    if (!known.has(path) && ignoreReason(path) === null && !(await ignored.ignores(path))) changed.push(path)
  if (known.size > 0) {
    const index = await repo.index()
    for (const [path, now] of repo.workTree.inspectAll(known.keys(), index)) {
      const before = known.get(path)
      const isSame =
        now.kind === 'file'
          ? now.id === before?.id && now.mode === before.mode
          : now.kind === 'missing' && index.skipsWorkTree(path)
      if (!isSame) changed.push(path)
    }
  }
  return changed.toSorted()
}

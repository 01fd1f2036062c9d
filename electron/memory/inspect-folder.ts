import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { hasCode, unlessMissing } from '../disk/durable-files.ts'
import { idOfStore } from './open-store.ts'
import { refuseUnadoptable } from './outside/adoptable.ts'
import { IgnoreRules } from './outside/ignore-rules.ts'
import { Repository } from './repo/repository.ts'
import { ignoreReason } from './write/outside-drafts.ts'
import { readSnapshot } from './write/plan.ts'

export interface InspectedFolder {
  /** Canonical. */
  readonly folder: string
  readonly kind: 'new' | 'folder' | 'repository' | 'store'
  readonly storeId: string | null
  /** What opening it as a store would commit first. */
  readonly uncommitted: readonly string[]
}

/** What a folder is, and what opening it as a store would commit. Writes nothing; refuses what openStore refuses. */
export async function inspectFolder(dir: string): Promise<InspectedFolder> {
  const folder = await canonical(dir)
  const repo = new Repository(folder)
  await refuseUnadoptable(repo)
  const entries = await unlessMissing(fs.readdir(folder))
  if (entries === null) return { folder, kind: 'new', storeId: null, uncommitted: [] }
  const isRepository = (await unlessMissing(fs.stat(nodePath.join(repo.gitdir, 'HEAD')))) !== null
  const storeId = isRepository ? await idOfStore(repo) : null
  const kind = storeId !== null ? 'store' : isRepository ? 'repository' : entries.length > 0 ? 'folder' : 'new'
  return { folder, kind, storeId, uncommitted: await differing(repo, isRepository) }
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

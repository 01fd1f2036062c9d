import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { hasCode, readIfThere, removeIfThere, syncDirectory, unlessMissing } from '../disk/durable-files.ts'
import { newUlid } from '../disk/new-ulid.ts'
import { isBranchName } from './git/names.ts'
import { refuseUnadoptable } from './outside/adoptable.ts'
import { Repository } from './repo/repository.ts'
import { toStoreError } from './store-errors.ts'
import type { Store, StoreOptions } from './store-interface.ts'
import { createStore } from './store.ts'

const StoreFile = z.object({ id: z.string() })

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

async function open({ dir, watch = true, adoptOnOpen = true, ...options }: StoreOptions): Promise<Store> {
  const repo = new Repository(await canonicalFolder(dir), options.patience)
  await refuseUnadoptable(repo)
  await makeRepository(repo)
  const store = createStore(repo, await storeId(repo), options)
  await store.begin({ watch, adoptOnOpen })
  return store
}

async function canonicalFolder(dir: string): Promise<string> {
  try {
    await fs.mkdir(dir, { recursive: true })
    return await fs.realpath(dir)
  } catch (error) {
    if (hasCode(error, 'EEXIST', 'ENOTDIR'))
      throw new AppError(
        'not-adoptable',
        'The memory needs a folder, and there is a file in its place. Choose another folder.',
        { cause: error },
      )
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS'))
      throw new AppError(
        'not-adoptable',
        'The memory folder cannot be made there (no permission). Choose another folder.',
        { cause: error },
      )
    throw error
  }
}

/** The configuration that isomorphic-git writes. Git itself finds out what is different on this computer. */
const CONFIG =
  '[core]\n\trepositoryformatversion = 0\n\tfilemode = false\n\tbare = false\n\tlogallrefupdates = true\n\tsymlinks = false\n\tignorecase = true\n'

/**
 * Makes the repository. Git recognizes one by its HEAD, which is written last, when everything else is durable: a
 * half-made repository is made again.
 */
async function makeRepository(repo: Repository): Promise<void> {
  const inGit = (...names: readonly string[]): string => nodePath.join(repo.gitdir, ...names)
  const isNew = (await fs.mkdir(repo.ours, { recursive: true, mode: 0o700 })) !== undefined
  const hasHead = (await unlessMissing(fs.stat(inGit('HEAD')))) !== null
  if (!hasHead) {
    for (const folder of ['hooks', 'objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'])
      await fs.mkdir(inGit(folder), { recursive: true })
    await repo.files.write(inGit('info', 'attributes'), '* -text\n', 0o644)
    if ((await unlessMissing(fs.stat(inGit('config')))) === null) await repo.files.write(inGit('config'), CONFIG, 0o644)
  }
  if (!hasHead || isNew)
    for (const folder of [inGit('objects'), inGit('refs'), repo.gitdir, repo.root]) await syncDirectory(folder)
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

/** The id of a folder that already is a store; null for any other folder. */
export async function idOfStore(repo: Repository): Promise<string | null> {
  const text = await unlessMissing(fs.readFile(nodePath.join(repo.ours, 'store.json'), 'utf8'))
  return text === null ? null : idIn(text)
}

/** Reads or makes the store's id. It is kept in `.git`, so a clone gets a new one and a copied folder keeps it. */
async function storeId(repo: Repository): Promise<string> {
  const path = nodePath.join(repo.ours, 'store.json')
  for (;;) {
    const text = await unlessMissing(fs.readFile(path, 'utf8'))
    const known = text === null ? null : idIn(text)
    if (known !== null) return known
    // Left empty by a power cut: the id is lost.
    if (text !== null) await removeIfThere(path)
    const staged = await repo.files.stage(JSON.stringify({ id: newUlid() }))
    try {
      // Atomic, and of several processes only one succeeds.
      await fs.link(staged, path)
    } catch (error) {
      if (hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK')) await fs.rename(staged, path)
      else if (!hasCode(error, 'EEXIST')) throw error
    } finally {
      await removeIfThere(staged)
    }
    await syncDirectory(repo.ours)
  }
}

function idIn(text: string): string | null {
  try {
    return StoreFile.parse(JSON.parse(text)).id
  } catch {
    return null
  }
}

import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { hasCode, readIfThere, removeIfThere, syncDirectory, unlessMissing } from '../disk/durable-files.ts'
import { newUlid } from '../disk/new-ulid.ts'
import { refuseUnadoptable } from './outside/adoptable.ts'
import { Repository } from './repo/repository.ts'
import { toStoreError } from './store-errors.ts'
import type { Store, StoreOptions } from './store-interface.ts'
import { createStore } from './store.ts'

const StoreFile = z.object({ id: z.string() })

/**
 * Opens a folder as a store: makes it (and its repository) when missing, finishes what a killed process left,
 * and takes in what other programs changed meanwhile. Throws `not-adoptable` for folders that cannot be a store.
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

/** As isomorphic-git makes it; git itself finds out what differs on this computer. */
const CONFIG =
  '[core]\n\trepositoryformatversion = 0\n\tfilemode = false\n\tbare = false\n\tlogallrefupdates = true\n\tsymlinks = false\n\tignorecase = true\n'

/** Git takes a folder for a repository once HEAD is there: it is written last and all else is durable then, so that a half-made one is made again. */
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
  if (!hasHead) await repo.files.write(inGit('HEAD'), `ref: refs/heads/${await branchToGoOn(repo.gitdir)}\n`, 0o644)
}

/** A HEAD that was lost is no new repository: the branch that is there goes on. */
async function branchToGoOn(gitdir: string): Promise<string> {
  const packed = ((await readIfThere(nodePath.join(gitdir, 'packed-refs'))) ?? '').matchAll(
    /^[0-9a-f]{40} refs\/heads\/(\S+)$/gm,
  )
  const branches = [
    ...((await unlessMissing(fs.readdir(nodePath.join(gitdir, 'refs', 'heads')))) ?? []),
    ...[...packed].flatMap(([, name]) => name ?? []),
  ]
  return ['main', 'master', ...branches].find((name) => branches.includes(name)) ?? 'main'
}

/** The id of a folder that is a store already; null of any other. */
export async function idOfStore(repo: Repository): Promise<string | null> {
  const text = await unlessMissing(fs.readFile(nodePath.join(repo.ours, 'store.json'), 'utf8'))
  return text === null ? null : idIn(text)
}

/** The store's name for machines. It lies in `.git`, so a clone gets one of its own and a copied folder keeps it. */
async function storeId(repo: Repository): Promise<string> {
  const path = nodePath.join(repo.ours, 'store.json')
  for (;;) {
    const text = await unlessMissing(fs.readFile(path, 'utf8'))
    const known = text === null ? null : idIn(text)
    if (known !== null) return known
    // Left by a power cut: nothing can be learned from it any more.
    if (text !== null) await removeIfThere(path)
    const staged = await repo.files.stage(JSON.stringify({ id: newUlid() }))
    try {
      // Whole or not at all, and of several processes one.
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

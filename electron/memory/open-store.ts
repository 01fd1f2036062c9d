import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { monotonicFactory } from 'ulid'
import { z } from 'zod'
import { refuseUnadoptable } from './adoptable.ts'
import { hasCode, removeIfThere, syncDirectory, unlessMissing } from './durable-files.ts'
import { Repository } from './repository.ts'
import { MemoryStore } from './store.ts'
import { StoreError, type Store, type StoreOptions } from './store-interface.ts'

const StoreFile = z.object({ id: z.string() })
const newUlid = monotonicFactory()

/**
 * Opens a folder as a store: makes it (and its repository) when missing, finishes what a killed process left,
 * and takes in what other programs changed meanwhile. Throws `not-adoptable` for folders that cannot be a store.
 */
export async function openStore({ dir, gate, withhold, watch = true, patience }: StoreOptions): Promise<Store> {
  const repo = new Repository(await canonicalFolder(dir), patience)
  await refuseUnadoptable(repo)
  await makeRepository(repo)
  const store = new MemoryStore(repo, { gate, withhold }, await storeId(repo), patience)
  await store.begin({ watch })
  return store
}

async function canonicalFolder(dir: string): Promise<string> {
  try {
    await fs.mkdir(dir, { recursive: true })
    return await fs.realpath(dir)
  } catch (error) {
    if (hasCode(error, 'EEXIST', 'ENOTDIR')) throw new StoreError('not-adoptable', 'The memory needs a folder, and there is a file in its place. Choose another folder.', { cause: error })
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw new StoreError('not-adoptable', 'The memory folder cannot be made there (no permission). Choose another folder.', { cause: error })
    throw error
  }
}

/** Git takes a folder for a repository once HEAD is there: it is written last, so that a half-made one is made again. */
async function makeRepository(repo: Repository): Promise<void> {
  const head = nodePath.join(repo.gitdir, 'HEAD')
  await fs.mkdir(repo.ours, { recursive: true, mode: 0o700 })
  if ((await unlessMissing(fs.stat(head))) === null) {
    await repo.objects.init('main')
    for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info']) await fs.mkdir(nodePath.join(repo.gitdir, folder), { recursive: true })
    await repo.files.write(nodePath.join(repo.gitdir, 'info', 'attributes'), '* -text\n', 0o644)
    if ((await unlessMissing(fs.stat(head))) === null) await repo.files.write(head, 'ref: refs/heads/main\n', 0o644)
  }
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

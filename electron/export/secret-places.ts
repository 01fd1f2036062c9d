import type { ObjectId, StorePath } from '../../shared/change.ts'
import { nameOf } from '../../shared/commit.ts'
import type { SecretPlace } from '../../shared/export.ts'
import { TimeSlice } from '../disk/yield.ts'
import type { Store } from '../memory/store-interface.ts'
import type { CopiedFile } from './copied-files.ts'
import type { FilesHooks } from './write-files.ts'

/** What the policies find in a file and in its name. The place names the file without what is found there. */
export type FindSecrets = (path: StorePath, bytes: Uint8Array) => readonly Omit<SecretPlace, 'commit'>[]

/** Where the files of an export look as if they held secrets. */
export async function secretsInFiles(
  files: readonly CopiedFile[],
  find: FindSecrets,
  { signal, progress }: FilesHooks,
): Promise<readonly SecretPlace[]> {
  const places: SecretPlace[] = []
  const slice = new TimeSlice()
  for (const [at, { path, read }] of files.entries()) {
    signal.throwIfAborted()
    progress(at, files.length)
    const { bytes, lines } = await read()
    for (const found of bytes === null ? [] : find(path, bytes))
      places.push({ ...found, line: found.line && (lines?.[found.line - 1] ?? found.line), commit: null })
    if (slice.isOver) await slice.yield()
  }
  return places
}

type Readable = Pick<Store, 'bytes' | 'history' | 'tree'>
const PAGE = 100

/** Where a version of any file in the history does: each version once, with the oldest commit that has it. */
export async function secretsInHistory(
  store: Readable,
  find: FindSecrets,
  { signal, progress }: FilesHooks,
): Promise<readonly SecretPlace[]> {
  const places: SecretPlace[] = []
  const seen = new Set<ObjectId>()
  const slice = new TimeSlice()
  let done = 0
  let after: ObjectId | null = null
  do {
    const page: Awaited<ReturnType<Readable['history']>> = await store.history({
      oldestFirst: true,
      limit: PAGE,
      ...(after !== null && { after }),
    })
    for (const commit of page.commits) {
      signal.throwIfAborted()
      progress((done += 1), 0)
      // A commit names only the first of many changes.
      const isWhole = commit.changeCount <= commit.changes.length
      const versions = isWhole
        ? commit.changes.flatMap(({ change: { path, after: blob } }) => (blob === null ? [] : [{ path, id: blob.id }]))
        : (await store.tree(commit.id)).files.map(({ path, blob }) => ({ path, id: blob.id }))
      for (const { path, id } of versions) {
        if (seen.has(id)) continue
        seen.add(id)
        const bytes = await store.bytes(id)
        for (const found of bytes === null ? [] : find(path, bytes)) places.push({ ...found, commit: nameOf(commit) })
        if (slice.isOver) await slice.yield()
      }
    }
    after = page.next
  } while (after !== null)
  return places
}

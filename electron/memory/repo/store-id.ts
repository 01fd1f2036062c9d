import * as nodePath from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { readPlainFile } from '../../disk/durable-files.ts'
import type { Repository } from './repository.ts'

/** The id becomes a part of paths, and the file may come from anybody. */
const StoreFile = z.object({
  id: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
  /** Of what Variorum keeps in `.git/variorum`. Left out is 1; a version that changes how it must be read counts on. */
  format: z.number().default(1),
})
const KNOWN_FORMAT = 1
const MAX_STORE_FILE_BYTES = 10_000

/** The id of a folder that already is a store; null for any other folder. Throws `not-adoptable` for a newer version's. */
export async function idOfStore(repo: Repository): Promise<string | null> {
  const text = await readPlainFile(storeFile(repo), MAX_STORE_FILE_BYTES)
  return text === null ? null : idIn(text.toString('utf8'))
}

export function writeStoreId(repo: Repository, id: string): Promise<void> {
  return repo.files.write(storeFile(repo), JSON.stringify({ id }))
}

/** Kept in `.git`, so a clone gets a new id and a copied folder keeps it. */
function storeFile(repo: Repository): string {
  return nodePath.join(repo.ours, 'store.json')
}

function idIn(text: string): string | null {
  const stored = storeFileIn(text)
  if (stored !== null && stored.format > KNOWN_FORMAT)
    throw new AppError('not-adoptable', say('store-of-newer-version'))
  return stored?.id ?? null
}

function storeFileIn(text: string): z.infer<typeof StoreFile> | null {
  try {
    return StoreFile.parse(JSON.parse(text))
  } catch {
    return null
  }
}

import * as nodePath from 'node:path'
import { z } from 'zod'
import { readPlainFile } from '../../disk/durable-files.ts'
import type { Repository } from './repository.ts'

/** The id becomes a part of paths, and the file may come from anybody. */
const StoreFile = z.object({ id: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/) })
const MAX_STORE_FILE_BYTES = 10_000

/** The id of a folder that already is a store; null for any other folder. */
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
  try {
    return StoreFile.parse(JSON.parse(text)).id
  } catch {
    return null
  }
}

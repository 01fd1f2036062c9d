import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { clearOld } from '../disk/clear-old.ts'
import { unlessMissing } from '../disk/durable-files.ts'
import { newUlid } from '../disk/new-ulid.ts'

/** What is sent to be imported, until it is read. Nothing is read from where the user has it. */
export interface Uploads {
  /** @returns the id of a new, empty one */
  begin(): Promise<string>
  /** Adds bytes to a file of it. @param name with "/", as the user has it */
  add(id: string, name: string, bytes: Uint8Array): Promise<void>
  /** The files and folders at its top. */
  paths(id: string): Promise<readonly string[]>
  discard(id: string): Promise<void>
}

/** Nobody sends for so long. */
const LEFTOVER_MS = 86_400_000

/** @param folder of ours, for all of them */
export function createUploads(folder: string): Uploads {
  const of = (id: string): string => nodePath.join(folder, id)
  return {
    async begin() {
      await clearOld(folder, LEFTOVER_MS)
      const id = newUlid()
      await fs.mkdir(of(id), { recursive: true, mode: 0o700 })
      return id
    },
    async add(id, name, bytes) {
      const parts = name.split('/')
      const isSafe = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\p{Cc}]/u.test(part))
      if (!isSafe || (await unlessMissing(fs.lstat(of(id)))) === null)
        throw new AppError('bad-request', say('upload-gone', { name }))
      const file = nodePath.join(of(id), ...parts)
      await fs.mkdir(nodePath.dirname(file), { recursive: true, mode: 0o700 })
      await fs.appendFile(file, bytes, { mode: 0o600 })
    },
    async paths(id) {
      return ((await unlessMissing(fs.readdir(of(id)))) ?? []).map((name) => nodePath.join(of(id), name))
    },
    discard: (id) => fs.rm(of(id), { recursive: true, force: true }),
  }
}

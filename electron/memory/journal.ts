import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { FileMode, ObjectId } from '../../shared/change.ts'
import { removeIfThere, unlessMissing, type DurableFiles } from './durable-files.ts'

const Version = z.object({ id: ObjectId, mode: FileMode }).nullable()

/** What one commit does to the work tree, written down before the branch moves. */
const Entry = z.object({
  branch: z.string(),
  parent: ObjectId.nullable(),
  commit: ObjectId,
  /** The disk had these versions before the commit did: only git's index may lag. */
  adopted: z.boolean(),
  /** `before` is what HEAD had, and (unless adopted) the disk. */
  files: z.array(z.object({ path: z.string(), before: Version, after: Version }).readonly()).readonly(),
  makeFolders: z.array(z.string()).readonly(),
  removeFolders: z.array(z.string()).readonly(),
})
export type JournalEntry = z.infer<typeof Entry>

/**
 * The note that makes a command whole or nothing. Between the moment the branch moves and the moment the last
 * file is in place, a killed process leaves a work tree that lags behind HEAD; without the note the lag would
 * look like somebody's edit that takes everything back.
 */
export class Journal {
  readonly #path: string
  readonly #files: DurableFiles

  constructor(directory: string, files: DurableFiles) {
    this.#path = nodePath.join(directory, 'journal')
    this.#files = files
  }

  async write(entry: JournalEntry): Promise<void> {
    await this.#files.write(this.#path, JSON.stringify(entry))
  }

  /** The unfinished entry; null when there is none. A file that cannot be read is set aside: it was never acted on. */
  async read(): Promise<JournalEntry | null> {
    const text = await unlessMissing(fs.readFile(this.#path, 'utf8'))
    if (text === null) return null
    try {
      return Entry.parse(JSON.parse(text))
    } catch {
      await fs.rename(this.#path, `${this.#path}.unreadable`)
      return null
    }
  }

  /** Need not be durable: an entry that comes back is found to be done. */
  async clear(): Promise<void> {
    await removeIfThere(this.#path)
  }
}

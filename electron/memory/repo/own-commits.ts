import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import type { ObjectId } from '../../../shared/change.ts'
import { hasCode } from '../../disk/durable-files.ts'

/** Which commits this device wrote: their trailers can be believed. A list of ids, which only ever grows, by whole lines. */
export class OwnCommits {
  readonly #path: string
  #size = 0
  #ids = new Set<ObjectId>()

  /** @param directory the store's own, in `.git` */
  constructor(directory: string) {
    this.#path = nodePath.join(directory, 'written')
  }

  /** When that fails it is no failure of the commits: they are shown as somebody else's. */
  async add(commits: readonly ObjectId[]): Promise<void> {
    if (commits.length > 0)
      await fs.promises
        .appendFile(this.#path, commits.map((commit) => `${commit}\n`).join(''), { mode: 0o600 })
        .catch(() => undefined)
  }

  /** All of them, by whichever process; only what came since the last time is read. */
  ids(): ReadonlySet<ObjectId> {
    try {
      const file = fs.openSync(this.#path, 'r')
      try {
        this.#readOn(file, fs.fstatSync(file).size)
      } finally {
        fs.closeSync(file)
      }
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error
    }
    return this.#ids
  }

  #readOn(file: number, size: number): void {
    if (size < this.#size) [this.#size, this.#ids] = [0, new Set()]
    const bytes = Buffer.alloc(size - this.#size)
    const read = fs.readSync(file, bytes, 0, bytes.length, this.#size)
    for (const line of bytes.toString('latin1', 0, read).split('\n')) this.#ids.add(line)
    this.#size += read
  }
}

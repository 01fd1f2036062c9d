import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import type { ObjectId } from '../../../shared/change.ts'
import { openFileNow } from '../../disk/by-handle.ts'
import { hasCode, syncDirectoryNow } from '../../disk/durable-files.ts'

const { O_APPEND, O_CREAT, O_RDWR } = fs.constants

/** Those that this device wrote. @param directory the store's own, in `.git` */
export const ownCommitsIn = (directory: string): TrustedCommits =>
  new TrustedCommits(nodePath.join(directory, 'written'))

/** Some lines: a kill may have cut off the last one. */
const TAIL_BYTES = 128
const LAST_LINE = /(?:^|\n)([0-9a-f]{40})\n[^\n]*$/

/** Commits whose trailers can be trusted: an append-only file with one id a line. */
export class TrustedCommits {
  readonly #path: string
  #size = 0
  #ids = new Set<ObjectId>()

  constructor(path: string) {
    this.#path = path
  }

  /**
   * Durable when it returns: the journal, from which recovery would add them again, may be cleared next. Ignores failures:
   * the commits are fine, and only count as somebody else's.
   */
  add(commits: readonly ObjectId[]): void {
    if (commits.length === 0) return
    try {
      const file = openFileNow(this.#path, O_RDWR | O_APPEND | O_CREAT, 0o600)
      try {
        const { size } = fs.fstatSync(file)
        const last = Buffer.from('\n')
        fs.readSync(file, last, 0, 1, Math.max(0, size - 1))
        // A power cut may have left half a line.
        const start = last.toString() === '\n' ? '' : '\n'
        fs.writeSync(file, start + commits.map((commit) => `${commit}\n`).join(''))
        fs.fsyncSync(file)
        if (size === 0) syncDirectoryNow(nodePath.dirname(this.#path))
      } finally {
        fs.closeSync(file)
      }
    } catch {
      return
    }
  }

  /** The commit published last, by any process; null before the first. */
  last(): ObjectId | null {
    try {
      const file = fs.openSync(this.#path, 'r')
      try {
        const bytes = Buffer.alloc(TAIL_BYTES)
        const at = Math.max(0, fs.fstatSync(file).size - TAIL_BYTES)
        const tail = bytes.toString('latin1', 0, fs.readSync(file, bytes, 0, TAIL_BYTES, at))
        return LAST_LINE.exec(tail)?.[1] ?? null
      } finally {
        fs.closeSync(file)
      }
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null
      throw error
    }
  }

  /** All ids, from every process. Reads only what was appended since the last call. */
  ids(): ReadonlySet<ObjectId> {
    try {
      const file = fs.openSync(this.#path, 'r')
      try {
        this.#readAppended(file, fs.fstatSync(file).size)
      } finally {
        fs.closeSync(file)
      }
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error
    }
    return this.#ids
  }

  #readAppended(file: number, size: number): void {
    if (size < this.#size) [this.#size, this.#ids] = [0, new Set()]
    const bytes = Buffer.alloc(size - this.#size)
    const read = fs.readSync(file, bytes, 0, bytes.length, this.#size)
    // The rest of a line may still be written.
    const whole = bytes.subarray(0, read).lastIndexOf('\n') + 1
    for (const line of bytes.toString('latin1', 0, whole).split('\n')) this.#ids.add(line)
    this.#size += whole
  }
}

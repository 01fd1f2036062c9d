import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { FolderContents } from '../../shared/agent-folders.ts'
import { isLeftByProgram } from '../../shared/left-by-programs.ts'
import { isUnreadable } from '../disk/disk-error.ts'
import { unlessMissing } from '../disk/durable-files.ts'
import { TimeSlice } from '../disk/yield.ts'

/** Entries of one folder, and of all that one look counts. */
const LIMITS = { each: 20_000, all: 200_000 }

export interface Counted {
  readonly contents: FolderContents
  /** A folder in it could not be read. */
  readonly isPartlyUnreadable: boolean
}

/** Counts the files of folders, without git's and what programs leave beside them. Links are not followed. */
export class Counting {
  readonly #each: number
  #left: number

  constructor({ each, all } = LIMITS) {
    this.#each = each
    this.#left = all
  }

  /** @returns null for a folder that cannot be read itself */
  async count(folder: string): Promise<Counted | null> {
    const slice = new TimeSlice()
    const pending = [folder]
    const limit = Math.min(this.#each, this.#left)
    let [seen, files, bytes, last, isPartlyUnreadable] = [0, 0, 0, 0, false]
    while (seen < limit) {
      const at = pending.pop()
      if (at === undefined) break
      try {
        for await (const entry of (await unlessMissing(fs.opendir(at))) ?? []) {
          seen += 1
          if (seen > limit) break
          const path = nodePath.join(at, entry.name)
          if (entry.name === '.git' || isLeftByProgram(entry.name, { isFolder: entry.isDirectory() })) continue
          if (entry.isDirectory()) pending.push(path)
          const stat = entry.isFile() ? await unlessMissing(fs.lstat(path)) : null
          if (stat?.isFile() === true) {
            files += 1
            bytes += stat.size
            last = Math.max(last, stat.mtimeMs)
          }
          if (slice.isOver) await slice.yield()
        }
      } catch (error) {
        if (!isUnreadable(error)) throw error
        if (at === folder) return null
        isPartlyUnreadable = true
      }
    }
    this.#left -= Math.min(seen, limit)
    const isComplete = !isPartlyUnreadable && seen <= limit && pending.length === 0
    const lastWrite = files === 0 ? null : new Date(last).toISOString()
    return { contents: { files, bytes, lastWrite, isComplete }, isPartlyUnreadable }
  }
}

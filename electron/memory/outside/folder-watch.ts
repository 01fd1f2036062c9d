import * as fs from 'node:fs'
import { isUnreadable } from '../../disk/disk-error.ts'
import { hasCode, lstatIfThere } from '../../disk/durable-files.ts'
import { join } from '../../disk/relative-path.ts'
import { TimeSlice } from '../../disk/yield.ts'

export interface FolderEvents {
  /** Something happened at this path: to a file, or to a folder and all that is in it. */
  readonly path: (path: string) => void
  /** The system watches no more of it, for want of watchers or for another reason. */
  readonly lost: (error: unknown) => void
}

/** Tells what happens to a folder's entries, as `fs.watch` does. */
export type WatchOneFolder = (
  folder: string,
  listener: (event: 'rename' | 'change', name: string | null) => void,
) => Pick<fs.FSWatcher, 'close' | 'on'>

/**
 * Watches a folder and all folders in it, each by one of the system's watchers: a file takes none. Does not watch
 * folders named `.git`, nor follow links.
 */
export class FolderWatch {
  readonly #root: string
  readonly #events: FolderEvents
  readonly #watchOne: WatchOneFolder
  /** By the folder's path; '' is the root. */
  readonly #watchers = new Map<string, ReturnType<WatchOneFolder>>()
  #isClosed = false

  private constructor(root: string, events: FolderEvents, watchOne: WatchOneFolder) {
    this.#root = root
    this.#events = events
    this.#watchOne = watchOne
  }

  /** Resolves when every folder is being watched, or `lost` was called. */
  static async start(root: string, events: FolderEvents, watchOne: WatchOneFolder = fs.watch): Promise<FolderWatch> {
    const watch = new FolderWatch(root, events, watchOne)
    await watch.#add('')
    return watch
  }

  /** The number of the system's watchers in use. */
  get size(): number {
    return this.#watchers.size
  }

  close(): void {
    this.#isClosed = true
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  /** Watches a folder before it is read, so that no folder made meanwhile is missed. */
  async #add(first: string): Promise<void> {
    const slice = new TimeSlice()
    const pending = [first]
    for (let folder = pending.pop(); folder !== undefined && !this.#isClosed; folder = pending.pop()) {
      try {
        this.#watch(folder)
        for (const entry of fs.readdirSync(this.#absolute(folder), { withFileTypes: true }))
          if (entry.isDirectory() && entry.name !== '.git') pending.push(join(folder, entry.name))
      } catch (error) {
        // A folder that is gone again, or cannot be read, has nothing to tell.
        if (!hasCode(error, 'ENOENT', 'ENOTDIR') && !isUnreadable(error)) return this.#lose(error)
      }
      if (slice.isOver) await slice.yield()
    }
  }

  #watch(folder: string): void {
    this.#watchers.get(folder)?.close()
    const watcher = this.#watchOne(this.#absolute(folder), (event, name) => this.#seen(folder, event, name))
    watcher.on('error', (error) => this.#failed(folder, error))
    this.#watchers.set(folder, watcher)
  }

  #seen(folder: string, event: 'rename' | 'change', name: string | null): void {
    if (this.#isClosed || name === '.git') return
    const path = name === null ? folder : join(folder, name)
    if (event === 'change' || name === null) return this.#events.path(path)
    // It appeared or is gone, or both: its watchers may be those of another folder that had its name.
    this.#forget(path)
    if (lstatIfThere(this.#absolute(path))?.isDirectory() !== true) this.#events.path(path)
    else void this.#add(path).then(() => this.#events.path(path))
  }

  #forget(path: string): void {
    if (!this.#watchers.has(path)) return
    for (const [folder, watcher] of this.#watchers)
      if (folder === path || folder.startsWith(`${path}/`)) {
        watcher.close()
        this.#watchers.delete(folder)
      }
  }

  /** On Windows, a folder that is deleted is an error of its watcher. */
  #failed(folder: string, error: unknown): void {
    if (folder !== '' && lstatIfThere(this.#absolute(folder)) === null) this.#forget(folder)
    else this.#lose(error)
  }

  #lose(error: unknown): void {
    if (this.#isClosed) return
    this.close()
    this.#events.lost(error)
  }

  #absolute(path: string): string {
    return path === '' ? this.#root : `${this.#root}/${path}`
  }
}

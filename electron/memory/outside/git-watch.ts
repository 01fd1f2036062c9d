import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { hasCode } from '../../disk/durable-files.ts'
import { OPERATION_FILES } from '../repo/git-state.ts'
import { openTick } from '../repo/tick.ts'
import { type FolderEvents, FolderWatch } from './folder-watch.ts'

/** The entries of `.git` that say where HEAD is, or what git is doing. */
const TELLING: ReadonlySet<string> = new Set(['HEAD', 'packed-refs', 'index.lock', ...OPERATION_FILES])

/** The file that every Variorum process touches when it has published something. */
export const TICK = nodePath.join('variorum', 'tick')

/** Watches what of `.git` tells of HEAD, the branches, git's operations and other processes of ours, and nothing else. */
export class GitWatch {
  readonly #gitdir: string
  readonly #tick: string
  readonly #events: FolderEvents
  readonly #top: fs.FSWatcher
  #tickWatcher: fs.FSWatcher | null = null
  #refs: FolderWatch | null = null
  #isClosed = false

  private constructor(gitdir: string, events: FolderEvents) {
    this.#gitdir = gitdir
    this.#tick = nodePath.join(gitdir, TICK)
    this.#events = events
    this.#top = fs.watch(gitdir, (_, name) => {
      if (name === null || TELLING.has(name)) events.path(name ?? '')
    })
    this.#top.on('error', events.lost)
  }

  /** Resolves when everything is being watched. */
  static async start(gitdir: string, events: FolderEvents): Promise<GitWatch> {
    const watch = new GitWatch(gitdir, events)
    try {
      watch.#watchTick()
      watch.#refs = await FolderWatch.start(nodePath.join(gitdir, 'refs'), events)
    } catch (error) {
      watch.close()
      throw error
    }
    return watch
  }

  /** The file itself is watched, since the journal in the same folder is written with every command. */
  #watchTick(): void {
    this.#tickWatcher?.close()
    this.#tickWatcher = null
    if (this.#isClosed) return
    try {
      fs.closeSync(openTick(this.#gitdir))
      this.#tickWatcher = fs.watch(this.#tick, (event) => this.#tickSeen(event))
      this.#tickWatcher.on('error', this.#events.lost)
    } catch (error) {
      // In a folder that nobody may write to, nobody touches it.
      if (!hasCode(error, 'ENOENT', 'EACCES', 'EPERM', 'EROFS')) this.#events.lost(error)
    }
  }

  #tickSeen(event: 'rename' | 'change'): void {
    // Somebody put another file in its place.
    if (event === 'rename') this.#watchTick()
    this.#events.path(TICK)
  }

  close(): void {
    this.#isClosed = true
    for (const watcher of [this.#top, this.#tickWatcher, this.#refs]) watcher?.close()
  }
}

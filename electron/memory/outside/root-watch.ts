import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { lstatIfThere } from '../../disk/durable-files.ts'

interface RootEvents {
  /** The folder is gone, or is there again, or is another one. */
  readonly moved: () => void
  readonly lost: () => void
}

/** Watches whether a folder is there. Its own watchers do not tell, and see nothing of another one in its place. */
export class RootWatch {
  readonly #root: string
  readonly #watcher: fs.FSWatcher
  #seen: string

  /** @throws when the folder above is gone, too */
  constructor(root: string, { moved, lost }: RootEvents) {
    this.#root = root
    this.#watcher = fs.watch(nodePath.dirname(root), (_, name) => {
      if (name !== null && name !== nodePath.basename(root)) return
      const now = this.#identity()
      if (now === this.#seen) return
      this.#seen = now
      moved()
    })
    this.#watcher.on('error', lost)
    this.#seen = this.#identity()
  }

  /** Numbers of folders are used again, so its birth counts, too. */
  #identity(): string {
    const stat = lstatIfThere(this.#root)
    return stat === null ? '' : `${stat.ino}:${stat.birthtimeMs}`
  }

  close(): void {
    this.#watcher.close()
  }
}

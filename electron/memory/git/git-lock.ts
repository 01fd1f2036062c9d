import type { Stats } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { discard, hasCode, removeIfThere, syncDirectory, uniqueName, unlessMissing } from '../../disk/durable-files.ts'
import { isFromBeforeBoot } from '../../disk/pid-file.ts'

/**
 * Git's own lock protocol: `X.lock` is made exclusively, filled, and renamed to X. Ours is a hard link to a file
 * in a folder of our own, so that after a kill a lock can be told to be ours by its inode and cleared away.
 */
export class GitLocks {
  readonly #marks: string

  constructor(marks: string) {
    this.#marks = marks
  }

  /** Takes `path`.lock, waiting up to `patience` ms; `null` when somebody else kept it that long. */
  async take(path: string, patience: number): Promise<GitLock | null> {
    await fs.mkdir(this.#marks, { recursive: true, mode: 0o700 })
    await fs.mkdir(nodePath.dirname(path), { recursive: true })
    const lock = `${path}.lock`
    const mark = nodePath.join(this.#marks, `${uniqueName()}~${encodeURIComponent(nodePath.basename(path))}`)
    await fs.writeFile(mark, '', { mode: 0o644 })
    for (const until = Date.now() + patience; ;) {
      try {
        await fs.link(mark, lock)
        return new GitLock(path, lock, mark)
      } catch (error) {
        if (hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK')) {
          if (await createExclusive(lock)) return new GitLock(path, lock, mark)
        } else if (!hasCode(error, 'EEXIST')) {
          await discard(mark)
          throw error
        }
      }
      if (Date.now() >= until) {
        await discard(mark)
        return null
      }
      await delay(4)
    }
  }

  /** Clears the locks that a killed process of ours left, and those of anybody that a power cut left. Call only while holding the store's lease. */
  async clear(gitdir: string): Promise<void> {
    const marks = await this.#markNames()
    const marked = await this.#markedInodes(marks)
    const locks = [nodePath.join(gitdir, 'index.lock')]
    for (const entry of (await unlessMissing(
      fs.readdir(nodePath.join(gitdir, 'refs'), { recursive: true, withFileTypes: true }),
    )) ?? []) {
      if (entry.isFile() && entry.name.endsWith('.lock')) locks.push(nodePath.join(entry.parentPath, entry.name))
    }
    for (const lock of locks) {
      const stat = await unlessMissing(fs.stat(lock))
      if (stat !== null && (marked.has(inodeOf(stat)) || isFromBeforeBoot(stat.mtimeMs))) await removeIfThere(lock)
    }
    for (const name of marks) await removeIfThere(nodePath.join(this.#marks, name))
  }

  /** Is `path` locked by a process of ours, living or killed? */
  async isLeft(path: string): Promise<boolean> {
    const marks = await this.#markNames()
    if (marks.length === 0) return false
    const stat = await unlessMissing(fs.stat(`${path}.lock`))
    return stat !== null && (await this.#markedInodes(marks)).has(inodeOf(stat))
  }

  async #markNames(): Promise<readonly string[]> {
    return (await unlessMissing(fs.readdir(this.#marks))) ?? []
  }

  async #markedInodes(marks: readonly string[]): Promise<ReadonlySet<string>> {
    const stats = await Promise.all(marks.map((name) => unlessMissing(fs.stat(nodePath.join(this.#marks, name)))))
    return new Set(stats.flatMap((stat) => (stat === null ? [] : [inodeOf(stat)])))
  }
}

function inodeOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`
}

async function createExclusive(path: string): Promise<boolean> {
  try {
    await fs.writeFile(path, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

export class GitLock {
  readonly #path: string
  readonly #lock: string
  readonly #mark: string
  #held = true

  constructor(path: string, lock: string, mark: string) {
    this.#path = path
    this.#lock = lock
    this.#mark = mark
  }

  /** Puts the new content in place and lets go. */
  async commit(data: Uint8Array | string, { sync }: { readonly sync: boolean }): Promise<void> {
    const handle = await fs.open(this.#lock, 'r+')
    try {
      await handle.writeFile(data)
      if (sync) await handle.sync()
    } finally {
      await handle.close()
    }
    await fs.rename(this.#lock, this.#path)
    this.#held = false
    await discard(this.#mark)
    if (sync) await syncDirectory(nodePath.dirname(this.#path))
  }

  /** Lets go and leaves the old content. After `commit` it does nothing: a lock that is there now is somebody else's. */
  async release(): Promise<void> {
    if (!this.#held) return
    await removeIfThere(this.#lock)
    this.#held = false
    await discard(this.#mark)
  }
}

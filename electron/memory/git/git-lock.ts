import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isFromBeforeBoot } from '../../disk/boot.ts'
import { byHandleNow, discardNow, makeFolderNow, moveNow, openFileNow, removeNow } from '../../disk/by-handle.ts'
import {
  hasCode,
  isWithoutLinks,
  readPlainFile,
  syncDirectoryNow,
  uniqueName,
  unlessMissing,
  writeAllNow,
} from '../../disk/durable-files.ts'

const { O_CREAT, O_EXCL, O_TRUNC, O_WRONLY } = fs.constants
const NEW = O_WRONLY | O_CREAT | O_EXCL
const REWRITTEN = O_WRONLY | O_CREAT | O_TRUNC

const POLL_MS = 4
/** The files in git's folder, besides the refs, that are written under a lock. */
const LOCKED = ['index', 'packed-refs', 'config']
/** The end of the name of a file that is to take the place of a locked one. */
const DRAFT = '.new'
/** The end of the name of a lock that is to take the place of another one. */
const BESIDE = '.lock'
const MAX_NAMED_LENGTH = 40
/** Longer than the name of any marker: file systems allow 255 bytes. */
const MAX_NAME_BYTES = 1_000
/** Archives keep times to two seconds. */
const COPIED_WITHIN_MS = 2_500

/**
 * Git's lock protocol: create `X.lock` exclusively, write it, rename it to X. Our lock files are hard links to a marker
 * file in a folder of ours, so that after a kill a lock can be recognized as ours by its inode, and cleared. A marker
 * contains its own name. On a file system without hard links the lock is a file that contains the name of its marker,
 * and keeps it: what takes the place of X is written beside the marker. Git's own locks are empty or have git's content.
 */
export class GitLocks {
  readonly #gitdir: string
  readonly #markersFolder: string

  constructor(gitdir: string, markersFolder: string) {
    this.#gitdir = gitdir
    this.#markersFolder = markersFolder
  }

  /**
   * Takes `path`.lock, waiting up to `patience` ms; `null` when somebody else held it that long.
   * @param path one of LOCKED, or a ref: only their locks are cleared after a kill
   */
  async take(path: string, patience: number): Promise<GitLock | null> {
    for (const until = Date.now() + patience; ; await delay(POLL_MS)) {
      const lock = this.#tryToTake(path)
      if (lock !== null || Date.now() >= until) return lock
    }
  }

  /** Nothing in here waits for other threads of this process: a command pays for each of them. */
  #tryToTake(path: string, madeAt = `${path}.lock`): GitLock | null {
    const name = `${uniqueName()}${endOfName(path)}`
    const marker = nodePath.join(this.#markersFolder, name)
    makeFolderNow(this.#gitdir, this.#markersFolder, 0o700)
    makeFolderNow(this.#gitdir, nodePath.dirname(path))
    try {
      byHandleNow(marker, (address) => fs.writeFileSync(address, name, { flag: 'wx', mode: 0o644 }))
      const isLinked = linkOrCreate(marker, madeAt, name)
      const lock = `${path}.lock`
      if (isLinked !== null) return new GitLock({ path, lock, marker, draft: isLinked ? lock : `${marker}${DRAFT}` })
    } catch (error) {
      discardNow(marker)
      throw error
    }
    discardNow(marker)
    return null
  }

  /** Takes `path`.lock in the place of one that nobody holds any more: at no moment is there none. */
  #takeOver(path: string): GitLock | null {
    const beside = nodePath.join(this.#markersFolder, `${uniqueName()}${BESIDE}`)
    const lock = this.#tryToTake(path, beside)
    if (lock !== null) moveNow(beside, `${path}.lock`)
    return lock
  }

  /**
   * Clears the locks that killed processes of ours left behind, and anybody's from before the last boot. Call only
   * while holding the store's lease.
   * @param wanted one of LOCKED that is about to be taken
   * @returns the lock of `wanted`, taken over from a process that is no more; null when there was none to be cleared
   */
  async clear(gitdir: string, wanted?: string): Promise<GitLock | null> {
    const markers = await this.#markerNames()
    let isWantedLeft = false
    const ours = await this.#inodesOf(markers)
    const locks = LOCKED.map((name) => nodePath.join(gitdir, `${name}.lock`))
    for (const entry of (await unlessMissing(
      fs.promises.readdir(nodePath.join(gitdir, 'refs'), { recursive: true, withFileTypes: true }),
    )) ?? []) {
      if (entry.isFile() && entry.name.endsWith('.lock')) locks.push(nodePath.join(entry.parentPath, entry.name))
    }
    for (const lock of locks) {
      const stat = await unlessMissing(fs.promises.stat(lock))
      if (stat === null) continue
      if (!(ours.has(inodeOf(stat)) || isFromBeforeBoot(stat.mtimeMs) || (await namesOneOf(lock, markers)))) continue
      if (lock === `${wanted}.lock`) isWantedLeft = true
      else removeNow(lock)
    }
    const takenOver = isWantedLeft && wanted !== undefined ? this.#takeOver(wanted) : null
    try {
      // Last: without its marker, a lock would not be known as ours.
      for (const name of markers) removeNow(nodePath.join(this.#markersFolder, name))
    } catch (error) {
      takenOver?.release()
      throw error
    }
    return takenOver
  }

  /**
   * Clears the lock that a killed process of ours left in a folder that was copied since: there the lock and its marker
   * are two files, alike in name, size and time. Call only while holding the lease, in a folder that is new here.
   */
  async clearCopied(path: string): Promise<void> {
    const lock = await unlessMissing(fs.promises.stat(`${path}.lock`))
    if (lock === null) return
    for (const name of await this.#markerNames()) {
      if (!name.endsWith(endOfName(path))) continue
      const marker = await unlessMissing(fs.promises.stat(nodePath.join(this.#markersFolder, name)))
      if (marker?.size === lock.size && Math.abs(marker.mtimeMs - lock.mtimeMs) < COPIED_WITHIN_MS)
        return removeNow(`${path}.lock`)
    }
  }

  /** Whether a process of ours has a lock, or was killed while it had one. */
  async areOursLeft(): Promise<boolean> {
    return (await this.#markerNames()).length > 0
  }

  async #markerNames(): Promise<readonly string[]> {
    return (await unlessMissing(fs.promises.readdir(this.#markersFolder))) ?? []
  }

  async #inodesOf(markers: readonly string[]): Promise<ReadonlySet<string>> {
    const stats = await Promise.all(
      markers.map((name) => unlessMissing(fs.promises.stat(nodePath.join(this.#markersFolder, name)))),
    )
    return new Set(stats.flatMap((stat) => (stat === null ? [] : [inodeOf(stat)])))
  }
}

/** Tells what a marker is for. Cut short: a ref may have a name that leaves no room in a file name for anything else. */
function endOfName(path: string): string {
  return `~${encodeURIComponent(nodePath.basename(path)).slice(0, MAX_NAMED_LENGTH)}`
}

function inodeOf({ dev, ino }: fs.Stats): string {
  return `${dev}:${ino}`
}

/** Whether a lock contains the name of one of these markers. */
async function namesOneOf(lock: string, markers: readonly string[]): Promise<boolean> {
  const content = await readPlainFile(lock, MAX_NAME_BYTES)
  return content !== null && content.byteLength > 0 && markers.includes(content.toString('utf8'))
}

/**
 * Creates a lock as a link to its marker or, where there are no links, as a file with the marker's name.
 * @returns whether it is a link; null when the lock is somebody's
 */
function linkOrCreate(marker: string, lock: string, name: string): boolean | null {
  try {
    byHandleNow(marker, (from) => byHandleNow(lock, (to) => fs.linkSync(from, to)))
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return null
    if (!isWithoutLinks(error)) throw error
  }
  return createExclusive(lock, name) ? false : null
}

function createExclusive(path: string, content: string): boolean {
  let file: number
  try {
    file = openFileNow(path, NEW, 0o644)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
  try {
    writeAllNow(file, content)
    return true
  } catch (error) {
    discardNow(path)
    throw error
  } finally {
    fs.closeSync(file)
  }
}

interface LockFiles {
  readonly path: string
  readonly lock: string
  readonly marker: string
  /** Where the new content is written: in the lock, unless that must keep the name of its marker. */
  readonly draft: string
}

export class GitLock {
  readonly #files: LockFiles
  #held = true

  constructor(files: LockFiles) {
    this.#files = files
  }

  /** Puts the new content in place, durably, which releases the lock. */
  commit(data: Uint8Array | string): void {
    const { path, lock, marker, draft } = this.#files
    const file = openFileNow(draft, REWRITTEN, 0o644)
    try {
      writeAllNow(file, data)
      fs.fsyncSync(file)
    } finally {
      fs.closeSync(file)
    }
    moveNow(draft, path)
    if (draft !== lock) removeNow(lock)
    this.#held = false
    discardNow(marker)
    syncDirectoryNow(nodePath.dirname(path))
  }

  /**
   * Releases the lock and keeps the old content. Does nothing after `commit`: by then a lock file is somebody else's.
   */
  release(): void {
    if (!this.#held) return
    const { lock, marker, draft } = this.#files
    if (draft !== lock) discardNow(draft)
    removeNow(lock)
    this.#held = false
    discardNow(marker)
  }
}

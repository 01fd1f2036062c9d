import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FSWatcher } from 'chokidar'
import { hasCode } from '../../disk/durable-files.ts'
import { loadOnce } from '../../disk/load-once.ts'
import { Queue } from '../../disk/queue.ts'
import { OPERATION_FILES } from '../repo/git-state.ts'
import type { Repository } from '../repo/repository.ts'
import { FolderWatch } from './folder-watch.ts'
import { GitWatch, TICK } from './git-watch.ts'
import { RootWatch } from './root-watch.ts'

/** What the watcher reports. It never guesses whose change it was. */
export interface WatcherEvents {
  /** Something may have happened at this path of the work tree: to a file, or to a folder and all that is in it. */
  readonly path: (path: string) => void
  /** HEAD, a branch, an operation of git or another process's tick may have changed. */
  readonly git: () => void
  /** False: the system no longer watches everything, and it is looked at now and then instead. True: it does again. */
  readonly watching: (isWatching: boolean) => void
}

/** What the system's watchers report. */
interface SystemEvents extends Pick<WatcherEvents, 'path' | 'git'> {
  /** The system has run out of watchers, or one of them failed. */
  readonly lost: () => void
  /** The folder itself is gone, or there again. */
  readonly moved: () => void
}

/** A work tree and its repository. */
type Watched = Pick<Repository, 'root' | 'gitdir' | 'isBeside'>

interface Watch {
  close(): void | Promise<void>
}

/** Only these systems watch a folder with all that is in it by one watcher. */
const WATCHES_RECURSIVELY = process.platform === 'win32' || process.platform === 'darwin'
/** What the system does not watch is looked at this often. */
const LOOK_MS = 3_000
/** After so many looks the system is asked again. Not often: for a moment that takes the last watchers it has. */
const LOOKS_BETWEEN_ATTEMPTS = 100
/** These refusals may pass: watchers have run out, or the folder is gone just now. */
const PASSING = ['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOENT']
/** Linux names of file systems whose changes may be made on another computer, which no watcher tells: statfs(2). */
const REMOTE_TYPES: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff53_4d42, // CIFS
  0xfe53_4d42, // SMB2
  0x0102_1997, // 9P
  0x00c3_6400, // Ceph
  0x5346_414f, // AFS
])

export const loadChokidar = loadOnce(() => import('chokidar'))

/**
 * Watches one work tree and its repository. When the system does not watch all of it, everything is reported every few
 * seconds, as if it had changed, until the system watches again.
 */
export class Watcher {
  readonly #place: Watched
  readonly #events: WatcherEvents
  readonly #intervalMs: number
  readonly #closing = new AbortController()
  #watches: readonly Watch[] = []
  readonly #attempts = new Queue()
  #isLost = false
  /** Resolves when the system watches again, or the watcher is closed; null while the system watches. */
  #looking: Promise<void> | null = null

  private constructor(place: Watched, events: WatcherEvents, intervalMs: number) {
    this.#place = place
    this.#events = events
    this.#intervalMs = intervalMs
  }

  /** Resolves when every folder is being watched, or it is known that the system refuses. */
  static async start(place: Watched, events: WatcherEvents, intervalMs = LOOK_MS): Promise<Watcher> {
    const watcher = new Watcher(place, events, intervalMs)
    await watcher.#attempts.run(() => watcher.#watch())
    return watcher
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#looking
    await this.#attempts.run(() => this.#release())
  }

  async #watch(): Promise<void> {
    await this.#release()
    this.#isLost = false
    const { path, git } = this.#events
    try {
      this.#watches = await watchesOf(
        this.#place,
        { path, git, lost: () => this.#lose(), moved: () => this.#follow() },
        this.#intervalMs,
      )
    } catch {
      this.#lose()
    }
  }

  /** Watches what is in the folder's place now. */
  #follow(): void {
    void this.#attempts.run(async () => {
      if (this.#closing.signal.aborted) return
      await this.#watch()
      this.#events.path('')
    })
  }

  /** The watches that are left stay until the next attempt: they report sooner. */
  #lose(): void {
    this.#isLost = true
    if (!this.#closing.signal.aborted) this.#looking ??= this.#look()
  }

  async #look(): Promise<void> {
    this.#events.watching(false)
    for (let looks = 1; this.#isLost && (await this.#pause()); looks += 1) {
      if (looks % LOOKS_BETWEEN_ATTEMPTS === 0) await this.#attempts.run(() => this.#watch())
      // Also after an attempt that succeeds: what was changed before is no event.
      this.#events.path('')
      this.#events.git()
    }
    this.#looking = null
    if (!this.#isLost) this.#events.watching(true)
  }

  /** @returns false when the watcher is being closed */
  #pause(): Promise<boolean> {
    return delay(this.#intervalMs, true, { signal: this.#closing.signal }).catch(() => false)
  }

  async #release(): Promise<void> {
    const watches = this.#watches
    this.#watches = []
    await Promise.all(watches.map((watch) => watch.close()))
  }
}

async function isRemote(root: string): Promise<boolean> {
  return process.platform === 'linux' && REMOTE_TYPES.has((await fs.promises.statfs(root)).type)
}

/** @throws when the system refuses, but may watch later */
async function watchesOf(place: Watched, events: SystemEvents, intervalMs: number): Promise<readonly Watch[]> {
  if (await isRemote(place.root)) return [await polled(place, events, intervalMs)]
  try {
    return await watched(place, events)
  } catch (error) {
    if (hasCode(error, ...PASSING)) throw error
    return [await polled(place, events, intervalMs)]
  }
}

async function watched(
  { root, gitdir, isBeside }: Watched,
  { path, git, lost, moved }: SystemEvents,
): Promise<readonly Watch[]> {
  const ofGit = await GitWatch.start(gitdir, { path: () => git(), lost })
  let ofRoot: RootWatch | null = null
  try {
    ofRoot = isBeside ? new RootWatch(root, { moved, lost }) : null
    return [
      ofGit,
      ...(ofRoot === null ? [] : [ofRoot]),
      WATCHES_RECURSIVELY ? watchRecursively(root, { path, lost }) : await FolderWatch.start(root, { path, lost }),
    ]
  } catch (error) {
    ofGit.close()
    ofRoot?.close()
    throw error
  }
}

function watchRecursively(root: string, { path, lost }: Pick<SystemEvents, 'path' | 'lost'>): Watch {
  const watcher = fs.watch(root, { recursive: true }, (_, name) => {
    const names = (name ?? '').split(nodePath.sep)
    if (!names.includes('.git')) path(names.join('/'))
  })
  watcher.on('error', lost)
  return watcher
}

/** Looks at every file now and then, where the system does not tell of changes. */
export async function polled(
  { root, gitdir }: Watched,
  events: Omit<SystemEvents, 'moved'>,
  interval: number,
): Promise<Watch> {
  const { watch } = await loadChokidar()
  const inGit = ['HEAD', 'packed-refs', 'index.lock', 'refs', TICK, ...OPERATION_FILES]
  const options = {
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    usePolling: true,
    interval,
    binaryInterval: interval,
  }
  const files = watch(root, {
    ...options,
    ignored: (path) => nodePath.relative(root, path).split(nodePath.sep).includes('.git'),
  })
  const git = watch(
    inGit.map((name) => nodePath.join(gitdir, name)),
    options,
  )
  files.on('all', (_, path) => events.path(nodePath.relative(root, path).split(nodePath.sep).join('/')))
  git.on('all', () => events.git())
  const all: readonly FSWatcher[] = [files, git]
  for (const watcher of all) watcher.on('error', () => events.lost())
  await Promise.all(all.map((watcher) => new Promise<void>((resolve) => watcher.once('ready', resolve))))
  return { close: async () => void (await Promise.all(all.map((watcher) => watcher.close()))) }
}

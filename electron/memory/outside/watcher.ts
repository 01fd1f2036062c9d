import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import type { FSWatcher } from 'chokidar'
import { hasCode } from '../../disk/durable-files.ts'
import { loadOnce } from '../../disk/load-once.ts'
import { OPERATION_FILES } from '../repo/git-state.ts'
import { FolderWatch } from './folder-watch.ts'
import { GitWatch, TICK } from './git-watch.ts'

/** What the watcher reports. It never guesses whose change it was. */
export interface WatcherEvents {
  /** Something happened at this path of the work tree: to a file, or to a folder and all that is in it. */
  readonly path: (path: string) => void
  /** HEAD, a branch, an operation of git or another process's tick changed. */
  readonly git: () => void
  /** The system has run out of watchers, or the folder cannot be watched. */
  readonly lost: () => void
}

interface Watch {
  close(): void | Promise<void>
}

/** Only these systems watch a folder with all that is in it by one watcher. */
const WATCHES_RECURSIVELY = process.platform === 'win32' || process.platform === 'darwin'
const POLL_MS = 3_000
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

/** Watches one work tree and its repository. */
export class Watcher {
  readonly #watches: readonly Watch[]

  private constructor(watches: readonly Watch[]) {
    this.#watches = watches
  }

  /** Resolves when every folder is being watched. */
  static async start(root: string, events: WatcherEvents): Promise<Watcher> {
    if (await isRemote(root)) return new Watcher([await polled(root, events)])
    try {
      return new Watcher(await watched(root, events))
    } catch (error) {
      if (!hasCode(error, 'ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM')) return new Watcher([await polled(root, events)])
      events.lost()
      return new Watcher([])
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#watches.map((watch) => watch.close()))
  }
}

async function isRemote(root: string): Promise<boolean> {
  return process.platform === 'linux' && REMOTE_TYPES.has((await fs.promises.statfs(root)).type)
}

async function watched(root: string, { path, git, lost }: WatcherEvents): Promise<readonly Watch[]> {
  const ofGit = await GitWatch.start(nodePath.join(root, '.git'), { path: () => git(), lost })
  try {
    return [
      ofGit,
      WATCHES_RECURSIVELY ? watchRecursively(root, { path, lost }) : await FolderWatch.start(root, { path, lost }),
    ]
  } catch (error) {
    ofGit.close()
    throw error
  }
}

function watchRecursively(root: string, { path, lost }: Pick<WatcherEvents, 'path' | 'lost'>): Watch {
  const watcher = fs.watch(root, { recursive: true }, (_, name) => {
    const names = (name ?? '').split(nodePath.sep)
    if (!names.includes('.git')) path(names.join('/'))
  })
  watcher.on('error', lost)
  return watcher
}

/** Looks at every file now and then, where the system does not tell of changes. */
export async function polled(root: string, events: WatcherEvents, interval = POLL_MS): Promise<Watch> {
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
    inGit.map((name) => nodePath.join(root, '.git', name)),
    options,
  )
  files.on('all', (_, path) => events.path(nodePath.relative(root, path).split(nodePath.sep).join('/')))
  git.on('all', () => events.git())
  const all: readonly FSWatcher[] = [files, git]
  for (const watcher of all) watcher.on('error', () => events.lost())
  await Promise.all(all.map((watcher) => new Promise<void>((resolve) => watcher.once('ready', resolve))))
  return { close: async () => void (await Promise.all(all.map((watcher) => watcher.close()))) }
}

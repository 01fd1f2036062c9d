import * as nodePath from 'node:path'
import type { FSWatcher } from 'chokidar'
import { loadOnce } from '../../disk/load-once.ts'

/** What the watcher reports. It never guesses whose change it was. */
export interface WatcherEvents {
  /** Something happened to this file of the work tree. */
  readonly file: (path: string) => void
  /** HEAD, a branch, an operation of git or another process's tick changed. */
  readonly git: () => void
  /** The system has run out of watchers, or the folder cannot be watched. */
  readonly lost: () => void
}

/** Parts of `.git` that have no bearing on HEAD or on what git is doing. */
const QUIET = new Set([
  'objects',
  'hooks',
  'info',
  'logs',
  'lfs',
  'modules',
  'description',
  'config',
  'COMMIT_EDITMSG',
  'worktrees',
])

export const loadChokidar = loadOnce(() => import('chokidar'))

/** Watches one work tree and its repository. */
export class Watcher {
  readonly #watchers: readonly FSWatcher[]

  private constructor(watchers: readonly FSWatcher[]) {
    this.#watchers = watchers
  }

  /** Resolves when every folder is being watched. */
  static async start(root: string, events: WatcherEvents): Promise<Watcher> {
    const { watch } = await loadChokidar()
    const gitdir = nodePath.join(root, '.git')
    const options = { ignoreInitial: true, followSymlinks: false, atomic: false, ignorePermissionErrors: true }
    const files = watch(root, {
      ...options,
      ignored: (path) => nodePath.relative(root, path).split(nodePath.sep).includes('.git'),
    })
    const git = watch(gitdir, { ...options, ignored: (path) => isQuiet(nodePath.relative(gitdir, path)) })
    files.on('all', (event, path) => {
      if (event === 'add' || event === 'change' || event === 'unlink')
        events.file(nodePath.relative(root, path).split(nodePath.sep).join('/'))
    })
    git.on('all', () => events.git())
    for (const watcher of [files, git]) watcher.on('error', () => events.lost())
    await Promise.all([files, git].map((watcher) => new Promise<void>((resolve) => watcher.once('ready', resolve))))
    return new Watcher([files, git])
  }

  async close(): Promise<void> {
    await Promise.all(this.#watchers.map((watcher) => watcher.close()))
  }
}

function isQuiet(relative: string): boolean {
  const [first = '', second] = relative.split(nodePath.sep)
  if (first === 'variorum') return second !== undefined && second !== 'tick'
  return QUIET.has(first)
}

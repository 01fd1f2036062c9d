import type { StorePath } from '../../../shared/change.ts'
import type { Commit } from '../../../shared/commit.ts'
import { say } from '../../../shared/messages/say.ts'
import { parentOf } from '../../disk/relative-path.ts'
import { toolPath } from '../../memory/paths.ts'
import type { PathState } from '../../memory/store-interface.ts'
import type { MemoryStore } from './memory-store.ts'

/**
 * The memory for a reader who may use one folder of it alone. The folders on the way to it are there, with nothing else in
 * them; every other path is refused, whether something is there or not, and so is one that a link leads elsewhere.
 */
export function onlyWithin(store: MemoryStore, folder: StorePath): MemoryStore {
  const isWithin = (path: string): boolean => path === folder || path.startsWith(`${folder}/`)
  const isOnTheWay = (path: string): boolean => path === '' || folder.startsWith(`${path}/`)
  const refused = { kind: 'refused', reason: say('only-within-folder', { folder: toolPath(folder) }) } as const
  const look = async (path: StorePath | ''): Promise<PathState> => {
    const found = await store.look(path)
    if (found.kind === 'refused') return isWithin(path) ? found : refused
    if (isWithin(path) && isWithin(found.path)) return found
    return isOnTheWay(path) && found.kind !== 'file' ? found : refused
  }
  /** By the folder it is in: what is moved or removed may itself be a link to anywhere. */
  const reaches = async (path: StorePath): Promise<boolean> =>
    isWithin(path) && (path === folder || (await look(parentOf(path))).kind !== 'refused')
  const reachAll = async (paths: readonly StorePath[]): Promise<boolean> =>
    (await Promise.all(paths.map(reaches))).every(Boolean)
  const within = (path: StorePath | undefined): StorePath => (path !== undefined && isWithin(path) ? path : folder)
  return {
    look,
    async list(path) {
      const listed = (await look(path)).kind === 'refused' ? [] : await store.list(path)
      return listed.flatMap((each) =>
        isWithin(each.path) ? [each] : isOnTheWay(each.path) ? [{ ...each, size: 0 }] : [],
      )
    },
    put: async (files, ...how) =>
      (await reachAll(files.map(({ path }) => path))) ? store.put(files, ...how) : refused,
    remove: async (paths, ...how) => ((await reachAll(paths)) ? store.remove(paths, ...how) : refused),
    move: async (moves, ...how) =>
      (await reachAll(moves.flatMap(({ from, to }) => [from, to]))) ? store.move(moves, ...how) : refused,
    async tree(at) {
      const tree = await store.tree(at)
      return { ...tree, files: tree.files.filter(({ path }) => isWithin(path)) }
    },
    file: async (path, at) => (isWithin(path) ? store.file(path, at) : null),
    search: (query) => store.search({ ...query, path: within(query.path) }),
    async history(query) {
      const page = await store.history({ ...query, path: within(query.path) })
      return { ...page, commits: page.commits.map((commit) => withoutOthers(commit, isWithin)) }
    },
    commit: async (ref) => withoutOthers(await store.commit(ref), isWithin),
    // Of a version that the reader was shown before.
    text: (id) => store.text(id),
    viewed: (path, origin) => store.viewed(path, origin),
    settings: () => store.settings(),
    lineageOfLines: (file, lines) => store.lineageOfLines(file, lines),
    lineageOfNames: (paths) => store.lineageOfNames(paths),
  }
}

/** A subject may name what is elsewhere. */
function withoutOthers(commit: Commit, isWithin: (path: string) => boolean): Commit {
  const paths = commit.changes.flatMap(({ change }) => [change.path, change.from ?? change.path])
  const isWhole = commit.changes.length === commit.changeCount && paths.every(isWithin)
  return isWhole ? commit : { ...commit, subject: commit.origin.verb, named: undefined }
}

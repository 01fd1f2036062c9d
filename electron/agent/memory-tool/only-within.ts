import type { StorePath } from '../../../shared/change.ts'
import type { Commit } from '../../../shared/commit.ts'
import { say } from '../../../shared/messages/say.ts'
import { toolPath } from '../../memory/paths.ts'
import type { Store } from '../../memory/store-interface.ts'

/**
 * The memory for a reader who may use one folder of it alone. The folders on the way to it are there, with nothing else in
 * them; every other path is refused, whether something is there or not.
 */
export function onlyWithin(store: Store, folder: StorePath): Store {
  const isWithin = (path: string): boolean => path === folder || path.startsWith(`${folder}/`)
  const isOnTheWay = (path: string): boolean => path === '' || folder.startsWith(`${path}/`)
  const refused = { kind: 'refused', reason: say('only-within-folder', { folder: toolPath(folder) }) } as const
  const areWithin = (paths: readonly string[]): boolean => paths.every(isWithin)
  return {
    ...store,
    async look(path) {
      if (isWithin(path)) {
        const found = await store.look(path)
        // A link may lead out of the folder.
        return found.kind === 'refused' || isWithin(found.path) ? found : refused
      }
      const found = isOnTheWay(path) ? await store.look(path) : refused
      return found.kind === 'file' ? refused : found
    },
    async list(path) {
      const listed = await store.list(path)
      return listed.flatMap((each) =>
        isWithin(each.path) ? [each] : isOnTheWay(each.path) ? [{ ...each, size: 0 }] : [],
      )
    },
    put: async (files, ...how) => (areWithin(files.map(({ path }) => path)) ? store.put(files, ...how) : refused),
    remove: async (paths, ...how) => (areWithin(paths) ? store.remove(paths, ...how) : refused),
    move: async (moves, ...how) =>
      areWithin(moves.flatMap(({ from, to }) => [from, to])) ? store.move(moves, ...how) : refused,
    async tree(at) {
      const tree = await store.tree(at)
      return { ...tree, files: tree.files.filter(({ path }) => isWithin(path)) }
    },
    file: async (path, at) => (isWithin(path) ? store.file(path, at) : null),
    async search(query) {
      const path = query.path !== undefined && isWithin(query.path) ? query.path : folder
      return store.search({ ...query, path })
    },
    async history(query) {
      const path = query.path !== undefined && isWithin(query.path) ? query.path : folder
      const page = await store.history({ ...query, path })
      return { ...page, commits: page.commits.map((commit) => withoutOthers(commit, isWithin)) }
    },
  }
}

/** A subject may name what is elsewhere. */
function withoutOthers(commit: Commit, isWithin: (path: string) => boolean): Commit {
  const paths = commit.changes.flatMap(({ change }) => [change.path, change.from ?? change.path])
  const isWhole = commit.changes.length === commit.changeCount && paths.every(isWithin)
  return isWhole ? commit : { ...commit, subject: commit.origin.verb }
}

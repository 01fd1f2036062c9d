import type { StorePath } from '../../../shared/change.ts'
import type { Commit } from '../../../shared/commit.ts'
import type { PathMatcher } from '../../../shared/globs.ts'
import type { TreeFile } from '../../../shared/memory.ts'
import { say } from '../../../shared/messages/say.ts'
import type { Listed } from '../../memory/store-interface.ts'
import type { MemoryStore } from './memory-store.ts'

/**
 * The memory for a reader from whom the user's rules hide paths: nothing says whether something is there, or how large it
 * is. The gate refuses what is written there.
 */
export function withoutHidden(store: MemoryStore, hidden: () => PathMatcher | null): MemoryStore {
  const refused = { kind: 'refused', reason: say('rule-hides') } as const
  const isHidden = (path: string): boolean => hidden()?.(path) ?? false
  const hiddenFiles = async (): Promise<readonly TreeFile[]> =>
    hidden() === null ? [] : (await store.tree()).files.filter(({ path }) => isHidden(path))
  // Before the store is asked: its own reason for a refusal would name the hidden file.
  const reachesHidden = async (paths: readonly StorePath[]): Promise<boolean> =>
    (await hiddenFiles()).some((file) => paths.some((path) => file.path === path || file.path.startsWith(`${path}/`)))
  return {
    ...store,
    remove: async (paths, ...how) => ((await reachesHidden(paths)) ? refused : store.remove(paths, ...how)),
    move: async (moves, ...how) =>
      (await reachesHidden(moves.flatMap(({ from, to }) => [from, to]))) ? refused : store.move(moves, ...how),
    async look(path) {
      if (isHidden(path)) return refused
      const found = await store.look(path)
      // A link may lead there.
      return found.kind !== 'refused' && isHidden(found.path) ? refused : found
    },
    async list(path) {
      const [listed, files] = await Promise.all([store.list(path), hiddenFiles()])
      const sizeOf = ({ path: folder, kind, size }: Listed): number => {
        const below = files.filter((file) => folder === '' || file.path.startsWith(`${folder}/`))
        return kind === 'file'
          ? size
          : Math.max(
              0,
              below.reduce((left, { blob }) => left - blob.size, size),
            )
      }
      return listed.flatMap((each) => (isHidden(each.path) ? [] : [{ ...each, size: sizeOf(each) }]))
    },
    async tree(at) {
      const { files, ...tree } = await store.tree(at)
      const shown = files.filter(({ path }) => !isHidden(path))
      return { ...tree, files: shown, bytes: shown.reduce((sum, { blob }) => sum + blob.size, 0) }
    },
    file: async (path, at) => (isHidden(path) ? null : store.file(path, at)),
    async search(query) {
      const page = await store.search(query)
      return { ...page, hits: page.hits.filter(({ path }) => !isHidden(path)) }
    },
    history: async (query) => pageWithout(await store.history(query), isHidden),
    async commit(ref) {
      const commit = await store.commit(ref)
      return (
        withoutChanges(commit, isHidden) ?? { ...commit, subject: commit.origin.verb, named: undefined, changes: [] }
      )
    },
  }
}

type HistoryPage = Awaited<ReturnType<MemoryStore['history']>>

function pageWithout(
  { commits, found, first, ...page }: HistoryPage,
  isHidden: (path: string) => boolean,
): HistoryPage {
  const firstShown = first === undefined ? null : withoutChanges(first, isHidden)
  return {
    ...page,
    commits: commits.flatMap((commit) => withoutChanges(commit, isHidden) ?? []),
    ...(found !== undefined && {
      found: found.map(({ lines, ...each }) => {
        const left = lines.filter((line) => !isHidden(line.path))
        return { ...each, lines: left, count: left.length }
      }),
    }),
    ...(firstShown !== null && { first: firstShown }),
  }
}

/** A commit without what it did there; `null` if it did nothing else. Its subject may name what is hidden. */
function withoutChanges(commit: Commit, isHidden: (path: string) => boolean): Commit | null {
  const shown = commit.changes.filter(({ change }) => !isHidden(change.path) && !isHidden(change.from ?? change.path))
  if (shown.length === commit.changes.length && commit.changeCount === commit.changes.length) return commit
  if (shown.length === 0 && commit.changes.length > 0) return null
  return { ...commit, subject: commit.origin.verb, named: undefined, changes: shown, changeCount: shown.length }
}

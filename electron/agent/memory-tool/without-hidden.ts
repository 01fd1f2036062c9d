import type { Commit } from '../../../shared/commit.ts'
import type { PathMatcher } from '../../../shared/globs.ts'
import type { TreeFile } from '../../../shared/memory.ts'
import { say } from '../../../shared/messages/say.ts'
import type { Listed, PathState } from '../../memory/store-interface.ts'
import type { MemoryStore } from './memory-store.ts'

/**
 * The memory for a reader from whom the user's rules hide paths: nothing says whether something is there, or how large it
 * is. The gate refuses what is written there.
 */
export function withoutHidden(store: MemoryStore, hidden: () => PathMatcher | null): MemoryStore {
  const refused: PathState = { kind: 'refused', reason: say('rule-hides') }
  const isHidden = (path: string): boolean => hidden()?.(path) ?? false
  const hiddenFiles = async (): Promise<readonly TreeFile[]> =>
    hidden() === null ? [] : (await store.tree()).files.filter(({ path }) => isHidden(path))
  return {
    ...store,
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
    async history(query) {
      const { commits, found, first, ...page } = await store.history(query)
      const shown = commits.flatMap((commit) => withoutChanges(commit, isHidden) ?? [])
      const firstShown = first === undefined ? null : withoutChanges(first, isHidden)
      return {
        ...page,
        commits: shown,
        ...(found !== undefined && {
          found: found.map(({ lines, ...each }) => {
            const left = lines.filter((line) => !isHidden(line.path))
            return { ...each, lines: left, count: left.length }
          }),
        }),
        ...(firstShown !== null && { first: firstShown }),
      }
    },
    async commit(ref) {
      const commit = await store.commit(ref)
      return (
        withoutChanges(commit, isHidden) ?? { ...commit, subject: commit.origin.verb, named: undefined, changes: [] }
      )
    },
  }
}

/** A commit without what it did there; `null` if it did nothing else. Its subject may name what is hidden. */
function withoutChanges(commit: Commit, isHidden: (path: string) => boolean): Commit | null {
  const shown = commit.changes.filter(({ change }) => !isHidden(change.path) && !isHidden(change.from ?? change.path))
  if (shown.length === commit.changes.length && commit.changeCount === commit.changes.length) return commit
  if (shown.length === 0 && commit.changes.length > 0) return null
  return { ...commit, subject: commit.origin.verb, named: undefined, changes: shown, changeCount: shown.length }
}

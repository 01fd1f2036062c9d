import type { ObjectId } from '../../shared/change.ts'
import { AppError } from '../../shared/errors.ts'
import { TEXT_SHOWN, type TreeFile } from '../../shared/memory.ts'
import { say } from '../../shared/messages/say.ts'
import { isPolicyPath } from '../../shared/policies-path.ts'
import { decodeText } from '../disk/utf8.ts'
import type { TreeFileEntry } from './git/tree.ts'
import { bisect } from './history/bisect.ts'
import { memoryUse } from './history/file-use.ts'
import { LinesAt } from './history/lines-at.ts'
import { allReads, daysOfReads } from './history/reads.ts'
import { Listing } from './repo/listing.ts'
import { listPoints } from './repo/points.ts'
import type { Repository } from './repo/repository.ts'
import type { LineRange, Store } from './store-interface.ts'
import type { StoreParts } from './store-parts.ts'
import { restoreDifferences } from './write/plan-restore.ts'

const WHOLE: LineRange = { from: 1, to: Number.POSITIVE_INFINITY }
const NO_HISTORY = say('no-history')

/** The queries of a store; nothing in here writes. */
export function readCommands(parts: StoreParts) {
  return { ...fileReads(parts), ...historyReads(parts), ...pointReads(parts) } satisfies Partial<Store>
}

function fileReads(parts: StoreParts) {
  const { repo, history, search, policies, adoption, announcePolicies } = parts
  const tree: Store['tree'] = async (at) => {
    const commit = at === undefined ? await history.head() : await history.resolve(at)
    if (commit === null) return { commit, files: [], bytes: 0 }
    // The policies are not part of the memory; they have their own view.
    const entries = repo.trees.files(history.treeOf(commit)).filter(({ path }) => !isPolicyPath(path))
    const last = at === undefined ? await history.lastChanges(entries) : new Map<string, null>()
    const files = (await sizedFiles(repo, entries)).map((file) => ({ ...file, last: last.get(file.path) ?? null }))
    return { commit, files, bytes: files.reduce((sum, file) => sum + file.blob.size, 0) }
  }
  const bytes: Store['bytes'] = async (id) => {
    const { bytes } = repo.proposed.readIfFits(id)
    return bytes !== null && (repo.proposed.has(id) || repo.objects.read(id).type === 'blob') ? bytes : null
  }
  return {
    tree,
    // Whoever shows what is there must show it by the policies that another process put in force.
    async look(path) {
      await announcePolicies()
      return repo.workTree.look(path, await repo.index())
    },
    list: (path) => new Listing(repo.root, () => repo.index()).of(path),
    async file(path, at) {
      const commit = at === undefined ? await history.head() : await history.resolve(at)
      const entry = commit === null ? null : repo.trees.file(history.treeOf(commit), path)
      if (entry === null) return null
      const { size, bytes } = repo.objects.readIfFits(entry.id)
      return { path, blob: { id: entry.id, mode: entry.mode, size }, text: bytes === null ? null : shownText(bytes) }
    },
    bytes,
    async text(id) {
      const found = await bytes(id)
      return found === null ? null : shownText(found)
    },
    async search(query) {
      const head = await history.head()
      return head === null ? { hits: [], more: false } : search.find(history.treeOf(head), query)
    },
    ...useReads(parts, tree),
    policies: () => policies.read(),
    values: () => policies.readValues(),
    withheld: async () => adoption.withheld,
  } satisfies Partial<Store>
}

/** How the files are used, as far as it is known: what was written or read last may need the index. */
function useReads({ accessLog, history }: StoreParts, tree: Store['tree']) {
  const read = async () => {
    const [{ files }, { reads, isComplete }] = [await tree(), await allReads(accessLog, history)]
    return { files, reads, isComplete: isComplete && files.every(({ last }) => last !== null) }
  }
  return {
    async usage() {
      const { files, reads, isComplete } = await read()
      const { days, lastRead } = daysOfReads(reads)
      const written = files.flatMap(({ last }) => last?.time.slice(0, 10) ?? [])
      const used = files.map(({ path, blob, last }) => ({
        path,
        id: blob.id,
        lastUsed: later(lastRead.get(path) ?? null, last?.time.slice(0, 10) ?? null),
      }))
      return { files: used, usedDays: [...new Set([...days, ...written])].toSorted(), isComplete }
    },
    async fileUse() {
      const { files, reads, isComplete } = await read()
      return memoryUse(files, reads, { now: new Date(), isComplete })
    },
  } satisfies Partial<Store>
}

function historyReads({ repo, history }: StoreParts) {
  const lines = new LinesAt(repo)
  const between: Store['between'] = async (from, to, at) =>
    history.between(await history.resolve(from), await history.resolve(to), at)
  const linesAt: Store['linesAt'] = async ({ at, words, path }) =>
    lines.find(history.treeOf(await history.resolve(at)), words, path)
  return {
    history: (query) => history.page(query),
    overview: () => history.overview(),
    commit: (ref) => history.commit(ref),
    changesOf: async (ref) => history.changes(await history.resolve(ref)),
    between,
    linesAt,
    bisect: (query) => bisect(query, { between, linesAt }),
    async lineageOfLines({ path, version }, lines = WHOLE) {
      const head = await history.head()
      const file = head === null ? null : repo.trees.file(history.treeOf(head), path)
      // What no commit has was just written by another program.
      return file?.id === version ? history.lineageOfLines(file, lines) : 'outside'
    },
    lineageOfNames: (paths) => history.lineageOfNames(paths),
    formerPaths: (path) => history.ofFiles((files) => files.formerPaths(path)),
    commitsOfTurn: (conversation, turn) => history.ofTurn(conversation, turn),
    commitOfCall: (call) => history.ofCall(call),
    async blame(path) {
      const head = await history.head()
      const entry = head === null ? null : repo.trees.file(history.treeOf(head), path)
      return entry === null ? null : history.ofFiles((files) => files.blame(entry))
    },
    async changesSince(since) {
      if (since === null) return history.changesSince(null)
      // A state that is gone from the history is no starting point, and is looked for in vain.
      return history.changesSince(await history.resolve(since).catch(orUnknown(since)))
    },
  } satisfies Partial<Store>
}

/** For a name that may name nothing by now. */
function orUnknown(name: string): (error: unknown) => string {
  return (error) => {
    if (error instanceof AppError && error.code === 'unknown-commit') return name
    throw error
  }
}

function pointReads({ repo, history }: StoreParts) {
  return {
    async compare(from, to, path) {
      const a = await history.resolve(from)
      const b = to === null ? await history.head() : await history.resolve(to)
      if (b === null) throw new AppError('unknown-commit', NO_HISTORY)
      return history.compare(a, b, repo.trees.differences(history.treeOf(a), history.treeOf(b), path))
    },
    async previewRestore(ref, path, how = {}) {
      const [now, then] = [await history.head(), await history.resolve(ref)]
      if (now === null) throw new AppError('unknown-commit', NO_HISTORY)
      const trees = { present: history.treeOf(now), past: history.treeOf(then) }
      return history.compare(now, then, restoreDifferences(repo, trees, path, how))
    },
    async isPoint(ref) {
      try {
        await history.resolve(ref)
        return true
      } catch (error) {
        if (error instanceof AppError && error.code === 'unknown-commit') return false
        throw error
      }
    },
    points: () => listPoints(repo),
  } satisfies Partial<Store>
}

/** The number of files in a tree and their total size in bytes, without the policies: as in `tree`. */
export async function sizeOfTree(
  repo: Repository,
  tree: ObjectId,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const files = await sizedFiles(
    repo,
    repo.trees.files(tree).filter(({ path }) => !isPolicyPath(path)),
  )
  return { files: files.length, bytes: files.reduce((sum, { blob }) => sum + blob.size, 0) }
}

async function sizedFiles(
  repo: Repository,
  entries: readonly TreeFileEntry[],
): Promise<readonly Pick<TreeFile, 'path' | 'blob'>[]> {
  // Git's index has the sizes of files on the disk; trees have none.
  const sizes = new Map<ObjectId, number>()
  for (const { id, stat } of (await repo.index()).entries()) if (stat.mtime !== 0) sizes.set(id, stat.size)
  return entries.map(({ path, id, mode }) => ({
    path,
    blob: { id, mode, size: sizes.get(id) ?? repo.objects.readIfFits(id).size },
  }))
}

function shownText(bytes: Uint8Array): string | null {
  return bytes.byteLength > TEXT_SHOWN ? null : decodeText(bytes)
}

function later(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a
}

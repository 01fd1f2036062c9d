import type { Blob, Change, ObjectId } from '../../../shared/change.ts'
import { type LeadsTo } from '../../../shared/commit.ts'
import type { Blame, LineSource } from '../../../shared/memory.ts'
import { bringsBack } from '../../../shared/origin.ts'
import { decodeText } from '../../disk/utf8.ts'
import type { TreeFileEntry } from '../git/tree.ts'
import type { Repository } from '../repo/repository.ts'
import { linesOf } from '../repo/text.ts'
import { blameOf, type FileVersion } from './blame.ts'
import type { Chain, ChainEntry } from './chain.ts'
import type { Timeline } from './timeline.ts'

/** The versions of a file that are read for its blame, and searched for the origin of a text. */
const MAX_VERSIONS = 500

/** Where the content of single files comes from. */
export class FileHistory {
  readonly #repo: Repository
  readonly #chain: Chain
  readonly #timeline: Timeline

  constructor(repo: Repository, chain: Chain, timeline: Timeline) {
    this.#repo = repo
    this.#chain = chain
    this.#timeline = timeline
  }

  /**
   * The commits that changed a file, newest first, following renames. Each comes with its change; null where the file
   * was moved away.
   */
  async *#versions(path: string): AsyncGenerator<{ readonly entry: ChainEntry; readonly change: Change | null }> {
    let currentPath = path
    for (let after: ObjectId | undefined; ;) {
      let movedFrom: string | undefined
      for await (const entry of this.#timeline.entries({ path: currentPath, after })) {
        const change = this.#changeAt(entry, currentPath)
        yield { entry, change }
        if (change?.from === undefined) continue
        movedFrom = change.from
        after = entry.commit
        break
      }
      if (movedFrom === undefined) return
      currentPath = movedFrom
    }
  }

  #changeAt({ commit }: ChainEntry, path: string): Change | null {
    return this.#chain.changes(commit).find((change) => change.path === path) ?? null
  }

  /**
   * The earlier state that a commit restored for one file; null if the commit changed several files, or removed or
   * renamed one.
   */
  async leadsTo(commit: ObjectId): Promise<LeadsTo | null> {
    const [change, ...more] = this.#chain.changes(commit)
    if (change === undefined || more.length > 0 || change.after === null || change.from !== undefined) return null
    const written = await this.#writtenBefore(commit, change.path, change.after.id)
    return { path: change.path, since: written?.time ?? null }
  }

  /** The newest commit before `after` that wrote this version of a file, rather than bringing it back. */
  async #writtenBefore(after: ObjectId, path: string, blob: ObjectId): Promise<ChainEntry | null> {
    let examined = 0
    for await (const entry of this.#timeline.entries({ path, after })) {
      if (this.#changeAt(entry, path)?.after?.id === blob && !bringsBack(entry.origin.verb)) return entry
      examined += 1
      if (examined === MAX_VERSIONS) return null
    }
    return null
  }

  /** The commits that changed a file, newest first, following renames. */
  async *commits(path: string): AsyncGenerator<ChainEntry> {
    for await (const { entry } of this.#versions(path)) yield entry
  }

  /** See Store.formerPaths. */
  async formerPaths(path: string): Promise<readonly string[]> {
    const found: string[] = []
    for await (const { change } of this.#versions(path)) if (change?.from !== undefined) found.push(change.from)
    return found
  }

  /** See Store.blame. */
  async blame(file: TreeFileEntry): Promise<Blame> {
    const versions: FileVersion[] = []
    const entries = new Map<ObjectId, ChainEntry>()
    let complete = true
    for await (const { entry, change } of this.#versions(file.path)) {
      complete = versions.length < MAX_VERSIONS
      if (!complete) break
      // Deletions are skipped: a file that was deleted and brought back continues where it was.
      if (change?.after == null) continue
      entries.set(entry.commit, entry)
      versions.push(this.#version(entry, change.after))
    }
    const lines = blameOf(versions.toReversed())
    const named = new Set(
      lines.flatMap(({ readings }) => readings.flatMap(({ commit, broughtBack }) => [commit, broughtBack])),
    )
    const isOwn = this.#repo.ownership()
    const sources = [...entries.values()]
      .filter(({ commit }) => named.has(commit))
      .map((entry) => sourceOf(entry, isOwn(entry.commit)))
    return { path: file.path, blob: file.id, lines, sources: Object.fromEntries(sources), complete }
  }

  #version({ commit, origin }: ChainEntry, after: Blob): FileVersion {
    return {
      id: after.id,
      commit,
      isBroughtBack: bringsBack(origin.verb),
      lines: linesOf(decodeText(this.#repo.objects.readIfFits(after.id).bytes) ?? ''),
    }
  }
}

function sourceOf(entry: ChainEntry, ours: boolean): readonly [ObjectId, LineSource] {
  const { commit, id, author, subject, time, origin } = entry
  return [commit, { variorumId: id, author, ours, subject, time, origin }]
}

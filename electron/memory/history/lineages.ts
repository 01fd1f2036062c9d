import type { ObjectId } from '../../../shared/change.ts'
import type { Blame } from '../../../shared/memory.ts'
import { isUntrusted, leastTrusted, type Lineage, type Origin, trustOf, unverified } from '../../../shared/origin.ts'
import { BoundedCache } from '../../disk/bounded-cache.ts'
import { nameOf } from '../../disk/relative-path.ts'
import type { TreeFileEntry } from '../git/tree.ts'
import type { Repository } from '../repo/repository.ts'
import type { LineRange } from '../store-interface.ts'
import type { Chain, ChainEntry } from './chain.ts'
import type { FileHistory } from './file-history.ts'
import type { NameSource, Timeline } from './timeline.ts'
import { noteAdded, sourceOf } from './walked-timeline.ts'

/** Files whose lineages are kept in memory. */
const MAX_KNOWN = 1_000
/** More commits at once are not read one by one for the names that they brought. */
const MAX_SINCE = 1_000

/** Of one version of a file. `lines` is null where `least` is that of every line. */
interface FileLineages {
  /** The newest commit that changed the file. */
  readonly newest: ObjectId | null
  readonly least: Lineage
  readonly lines: readonly Lineage[] | null
}

/** How far texts and names can be trusted. What was found out is kept until another commit changes the answer. */
export class Lineages {
  readonly #repo: Repository
  readonly #chain: Chain
  readonly #known = new BoundedCache<string, FileLineages>(MAX_KNOWN)
  /** Names that came with untrusted commits, as of `head`. */
  #doubtful: { readonly head: ObjectId | null; readonly names: Map<string, NameSource> } | null = null

  constructor(repo: Repository, chain: Chain) {
    this.#repo = repo
    this.#chain = chain
  }

  /** See Store.lineageOfLines. */
  async ofLines(history: FileHistory, file: TreeFileEntry, { from, to }: LineRange): Promise<Lineage> {
    const { least, lines } = await this.#ofFile(history, file)
    return lines === null ? least : leastTrusted(lines.slice(from - 1, to))
  }

  /** Each line is as trusted as the commit that wrote it, however often it was moved or brought back since. */
  async #ofFile(history: FileHistory, file: TreeFileEntry): Promise<FileLineages> {
    const isOwn = this.#repo.ownership()
    const found: Lineage[] = []
    let newest: ObjectId | null = null
    for await (const { commit, origin } of history.commits(file.path)) {
      newest ??= commit
      const known = this.#known.get(file.path)
      if (known?.newest === newest) return known
      found.push(trust(origin, isOwn(commit)))
    }
    const least = leastTrusted(found)
    const isMixed = isUntrusted(least) && !found.every(isUntrusted)
    const lines = isMixed ? ofBlame(await history.blame(file), least) : null
    return this.#known.set(file.path, { newest, least, lines })
  }

  /** See Store.lineageOfNames. */
  async ofNames(timeline: Timeline, head: ObjectId | null, paths: readonly string[]): Promise<Lineage> {
    const isOwn = this.#repo.ownership()
    const isDoubtful = (source: NameSource): boolean => isUntrusted(trust(source, isOwn(source.commit)))
    const doubtful = this.#broughtForward(head, isDoubtful) ?? new Map(await timeline.namesFrom(isDoubtful))
    this.#doubtful = { head, names: doubtful }
    const tree = head === null ? null : this.#chain.entry(head).tree
    return leastTrusted(
      paths.map((path) => {
        const source = doubtful.get(nameOf(path))
        if (source !== undefined) return trust(source, isOwn(source.commit))
        return this.#repo.trees.at(tree, path) === null ? 'outside' : 'agent'
      }),
    )
  }

  /** What is known of the names, with those of the commits since; null if these are too many. */
  #broughtForward(head: ObjectId | null, isDoubtful: (source: NameSource) => boolean): Map<string, NameSource> | null {
    if (this.#doubtful === null) return null
    const since: ChainEntry[] = []
    for (const entry of this.#chain.from(head)) {
      if (entry.commit === this.#doubtful.head) {
        for (const each of since) if (isDoubtful(sourceOf(each))) noteAdded(this.#chain, [each], this.#doubtful.names)
        return this.#doubtful.names
      }
      if (since.push(entry) > MAX_SINCE) return null
    }
    return null
  }
}

function trust(origin: Pick<Origin, 'actor' | 'lineage'>, isOwn: boolean): Lineage {
  return trustOf(isOwn ? origin : unverified(origin))
}

/** @param least that of all commits, for lines of which it is not known who wrote them */
function ofBlame({ lines, sources, complete }: Blame, least: Lineage): readonly Lineage[] {
  // Lines older than what was read count as those of the oldest commit that was.
  const oldest = complete ? null : Object.values(sources).at(-1)
  return lines.map(({ readings: [reading] }) => {
    const source = sources[reading?.commit ?? '']
    return source === undefined || source === oldest ? least : trust(source.origin, source.ours)
  })
}

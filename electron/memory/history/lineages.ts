import type { ObjectId } from '../../../shared/change.ts'
import type { Blame } from '../../../shared/memory.ts'
import { isUntrusted, leastTrusted, type Lineage, type Origin, trustOf, unverified } from '../../../shared/origin.ts'
import { BoundedCache } from '../../disk/bounded-cache.ts'
import type { TreeFileEntry } from '../git/tree.ts'
import type { Repository } from '../repo/repository.ts'
import type { LineRange } from '../store-interface.ts'
import type { FileHistory } from './file-history.ts'
import type { NameSource, Timeline } from './timeline.ts'

/** Files whose lineages are kept in memory. */
const MAX_KNOWN = 1_000

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
  readonly #known = new BoundedCache<string, FileLineages>(MAX_KNOWN)
  #names: { readonly head: ObjectId | null; readonly sources: ReadonlyMap<string, NameSource> } | null = null

  constructor(repo: Repository) {
    this.#repo = repo
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
    if (this.#names?.head !== head) this.#names = { head, sources: await timeline.namesFrom() }
    const { sources } = this.#names
    const isOwn = this.#repo.ownership()
    return leastTrusted(
      paths.map((path) => {
        const source = sources.get(path)
        return source === undefined ? 'outside' : trust(source, isOwn(source.commit))
      }),
    )
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

import { kindOf, type Change, type ChangeKind, type ObjectId } from '../../../shared/change.ts'
import { CHANGES_SHOWN } from '../../../shared/commit.ts'
import { fold } from '../../../shared/phrase.ts'
import { BoundedCache } from '../../disk/bounded-cache.ts'
import { mapInTurn } from '../../disk/yield.ts'
import { detachedCommit } from '../git/refs.ts'
import { pairRenames, readChange, withSizes, type ComparedChange, type Counted } from '../repo/changes.ts'
import { commitTime, type ReadMessage } from '../repo/commit-message.ts'
import type { Repository } from '../repo/repository.ts'

/** A commit of the first-parent chain, with its message parsed. */
export interface ChainEntry extends ReadMessage {
  readonly commit: ObjectId
  readonly tree: ObjectId
  readonly parent: ObjectId | null
  readonly time: string
  readonly author: string
}

/** How much of what was read is cached. Changes and counts: of all cached commits together. */
interface CacheSizes {
  readonly commits: number
  readonly changes: number
  readonly counts: number
}
/** Half of the changes must hold the largest import that is likely. */
const FOR_QUESTIONS: CacheSizes = { commits: 20_000, changes: 100_000, counts: 40_000 }
/** For a single walk through a long history, which never returns to a commit: larger caches only cost time and memory. */
export const FOR_ONE_WALK: CacheSizes = { commits: 100, changes: 2_000, counts: 100 }
/** Of a commit with very many paths, words are not searched for in the last of them. */
const MAX_ABOUT_LENGTH = 4_000

/** HEAD's first-parent chain, read from git on demand. Commits never change, so what was read of one is cached. */
export class Chain {
  readonly #repo: Repository
  readonly #entries: BoundedCache<ObjectId, ChainEntry>
  readonly #changes: BoundedCache<ObjectId, readonly Change[]>
  readonly #counted: BoundedCache<ObjectId, Counted>

  constructor(repo: Repository, { commits, changes, counts } = FOR_QUESTIONS) {
    this.#repo = repo
    this.#entries = new BoundedCache(commits)
    this.#changes = new BoundedCache(changes, ({ length }) => 1 + length)
    this.#counted = new BoundedCache(counts, (counted) => 1 + counted.changes.length)
  }

  /** The commit that HEAD names. A detached HEAD can be read like any other: only writing needs a branch. */
  async head(): Promise<ObjectId | null> {
    try {
      return (await this.#repo.readHead()).commit
    } catch (error) {
      const detached = detachedCommit(this.#repo.gitdir)
      if (detached === null) throw error
      return detached
    }
  }

  entry(id: ObjectId): ChainEntry {
    const known = this.#entries.get(id)
    if (known !== undefined) return known
    const raw = this.#repo.objects.readCommit(id)
    const message = this.#repo.messageOf(raw)
    const entry: ChainEntry = {
      ...message,
      commit: id,
      tree: raw.tree,
      parent: raw.parents[0] ?? null,
      // The author of an import has the source's date.
      time: commitTime(message.origin.source === undefined ? raw.author : (raw.committer ?? raw.author)),
      author: raw.author.name,
    }
    return this.#entries.set(id, entry)
  }

  /** The entries from a commit back to the first one. */
  *from(start: ObjectId | null): Generator<ChainEntry> {
    for (let id = start; id !== null;) {
      const entry = this.entry(id)
      yield entry
      id = entry.parent
    }
  }

  /** Every change of a commit against its first parent; sizes are 0 here. */
  changes(id: ObjectId): readonly Change[] {
    const known = this.#changes.get(id)
    if (known !== undefined) return known
    const entry = this.entry(id)
    return this.#changes.set(id, pairRenames(this.#repo.trees.differences(this.treeBefore(entry), entry.tree)))
  }

  /** The changes with sizes and line counts, which requires reading both versions of each file. */
  counted(id: ObjectId): Counted {
    return this.#counted.get(id) ?? this.compared(id).counted
  }

  /** The changes that are shown, and the text of each (see ComparedChange), from one reading. */
  compared(id: ObjectId): { readonly counted: Counted; readonly texts: readonly string[] } {
    const changes = this.changes(id)
    const compared = changes.slice(0, CHANGES_SHOWN).map((change) => readChange(this.#repo.objects, change))
    const counted = { changes: compared.map((each) => each.counted), count: changes.length }
    return { counted: this.keepCounted(id, counted), texts: compared.map(({ text }) => text) }
  }

  /** Every change with its sizes; for a large commit, that takes a while. */
  sizedChanges(id: ObjectId): Promise<readonly Change[]> {
    return mapInTurn(this.changes(id), async (change) => withSizes(this.#repo, change))
  }

  /** The changed lines of one of a commit's changes. */
  changedText(change: Change): ComparedChange['text'] {
    return readChange(this.#repo.objects, change).text
  }

  /** Whether a commit has a change of this kind. */
  isOfKind(id: ObjectId, kind: ChangeKind): boolean {
    const counted = this.#counted.get(id)
    const known =
      counted !== undefined && counted.count === counted.changes.length
        ? counted.changes.map(({ change }) => change)
        : this.changes(id)
    return known.some((change) => kindOf(change) === kind)
  }

  /** Caches what was counted before. */
  keepCounted(id: ObjectId, counted: Counted): Counted {
    return this.#counted.set(id, counted)
  }

  /** Whether a commit changes the file or folder at a path. */
  touches(entry: ChainEntry, path: string): boolean {
    const [now, before] = [this.#repo.trees.at(entry.tree, path), this.#repo.trees.at(this.treeBefore(entry), path)]
    return now?.id !== before?.id || now?.mode !== before?.mode
  }

  /** The paths that are new since a tree (`null`: since before the first). */
  pathsSince(before: ObjectId | null, { tree }: ChainEntry): readonly string[] {
    return this.#repo.trees
      .differences(before, tree)
      .flatMap((each) => (each.before === null && each.after !== null ? each.path : []))
  }

  /** The tree that a commit was made on. */
  treeBefore({ parent }: ChainEntry): ObjectId | null {
    return parent === null ? null : this.entry(parent).tree
  }

  /** The paths of all changes; of a rename, both. */
  pathsOf(id: ObjectId): readonly string[] {
    return this.changes(id).flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]))
  }

  /** What is searched for words besides the changed lines: the subject and the paths, folded. */
  about({ commit, subject }: ChainEntry): string {
    return fold([subject, ...this.pathsOf(commit)].join('\n').slice(0, MAX_ABOUT_LENGTH))
  }
}

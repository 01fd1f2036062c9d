import { kindOf, type Change, type ChangeKind, type ObjectId } from '../../../shared/change.ts'
import { decodeText } from '../../disk/utf8.ts'
import { commitTime, readMessage, type ReadMessage } from '../repo/commit-message.ts'
import type { Repository } from '../repo/repository.ts'
import { countChanges, pairRenames, type Counted } from './changes.ts'

/** A commit of the first-parent chain, with its message parsed. */
export interface ChainEntry extends ReadMessage {
  readonly commit: ObjectId
  readonly tree: ObjectId
  readonly parent: ObjectId | null
  readonly time: string
  readonly author: string
}

const MAX_CACHED_COMMITS = 20_000
/** The text of a commit with more changes, or of larger files, is not searchable. */
const MAX_SEARCHED_CHANGES = 20
const MAX_SEARCHED_FILE_BYTES = 100_000
const MAX_SEARCHED_LENGTH = 4_000

/** HEAD's first-parent chain, read from git on demand. Commits never change, so what was read of one is cached. */
export class Chain {
  readonly #repo: Repository
  readonly #entries = new Map<ObjectId, ChainEntry>()
  readonly #changes = new Map<ObjectId, readonly Change[]>()
  readonly #counted = new Map<ObjectId, Counted>()

  constructor(repo: Repository) {
    this.#repo = repo
  }

  async head(): Promise<ObjectId | null> {
    return (await this.#repo.readHead()).commit
  }

  entry(id: ObjectId): ChainEntry {
    const known = this.#entries.get(id)
    if (known !== undefined) return known
    const raw = this.#repo.objects.readCommit(id)
    const entry: ChainEntry = {
      ...readMessage(raw.message),
      commit: id,
      tree: raw.tree,
      parent: raw.parents[0] ?? null,
      time: commitTime(raw),
      author: raw.author.name,
    }
    return cached(this.#entries, id, entry)
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
    return cached(this.#changes, id, pairRenames(this.#repo.trees.differences(this.#treeBefore(entry), entry.tree)))
  }

  /** The changes with sizes and line counts, which requires reading both versions of each file. */
  counted(id: ObjectId): Counted {
    return this.#counted.get(id) ?? this.keepCounted(id, countChanges(this.#repo.objects, this.changes(id)))
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
    return cached(this.#counted, id, counted)
  }

  #treeBefore({ parent }: ChainEntry): ObjectId | null {
    return parent === null ? null : this.entry(parent).tree
  }

  /** Whether a commit changes the file or folder at a path. */
  touches(entry: ChainEntry, path: string): boolean {
    const [now, before] = [this.#repo.trees.at(entry.tree, path), this.#repo.trees.at(this.#treeBefore(entry), path)]
    return now?.id !== before?.id || now?.mode !== before?.mode
  }

  /**
   * The text that is searched for words, in lower case: subject, paths, and added text. Deleted text was added earlier.
   */
  searchableText(entry: ChainEntry): string {
    const changes = this.changes(entry.commit)
    const texts =
      changes.length > MAX_SEARCHED_CHANGES
        ? []
        : changes.flatMap(({ before, after }) => newLines(this.#text(before?.id), this.#text(after?.id)))
    const paths = changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]))
    return [entry.subject, ...paths, ...texts].join('\n').slice(0, MAX_SEARCHED_LENGTH).toLowerCase()
  }

  #text(id: ObjectId | undefined): string {
    const bytes = id === undefined ? null : this.#repo.objects.readIfFits(id).bytes
    return bytes === null || bytes.length > MAX_SEARCHED_FILE_BYTES ? '' : (decodeText(bytes) ?? '')
  }
}

/** The lines of `after` between the lines that both versions begin and end with. */
function newLines(before: string, after: string): readonly string[] {
  if (before === after) return []
  const [old, now] = [before.split('\n'), after.split('\n')]
  let [start, end] = [0, 0]
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  return now.slice(start, now.length - end)
}

function cached<Value>(cache: Map<ObjectId, Value>, id: ObjectId, value: Value): Value {
  if (cache.size >= MAX_CACHED_COMMITS) cache.clear()
  cache.set(id, value)
  return value
}

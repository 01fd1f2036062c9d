import { kindOf, type Change, type ChangeKind, type ObjectId } from '../../../shared/change.ts'
import { decodeText } from '../../disk/utf8.ts'
import { commitTime, readMessage, type ReadMessage } from '../repo/commit-message.ts'
import type { Repository } from '../repo/repository.ts'
import { countChanges, pairRenames, type Counted } from './changes.ts'

/** A commit of the first-parent chain, its message read. */
export interface Link extends ReadMessage {
  readonly commit: ObjectId
  readonly tree: ObjectId
  readonly parent: ObjectId | null
  readonly time: string
  readonly author: string
}

/** How many commits are kept as they were read. */
const KEPT = 20_000
/** Of a commit that changes more than this, or of larger files, the changed text is not looked through. */
const SEARCHED_CHANGES = 20
const SEARCHED_BYTES = 100_000
const SEARCHED_TEXT = 4_000

/** HEAD's first-parent chain, read from git as far as it is asked for. Commits never change, so what was read of one is kept. */
export class Chain {
  readonly #repo: Repository
  readonly #links = new Map<ObjectId, Link>()
  readonly #changes = new Map<ObjectId, readonly Change[]>()
  readonly #counted = new Map<ObjectId, Counted>()

  constructor(repo: Repository) {
    this.#repo = repo
  }

  async head(): Promise<ObjectId | null> {
    return (await this.#repo.readHead()).commit
  }

  link(id: ObjectId): Link {
    const known = this.#links.get(id)
    if (known !== undefined) return known
    const raw = this.#repo.objects.readCommit(id)
    const link: Link = {
      ...readMessage(raw.message),
      commit: id,
      tree: raw.tree,
      parent: raw.parents[0] ?? null,
      time: commitTime(raw),
      author: raw.author.name,
    }
    return keep(this.#links, id, link)
  }

  /** From a commit back to the beginning. */
  *from(start: ObjectId | null): Generator<Link> {
    for (let id = start; id !== null;) {
      const link = this.link(id)
      yield link
      id = link.parent
    }
  }

  /** Every change of a commit against its first parent; sizes are 0 here. */
  changes(id: ObjectId): readonly Change[] {
    const known = this.#changes.get(id)
    if (known !== undefined) return known
    const link = this.link(id)
    return keep(this.#changes, id, pairRenames(this.#repo.trees.differences(this.#treeBefore(link), link.tree)))
  }

  /** The same with sizes and lines, which takes reading both versions of each. */
  counted(id: ObjectId): Counted {
    return this.#counted.get(id) ?? this.keepCounted(id, countChanges(this.#repo, this.changes(id)))
  }

  /** Did any file of a commit come into being, change or go? */
  isOfKind(id: ObjectId, kind: ChangeKind): boolean {
    const counted = this.#counted.get(id)
    const known =
      counted !== undefined && counted.count === counted.changes.length
        ? counted.changes.map(({ change }) => change)
        : this.changes(id)
    return known.some((change) => kindOf(change) === kind)
  }

  /** What was counted before, and need not be again. */
  keepCounted(id: ObjectId, counted: Counted): Counted {
    return keep(this.#counted, id, counted)
  }

  #treeBefore({ parent }: Link): ObjectId | null {
    return parent === null ? null : this.link(parent).tree
  }

  /** Does a commit change what stands at a path, a file or a folder? */
  touches(link: Link, path: string): boolean {
    const [now, before] = [this.#repo.trees.at(link.tree, path), this.#repo.trees.at(this.#treeBefore(link), path)]
    return now?.id !== before?.id || now?.mode !== before?.mode
  }

  /** What a search for words looks at, in lower case: subject, paths, and the text that came. What went came at some time, too. */
  searchable(link: Link): string {
    const changes = this.changes(link.commit)
    const texts =
      changes.length > SEARCHED_CHANGES
        ? []
        : changes.flatMap(({ before, after }) => newText(this.#text(before?.id), this.#text(after?.id)))
    const paths = changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]))
    return [link.subject, ...paths, ...texts].join('\n').slice(0, SEARCHED_TEXT).toLowerCase()
  }

  #text(id: ObjectId | undefined): string {
    const bytes = id === undefined ? null : this.#repo.objects.read(id).bytes
    return bytes === null || bytes.length > SEARCHED_BYTES ? '' : (decodeText(bytes) ?? '')
  }
}

/** What lies between what both versions begin and end with, by whole lines. */
function newText(before: string, after: string): readonly string[] {
  if (before === after) return []
  const [old, now] = [before.split('\n'), after.split('\n')]
  let [start, end] = [0, 0]
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  return now.slice(start, now.length - end)
}

function keep<Value>(kept: Map<ObjectId, Value>, id: ObjectId, value: Value): Value {
  if (kept.size >= KEPT) kept.clear()
  kept.set(id, value)
  return value
}

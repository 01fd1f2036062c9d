import type { ObjectId, Ulid } from '../../../shared/change.ts'
import type { Actor } from '../../../shared/commit.ts'
import type { Chain, Link } from './chain.ts'

/** Which commits are asked for; all that is named has to hold. */
export interface LinkQuery {
  /** Only those older than this one. */
  readonly after?: ObjectId | undefined
  readonly actors?: readonly Actor[] | undefined
  readonly conversation?: string | undefined
  readonly turn?: number | undefined
  readonly call?: string | undefined
  readonly variorumId?: string | undefined
  /** Each has to be there, without regard to case. */
  readonly words?: readonly string[] | undefined
  /** A file, or a folder and all in it. */
  readonly path?: string | undefined
}

export interface LastTouch {
  readonly commit: ObjectId
  readonly actor: Actor
  readonly time: string
}

/** HEAD's first-parent chain as it can be asked. Answers in the chain's order, newest first, never by dates. */
export interface Timeline {
  links(query: LinkQuery): Iterable<Link>
  /** The newest commit that takes this one back and is not taken back itself; null when there is none. */
  undoneBy(link: Link): Ulid | null
  /** These commits as they follow one another, oldest first; those that are not in the chain come first. */
  inOrder(ids: readonly ObjectId[]): readonly ObjectId[]
  /** The newest commit that changed each path; paths of which it is not known are left out. */
  lastTouches(paths: ReadonlySet<string>): ReadonlyMap<string, LastTouch>
}

/** How far back "who last changed this file" is looked for. */
const ATTRIBUTED_COMMITS = 1_000

/** Answers by walking from HEAD: always right, and as slow as the answer is old. */
export class WalkedTimeline implements Timeline {
  readonly #chain: Chain
  readonly #head: ObjectId | null

  constructor(chain: Chain, head: ObjectId | null) {
    this.#chain = chain
    this.#head = head
  }

  *links(query: LinkQuery): Generator<Link> {
    let reached = query.after === undefined
    for (const link of this.#chain.from(this.#head)) {
      if (reached && this.#matches(link, query)) yield link
      if (link.commit === query.after) reached = true
    }
  }

  #matches(link: Link, { actors, conversation, turn, call, variorumId, words, path }: LinkQuery): boolean {
    const { origin } = link
    if (actors !== undefined && !actors.includes(origin.actor)) return false
    if (conversation !== undefined && origin.conversation !== conversation) return false
    if (turn !== undefined && origin.turn !== turn) return false
    if (call !== undefined && origin.call !== call) return false
    if (variorumId !== undefined && link.id !== variorumId) return false
    if (path !== undefined && !this.#chain.touches(link, path)) return false
    if (words === undefined || words.length === 0) return true
    const searchable = this.#chain.searchable(link)
    return words.every((word) => searchable.includes(word.toLowerCase()))
  }

  undoneBy({ commit, id }: Link): Ulid | null {
    const by = new Map<Ulid, Ulid>()
    for (const link of this.#chain.from(this.#head)) {
      // What is itself taken back takes nothing back; it would be newer than what it undoes.
      if (link.id !== null && !by.has(link.id)) for (const undone of link.origin.undoes ?? []) if (!by.has(undone)) by.set(undone, link.id)
      if (link.commit === commit) return id === null ? null : (by.get(id) ?? null)
    }
    return null
  }

  inOrder(ids: readonly ObjectId[]): readonly ObjectId[] {
    const wanted = new Set(ids)
    const found: ObjectId[] = []
    if (wanted.size > 1) for (const { commit } of this.#chain.from(this.#head)) if (wanted.delete(commit) && found.push(commit) > 0 && wanted.size === 0) break
    return [...wanted, ...found.toReversed()]
  }

  lastTouches(paths: ReadonlySet<string>): ReadonlyMap<string, LastTouch> {
    const wanted = new Set(paths)
    const found = new Map<string, LastTouch>()
    let left = ATTRIBUTED_COMMITS
    for (const link of this.#chain.from(this.#head)) {
      if (wanted.size === 0 || left === 0) break
      left -= 1
      for (const { path, from } of this.#chain.changes(link.commit)) for (const each of [path, from ?? path]) if (wanted.delete(each)) found.set(each, { commit: link.commit, actor: link.origin.actor, time: link.time })
    }
    return found
  }
}

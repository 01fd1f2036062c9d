import type { ObjectId, Ulid } from '../../../shared/change.ts'
import type { Actor } from '../../../shared/commit.ts'
import { undoneBy } from '../../../shared/undo.ts'
import { TimeSlice } from '../../disk/yield.ts'
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
  /** Told each commit that was looked at and is none of them; false: look no further. What knows without looking tells nothing. */
  readonly passed?: ((commit: ObjectId) => boolean) | undefined
}

export interface LastTouch {
  readonly commit: ObjectId
  readonly actor: Actor
  readonly time: string
}

/** HEAD's first-parent chain as it can be asked. Answers in the chain's order, newest first, never by dates. What has to look for its answer breathes meanwhile. */
export interface Timeline {
  links(query: LinkQuery): Iterable<Link> | AsyncIterable<Link>
  /** The newest commit that takes this one back and is not taken back itself; null when there is none. */
  undoneBy(link: Link): Ulid | null | Promise<Ulid | null>
  /** These commits as they follow one another, oldest first; those that are not in the chain come first. */
  inOrder(ids: readonly ObjectId[]): readonly ObjectId[] | Promise<readonly ObjectId[]>
  /** The newest commit that changed each path; paths of which it is not known are left out. */
  lastTouches(paths: ReadonlySet<string>): ReadonlyMap<string, LastTouch> | Promise<ReadonlyMap<string, LastTouch>>
}

/** How far back "who last changed this file" is looked for. */
const ATTRIBUTED_COMMITS = 1_000

/** Answers by walking from HEAD: always right, and as slow as the answer is old. What it read on the way it remembers. */
export class WalkedTimeline implements Timeline {
  readonly #chain: Chain
  readonly head: ObjectId | null
  readonly #undoers: Undoers
  #touches: ReadonlyMap<string, LastTouch> | null = null

  constructor(chain: Chain, head: ObjectId | null) {
    this.#chain = chain
    this.head = head
    this.#undoers = new Undoers(chain.from(head))
  }

  async *links(query: LinkQuery): AsyncGenerator<Link> {
    // Whoever goes on after a commit has it from a page of this chain.
    const start = query.after === undefined ? this.head : this.#chain.link(query.after).parent
    const slice = new TimeSlice()
    for (const link of this.#chain.from(start)) {
      if (slice.isOver) await slice.yield()
      if (this.#matches(link, query)) yield link
      else if (query.passed?.(link.commit) === false) return
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

  undoneBy(link: Link): Promise<Ulid | null> {
    return this.#undoers.undoneBy(link)
  }

  async inOrder(ids: readonly ObjectId[]): Promise<readonly ObjectId[]> {
    const wanted = new Set(ids)
    const found: ObjectId[] = []
    const slice = new TimeSlice()
    if (wanted.size > 1) {
      for (const { commit } of this.#chain.from(this.head)) {
        if (wanted.delete(commit)) found.push(commit)
        if (wanted.size === 0) break
        if (slice.isOver) await slice.yield()
      }
    }
    return [...wanted, ...found.toReversed()]
  }

  async lastTouches(paths: ReadonlySet<string>): Promise<ReadonlyMap<string, LastTouch>> {
    this.#touches ??= await this.#readTouches()
    return new Map([...this.#touches].filter(([path]) => paths.has(path)))
  }

  async #readTouches(): Promise<ReadonlyMap<string, LastTouch>> {
    const found = new Map<string, LastTouch>()
    const slice = new TimeSlice()
    let left = ATTRIBUTED_COMMITS
    for (const link of this.#chain.from(this.head)) {
      if (left === 0) break
      left -= 1
      if (slice.isOver) await slice.yield()
      for (const { path, from } of this.#chain.changes(link.commit)) {
        for (const each of [path, from ?? path])
          if (!found.has(each)) found.set(each, { commit: link.commit, actor: link.origin.actor, time: link.time })
      }
    }
    return found
  }
}

/** Which commits undo which, read from the newest commit on, as far as it was asked for. */
class Undoers {
  readonly #ahead: Iterator<Link>
  readonly #read = new Set<ObjectId>()
  /** Newest first. */
  readonly #undoers = new Map<Ulid, Ulid[]>()

  constructor(newestFirst: Iterable<Link>) {
    this.#ahead = newestFirst[Symbol.iterator]()
  }

  /** An undo is newer than what it undoes, so everything down to the commit is read. */
  async undoneBy({ commit, id }: Link): Promise<Ulid | null> {
    if (id === null) return null
    const slice = new TimeSlice()
    while (!this.#read.has(commit)) {
      const next = this.#ahead.next()
      if (next.done === true) break
      this.#note(next.value)
      if (slice.isOver) await slice.yield()
    }
    return undoneBy(id, (each) => this.#undoers.get(each) ?? [])
  }

  #note({ commit, id, origin }: Link): void {
    this.#read.add(commit)
    if (id === null) return
    for (const undone of origin.undoes ?? []) this.#undoers.set(undone, [...(this.#undoers.get(undone) ?? []), id])
  }
}

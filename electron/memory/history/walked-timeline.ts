import type { ObjectId, Ulid } from '../../../shared/change.ts'
import { leastTrusted } from '../../../shared/origin.ts'
import { undoneBy } from '../../../shared/undo.ts'
import { TimeSlice } from '../../disk/yield.ts'
import type { Chain, ChainEntry } from './chain.ts'
import { matchesText, termsOf } from './matches-text.ts'
import {
  noteNames,
  type Names,
  type NameSource,
  type ChangedText,
  type LastEdit,
  type Timeline,
  type TimelineQuery,
} from './timeline.ts'

/** The newest commits searched for the last edit of each file. */
const MAX_EDIT_COMMITS = 1_000

/** Answers by walking from HEAD: always right, and the slower the older the answer. Caches what it reads on the way. */
export class WalkedTimeline implements Timeline {
  readonly #chain: Chain
  readonly head: ObjectId | null
  readonly #undoers: Undoers
  #lastEdits: ReadonlyMap<string, LastEdit> | null = null
  /** The last range of commits that was asked for. */
  #lastSpan: { readonly from: ObjectId; readonly to: ObjectId; readonly commits: readonly ObjectId[] } | null = null

  constructor(chain: Chain, head: ObjectId | null) {
    this.#chain = chain
    this.head = head
    this.#undoers = new Undoers(chain.from(head))
  }

  async *entries(query: TimelineQuery): AsyncGenerator<ChainEntry> {
    // The caller has this commit from an earlier page of this chain.
    const start = query.after === undefined ? this.head : this.#chain.entry(query.after).parent
    const slice = new TimeSlice()
    for (const entry of this.#chain.from(start)) {
      if (slice.isOver) await slice.yield()
      if (this.#matches(entry, query) && (await this.#matchesText(entry, query))) yield entry
      else if (query.onSkipped?.(entry.commit) === false) return
    }
  }

  fromOldest(): null {
    return null
  }

  #matches(entry: ChainEntry, query: TimelineQuery): boolean {
    const { actors, verbs, lineages, conversation, client, turn, call, variorumId, path, from, to } = query
    const { origin } = entry
    if (actors?.includes(origin.actor) === false) return false
    if (verbs?.includes(origin.verb) === false) return false
    if (lineages?.includes(origin.lineage) === false) return false
    if (conversation !== undefined && origin.conversation !== conversation) return false
    if (client !== undefined && origin.client !== client) return false
    if (turn !== undefined && origin.turn !== turn) return false
    if (call !== undefined && origin.call !== call) return false
    if (variorumId !== undefined && entry.id !== variorumId) return false
    if (from !== undefined && Date.parse(entry.time) < Date.parse(from)) return false
    if (to !== undefined && Date.parse(entry.time) >= Date.parse(to)) return false
    return path === undefined || this.#chain.touches(entry, path)
  }

  async #matchesText(entry: ChainEntry, query: TimelineQuery): Promise<boolean> {
    const terms = termsOf(query)
    return terms === null || matchesText(terms, this.#chain.about(entry), this.changedTexts(entry))
  }

  *changedTexts({ commit }: ChainEntry): Generator<ChangedText> {
    for (const change of this.#chain.changes(commit)) yield { path: change.path, text: this.#chain.changedText(change) }
  }

  async firstWith(): Promise<null> {
    return null
  }

  async distance(from: ObjectId, to: ObjectId): Promise<number | null> {
    const between = await this.#between(from, to)
    return between === null || between.length === 0 ? null : between.length
  }

  async after(from: ObjectId, to: ObjectId, steps: number): Promise<ChainEntry | null> {
    if (steps === 0) return this.#chain.entry(from)
    const id = (await this.#between(from, to))?.at(-steps)
    return id === undefined ? null : this.#chain.entry(id)
  }

  /** The commits after `from` up to `to`, newest first; null if `from` is not older. */
  async #between(from: ObjectId, to: ObjectId): Promise<readonly ObjectId[] | null> {
    if (this.#lastSpan?.from === from && this.#lastSpan.to === to) return this.#lastSpan.commits
    const commits: ObjectId[] = []
    const slice = new TimeSlice()
    for (const { commit } of this.#chain.from(to)) {
      if (commit === from) {
        this.#lastSpan = { from, to, commits }
        return commits
      }
      commits.push(commit)
      if (slice.isOver) await slice.yield()
    }
    return null
  }

  undoneBy(entry: ChainEntry): Promise<Ulid | null> {
    return this.#undoers.undoneBy(entry)
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

  async lastEdits(paths: ReadonlySet<string>): Promise<ReadonlyMap<string, LastEdit>> {
    this.#lastEdits ??= await this.#readLastEdits()
    return new Map([...this.#lastEdits].filter(([path]) => paths.has(path)))
  }

  async namesFrom(isMeant: (source: NameSource) => boolean): Promise<Names> {
    const names = new Map<string, NameSource>()
    const slice = new TimeSlice()
    // Commits of one kind that follow each other, newest first, are compared as one.
    let run: ChainEntry[] = []
    const end = (): void => {
      noteAdded(this.#chain, run, names)
      run = []
    }
    for (const entry of this.#chain.from(this.head)) {
      if (isMeant(sourceOf(entry))) run.push(entry)
      else end()
      if (slice.isOver) await slice.yield()
    }
    end()
    return names
  }

  async #readLastEdits(): Promise<ReadonlyMap<string, LastEdit>> {
    const found = new Map<string, LastEdit>()
    const slice = new TimeSlice()
    let left = MAX_EDIT_COMMITS
    for (const entry of this.#chain.from(this.head)) {
      if (left === 0) break
      left -= 1
      if (slice.isOver) await slice.yield()
      for (const { path, from } of this.#chain.changes(entry.commit)) {
        for (const each of [path, from ?? path])
          if (!found.has(each)) found.set(each, { commit: entry.commit, actor: entry.origin.actor, time: entry.time })
      }
    }
    return found
  }
}

/** Which commits undo which, read lazily from the newest commit on. */
class Undoers {
  readonly #unread: Iterator<ChainEntry>
  readonly #read = new Set<ObjectId>()
  /** Newest first. */
  readonly #undoers = new Map<Ulid, Ulid[]>()

  constructor(newestFirst: Iterable<ChainEntry>) {
    this.#unread = newestFirst[Symbol.iterator]()
  }

  /** An undo is newer than what it undoes, so everything down to the commit is read. */
  async undoneBy({ commit, id }: ChainEntry): Promise<Ulid | null> {
    if (id === null) return null
    const slice = new TimeSlice()
    while (!this.#read.has(commit)) {
      const next = this.#unread.next()
      if (next.done === true) break
      this.#note(next.value)
      if (slice.isOver) await slice.yield()
    }
    return undoneBy(id, (each) => this.#undoers.get(each) ?? [])
  }

  #note({ commit, id, origin }: ChainEntry): void {
    this.#read.add(commit)
    if (id === null) return
    for (const undone of origin.undoes ?? []) this.#undoers.set(undone, [...(this.#undoers.get(undone) ?? []), id])
  }
}

/** What a commit says of the names that it brings. */
export function sourceOf({ commit, origin: { actor, lineage } }: ChainEntry): NameSource {
  return { commit, actor, lineage }
}

/** Notes the paths that commits added together, newest first. What one of them added and another removed is not there. */
export function noteAdded(chain: Chain, run: readonly ChainEntry[], names: Map<string, NameSource>): void {
  const [newest, oldest] = [run[0], run.at(-1)]
  if (newest === undefined || oldest === undefined) return
  const lineage = leastTrusted(run.map(({ origin }) => origin.lineage))
  const source = { ...sourceOf(run.find(({ origin }) => origin.lineage === lineage) ?? newest), lineage }
  for (const path of chain.pathsSince(chain.treeBefore(oldest), newest)) noteNames(names, path, source)
}

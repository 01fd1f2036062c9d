import { Buffer } from 'node:buffer'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { ObjectId, Ulid, type Change } from '../../shared/change.ts'
import { CHANGES_SHOWN, type Commit, type CommitRef, type CountedChange, type Origin, type PointRef } from '../../shared/commit.ts'
import { HistoryQuery, type Apparatus, type Comparison, type HistoryPage, type TreeFile } from '../../shared/memory.ts'
import { apparatusOf, type FileVersion } from './apparatus.ts'
import { countChange, pairRenames } from './changes.ts'
import { unlessMissing } from './durable-files.ts'
import { commitTime, readMessage, type ReadMessage } from './message.ts'
import { findPoint } from './points.ts'
import { readHead } from './refs.ts'
import type { Repository } from './repository.ts'
import { StoreError, type LastChange } from './store-interface.ts'
import { linesOf, textOf } from './text.ts'
import type { Difference, TreeFileEntry } from './tree.ts'

/** A commit of the first-parent chain, its message read. */
interface Link extends ReadMessage {
  readonly commit: ObjectId
  readonly tree: ObjectId
  readonly parent: ObjectId | null
  readonly time: string
  readonly author: string
}

/** How far back "who last changed this file" and a file's readings are looked for. */
const ATTRIBUTED_COMMITS = 5_000
const READ_VERSIONS = 500

/**
 * The timeline: HEAD's first-parent chain, read as far as it is asked for. Everything in here is derived from
 * git and may be thrown away; commits never change, so what was read of one is kept.
 */
export class History {
  readonly #repo: Repository
  readonly #links = new Map<ObjectId, Link>()
  readonly #changes = new Map<ObjectId, readonly Change[]>()
  readonly #counted = new Map<ObjectId, { readonly changes: readonly CountedChange[]; readonly count: number }>()
  #written: { readonly size: number; readonly ids: Set<string> } = { size: 0, ids: new Set() }

  constructor(repo: Repository) {
    this.#repo = repo
  }

  async head(): Promise<ObjectId | null> {
    return (await readHead(this.#repo.gitdir)).commit
  }

  async treeOf(commit: ObjectId): Promise<ObjectId> {
    return (await this.#link(commit)).tree
  }

  /** The chain from a commit back to the beginning. */
  async *#chain(from: ObjectId | null): AsyncGenerator<Link> {
    for (let id = from; id !== null; ) {
      const link = await this.#link(id)
      yield link
      id = link.parent
    }
  }

  async #link(id: ObjectId): Promise<Link> {
    const known = this.#links.get(id)
    if (known !== undefined) return known
    const raw = await this.#repo.objects.readCommit(id)
    const message = readMessage(raw.message)
    const link: Link = { ...message, commit: id, tree: raw.tree, parent: raw.parents[0] ?? null, time: commitTime(raw), author: raw.author.name }
    this.#links.set(id, link)
    return link
  }

  async page(input: HistoryQuery): Promise<HistoryPage> {
    const query = HistoryQuery.parse(input)
    const undone = new Undone()
    const commits: Commit[] = []
    let reached = query.after === undefined
    for await (const link of this.#chain(await this.head())) {
      undone.pass(link)
      if (reached && (await this.#matches(link, query))) {
        if (commits.length === query.limit) return { commits, next: commits.at(-1)?.id ?? null }
        commits.push(await this.#describe(link, undone.by(link)))
      }
      if (link.commit === query.after) reached = true
    }
    return { commits, next: null }
  }

  async #matches(link: Link, { actors, conversation, words, path }: ReturnType<typeof HistoryQuery.parse>): Promise<boolean> {
    if (actors !== undefined && !actors.includes(link.origin.actor)) return false
    if (conversation !== undefined && link.origin.conversation !== conversation) return false
    if (words !== undefined && !words.toLowerCase().split(/\s+/).every((word) => link.searchable.includes(word))) return false
    return path === undefined || this.#touches(link, path)
  }

  async #touches(link: Link, path: string): Promise<boolean> {
    const [now, before] = [await this.#repo.trees.at(link.tree, path), await this.#parentAt(link, path)]
    return now?.id !== before?.id || now?.mode !== before?.mode
  }

  async #parentAt(link: Link, path: string): Promise<{ readonly id: ObjectId; readonly mode: string } | null> {
    return link.parent === null ? null : this.#repo.trees.at((await this.#link(link.parent)).tree, path)
  }

  /** Finds what a person or a door names: a restore point, an id, a unique prefix, a Variorum-Id. Throws `unknown-commit`. */
  async resolve(ref: PointRef): Promise<ObjectId> {
    const named = await findPoint(this.#repo, ref)
    if (named !== null) return named
    const unknown = new StoreError('unknown-commit', `There is no commit or restore point ${ref} in this store.`)
    if (Ulid.safeParse(ref).success) {
      for await (const link of this.#chain(await this.head())) if (link.id === ref) return link.commit
      throw unknown
    }
    const id = ObjectId.safeParse(ref.toLowerCase()).data ?? (await this.#expand(ref.toLowerCase()))
    if (id === null) throw unknown
    const { type } = await this.#repo.objects.read(id).catch((cause: unknown) => {
      throw new StoreError('unknown-commit', unknown.message, { cause })
    })
    if (type !== 'commit') throw unknown
    return id
  }

  /** What lies between two trees below a path, renames paired and lines counted. */
  async compare(from: ObjectId, to: ObjectId, differences: readonly Difference[]): Promise<Comparison> {
    const all = pairRenames(differences)
    const changes: CountedChange[] = []
    for (const change of all.slice(0, CHANGES_SHOWN)) changes.push(await countChange(this.#repo, change))
    return { from, to, changes, changeCount: all.length }
  }

  /** Where files and folders begin with the same digits as one commit of this history, the commit is meant. */
  async #expand(prefix: string): Promise<ObjectId | null> {
    try {
      return await this.#repo.objects.expand(prefix)
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'ambiguous-commit') throw error
      const found: ObjectId[] = []
      for await (const { commit } of this.#chain(await this.head())) if (commit.startsWith(prefix)) found.push(commit)
      if (found.length === 1) return found[0] ?? null
      throw error
    }
  }

  /** These commits as they follow one another in HEAD's history, each once; those that are not in it come first. */
  async inOrder(ids: readonly ObjectId[]): Promise<readonly ObjectId[]> {
    const wanted = new Set(ids)
    const found: ObjectId[] = []
    if (wanted.size > 1) for await (const { commit } of this.#chain(await this.head())) if (wanted.delete(commit) && found.push(commit) > 0 && wanted.size === 0) break
    return [...wanted, ...found.toReversed()]
  }

  async commit(ref: CommitRef): Promise<Commit> {
    const id = await this.resolve(ref)
    const undone = new Undone()
    for await (const link of this.#chain(await this.head())) {
      undone.pass(link)
      if (link.commit === id) return this.#describe(link, undone.by(link))
    }
    return this.#describe(await this.#link(id), null)
  }

  /** A commit that was just made: nothing can have undone it yet. */
  async newest(id: ObjectId): Promise<Commit> {
    return this.#describe(await this.#link(id), null)
  }

  /** Commits of `head`'s chain that came after `known`, oldest first; null when there are too many, or `known` is not in it. */
  async since(known: ObjectId | null, head: ObjectId, most: number): Promise<readonly Commit[] | null> {
    const found: Link[] = []
    for await (const link of this.#chain(head)) {
      if (link.commit === known) return Promise.all(found.toReversed().map((each) => this.#describe(each, null)))
      if (found.push(link) > most) return null
    }
    return known === null ? Promise.all(found.toReversed().map((each) => this.#describe(each, null))) : null
  }

  async ofTurn(conversation: string, turn: number): Promise<readonly Commit[]> {
    const undone = new Undone()
    const found: Commit[] = []
    for await (const link of this.#chain(await this.head())) {
      undone.pass(link)
      if (link.origin.conversation === conversation && link.origin.turn === turn && link.origin.verb !== 'view') found.unshift(await this.#describe(link, undone.by(link)))
    }
    return found
  }

  /** Looks through the newest commits only: an unfinished call is recent. */
  async ofCall(call: string): Promise<Commit | null> {
    let left = 2_000
    for await (const link of this.#chain(await this.head())) {
      if (link.origin.call === call) return this.#describe(link, null)
      left -= 1
      if (left === 0) break
    }
    return null
  }

  async #describe(link: Link, undoneBy: Ulid | null): Promise<Commit> {
    const { changes, count } = await this.#changesOf(link)
    return {
      id: link.commit, variorumId: link.id, parent: link.parent, subject: link.subject, time: link.time, author: link.author,
      origin: link.origin, ours: (await this.#ours()).has(link.commit), changes, changeCount: count, undoneBy,
    }
  }

  /** Every change of a commit against its first parent; sizes are 0 here. */
  async changes(id: ObjectId): Promise<readonly Change[]> {
    const known = this.#changes.get(id)
    if (known !== undefined) return known
    const link = await this.#link(id)
    const before = link.parent === null ? null : (await this.#link(link.parent)).tree
    const changes = pairRenames(await this.#repo.trees.differences(before, link.tree))
    this.#changes.set(id, changes)
    return changes
  }

  async #changesOf(link: Link): Promise<{ readonly changes: readonly CountedChange[]; readonly count: number }> {
    const known = this.#counted.get(link.commit)
    if (known !== undefined) return known
    const all = await this.changes(link.commit)
    const changes: CountedChange[] = []
    for (const change of all.slice(0, CHANGES_SHOWN)) changes.push(await countChange(this.#repo, change))
    const counted = { changes, count: all.length }
    this.#counted.set(link.commit, counted)
    return counted
  }

  /** Which commits this device wrote: their trailers can be believed. */
  async #ours(): Promise<ReadonlySet<string>> {
    const path = nodePath.join(this.#repo.ours, 'written')
    const size = (await unlessMissing(fs.stat(path)))?.size ?? 0
    if (size < this.#written.size) this.#written = { size: 0, ids: new Set() }
    if (size > this.#written.size) {
      // It only ever grows, by whole lines.
      const handle = await fs.open(path, 'r')
      try {
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(size - this.#written.size), 0, size - this.#written.size, this.#written.size)
        for (const line of buffer.toString('latin1', 0, bytesRead).split('\n')) this.#written.ids.add(line)
        this.#written = { size: this.#written.size + bytesRead, ids: this.#written.ids }
      } finally {
        await handle.close()
      }
    }
    return this.#written.ids
  }

  /** Who last changed each of HEAD's files, as far as the newest commits tell. */
  async lastChanges(files: readonly TreeFileEntry[]): Promise<ReadonlyMap<string, TreeFile['last']>> {
    const wanted = new Set(files.map(({ path }) => path))
    const found = new Map<string, TreeFile['last']>()
    let left = ATTRIBUTED_COMMITS
    for await (const link of this.#chain(await this.head())) {
      if (wanted.size === 0 || left === 0) break
      left -= 1
      for (const change of await this.changes(link.commit)) {
        if (wanted.delete(change.path)) found.set(change.path, { commit: link.commit, actor: link.origin.actor, time: link.time })
      }
    }
    return found
  }

  /** See Store.lastChange. */
  async lastChange(path: string): Promise<LastChange | null> {
    const origins: Origin[] = []
    let here = path
    for await (const link of this.#chain(await this.head())) {
      if (!(await this.#touches(link, here))) continue
      const change = (await this.changes(link.commit)).find((each) => each.path === here)
      if (change?.after == null) return null
      origins.push(link.origin)
      if (change.from === undefined) return { after: change.after.id, origins }
      here = change.from
    }
    return null
  }

  /** See Store.apparatus. Renames are followed. */
  async apparatus(file: TreeFileEntry): Promise<Apparatus> {
    const versions: FileVersion[] = []
    let path = file.path
    let complete = true
    for await (const link of this.#chain(await this.head())) {
      if (versions.length === READ_VERSIONS) {
        complete = false
        break
      }
      if (!(await this.#touches(link, path))) continue
      const change = (await this.changes(link.commit)).find((each) => each.path === path)
      // A file that was deleted and brought back goes on where it was.
      if (change === undefined || change.after === null) continue
      versions.unshift(await this.#version(link, change))
      if (change.from !== undefined) path = change.from
    }
    return { path: file.path, blob: file.id, lines: apparatusOf(versions), complete }
  }

  async #version(link: Link, { after }: Change): Promise<FileVersion> {
    const text = after === null ? null : textOf((await this.#repo.objects.read(after.id)).bytes)
    const { actor, conversation, turn } = link.origin
    return { lines: linesOf(text ?? ''), by: { commit: link.commit, actor, time: link.time, conversation: conversation ?? null, turn: turn ?? null } }
  }
}

/** Which commits are taken back, learned while walking from the newest to the oldest: an undo is always newer than what it undoes. */
class Undone {
  readonly #by = new Map<Ulid, Ulid>()

  pass({ id, origin }: Link): void {
    if (id === null || this.#by.has(id)) return
    for (const undone of origin.undoes ?? []) if (!this.#by.has(undone)) this.#by.set(undone, id)
  }

  by({ id }: Link): Ulid | null {
    return id === null ? null : (this.#by.get(id) ?? null)
  }
}

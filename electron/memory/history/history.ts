import { ObjectId, Ulid, type Blob, type Change } from '../../../shared/change.ts'
import {
  bringsBack,
  type Commit,
  type CommitRef,
  type LeadsTo,
  type Origin,
  type PointRef,
} from '../../../shared/commit.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Blame, Comparison, HistoryDay, HistoryPage, HistoryQuery, TreeFile } from '../../../shared/memory.ts'
import { isPolicyPath } from '../../../shared/policies-path.ts'
import { nextRedo, nextUndo, type Undoable } from '../../../shared/undo.ts'
import { decodeText } from '../../disk/utf8.ts'
import { TimeSlice } from '../../disk/yield.ts'
import type { Difference, TreeFileEntry } from '../git/tree.ts'
import { findPoint } from '../repo/points.ts'
import type { Repository } from '../repo/repository.ts'
import type { LastChange } from '../store-interface.ts'
import { blameOf, type FileVersion } from './blame.ts'
import type { Chain, Link } from './chain.ts'
import { countChanges, pairRenames, withSizes } from './changes.ts'
import { daysOf, sumDays, type Days } from './days.ts'
import type { HistoryIndex } from './history-index.ts'
import { pageOf } from './page.ts'
import { linesOf } from './text.ts'
import { WalkedTimeline, type Timeline } from './walked-timeline.ts'

/** How many versions of a file its readings are made of. */
const READ_VERSIONS = 500

/** The history as it is asked for: pages, commits, the readings of a file. Everything in here is derived from git. */
export class History {
  readonly #repo: Repository
  readonly #chain: Chain
  readonly #index: HistoryIndex | null
  #days: Days | null = null
  /** What walking found out since HEAD was last moved. */
  #walked: WalkedTimeline

  /** @param index answers instead of walking wherever it is up to date */
  constructor(repo: Repository, chain: Chain, index: HistoryIndex | null) {
    this.#repo = repo
    this.#chain = chain
    this.#index = index
    this.#walked = new WalkedTimeline(chain, null)
  }

  head(): Promise<ObjectId | null> {
    return this.#chain.head()
  }

  treeOf(commit: ObjectId): ObjectId {
    return this.#chain.link(commit).tree
  }

  /** Asks the index where it is up to date, and walks where it is not, or fails. */
  async #ask<Answer>(question: (timeline: Timeline) => Promise<Answer>): Promise<Answer> {
    const head = await this.head()
    if (head !== null && this.#index !== null) {
      try {
        if (this.#index.catchUp(head)) {
          const answer = await question(this.#index)
          // It may have been forgotten while it was asked.
          if (this.#index.isComplete) return answer
        }
      } catch (error) {
        // What is wrong with the history itself is wrong both ways; else it is the index, which is made anew.
        if (error instanceof AppError) throw error
        this.#index.reset()
      }
    }
    if (this.#walked.head !== head) this.#walked = new WalkedTimeline(this.#chain, head)
    return question(this.#walked)
  }

  async page(query: HistoryQuery): Promise<HistoryPage> {
    const describe = this.#describing()
    return this.#ask(async (timeline) => {
      const { links, next, looked } = await pageOf(timeline, this.#chain, query)
      return {
        commits: await eachAfterTheOther(links, async (link) => describe(link, await timeline.undoneBy(link))),
        next,
        looked,
      }
    })
  }

  /** The days of the whole history, oldest first; null as long as there is no index to tell them. */
  async overview(bytesNow: number): Promise<readonly HistoryDay[] | null> {
    return this.#ask(async (timeline) => {
      if (timeline !== this.#index) return null
      this.#days = await sumDays(timeline.links({}), (link) => this.#grownBy(link), this.#days)
      return this.#days === null ? [] : daysOf(this.#days, bytesNow)
    })
  }

  /** Before its first commit a store has no size to tell; the policies are no memory. */
  #grownBy({ commit, parent }: Link): number {
    if (parent === null) return 0
    const { changes, count } = this.#chain.counted(commit)
    const all =
      changes.length === count
        ? changes.map(({ change }) => change)
        : this.#chain.changes(commit).map((change) => withSizes(this.#repo, change))
    return all
      .filter(({ path }) => !isPolicyPath(path))
      .reduce((sum, { before, after }) => sum + (after?.size ?? 0) - (before?.size ?? 0), 0)
  }

  /** Finds what a person or a door names: a restore point, an id, a unique prefix, a Variorum-Id. Throws `unknown-commit`. */
  async resolve(ref: PointRef): Promise<ObjectId> {
    const full = ObjectId.safeParse(ref.toLowerCase())
    if (full.success && this.#isCommit(full.data)) return full.data
    const named = await findPoint(this.#repo, ref)
    if (named !== null) return named
    const id = Ulid.safeParse(ref).success
      ? (await this.#ask((timeline) => first(timeline.links({ variorumId: ref }))))?.commit
      : await this.#expand(ref.toLowerCase())
    if (id == null || !this.#isCommit(id))
      throw new AppError('unknown-commit', `There is no commit or restore point ${ref} in this store.`)
    return id
  }

  #isCommit(id: ObjectId): boolean {
    try {
      return this.#repo.objects.read(id).type === 'commit'
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  /** What lies between two trees below a path, renames paired and lines counted. */
  compare(from: ObjectId, to: ObjectId, differences: readonly Difference[]): Comparison {
    const { changes, count } = countChanges(this.#repo, pairRenames(differences))
    return { from, to, changes, changeCount: count }
  }

  /** Where files and folders begin with the same digits as one commit of this history, the commit is meant. */
  async #expand(prefix: string): Promise<ObjectId | null> {
    try {
      return this.#repo.objects.expand(prefix)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ambiguous-commit') throw error
      const found: ObjectId[] = []
      for (const { commit } of this.#chain.from(await this.head())) if (commit.startsWith(prefix)) found.push(commit)
      if (found.length === 1) return found[0] ?? null
      throw error
    }
  }

  /** These commits as they follow one another in HEAD's history, each once; those that are not in it come first. */
  async inOrder(ids: readonly ObjectId[]): Promise<readonly ObjectId[]> {
    return this.#ask(async (timeline) => timeline.inOrder(ids))
  }

  async commit(ref: CommitRef): Promise<Commit> {
    const link = this.#chain.link(await this.resolve(ref))
    return this.#describing()(link, await this.#ask(async (timeline) => timeline.undoneBy(link)))
  }

  /** A commit that was just made: nothing can have undone it yet. */
  newest(id: ObjectId): Commit {
    return this.#describing()(this.#chain.link(id), null)
  }

  /** Commits of `head`'s chain that came after `known`, oldest first; null when there are too many, or `known` is not in it. */
  async since(known: ObjectId | null, head: ObjectId, most: number): Promise<readonly Commit[] | null> {
    const found: Link[] = []
    const describe = this.#describing()
    for (const link of this.#chain.from(head)) {
      if (link.commit === known) return found.toReversed().map((each) => describe(each, null))
      if (found.push(link) > most) return null
    }
    return known === null ? found.toReversed().map((each) => describe(each, null)) : null
  }

  async ofTurn(conversation: string, turn: number): Promise<readonly Commit[]> {
    const describe = this.#describing()
    return this.#ask(async (timeline) => {
      const links: Link[] = []
      for await (const link of timeline.links({ conversation, turn })) if (link.origin.verb !== 'view') links.push(link)
      return eachAfterTheOther(links.toReversed(), async (link) => describe(link, await timeline.undoneBy(link)))
    })
  }

  async ofCall(call: string): Promise<Commit | null> {
    const link = await this.#ask((timeline) => first(timeline.links({ call })))
    return link === null ? null : this.#describing()(link, null)
  }

  #describing(): (link: Link, undoneBy: Ulid | null) => Commit {
    // Asked only where it matters: a command that was just done must not fail because a list cannot be read.
    let written: ReadonlySet<ObjectId> | null = null
    const isOurs = (commit: ObjectId): boolean =>
      this.#repo.ahead?.commits.includes(commit) === true || (written ??= this.#repo.ownCommits.ids()).has(commit)
    return (link, undoneBy) => {
      const { changes, count } = this.#chain.counted(link.commit)
      return {
        id: link.commit,
        variorumId: link.id,
        parent: link.parent,
        subject: link.subject,
        time: link.time,
        author: link.author,
        origin: link.origin,
        ours: isOurs(link.commit),
        changes,
        changeCount: count,
        undoneBy,
      }
    }
  }

  /** Every change of a commit against its first parent; sizes are 0 here. */
  changes(id: ObjectId): readonly Change[] {
    return this.#chain.changes(id)
  }

  /** Who last changed each of HEAD's files, as far as it is known. */
  async lastChanges(files: readonly TreeFileEntry[]): Promise<ReadonlyMap<string, TreeFile['last']>> {
    return this.#ask(async (timeline) => timeline.lastTouches(new Set(files.map(({ path }) => path))))
  }

  /** The commits that made a file what it is, newest first, each with its change there (null where it was moved away); renames are followed. */
  async *#versions(
    timeline: Timeline,
    path: string,
  ): AsyncGenerator<{ readonly link: Link; readonly change: Change | null }> {
    let here = path
    for (let after: ObjectId | undefined; ;) {
      let movedFrom: string | undefined
      for await (const link of timeline.links({ path: here, after })) {
        const change = this.changes(link.commit).find((each) => each.path === here) ?? null
        yield { link, change }
        if (change?.from === undefined) continue
        movedFrom = change.from
        after = link.commit
        break
      }
      if (movedFrom === undefined) return
      here = movedFrom
    }
  }

  /** The commit that Undo takes back next; null when there is none. */
  nextUndo(): Promise<ObjectId | null> {
    return this.#ask(async (timeline) => {
      const next = await nextUndo(this.#undoables(timeline), ({ link }) => isUndone(timeline, link))
      return next?.link.commit ?? null
    })
  }

  /** The undo that Redo takes back next; null when there is none. */
  nextRedo(): Promise<ObjectId | null> {
    return this.#ask(async (timeline) => {
      const isUndo = async (id: Ulid): Promise<boolean> =>
        ((await first(timeline.links({ variorumId: id })))?.origin.undoes?.length ?? 0) > 0
      const next = await nextRedo(this.#undoables(timeline), ({ link }) => isUndone(timeline, link), isUndo)
      return next?.link.commit ?? null
    })
  }

  async *#undoables(timeline: Timeline): AsyncGenerator<Undoable & { readonly link: Link }> {
    for await (const link of timeline.links({})) {
      const { id, commit, origin } = link
      yield { link, id, undoes: origin.undoes ?? [], changesFiles: this.changes(commit).length > 0 }
    }
  }

  /** Which earlier state a commit that changed one file brought it back to; null where it changed several, or removed or renamed one. */
  leadsTo(commit: ObjectId): Promise<LeadsTo | null> {
    return this.#ask(async (timeline) => {
      const [change, ...more] = this.changes(commit)
      if (change === undefined || more.length > 0 || change.after === null || change.from !== undefined) return null
      const written = await this.#writtenBefore(timeline, commit, { path: change.path, blob: change.after.id })
      return { path: change.path, since: written?.time ?? null }
    })
  }

  /** The newest commit before `after` that wrote this version of a file itself, rather than bringing it back. */
  async #writtenBefore(
    timeline: Timeline,
    after: ObjectId,
    { path, blob }: { readonly path: string; readonly blob: ObjectId },
  ): Promise<Link | null> {
    let looked = 0
    for await (const link of timeline.links({ path, after })) {
      const change = this.changes(link.commit).find((each) => each.path === path)
      if (change?.after?.id === blob && !bringsBack(link.origin.verb)) return link
      looked += 1
      if (looked === READ_VERSIONS) return null
    }
    return null
  }

  /** See Store.lastChange. */
  async lastChange(path: string): Promise<LastChange | null> {
    return this.#ask(async (timeline) => {
      const origins: Origin[] = []
      for await (const { link, change } of this.#versions(timeline, path)) {
        if (change?.after == null) return null
        origins.push(link.origin)
        if (change.from !== undefined) continue
        const { id } = change.after
        // Bringing a text back makes it no more trustworthy than it was.
        const written = bringsBack(link.origin.verb)
          ? await this.#writtenBefore(timeline, link.commit, { path: change.path, blob: id })
          : null
        return { after: id, origins: written === null ? origins : [...origins, written.origin] }
      }
      return null
    })
  }

  /** See Store.blame. */
  async blame(file: TreeFileEntry): Promise<Blame> {
    return this.#ask(async (timeline) => {
      const versions: FileVersion[] = []
      for await (const { link, change } of this.#versions(timeline, file.path)) {
        if (versions.length === READ_VERSIONS)
          return { path: file.path, blob: file.id, lines: blameOf(versions), complete: false }
        // A file that was deleted and brought back continues where it was.
        if (change?.after != null) versions.unshift(this.#version(link, change.after))
      }
      return { path: file.path, blob: file.id, lines: blameOf(versions), complete: true }
    })
  }

  #version(link: Link, after: Blob): FileVersion {
    const { actor, verb, conversation, turn } = link.origin
    return {
      id: after.id,
      isBroughtBack: bringsBack(verb),
      lines: linesOf(decodeText(this.#repo.objects.read(after.id).bytes) ?? ''),
      by: { commit: link.commit, actor, time: link.time, conversation: conversation ?? null, turn: turn ?? null },
    }
  }
}

async function isUndone(timeline: Timeline, link: Link): Promise<boolean> {
  return (await timeline.undoneBy(link)) !== null
}

async function first<T>(found: Iterable<T> | AsyncIterable<T>): Promise<T | null> {
  for await (const each of found) return each
  return null
}

async function eachAfterTheOther<From, To>(
  all: readonly From[],
  work: (each: From) => Promise<To>,
): Promise<readonly To[]> {
  const slice = new TimeSlice()
  const done: To[] = []
  for (const each of all) {
    done.push(await work(each))
    if (slice.isOver) await slice.yield()
  }
  return done
}

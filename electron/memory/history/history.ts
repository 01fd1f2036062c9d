import { ObjectId, Ulid, type Change } from '../../../shared/change.ts'
import { type Commit, type PointRef } from '../../../shared/commit.ts'
import { AppError } from '../../../shared/errors.ts'
import type {
  Between,
  Comparison,
  HistoryOverview,
  HistoryPage,
  HistoryQuery,
  TreeFile,
} from '../../../shared/memory.ts'
import { say } from '../../../shared/messages/say.ts'
import { type Lineage, unverified } from '../../../shared/origin.ts'
import { phraseOf } from '../../../shared/phrase.ts'
import type { ChangesSince } from '../../../shared/review.ts'
import { mapInTurn } from '../../disk/yield.ts'
import type { Difference, TreeFileEntry } from '../git/tree.ts'
import { countChanges, pairRenames } from '../repo/changes.ts'
import { findPoint } from '../repo/points.ts'
import type { Repository } from '../repo/repository.ts'
import type { LineRange } from '../store-interface.ts'
import type { Chain, ChainEntry } from './chain.ts'
import { isLocked } from './derived-database.ts'
import { FileHistory } from './file-history.ts'
import { type Read, viewsIn } from './file-use.ts'
import type { HistoryIndex } from './history-index.ts'
import { Lineages } from './lineages.ts'
import { linesFound, pageOf } from './page.ts'
import { commitOfRef, momentAfter, stepsOf, walkSteps } from './revision.ts'
import { SinceLook } from './since-look.ts'
import type { LastEdit, Timeline, TimelineQuery } from './timeline.ts'
import { UndoHistory } from './undo-history.ts'
import { WalkedTimeline } from './walked-timeline.ts'

/** What a command of the agent asks must not wait until the changes of many commits are counted: so many, and no more. */
const FOR_A_COMMAND = 3

/** Answers questions about the history: pages, commits, the blame of a file. Everything in here is derived from git. */
export class History {
  readonly #repo: Repository
  readonly #chain: Chain
  readonly #index: HistoryIndex | null
  readonly #sinceLook: SinceLook
  #lineages: Lineages
  /** What walking has found since HEAD last moved. */
  #walked: WalkedTimeline

  /** @param index answers instead of walking whenever it is up to date */
  constructor(repo: Repository, chain: Chain, index: HistoryIndex | null) {
    this.#repo = repo
    this.#chain = chain
    this.#index = index
    this.#sinceLook = new SinceLook(repo, chain)
    this.#lineages = new Lineages(repo, chain)
    this.#walked = new WalkedTimeline(chain, null)
  }

  head(): Promise<ObjectId | null> {
    return this.#chain.head()
  }

  /** The origins of more or fewer commits are believed than before. */
  trustChanged = (): void => void (this.#lineages = new Lineages(this.#repo, this.#chain))

  treeOf(commit: ObjectId): ObjectId {
    return this.#chain.entry(commit).tree
  }

  /**
   * Asks the index if it is up to date; walks if it isn't, or fails.
   * @param atMost commits that may be indexed for it at once; left out, as many as for a page of the timeline
   */
  async #ask<Answer>(question: (timeline: Timeline) => Promise<Answer>, atMost?: number): Promise<Answer> {
    const head = await this.head()
    if (head !== null && this.#index !== null) {
      try {
        if (this.#index.catchUp(head, atMost)) {
          const answer = await question(this.#index)
          // It may have been reset while it was asked.
          if (this.#index.isComplete) return answer
        }
      } catch (error) {
        // Damage of the history itself is an AppError, and walking would meet it, too.
        if (error instanceof AppError) throw error
        // Anything else comes from the index: a damaged file, or a full disk. It is deleted, and nothing is lost, since
        // walking gives the same answers; the store's status shows that there is no index until it is rebuilt. The
        // error is not kept, because nobody could act on it. If it was not the index's after all, walking rethrows it.
        if (!isLocked(error)) this.#index.reset()
      }
    }
    if (this.#walked.head !== head) this.#walked = new WalkedTimeline(this.#chain, head)
    return question(this.#walked)
  }

  page(query: HistoryQuery): Promise<HistoryPage> {
    const describe = this.#describer()
    return this.#ask(async (timeline) => {
      const { entries, next, examined } = await pageOf(timeline, this.#chain, query)
      const phrase = phraseOf(query.changed ?? '')
      const first = phrase === '' || query.after !== undefined ? null : await timeline.firstWith(phrase)
      return {
        commits: await mapInTurn(entries, async (entry) => describe(entry, await timeline.undoneBy(entry))),
        ...(phrase !== '' && { found: await mapInTurn(entries, async (entry) => linesFound(timeline, entry, phrase)) }),
        ...(first !== null && { first: describe(first, await timeline.undoneBy(first)) }),
        next,
        looked: examined,
      }
    })
  }

  /** See Store.overview. */
  overview(): Promise<HistoryOverview | null> {
    return this.#ask(async (timeline) => (timeline === this.#index ? this.#index.overview() : null))
  }

  /**
   * Finds the commit that somebody names: by its id, a restore point, its Variorum-Id or a unique prefix of its id; as
   * git does, by HEAD, a branch or a tag, also with steps ("HEAD~3"); or as the newest one of a day or before. What an
   * earlier form names wins, so that no ref of a folder stands for an id that was printed. Throws `unknown-commit`.
   */
  async resolve(ref: PointRef): Promise<ObjectId> {
    const whole = await this.#named(ref)
    const { name, steps } = stepsOf(ref)
    const from = whole === null && steps.length > 0 ? await this.#named(name) : null
    const commit = from === null ? whole : walkSteps(this.#repo, from, steps)
    if (commit === null)
      throw new AppError('unknown-commit', say(momentAfter(name) === null ? 'unknown-point' : 'no-commit-yet', { ref }))
    return commit
  }

  async #named(ref: string): Promise<ObjectId | null> {
    const full = ObjectId.safeParse(ref.toLowerCase())
    if (full.success && this.#isCommit(full.data)) return full.data
    const point = await findPoint(this.#repo, ref)
    if (point !== null) return point
    if (Ulid.safeParse(ref).success) return this.#newest({ variorumId: ref })
    const id = await this.#expand(ref.toLowerCase())
    if (id !== null) return this.#isCommit(id) ? id : null
    if (ref === 'HEAD' || ref === '@') return this.head()
    const until = momentAfter(ref)
    return (await commitOfRef(this.#repo, ref)) ?? (until && this.#newest({ to: until.toISOString() }))
  }

  async #newest(query: TimelineQuery): Promise<ObjectId | null> {
    return (await this.#ask((timeline) => first(timeline.entries(query))))?.commit ?? null
  }

  #isCommit(id: ObjectId): boolean {
    try {
      return this.#repo.objects.read(id).type === 'commit'
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  /** The comparison of two trees by their differences, with renames paired and lines counted. */
  compare(from: ObjectId, to: ObjectId, differences: readonly Difference[]): Comparison {
    const { changes, count } = countChanges(this.#repo.objects, pairRenames(differences))
    return { from, to, changes, changeCount: count }
  }

  /** What these changes of the present state would do; their versions may be proposed ones. */
  preview(head: ObjectId, proposed: readonly Change[]): Comparison {
    const { changes, count } = countChanges(this.#repo.proposed, proposed)
    return { from: head, to: head, changes, changeCount: count }
  }

  /** See Store.between. */
  between(from: ObjectId, to: ObjectId, at: number): Promise<Between | null> {
    return this.#ask(async (timeline) => {
      const count = await timeline.distance(from, to)
      if (count === null) return null
      const entry = await timeline.after(from, to, Math.min(at, count))
      return entry === null ? null : { count, commit: this.#describer()(entry, await timeline.undoneBy(entry)) }
    })
  }

  /** Expands a prefix. If files or folders share it with exactly one commit of this history, it means the commit. */
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

  async commit(ref: PointRef): Promise<Commit> {
    const entry = this.#chain.entry(await this.resolve(ref))
    return this.#describer()(entry, await this.#ask(async (timeline) => timeline.undoneBy(entry)))
  }

  /** A commit that was just made, so that nothing can have undone it yet. */
  newest(id: ObjectId): Commit {
    return this.#describer()(this.#chain.entry(id), null)
  }

  /** Commits after `known` up to `head`, oldest first; null if they are more than `max`, or `head` is not after it. */
  since(known: ObjectId | null, head: ObjectId, max: number): readonly Commit[] | null {
    const found: ChainEntry[] = []
    const describe = this.#describer()
    for (const entry of this.#chain.from(head)) {
      if (entry.commit === known) return found.toReversed().map((each) => describe(each, null))
      if (found.push(entry) > max) return null
    }
    return known === null ? found.toReversed().map((each) => describe(each, null)) : null
  }

  /** What can be undone and redone. */
  undoing<Answer>(question: (history: UndoHistory) => Promise<Answer>): Promise<Answer> {
    return this.#ask((timeline) => question(new UndoHistory(this.#chain, timeline)))
  }

  ofTurn(conversation: string, turn: number): Promise<readonly Commit[]> {
    const describe = this.#describer()
    return this.#ask(async (timeline) => {
      const entries: ChainEntry[] = []
      for await (const entry of timeline.entries({ conversation, turn }))
        if (entry.origin.verb !== 'view') entries.push(entry)
      return mapInTurn(entries.toReversed(), async (entry) => describe(entry, await timeline.undoneBy(entry)))
    })
  }

  async ofCall(call: string): Promise<Commit | null> {
    const entry = await this.#ask((timeline) => first(timeline.entries({ call })))
    return entry === null ? null : this.#describer()(entry, null)
  }

  /** The commits that record reads; null while the index of a long history is not up to date. */
  views(): Promise<readonly Read[] | null> {
    return this.#ask(async (timeline) =>
      this.#index === null || timeline === this.#index ? viewsIn(timeline.entries({ verbs: ['view'] })) : null,
    )
  }

  #describer(): (entry: ChainEntry, undoneBy: Ulid | null) => Commit {
    const isOurs = this.#repo.ownership()
    return (entry, undoneBy) => {
      const { changes, count } = this.#chain.counted(entry.commit)
      return {
        id: entry.commit,
        variorumId: entry.id,
        parent: entry.parent,
        subject: entry.subject,
        named: entry.named,
        time: entry.time,
        author: entry.author,
        origin: entry.origin,
        ours: isOurs(entry.commit),
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

  /** The last edit of each of these files of HEAD, as far as known. */
  async lastChanges(files: readonly TreeFileEntry[]): Promise<ReadonlyMap<string, TreeFile['last']>> {
    const edits = await this.#ask(async (timeline) => timeline.lastEdits(new Set(files.map(({ path }) => path))))
    const isOwn = this.#repo.ownership()
    const believed = (last: LastEdit): LastEdit =>
      isOwn(last.commit) ? last : { ...last, actor: unverified({ actor: last.actor, lineage: 'outside' }).actor }
    return new Map([...edits].map(([path, last]) => [path, believed(last)]))
  }

  /** See Store.lineageOfLines. */
  lineageOfLines(file: TreeFileEntry, lines: LineRange): Promise<Lineage> {
    return this.ofFiles((files) => this.#lineages.ofLines(files, file, lines), FOR_A_COMMAND)
  }

  /** See Store.lineageOfNames. */
  lineageOfNames(paths: readonly string[]): Promise<Lineage> {
    return this.#ask(async (timeline) => this.#lineages.ofNames(timeline, await this.head(), paths), FOR_A_COMMAND)
  }

  /** See Store.changesSince. */
  async changesSince(since: ObjectId | null): Promise<ChangesSince> {
    return this.#sinceLook.changes(since, await this.head())
  }

  /** Where the content of single files comes from. */
  ofFiles<Answer>(question: (files: FileHistory) => Promise<Answer>, atMost?: number): Promise<Answer> {
    return this.#ask((timeline) => question(new FileHistory(this.#repo, this.#chain, timeline)), atMost)
  }
}

async function first<T>(values: Iterable<T> | AsyncIterable<T>): Promise<T | null> {
  for await (const value of values) return value
  return null
}

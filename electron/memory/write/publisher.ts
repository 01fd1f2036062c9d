import { setTimeout as delay } from 'node:timers/promises'
import { makeFolderNow } from '../../disk/by-handle.ts'
import type { StatData } from '../../disk/exact-stat.ts'
import type { GitLock } from '../git/git-lock.ts'
import { A_GIT_COMMAND, gitBusy, isGcRunning, restOfGit, unfinishedOperation } from '../repo/git-state.ts'
import type { JournalEntry } from '../repo/journal-record.ts'
import type { Repository } from '../repo/repository.ts'
import { branchUpdateOf, type Batch, type Cut } from './batch.ts'
import { errorOf } from './failure.ts'
import { GitTurns } from './git-turns.ts'
import { DroppedCommands, keepCommands } from './kept-commands.ts'
import { PublicationThread } from './publication-thread.ts'
import type { Published } from './publication.ts'
import { Retirement } from './retirement.ts'

const GIT_PATIENCE_MS = 5_000
/** Longer waiting would keep git's index locked for as long as a gc runs. */
const GC_PATIENCE_MS = 1_000
const GC_POLL_MS = 10

/**
 * Publishes acknowledged commands to git behind the commands that follow, and retires them. The order survives a kill
 * at any moment: objects, branch, index; then the files of the folder are synced, and only then is the journal cleared.
 * From the first command on git's index is locked, and it stays so until the journal is cleared, unless publishing
 * fails: no git command builds on a state without the acknowledged commands, and none comes between a command and what
 * recovery would do about it. The states of a command are drawn in recovery.ts.
 */
export class Publisher {
  readonly gitTurns = new GitTurns()
  readonly #repo: Repository
  readonly #thread: PublicationThread
  readonly #retirement: Retirement
  readonly #dropped: DroppedCommands
  readonly #onMoved: () => void
  #batch: Batch | null = null
  /** What is being published at present. */
  #publishing: Promise<void> | null = null
  #hasOwed = false

  /** @param onMoved called when a batch finds that HEAD has been moved since the last one, by git or whoever */
  constructor(repo: Repository, onMoved: () => void = () => undefined) {
    this.#repo = repo
    this.#onMoved = onMoved
    this.#thread = new PublicationThread(repo)
    this.#retirement = new Retirement(repo, this.#thread)
    this.#dropped = new DroppedCommands(repo)
  }

  get isOpen(): boolean {
    return this.#batch !== null
  }

  /** Whether there is an acknowledged command that is not published. */
  get isAhead(): boolean {
    return (this.#batch?.commits.length ?? 0) > 0
  }

  /** Whether the batch must end before the next command. */
  get isOvertaken(): boolean {
    return this.#batch?.isOvertaken === true
  }

  /**
   * Opens a batch on the present HEAD. Call only while holding the lease. Throws `git-busy`.
   * @param taken the lock of git's index, when this process has it already
   */
  async begin(taken: GitLock | null = null): Promise<void> {
    if (this.#batch !== null) return
    const repo = this.#repo
    // Asked first, too: git does not wait for a lock that is only taken to find that out.
    if (taken === null) refuseDuringOperation(repo)
    const lock = taken ?? (await repo.locks.take(repo.indexPath, GIT_PATIENCE_MS))
    if (lock === null) throw gitBusy(A_GIT_COMMAND)
    try {
      this.gitTurns.end(repo.isIndexFromGit())
      // Waited for under the lock: git might begin one command after the other, and we would never have a turn.
      const rest = restOfGit(repo)
      if (rest > 0) await delay(rest)
      refuseDuringOperation(repo)
      const from = await repo.readHead()
      if (await this.#dropped.keep(from.commit)) this.#onMoved()
      const index = await repo.indexToWrite(from.commit === null ? null : repo.objects.readCommit(from.commit).tree)
      makeFolderNow(repo.gitdir, repo.scratch, 0o700)
      await repo.journal.prepare()
      this.#batch = {
        from,
        lock,
        index,
        commits: [],
        recovered: [],
        foreign: new Set(),
        isIndexDue: false,
        isOvertaken: false,
        since: Date.now(),
      }
      repo.ahead = { head: from, index, commits: [], foreign: new Set() }
    } catch (error) {
      lock.release()
      this.gitTurns.begin()
      throw error
    }
  }

  /**
   * Adds a command to the batch: it is in the journal and in the folder.
   * @param statOf the stat of a file that has the entry's version; null for any other
   * @param isNew false when the branch has the command already
   */
  note(entry: JournalEntry, statOf: (path: string) => StatData | null, isNew = true): void {
    const batch = this.#batch
    if (batch === null) return
    batch.index.update(entry.files, statOf)
    batch.isIndexDue = true
    if (entry.foreign === true) batch.foreign.add(entry.commit)
    if (!isNew) {
      batch.recovered.push(entry.commit)
      // Nobody knows whether the branch had become durable.
      this.#retirement.addInGit(batch.from.branch)
    } else {
      batch.commits.push(entry.commit)
      this.#repo.ahead = {
        head: { branch: batch.from.branch, commit: entry.commit },
        index: batch.index,
        commits: batch.commits,
        foreign: batch.foreign,
      }
    }
    if (!entry.adopted) this.#retirement.add(entry.files.map(({ path }) => path))
  }

  /** Adds a command that is owed: it is durable, but its files could not be put in place. */
  noteOwed(entry: JournalEntry): void {
    this.note(entry, () => null)
    this.#hasOwed = true
  }

  /**
   * Publishes what is ahead of git at this moment, while commands may follow. Does nothing while a publication is under
   * way, or a `git gc` runs. When it fails it can be tried again: the commands are durable.
   */
  publishBehind(): Promise<void> {
    return this.#publishNow({ evenDuringGc: false })
  }

  /** Like `publishBehind`, and makes what was written durable. */
  async settleBehind(): Promise<void> {
    await this.publishBehind()
    await this.#retirement.sync()
  }

  #publishNow({ evenDuringGc }: { readonly evenDuringGc: boolean }): Promise<void> {
    const publish = async (): Promise<void> => {
      if (evenDuringGc || !(await isGcRunning(this.#repo.gitdir))) await this.#publishCut()
    }
    this.#publishing ??= publish().finally(() => {
      this.#publishing = null
    })
    return this.#publishing
  }

  get #isDue(): boolean {
    const batch = this.#batch
    return batch !== null && (batch.isIndexDue || batch.commits.length > 0 || this.#repo.objects.hasFresh)
  }

  async #publishCut(): Promise<void> {
    const [repo, batch] = [this.#repo, this.#batch]
    if (batch === null || !this.#isDue) return
    const cut: Cut = {
      objects: repo.objects.cut(),
      commits: [...batch.commits],
      recovered: [...batch.recovered],
      takenAtMs: Date.now(),
    }
    const index = batch.isIndexDue ? batch.index.toImage() : null
    batch.isIndexDue = false
    const published = await this.#thread.publish({
      kind: 'publication',
      objects: cut.objects,
      branch: branchUpdateOf(repo, batch),
      ownCommits: [...cut.recovered, ...cut.commits].filter((commit) => !batch.foreign.has(commit)),
      index,
    })
    await this.#note(batch, cut, published)
    if (published.failure !== null) throw errorOf(published.failure)
  }

  /** Notes how far a publication came. */
  async #note(batch: Batch, cut: Cut, { loose, branch, indexStamp, failure }: Published): Promise<void> {
    const repo = this.#repo
    const tip = cut.commits.at(-1)
    if (indexStamp === null) batch.isIndexDue ||= failure !== null
    else {
      repo.indexWritten(batch.index, indexStamp, cut.takenAtMs)
      this.#retirement.addInGit('index')
    }
    if (loose !== null) {
      await repo.objects.published(cut.objects, loose)
      this.#retirement.addObjects(cut.objects.map(({ id }) => id))
    }
    if (branch !== null && failure !== null) this.#retirement.addInGit(batch.from.branch)
    if (tip === undefined || branch === null) return
    if (branch === 'moved') batch.from = { branch: batch.from.branch, commit: tip }
    else {
      batch.isOvertaken = true
      await keepCommands(repo, tip)
    }
    batch.commits.splice(0, cut.commits.length)
  }

  /**
   * Publishes every command of the batch, which stays open. A running `git gc` may delete the published objects, as no
   * branch reached them when it began; so this waits for its end, but not indefinitely: `retire` replaces what a gc has
   * deleted.
   * @param deferDuringGc returns without publishing, instead of waiting, while a `git gc` runs
   */
  async publish({ deferDuringGc = false }: { readonly deferDuringGc?: boolean } = {}): Promise<void> {
    // One that is under way began before the latest commands. What it could not do is done, or fails, again.
    await this.#publishing?.catch(() => undefined)
    while (this.#isDue && this.#batch !== null) {
      if (Date.now() - this.#batch.since >= GC_PATIENCE_MS || !(await isGcRunning(this.#repo.gitdir)))
        await this.#publishNow({ evenDuringGc: true })
      else if (deferDuringGc) return
      else await delay(GC_POLL_MS)
    }
  }

  /**
   * Publishes and retires every command of the batch, and ends it: git's index is unlocked.
   * @param deferDuringGc keeps the batch, while a `git gc` runs
   * @returns whether nothing is left to do
   */
  async end(how: { readonly deferDuringGc?: boolean } = {}): Promise<boolean> {
    await this.publish(how)
    if (this.#isDue) return false
    const isRetired = await this.#retirement.finish()
    const batch = this.#batch
    if (batch !== null) this.#unlock(batch)
    return isRetired
  }

  /** Unlocks git's index at once when the batch turned out to be for nothing. */
  endIfEmpty(): void {
    const batch = this.#batch
    if (batch === null || this.#isDue || this.#publishing !== null || !this.#repo.journal.isEmpty()) return
    this.#unlock(batch)
  }

  #unlock(batch: Batch): void {
    this.#batch = null
    this.#repo.ahead = null
    batch.lock.release()
    this.gitTurns.begin()
  }

  /** Whether a command is owed: the folder lacks a part of it. Only recovery from the journal helps. */
  get hasOwed(): boolean {
    return this.#hasOwed
  }

  /** Commands follow each other: from now on their publications are written in a thread of their own. */
  startThread(): void {
    void this.#thread.start()
  }

  stopThread(): Promise<void> {
    return this.#thread.stop()
  }

  /**
   * Abandons the batch: forgets what this process knows of it. The journal has its commands, for recovery to finish.
   */
  async abandon(): Promise<void> {
    // It must not go on when another process has the lease.
    await this.#publishing?.catch(() => undefined)
    const batch = this.#batch
    this.#batch = null
    this.#hasOwed = false
    this.#repo.ahead = null
    this.#repo.objects.forgetFresh()
    this.#repo.journal.close()
    this.#repo.forgetIndex()
    try {
      batch?.lock.release()
    } catch {
      // It is cleared later, with those of killed processes.
    }
    this.gitTurns.begin()
  }
}

/** Throws `git-busy` while a merge or the like is unfinished. */
function refuseDuringOperation({ gitdir }: Repository): void {
  const operation = unfinishedOperation(gitdir)
  if (operation !== null) throw gitBusy(operation)
}

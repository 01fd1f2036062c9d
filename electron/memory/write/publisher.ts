import * as fs from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { ObjectId } from '../../../shared/change.ts'
import { syncFile } from '../../disk/durable-files.ts'
import type { StatData } from '../../disk/exact-stat.ts'
import type { GitIndex } from '../git/git-index.ts'
import type { GitLock } from '../git/git-lock.ts'
import { moveBranch, readHead, type Head } from '../git/refs.ts'
import { gitBusy, isGcRunning, unfinishedOperation } from '../repo/git-state.ts'
import type { JournalEntry } from '../repo/journal-record.ts'
import { makePoint } from '../repo/points.ts'
import type { Repository } from '../repo/repository.ts'

const GIT_PATIENCE_MS = 5_000
const GC_PATIENCE_MS = 5_000
const GC_POLL_MS = 10

/** The commands acknowledged since git was last up to date. */
interface Batch {
  /** Git's HEAD. */
  readonly from: Head
  readonly lock: GitLock
  readonly index: GitIndex
  readonly commits: ObjectId[]
  /** Commits of a killed process that the branch has already. */
  readonly recovered: ObjectId[]
  readonly since: number
}

/**
 * Publishes acknowledged commands to git, and retires them. The order survives a kill at any moment: objects, branch,
 * index; then the files of the folder are synced, and only then is the journal cleared. While a batch is open, git's
 * index is locked, so that no git command can build on a state without the acknowledged commands. The states of a
 * command are drawn in recovery.ts.
 */
export class Publisher {
  readonly #repo: Repository
  #batch: Batch | null = null
  /** Paths that were written and not yet synced. */
  readonly #unsyncedPaths = new Set<string>()
  /** Objects published to git since the journal was last cleared. */
  readonly #publishedObjects = new Set<ObjectId>()
  #hasOwed = false

  constructor(repo: Repository) {
    this.#repo = repo
  }

  get isOpen(): boolean {
    return this.#batch !== null
  }

  /** Whether there is an acknowledged command that is not published. */
  get isAhead(): boolean {
    return (this.#batch?.commits.length ?? 0) > 0
  }

  /** Opens a batch on the present HEAD. Call only while holding the lease. Throws `git-busy`. */
  async begin(): Promise<void> {
    if (this.#batch !== null) return
    const repo = this.#repo
    const lock = await repo.locks.take(repo.indexPath, GIT_PATIENCE_MS)
    if (lock === null) throw gitBusy('a git command')
    try {
      const operation = await unfinishedOperation(repo.gitdir)
      if (operation !== null) throw gitBusy(operation)
      const from = await repo.readHead()
      const index = await repo.indexToWrite(from.commit === null ? null : repo.objects.readCommit(from.commit).tree)
      await fs.mkdir(repo.scratch, { recursive: true, mode: 0o700 })
      await repo.journal.prepare()
      this.#batch = { from, lock, index, commits: [], recovered: [], since: Date.now() }
      repo.ahead = { head: from, index, commits: [] }
    } catch (error) {
      await lock.release()
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
    if (!isNew) batch.recovered.push(entry.commit)
    else {
      batch.commits.push(entry.commit)
      this.#repo.ahead = {
        head: { branch: batch.from.branch, commit: entry.commit },
        index: batch.index,
        commits: batch.commits,
      }
    }
    if (!entry.adopted) for (const { path } of entry.files) this.#unsyncedPaths.add(path)
  }

  /** Adds a command that is owed: it is durable, but its files could not be put in place. */
  noteOwed(entry: JournalEntry): void {
    this.note(entry, () => null)
    this.#hasOwed = true
  }

  /**
   * Publishes every command of the batch and releases git's index. When it fails it can be tried again: the commands
   * are durable. A running `git gc` may delete the published objects, as no branch reached them when it began; so this
   * waits for its end, but not indefinitely: `retire` replaces what a gc has deleted.
   * @param deferDuringGc returns without publishing, instead of waiting, while a `git gc` runs
   */
  async publish({ deferDuringGc = false }: { readonly deferDuringGc?: boolean } = {}): Promise<void> {
    const batch = this.#batch
    if (batch === null) return
    while (Date.now() - batch.since < GC_PATIENCE_MS && (await isGcRunning(this.#repo.gitdir))) {
      if (deferDuringGc) return
      await delay(GC_POLL_MS)
    }
    const tip = batch.commits.at(-1)
    try {
      // Even when the branch has all commits already: a gc may have deleted their objects.
      for (const id of await this.#repo.objects.publish()) this.#publishedObjects.add(id)
      if (tip !== undefined) await this.#moveBranch(batch, tip)
      await this.#repo.ownCommits.add([...batch.recovered, ...batch.commits])
      this.#batch = null
      await this.#writeIndex(batch)
      if (tip !== undefined) await this.#repo.tick(tip).catch(() => undefined)
    } finally {
      if (this.#batch === null) {
        this.#repo.ahead = null
        await batch.lock.release()
      }
    }
  }

  async #moveBranch({ from, commits }: Batch, tip: ObjectId): Promise<void> {
    const repo = this.#repo
    if ((await readHead(repo.gitdir)).commit === tip) return
    const { author, message } = repo.objects.readCommit(tip)
    const why = commits.length === 1 ? (message.split('\n', 1)[0] ?? '') : `${commits.length} memory commands`
    if (await moveBranch(repo.gitdir, repo.locks, { head: from, to: tip, who: author, why })) return
    // Somebody moved the branch without respecting git's lock. Theirs stays, and a restore point keeps ours.
    await makePoint(repo, `kept, since git moved the branch, ${new Date().toISOString()}`, tip)
  }

  /** Writes the index. If that fails, the commits are published all the same, but owed until the index is written. */
  async #writeIndex({ index, lock, commits, recovered }: Batch): Promise<void> {
    if (commits.length + recovered.length === 0) return
    try {
      await this.#repo.writeIndex(index, lock)
    } catch (error) {
      this.#hasOwed = true
      this.#repo.forgetIndex()
      throw error
    }
  }

  /**
   * Retires the published commands: syncs the folder and git's index, and clears the journal.
   * @returns false while a batch is open, or a `git gc` runs, which may still delete published objects
   */
  async retire(): Promise<boolean> {
    const repo = this.#repo
    if (this.#batch !== null) return false
    if (repo.journal.isEmpty()) return true
    await repo.checkout.sync(this.#unsyncedPaths)
    await syncFile(repo.indexPath)
    if (await isGcRunning(repo.gitdir)) return false
    if (!repo.objects.stored.hasAll(this.#publishedObjects)) {
      repo.objects.addRecovered(repo.journal.read((id) => repo.objects.read(id)).flatMap(({ objects }) => objects))
      await repo.objects.publish()
    }
    repo.journal.clear()
    this.#unsyncedPaths.clear()
    this.#publishedObjects.clear()
    return true
  }

  /** Whether a command is owed: git's index or the folder lacks a part of it. Only recovery from the journal helps. */
  get hasOwed(): boolean {
    return this.#hasOwed
  }

  /**
   * Abandons the batch: forgets what this process knows of it. The journal has its commands, for recovery to finish.
   */
  async abandon(): Promise<void> {
    const batch = this.#batch
    this.#batch = null
    this.#hasOwed = false
    this.#repo.ahead = null
    this.#repo.objects.forgetFresh()
    this.#repo.journal.close()
    this.#repo.forgetIndex()
    // If this fails, the lock is cleared later with those of killed processes.
    await batch?.lock.release().catch(() => undefined)
  }
}

import * as fs from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { ObjectId } from '../../../shared/change.ts'
import { syncFile } from '../../disk/durable-files.ts'
import type { StatData } from '../../disk/exact-stat.ts'
import type { GitIndex } from '../git/git-index.ts'
import type { GitLock } from '../git/git-lock.ts'
import { moveBranch, readHead, type Head } from '../git/refs.ts'
import { gitBusy, isCollecting, unfinishedOperation } from '../repo/git-state.ts'
import type { JournalEntry } from '../repo/journal.ts'
import { makePoint } from '../repo/points.ts'
import type { Repository } from '../repo/repository.ts'

const GIT_PATIENCE_MS = 5_000
const GC_PATIENCE_MS = 5_000
const GC_POLL_MS = 10

/** The commands since git last saw everything. */
interface Batch {
  /** Where git stands. */
  readonly from: Head
  readonly lock: GitLock
  readonly index: GitIndex
  readonly commits: ObjectId[]
  /** Of a killed process, which the branch has already. */
  readonly recovered: ObjectId[]
  readonly since: number
}

/**
 * Brings to git what the journal has. The order survives a kill at any moment: objects, branch, index; then the
 * files of the folder are synced, and only then is the journal forgotten. From the first command of a batch to its
 * publishing git's index is locked: no git command can build on a state that misses what was acknowledged.
 */
export class Publisher {
  readonly #repo: Repository
  #batch: Batch | null = null
  /** Paths that were written, but not synced. */
  readonly #unsynced = new Set<string>()
  /** Objects that git was given since the journal was last forgotten. */
  readonly #given = new Set<ObjectId>()
  #owes = false

  constructor(repo: Repository) {
    this.#repo = repo
  }

  get isOpen(): boolean {
    return this.#batch !== null
  }

  /** Does git lack a command that was acknowledged? */
  get isAhead(): boolean {
    return (this.#batch?.commits.length ?? 0) > 0
  }

  /** Begins a batch where HEAD is now. Call only while holding the lease. Throws `git-busy`. */
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
   * A command is in the journal and in the folder.
   * @param statOf of a file that holds what the entry says
   * @param isNew false for one that the branch has already
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
    if (!entry.adopted) for (const { path } of entry.files) this.#unsynced.add(path)
  }

  /** The last command is durable, but its files could not be put in place. */
  oweFiles(entry: JournalEntry): void {
    this.note(entry, () => null)
    this.#owes = true
  }

  /**
   * Makes git see every command of the batch, and lets go of its index. What fails here is tried again; the commands
   * are durable. A `git gc` takes what no branch reached when it began for garbage.
   * @param laterWhileCollecting leaves it for later while one runs; else its end is waited for. Either not for ever:
   * what it takes then is made good before the journal is forgotten
   */
  async publish({ laterWhileCollecting = false }: { readonly laterWhileCollecting?: boolean } = {}): Promise<void> {
    const batch = this.#batch
    if (batch === null) return
    while (Date.now() - batch.since < GC_PATIENCE_MS && (await isCollecting(this.#repo.gitdir))) {
      if (laterWhileCollecting) return
      await delay(GC_POLL_MS)
    }
    const tip = batch.commits.at(-1)
    try {
      // Also where the branch has all commits already: a collection may have taken what they are made of.
      for (const id of await this.#repo.objects.publish()) this.#given.add(id)
      if (tip !== undefined) {
        await this.#moveBranch(batch, tip)
      }
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
    // Somebody moved the branch past git's own lock. Theirs stands, and ours is kept by a name.
    await makePoint(repo, `kept, since git moved the branch, ${new Date().toISOString()}`, tip)
  }

  /** The index is derived. When it cannot be written the commits stand all the same, and the journal stays until it follows. */
  async #writeIndex({ index, lock, commits, recovered }: Batch): Promise<void> {
    if (commits.length + recovered.length === 0) return
    try {
      await this.#repo.writeIndex(index, lock)
    } catch (error) {
      this.#owes = true
      this.#repo.forgetIndex()
      throw error
    }
  }

  /**
   * Syncs the folder and forgets the journal, when all that it says is where it belongs.
   * @returns false while a `git gc` runs, which may still take some of it away
   */
  async retire(): Promise<boolean> {
    const repo = this.#repo
    if (this.#batch !== null) return false
    if (repo.journal.isEmpty()) return true
    await repo.checkout.sync(this.#unsynced)
    await syncFile(repo.indexPath)
    if (await isCollecting(repo.gitdir)) return false
    if (!repo.objects.stored.hasAll(this.#given)) {
      repo.objects.addRecovered(repo.journal.read((id) => repo.objects.read(id)).flatMap(({ objects }) => objects))
      await repo.objects.publish()
    }
    repo.journal.clear()
    this.#unsynced.clear()
    this.#given.clear()
    return true
  }

  /** Is there a command that git or the folder does not have in all its parts? Only recovery from the journal helps then. */
  get owes(): boolean {
    return this.#owes
  }

  /** Gives up what this process knows of an unfinished batch: the journal has it, and recovery reads that. */
  async abandon(): Promise<void> {
    const batch = this.#batch
    this.#batch = null
    this.#owes = false
    this.#repo.ahead = null
    this.#repo.objects.forgetFresh()
    this.#repo.journal.close()
    this.#repo.forgetIndex()
    // What stays is cleared away with the locks of killed processes.
    await batch?.lock.release().catch(() => undefined)
  }
}

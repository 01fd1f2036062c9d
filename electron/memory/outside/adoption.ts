import { isDeepStrictEqual } from 'node:util'
import { AppError, saidOf } from '../../../shared/errors.ts'
import type { Vanished } from '../../../shared/memory.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { Gate } from '../../../shared/policy.ts'
import { Queue } from '../../disk/queue.ts'
import { gitActivity } from '../repo/git-state.ts'
import type { Repository } from '../repo/repository.ts'
import { originOfOutside } from '../repo/store-settings.ts'
import { toStoreError } from '../store-errors.ts'
import type { Withheld } from '../store-interface.ts'
import { readSnapshot, type Draft, type Snapshot } from '../write/plan.ts'
import type { Writer } from '../write/writer.ts'
import { OutsideChanges } from './outside-changes.ts'
import { VanishedFiles } from './vanished.ts'

/** A file that has not changed for this long counts as complete. */
const REST_MS = 100
/** Edits at about the same time become one commit, but none waits longer than this for the others, */
const MAX_WAIT_MS = 170
/** unless there are so many that one program writes them, as when a folder is copied: then this long. */
const BURST_FILES = 20
const MAX_BURST_MS = 3_000
const TICK_MS = 30
const MAX_TOUCHED_PATHS = 1_000
const GIT_POLL_MS = 40
const RETRY_MS = 1_000

/**
 * Adopts what other programs changed: once the files are at rest, those changed together as one commit, and never while
 * git is active.
 */
export class Adoption {
  readonly #repo: Repository
  readonly #writer: Writer
  readonly #changes: OutsideChanges
  readonly #vanished: VanishedFiles
  readonly #onChange: () => void
  /** Why the last attempt failed; null when it did not. */
  #problem: Message | null = null
  /** When each path was last touched. */
  readonly #touched = new Map<string, number>()
  #sweepNeeded = false
  /** How long a sweep of the whole folder has waited for files that are still being written. */
  #sweepSince = 0
  #timer: NodeJS.Timeout | null = null
  readonly #ticks = new Queue()
  #closed = false

  /**
   * @param gate decides what may become part of history
   * @param onChange called when `leftOut`, `withheld` or `problem` changed
   */
  constructor(repo: Repository, writer: Writer, gate: Gate, onChange: () => void) {
    this.#repo = repo
    this.#writer = writer
    this.#changes = new OutsideChanges(repo, gate, onChange)
    this.#vanished = new VanishedFiles(repo)
    this.#onChange = onChange
  }

  /** Files that cannot become part of history, and why. */
  get leftOut(): readonly { readonly path: string; readonly reason: Message }[] {
    return this.#changes.leftOut
  }

  /** Files that hold a secret and therefore stay out of history, with the rules that found it. */
  get withheld(): readonly Withheld[] {
    return this.#changes.withheld
  }

  /** Why nothing can be adopted at present, as a sentence; null when it can. */
  get problem(): Message | null {
    return this.#problem
  }

  /** Reports that the watcher saw something happen at this path: to a file, or to a folder and all that is in it. */
  touch(path: string): void {
    // Of so many, the system may not have told of all.
    if (path === '' || this.#touched.size >= MAX_TOUCHED_PATHS) this.sweepSoon()
    if (path !== '') this.#touched.set(path, Date.now())
    this.#schedule(TICK_MS)
  }

  /** Sweeps the whole folder as soon as git is idle. */
  sweepSoon(): void {
    if (!this.#sweepNeeded) this.#sweepSince = Date.now()
    this.#sweepNeeded = true
    this.#schedule(TICK_MS)
  }

  /** Reports that something in `.git` changed. If it was another Variorum process, there is nothing to adopt. */
  async gitChanged(): Promise<void> {
    if (this.#repo.ahead === null && mayBeFromGit(this.#repo)) this.sweepSoon()
  }

  /** Adopts what differs from HEAD now, at these paths or everywhere. */
  adopt(paths?: readonly string[]): Promise<void> {
    return this.#adopt((snapshot) =>
      paths === undefined ? this.#changes.everywhere(snapshot) : this.#changes.at(snapshot, paths),
    )
  }

  /** Adopts everything that differs, unless only these paths do: the caller is about to write and check them anyway. */
  adoptExcept(paths: ReadonlySet<string>): Promise<void> {
    return this.#adopt(async (snapshot) =>
      (await this.#changes.everywhere(snapshot, paths)).length === 0 ? [] : this.#changes.everywhere(snapshot),
    )
  }

  async #adopt(findDrafts: (snapshot: Snapshot) => Promise<readonly Draft[]>): Promise<void> {
    // A file that is as in HEAD differs once HEAD has the commands that a killed process left: somebody put it back.
    if (await this.#adoptFound(findDrafts)) await this.#adoptFound(findDrafts)
  }

  /** @returns whether the journal had something that was finished first */
  async #adoptFound(findDrafts: (snapshot: Snapshot) => Promise<readonly Draft[]>): Promise<boolean> {
    // Other processes wait for the lease, so the search is done before it is taken. Usually nothing is found. What one of
    // them writes meanwhile is found, too, and is as in HEAD when it is looked at again.
    const before = await readSnapshot(this.#repo)
    const found = this.#vanished.withoutHeld(await findDrafts(before))
    const isLeft = this.#repo.ahead === null && !this.#repo.journal.isEmpty()
    const wasVanished = this.#vanished.state(before)
    if (found.length === 0 && !isLeft && !this.#vanished.isOutdated(before)) return false
    const origin = await originOfOutside(this.#repo)
    await this.#writer.write(async (snapshot) => {
      const drafts = await this.#vanished.hold(await this.#changes.again(snapshot, found), snapshot)
      if (!isDeepStrictEqual(wasVanished, this.#vanished.state(snapshot))) this.#onChange()
      return drafts.length === 0
        ? { kind: 'answer' as const, answer: null }
        : { kind: 'plan' as const, plan: { kind: 'adopted' as const, drafts, origin } }
    })
    return isLeft
  }

  /** What vanished from the folder all at once, and waits for the user; null for nothing. */
  async vanished(): Promise<Vanished | null> {
    return this.#vanished.state(await readSnapshot(this.#repo))
  }

  /** Whether the agent may not write, since the user must say first what became of the files. */
  async isWaiting(): Promise<boolean> {
    return this.#vanished.isFolderGone || (await this.vanished()) !== null
  }

  /** Whether no file can be written, but by bringing back the folder. */
  get isFolderGone(): boolean {
    return this.#vanished.isFolderGone
  }

  /**
   * Adopts as deletions what vanished, as the user wishes.
   * @param isMeant which of the paths
   */
  async acceptVanished(isMeant: (path: string) => boolean = () => true): Promise<void> {
    await this.#writer.write(async (snapshot) => {
      const all = this.#vanished.isFolderGone
        ? this.#repo.trees.files(snapshot.tree).map(({ path }) => path)
        : this.#vanished.missing(snapshot)
      const paths = all.filter((path) => isMeant(path))
      const drafts = (await this.#changes.at(snapshot, paths)).filter(({ after }) => after === null)
      await this.#vanished.release(new Set(paths))
      const origin = await originOfOutside(this.#repo)
      return drafts.length === 0
        ? { kind: 'answer' as const, answer: null }
        : { kind: 'plan' as const, plan: { kind: 'adopted' as const, drafts, origin } }
    })
    this.#onChange()
  }

  /** Adopts everything. A failure is reported as `problem`: a store that cannot be written now can still be read. */
  async adoptOrReport(): Promise<void> {
    try {
      await this.adopt()
      await this.#writer.published()
      this.#report(null)
    } catch (error) {
      const failure = toStoreError(error)
      if (!(failure instanceof AppError)) throw error
      this.#report(failure.said)
    }
  }

  /** A command was written, so the problem is over. */
  clearProblem(): void {
    this.#report(null)
  }

  #report(problem: Message | null): void {
    if (isDeepStrictEqual(problem, this.#problem)) return
    this.#problem = problem
    this.#onChange()
  }

  /** Finishes the running adoption. Files that are not at rest yet are adopted at the next start. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#ticks.run(async () => undefined)
  }

  #schedule(delayMs: number): void {
    if (this.#timer !== null || this.#closed) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.#ticks.run(() => this.#tick())
    }, delayMs)
  }

  async #tick(): Promise<void> {
    if (this.#closed) return
    try {
      await this.#adoptRested()
      this.#report(null)
    } catch (error) {
      // Git or another process is busy, or the disk is full. Nothing is lost, since the files are there; the store's
      // status reports it.
      const failure = toStoreError(error)
      this.#sweepNeeded = true
      this.#report(saidOf(failure, say('something-went-wrong')))
      this.#schedule(RETRY_MS)
    }
  }

  async #adoptRested(): Promise<void> {
    // Changes that git makes are not edits; what still differs when git has finished is one. Another process of ours that
    // is ahead of git gives it a turn soon.
    if (gitActivity(this.#repo) !== null) return this.#schedule(GIT_POLL_MS)
    const now = Date.now()
    const ages = [...this.#touched.values()].map((at) => now - at)
    const maxWait = ages.length > BURST_FILES ? MAX_BURST_MS : MAX_WAIT_MS
    const isFresh = ages.some((age) => age < REST_MS) && ages.every((age) => age < maxWait)
    const waitsForSweep = this.#sweepNeeded && now - this.#sweepSince >= maxWait
    if (isFresh && !waitsForSweep) return this.#schedule(TICK_MS)
    const rested = [...this.#touched].filter(([, at]) => now - at >= REST_MS).map(([path]) => path)
    const isSweep = this.#sweepNeeded
    for (const path of rested) this.#touched.delete(path)
    this.#sweepNeeded = false
    if (isSweep) await this.#adopt((snapshot) => this.#changes.everywhere(snapshot, new Set(this.#touched.keys())))
    else if (rested.length > 0)
      await this.#adopt((snapshot) => this.#changes.below(snapshot, rested, new Set(this.#touched.keys())))
    if (this.#touched.size > 0 || this.#sweepNeeded) this.#schedule(TICK_MS)
  }
}

function mayBeFromGit(repo: Repository): boolean {
  try {
    return repo.isIndexFromGit()
  } catch {
    return true
  }
}

import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import { Queue } from '../../disk/queue.ts'
import type { TreeFileEntry } from '../git/tree.ts'
import { gitActivity } from '../repo/git-state.ts'
import type { Repository } from '../repo/repository.ts'
import type { OnDisk } from '../repo/work-tree.ts'
import { toStoreError } from '../store-errors.ts'
import type { Withheld, Withhold } from '../store-interface.ts'
import { adoptionOf, conflictingPaths, OUTSIDE, contentIgnoreReason, ignoreReason } from '../write/outside-drafts.ts'
import { readSnapshot, sameVersion, type Draft, type Snapshot } from '../write/plan.ts'
import type { Writer } from '../write/writer.ts'
import { IgnoreRules } from './ignore-rules.ts'

/** A file at rest for so long is a version of its own. */
const REST_MS = 100
/** Edits that rest together become one commit, but none waits longer than this for the others. */
const LONGEST_WAIT_MS = 170
const TICK_MS = 30
const GIT_POLL_MS = 100
const RETRY_MS = 1_000
/** A file larger than this is left out: git itself advises against it, and it would not fit into memory twice. */
const LARGEST = 100_000_000
/** So many files are looked at before others get their turn. */
const BREATH = 200
const SPECIAL = 'it is another repository, a device, a pipe or a socket'

/**
 * Takes in what other programs changed: when it has rested, together with what changed with it, and never while git is
 * at work.
 */
export class Adoption {
  readonly #repo: Repository
  readonly #writer: Writer
  readonly #withhold: Withhold
  readonly #changed: () => void
  #withheld = new Map<string, readonly string[]>()
  #leftOut = new Map<string, string>()
  /** Why the last try failed; null when it did not. */
  #trouble: string | null = null
  /** Paths that were touched, and when last. */
  readonly #touched = new Map<string, number>()
  #sweepNeeded = false
  /** A look at everything waits until then for files that are still being written. */
  #sweepAt = 0
  #timer: NodeJS.Timeout | null = null
  readonly #ticks = new Queue()
  #closed = false

  /** @param withhold says what must stay out of history
   * @param changed told when what was left out, or what keeps us from adopting, changed */
  constructor(repo: Repository, writer: Writer, withhold: Withhold, changed: () => void) {
    this.#repo = repo
    this.#withhold = withhold
    this.#writer = writer
    this.#changed = changed
  }

  /** What stays outside of history, and why. */
  get leftOut(): readonly { readonly path: string; readonly reason: string }[] {
    return [...this.#leftOut].map(([path, reason]) => ({ path, reason }))
  }

  /** What holds a secret and therefore stays outside, with the rules that found it. */
  get withheld(): readonly Withheld[] {
    return [...this.#withheld].map(([path, rules]) => ({ path, rules }))
  }

  /** Why nothing can be adopted just now, in a sentence; null when it can. */
  get trouble(): string | null {
    return this.#trouble
  }

  /** The watcher saw something happen to this path. */
  touch(path: string): void {
    this.#touched.set(path, Date.now())
    this.#schedule(TICK_MS)
  }

  /** Look at everything, as soon as git is at rest. */
  sweepSoon(): void {
    if (!this.#sweepNeeded) this.#sweepAt = Date.now() + LONGEST_WAIT_MS
    this.#sweepNeeded = true
    this.#schedule(TICK_MS)
  }

  /** Something in `.git` changed. When it was another Variorum, there is nothing to look for. */
  async gitChanged(): Promise<void> {
    if (this.#repo.ahead === null && (await this.#repo.isIndexFromGit().catch(() => true))) this.sweepSoon()
  }

  /** Adopts these paths, or everything that differs from HEAD, as it stands now. */
  adopt(paths?: readonly string[]): Promise<void> {
    return this.#adopt((snapshot) =>
      paths === undefined ? this.#sweep(snapshot, new Set()) : this.#draftsOf(snapshot, paths),
    )
  }

  /**
   * Adopts what differs, unless it does so at these paths alone: whoever is about to write them looks at them anyway.
   */
  adoptExcept(paths: ReadonlySet<string>): Promise<void> {
    return this.#adopt(async (snapshot) =>
      (await this.#sweep(snapshot, paths)).length === 0 ? [] : this.#sweep(snapshot, new Set()),
    )
  }

  async #adopt(look: (snapshot: Snapshot) => Promise<readonly Draft[]>): Promise<void> {
    // Mostly there is nothing to do, and then nobody's turn is taken for it.
    if (
      (this.#repo.ahead !== null || this.#repo.journal.isEmpty()) &&
      (await look(await readSnapshot(this.#repo))).length === 0
    )
      return
    await this.#writer.write(async (snapshot) => {
      const drafts = await look(snapshot)
      return drafts.length === 0
        ? { kind: 'answer' as const, answer: null }
        : { kind: 'plan' as const, plan: { kind: 'adopted' as const, drafts, origin: OUTSIDE } }
    })
  }

  /** A store that cannot be written now can still be read: what is wrong is reported as its trouble. */
  async adoptOrReport(): Promise<void> {
    try {
      await this.adopt()
      await this.#writer.published()
      this.#tell(null)
    } catch (error) {
      const failure = toStoreError(error)
      if (!(failure instanceof AppError)) throw error
      this.#tell(failure.message)
    }
  }

  /** A command was written, so whatever was wrong is over. */
  clearTrouble(): void {
    this.#tell(null)
  }

  #tell(trouble: string | null): void {
    if (trouble === this.#trouble) return
    this.#trouble = trouble
    this.#changed()
  }

  /** Finishes what is under way. What has not rested yet is adopted at the next start. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#ticks.run(async () => undefined)
  }

  #schedule(after: number): void {
    if (this.#timer !== null || this.#closed) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.#ticks.run(() => this.#tick())
    }, after)
  }

  async #tick(): Promise<void> {
    if (this.#closed) return
    try {
      await this.#adoptRested()
      this.#tell(null)
    } catch (error) {
      // Git or another process is busy, or the disk is full: nothing is lost, the files are there. Told through the
      // store's status.
      const told = toStoreError(error)
      this.#sweepNeeded = true
      this.#tell(told instanceof Error ? told.message : String(told))
      this.#schedule(RETRY_MS)
    }
  }

  async #adoptRested(): Promise<void> {
    if ((await gitActivity(this.#repo)) !== null) {
      // Whatever it is doing to the files, only what differs when it is done is somebody's edit.
      this.#sweepNeeded = true
      this.#schedule(GIT_POLL_MS)
      return
    }
    const now = Date.now()
    const ages = [...this.#touched.values()].map((at) => now - at)
    if (ages.length > 0 && Math.min(...ages) < REST_MS && Math.max(...ages) < LONGEST_WAIT_MS && !this.#sweepNeeded)
      return this.#schedule(TICK_MS)
    const rested = [...this.#touched].filter(([, at]) => now - at >= REST_MS).map(([path]) => path)
    if (this.#sweepNeeded && rested.length < this.#touched.size && now < this.#sweepAt) return this.#schedule(TICK_MS)
    const everything = this.#sweepNeeded
    for (const path of rested) this.#touched.delete(path)
    this.#sweepNeeded = false
    if (everything) await this.#adopt((snapshot) => this.#sweep(snapshot, new Set(this.#touched.keys())))
    else if (rested.length > 0) await this.#adopt((snapshot) => this.#draftsOf(snapshot, rested))
    if (this.#touched.size > 0 || this.#sweepNeeded) this.#schedule(TICK_MS)
  }

  /** @param besides paths that are left for later: they are still being written, or about to be */
  async #sweep(snapshot: Snapshot, besides: ReadonlySet<string>): Promise<readonly Draft[]> {
    const ignored = new IgnoreRules(this.#repo.root)
    const { files, special } = await this.#repo.workTree.walk('', (folder) => ignored.ignores(folder, true))
    const known = new Map(this.#repo.trees.files(snapshot.tree).map((file) => [file.path, file]))
    const leftOut = new Map([
      ...special.map((path) => [path, SPECIAL] as const),
      ...[...this.#leftOut].filter(([path]) => besides.has(path)),
    ])
    const found = new Set(files)
    const all = [...new Set([...known.keys(), ...files])].filter((path) => !besides.has(path))
    const index = await this.#repo.index()
    const elsewhere = this.#repo.workTree.inspectAll(
      all.filter((path) => !found.has(path)),
      index,
    )
    const drafts: Draft[] = []
    for (const [at, path] of all.entries()) {
      if (at % BREATH === 0) await yieldToOthers()
      const inHead = known.get(path) ?? null
      if (inHead === null && (await ignored.ignores(path))) continue
      const why = ignoreReason(path)
      if (why !== null) {
        leftOut.set(path, why)
        continue
      }
      const now = elsewhere.get(path) ?? this.#repo.workTree.inspectUnlinked(path, index)
      if (isSame(now, inHead)) {
        this.#note(path, [])
        continue
      }
      const draft = await this.#draftOf(path, inHead, now, leftOut)
      if (draft !== null) drafts.push(draft)
    }
    const changed = JSON.stringify([...leftOut]) !== JSON.stringify([...this.#leftOut])
    this.#leftOut = leftOut
    if (changed) this.#changed()
    return drafts
  }

  async #draftsOf({ tree }: Snapshot, paths: readonly string[]): Promise<readonly Draft[]> {
    const ignored = new IgnoreRules(this.#repo.root)
    const before = JSON.stringify([...this.#leftOut])
    const changed = await this.#differing(tree, paths)
    const related = new Set(changed)
    for (const path of changed)
      if (ignoreReason(path) === null) for (const other of conflictingPaths(this.#repo, tree, path)) related.add(other)
    const drafts: Draft[] = []
    for (const [path, now] of this.#repo.workTree.inspectAll(related, await this.#repo.index())) {
      this.#leftOut.delete(path)
      const inHead = this.#repo.trees.file(tree, path)
      if (inHead === null && (await ignored.ignores(path))) continue
      const why = ignoreReason(path)
      const nested = inHead === null ? this.#nestedRepository(path) : null
      if (nested !== null) this.#leftOut.set(nested, SPECIAL)
      else if (why !== null && now.kind !== 'missing') this.#leftOut.set(path, why)
      if (nested !== null || why !== null) continue
      const draft = await this.#draftOf(path, inHead, now, this.#leftOut)
      if (draft !== null) drafts.push(draft)
    }
    if (JSON.stringify([...this.#leftOut]) !== before) this.#changed()
    return drafts
  }

  /** Mostly it was we who touched the file, and HEAD has it as it is. */
  async #differing(tree: Snapshot['tree'], paths: readonly string[]): Promise<readonly string[]> {
    const seen = this.#repo.workTree.inspectAll(paths, await this.#repo.index())
    return paths.filter((path) => {
      const [now, known] = [seen.get(path), this.#repo.trees.file(tree, path)]
      const isUnchanged = isSame(now, known)
      if (isUnchanged) this.#note(path, [])
      return !isUnchanged || this.#leftOut.has(path)
    })
  }

  async #draftOf(
    path: string,
    inHead: TreeFileEntry | null,
    now: OnDisk,
    leftOut: Map<string, string>,
  ): Promise<Draft | null> {
    if (now.kind === 'special') leftOut.set(path, SPECIAL)
    const why =
      now.kind === 'file' && now.stat.size > LARGEST
        ? 'it is larger than 100 MB'
        : contentIgnoreReason(this.#repo, path, now)
    if (why !== null) {
      leftOut.set(path, why)
      return null
    }
    if (now.kind === 'missing' && inHead !== null && (await this.#repo.index()).skipsWorkTree(path)) return null
    const draft = adoptionOf(this.#repo, path, inHead, now)
    const rules = draft?.after == null || !('bytes' in draft.after) ? [] : this.#withhold(path, draft.after.bytes)
    this.#note(path, rules)
    return rules.length > 0 ? null : draft
  }

  #note(path: string, rules: readonly string[]): void {
    const before = this.#withheld.get(path)
    if (rules.length === 0) this.#withheld.delete(path)
    else this.#withheld.set(path, rules)
    if ((before ?? []).join() !== rules.join()) this.#changed()
  }

  /** The folder above a path that is a repository of its own. */
  #nestedRepository(path: string): string | null {
    const names = path.split('/')
    for (let depth = 1; depth < names.length; depth += 1) {
      const folder = names.slice(0, depth).join('/')
      if (names[depth] !== '.git' && this.#repo.workTree.kindOf(`${folder}/.git`) !== 'missing') return folder
    }
    return null
  }
}

function isSame(now: OnDisk | undefined, inHead: TreeFileEntry | null): boolean {
  return now?.kind === 'file' && inHead !== null && sameVersion(now, inHead)
}

import type { Origin } from '../../shared/commit.ts'
import { IgnoreRules } from './ignore-rules.ts'
import { isReservedName } from './paths.ts'
import type { Repository } from './repository.ts'
import type { TreeFileEntry } from './tree.ts'
import { nameOf } from './work-tree.ts'
import { adoptionOf, readStanding, whatGitDoes, type Draft, type Standing, type Writer } from './writer.ts'

/** A file at rest for so long is a version of its own. */
const REST_MS = 100
/** Edits that rest together become one commit, but none waits longer than this for the others. */
const LONGEST_WAIT_MS = 170
const TICK_MS = 30
const GIT_POLL_MS = 100
const RETRY_MS = 1_000
/** A file larger than this is left out: git itself advises against it, and it would not fit into memory twice. */
const LARGEST = 100_000_000

const ORIGIN: Origin = { actor: 'outside', verb: 'adopt', lineage: 'outside' }

/** Takes in what other programs changed: when it has rested, together with what changed with it, and never while git is at work. */
export class Adoption {
  readonly #repo: Repository
  readonly #writer: Writer
  readonly #changed: () => void
  readonly #leftOut = new Map<string, string>()
  /** Paths that were touched, and when last. */
  readonly #touched = new Map<string, number>()
  #sweepNeeded = false
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> = Promise.resolve()
  #closed = false

  /** @param changed told when the list of what was left out changed */
  constructor(repo: Repository, writer: Writer, changed: () => void) {
    this.#repo = repo
    this.#writer = writer
    this.#changed = changed
  }

  /** What stays outside of history, and why. */
  get leftOut(): readonly { readonly path: string; readonly reason: string }[] {
    return [...this.#leftOut].map(([path, reason]) => ({ path, reason }))
  }

  /** The watcher saw something happen to this path. */
  touch(path: string): void {
    this.#touched.set(path, Date.now())
    this.#schedule(TICK_MS)
  }

  /** Look at everything, as soon as git is at rest. */
  sweepSoon(): void {
    this.#sweepNeeded = true
    this.#schedule(TICK_MS)
  }

  /** Something in `.git` changed. When it was another Variorum, there is nothing to look for. */
  async gitChanged(): Promise<void> {
    if (await this.#repo.indexIsGits()) this.sweepSoon()
  }

  /** Adopts these paths, or everything that differs from HEAD, as it stands now. */
  async adopt(paths?: readonly string[]): Promise<void> {
    // Mostly there is nothing to do, and then nobody's turn is taken for it.
    const look = (standing: Standing): Promise<readonly Draft[]> => (paths === undefined ? this.#sweep(standing) : this.#draftsOf(standing, paths))
    if ((await this.#repo.journal.read()) === null && (await look(await readStanding(this.#repo))).length === 0) return
    await this.#writer.write(async (standing) => {
      const drafts = await look(standing)
      return drafts.length === 0
        ? { kind: 'answer' as const, answer: null }
        : { kind: 'plan' as const, plan: { kind: 'adopted' as const, drafts, origin: ORIGIN } }
    })
  }

  /** Finishes what has been seen so far. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#running
  }

  #schedule(after: number): void {
    if (this.#timer !== null || this.#closed) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#running = this.#running.then(() => this.#tick())
    }, after)
  }

  async #tick(): Promise<void> {
    if (this.#closed) return
    if ((await whatGitDoes(this.#repo)) !== null) {
      // Whatever it is doing to the files, only what differs when it is done is somebody's edit.
      this.#sweepNeeded = true
      this.#schedule(GIT_POLL_MS)
      return
    }
    const now = Date.now()
    const ages = [...this.#touched.values()].map((at) => now - at)
    if (ages.length > 0 && Math.min(...ages) < REST_MS && Math.max(...ages) < LONGEST_WAIT_MS) return this.#schedule(TICK_MS)
    const rested = [...this.#touched].filter(([, at]) => now - at >= REST_MS).map(([path]) => path)
    const everything = this.#sweepNeeded && rested.length === this.#touched.size
    for (const path of rested) this.#touched.delete(path)
    if (everything) this.#sweepNeeded = false
    if (everything || rested.length > 0) await this.#tryAdopt(everything ? undefined : rested)
    if (this.#touched.size > 0 || this.#sweepNeeded) this.#schedule(TICK_MS)
  }

  async #tryAdopt(paths: readonly string[] | undefined): Promise<void> {
    try {
      await this.adopt(paths)
    } catch {
      // Git or another process is busy, or the disk is full: nothing is lost, the files are there. Told through the store's status.
      this.#sweepNeeded = true
      this.#changed()
      this.#schedule(RETRY_MS)
    }
  }

  async #sweep(standing: Standing): Promise<readonly Draft[]> {
    const known = await this.#repo.trees.files(standing.tree)
    const { files, special } = await this.#repo.workTree.walk('')
    const before = JSON.stringify(this.leftOut)
    this.#leftOut.clear()
    for (const path of special) this.#leftOut.set(path, 'it is another repository, a device, a pipe or a socket')
    const drafts = await this.#draftsOf(standing, [...new Set([...known.map(({ path }) => path), ...files])], new Map(known.map((file) => [file.path, file])))
    if (JSON.stringify(this.leftOut) !== before) this.#changed()
    return drafts
  }

  async #draftsOf(standing: Standing, paths: readonly string[], known?: ReadonlyMap<string, TreeFileEntry>): Promise<readonly Draft[]> {
    const ignored = new IgnoreRules(this.#repo.root)
    const index = await this.#repo.index()
    const drafts: Draft[] = []
    for (const path of paths) {
      const inHead = known === undefined ? await this.#repo.trees.file(standing.tree, path) : (known.get(path) ?? null)
      if (inHead === null && (await ignored.ignores(path))) continue
      const why = whyLeftOut(path)
      if (why !== null) {
        this.#leaveOut(path, why)
        continue
      }
      const now = await this.#repo.workTree.inspect(path, index)
      if (now.kind === 'file' && now.stat.size > LARGEST) {
        this.#leaveOut(path, 'it is larger than 100 MB')
        continue
      }
      const draft = await adoptionOf(this.#repo, path, inHead, now)
      if (draft !== null) drafts.push(draft)
    }
    return drafts
  }

  #leaveOut(path: string, reason: string): void {
    if (this.#leftOut.get(path) === reason) return
    this.#leftOut.set(path, reason)
    this.#changed()
  }
}

/** Names that must never get into a tree: `git fsck --strict` would complain of them for ever. */
function whyLeftOut(path: string): string | null {
  if (path.includes('\ufffd') || !path.isWellFormed()) return 'its name is not valid UTF-8'
  const names = path.split('/')
  if (names.some((name) => isReservedName(name) && !['.gitignore', '.gitattributes', '.variorum'].includes(name))) return 'git keeps its name for itself'
  if (names.slice(0, -1).some((name) => name.startsWith('.git') && isReservedName(name))) return 'git keeps its name for itself'
  return nameOf(path) === '.gitmodules' ? 'submodules are not kept in a memory' : null
}

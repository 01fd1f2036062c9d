import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { Gate } from '../../../shared/policy.ts'
import { MAX_OBJECT_BYTES } from '../git/inflate.ts'
import type { TreeFileEntry } from '../git/tree.ts'
import { ignoreReason } from '../paths.ts'
import type { Repository } from '../repo/repository.ts'
import { walk } from '../repo/walk.ts'
import type { OnDisk } from '../repo/work-tree.ts'
import type { Withheld } from '../store-interface.ts'
import { adoptionOf, conflictingPaths, contentIgnoreReason } from '../write/outside-drafts.ts'
import { sameVersion, type Draft, type Snapshot } from '../write/plan.ts'
import { askAboutOutside } from '../write/preconditions.ts'
import { IgnoreRules } from './ignore-rules.ts'
import { sweep } from './sweep.ts'

const MAX_PATHS_AT_ONCE = 2_000
const SPECIAL = say('left-out-not-a-file')
const UNREADABLE = say('not-readable')

/** Finds what differs between the folder and HEAD, and remembers what cannot become part of history. */
export class OutsideChanges {
  readonly #repo: Repository
  readonly #gate: Gate
  readonly #onChange: () => void
  readonly #withheld = new Map<string, readonly string[]>()
  #leftOut = new Map<string, Message>()

  /**
   * @param gate decides what may become part of history
   * @param onChange called when `leftOut` or `withheld` changed
   */
  constructor(repo: Repository, gate: Gate, onChange: () => void) {
    this.#repo = repo
    this.#gate = gate
    this.#onChange = onChange
  }

  /** Files that cannot become part of history, and why. */
  get leftOut(): readonly { readonly path: string; readonly reason: Message }[] {
    return [...this.#leftOut].map(([path, reason]) => ({ path, reason }))
  }

  /** Files that hold a secret and therefore stay out of history, with the rules that found it. */
  get withheld(): readonly Withheld[] {
    return [...this.#withheld].map(([path, rules]) => ({ path, rules }))
  }

  /**
   * Drafts that adopt everything that differs from HEAD.
   * @param except paths left for later: they are still being written, or about to be
   */
  async everywhere(snapshot: Snapshot, except: ReadonlySet<string> = new Set()): Promise<readonly Draft[]> {
    const ignored = new IgnoreRules(this.#repo.root, this.#repo.gitdir)
    const leftOut = new Map([...this.#leftOut].filter(([path]) => except.has(path)))
    const [ofHead, fresh]: [Draft[], Draft[]] = [[], []]
    const withheld = new Set([...this.#withheld.keys()].filter((path) => !except.has(path)))
    const swept = sweep(this.#repo, snapshot, {
      skips: (folder) => ignored.ignores(folder, true),
      except,
      onSpecial: (path) => leftOut.set(path, SPECIAL),
      onUnreadable: (path) => leftOut.set(path, UNREADABLE),
    })
    for await (const { path, inHead, now } of swept) {
      withheld.delete(path)
      if (inHead === null && (await ignored.ignores(path))) continue
      const why = ignoreReason(path)
      if (why !== null) {
        leftOut.set(path, why)
        continue
      }
      if (isSame(now, inHead)) {
        this.#noteWithheld(path, [])
        continue
      }
      const draft = await this.#draftOf(path, inHead, now, leftOut)
      if (draft !== null) (inHead === null ? fresh : ofHead).push(draft)
    }
    // A sweep does not meet what is neither in the folder nor in HEAD.
    for (const path of withheld) this.#noteWithheld(path, [])
    const hasChanged = JSON.stringify([...leftOut]) !== JSON.stringify([...this.#leftOut])
    this.#leftOut = leftOut
    if (hasChanged) this.#onChange()
    return [...ofHead, ...fresh]
  }

  /**
   * Drafts that adopt what differs from HEAD at these paths; of a folder, in it.
   * @param except paths left for later, since they are still being written
   */
  async below(snapshot: Snapshot, paths: readonly string[], except: ReadonlySet<string>): Promise<readonly Draft[]> {
    const ignored = new IgnoreRules(this.#repo.root, this.#repo.gitdir)
    const all = new Set(paths)
    for (const path of paths) {
      for (const file of this.#repo.trees.files(snapshot.tree, path)) all.add(file.path)
      if (this.#repo.workTree.kindOf(path) !== 'directory') continue
      const { files, special } = await walk(this.#repo.root, path, (folder) => ignored.ignores(folder, true))
      for (const found of [...files, ...special]) all.add(found)
    }
    const left = [...all].filter((path) => !except.has(path))
    // A sweep lets others run meanwhile.
    return left.length > MAX_PATHS_AT_ONCE ? this.everywhere(snapshot, except) : this.at(snapshot, left)
  }

  /** Looks again at the paths of these drafts, and at no file that was left for later. */
  async again(snapshot: Snapshot, drafts: readonly Draft[]): Promise<readonly Draft[]> {
    const paths = new Set(drafts.map(({ path }) => path))
    if (paths.size <= MAX_PATHS_AT_ONCE) return this.at(snapshot, [...paths])
    // A sweep lets others run meanwhile.
    return (await this.everywhere(snapshot)).filter(({ path }) => paths.has(path))
  }

  /** Drafts that adopt what differs from HEAD at these paths, and at the paths in conflict with them. */
  async at({ tree }: Snapshot, paths: readonly string[]): Promise<readonly Draft[]> {
    const ignored = new IgnoreRules(this.#repo.root, this.#repo.gitdir)
    const before = JSON.stringify([...this.#leftOut])
    const differing = await this.#differing(tree, paths)
    const related = new Set(differing)
    for (const path of differing)
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
    if (JSON.stringify([...this.#leftOut]) !== before) this.#onChange()
    return drafts
  }

  /** Drops the paths that are as HEAD has them, or in neither. Usually it was this store that wrote the file. */
  async #differing(tree: Snapshot['tree'], paths: readonly string[]): Promise<readonly string[]> {
    const onDisk = this.#repo.workTree.inspectAll(paths, await this.#repo.index())
    return paths.filter((path) => {
      const [now, inHead] = [onDisk.get(path), this.#repo.trees.file(tree, path)]
      const isUnchanged = isSame(now, inHead) || (inHead === null && now?.kind === 'missing')
      if (isUnchanged) this.#noteWithheld(path, [])
      return !isUnchanged || this.#leftOut.has(path)
    })
  }

  /** @param leftOut collects the path and the reason, when it is left out */
  async #draftOf(
    path: string,
    inHead: TreeFileEntry | null,
    now: OnDisk,
    leftOut: Map<string, Message>,
  ): Promise<Draft | null> {
    if (now.kind === 'special') leftOut.set(path, SPECIAL)
    if (now.kind === 'unreadable') leftOut.set(path, now.why)
    const why =
      now.kind === 'file' && now.stat.size > MAX_OBJECT_BYTES
        ? say('left-out-too-large')
        : contentIgnoreReason(this.#repo, path, now)
    if (why !== null) {
      leftOut.set(path, why)
      return null
    }
    if (now.kind === 'missing' && inHead !== null && (await this.#repo.index()).skipsWorkTree(path)) return null
    const draft = adoptionOf(this.#repo, path, inHead, now)
    const verdict = draft === null ? null : askAboutOutside(this.#repo, this.#gate, draft)
    this.#noteWithheld(path, verdict?.kind === 'hold' ? verdict.rules : [])
    if (verdict?.kind === 'refuse') leftOut.set(path, verdict.reason)
    return verdict?.kind === 'allow' ? draft : null
  }

  #noteWithheld(path: string, rules: readonly string[]): void {
    const before = this.#withheld.get(path)
    if (rules.length === 0) this.#withheld.delete(path)
    else this.#withheld.set(path, rules)
    if ((before ?? []).join() !== rules.join()) this.#onChange()
  }

  /** The folder above a path that is a repository itself; null when there is none. */
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

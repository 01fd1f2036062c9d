import * as nodePath from 'node:path'
import { z } from 'zod'
import type { Vanished } from '../../../shared/memory.ts'
import { lstatIfThere, readIfThereNow, removeIfThere } from '../../disk/durable-files.ts'
import { parentOf } from '../../disk/relative-path.ts'
import { objectId } from '../git/objects.ts'
import type { Repository } from '../repo/repository.ts'
import type { Draft, Snapshot } from '../write/plan.ts'

/** From so many files on, of which more than this share is gone at once, nobody has deleted them one by one. */
const MANY_FILES = 10
const MASS_SHARE = 0.8

/**
 * Files that vanished all at once from a folder whose history lies beside it: wiped, on a disk that is not mounted, or
 * rebuilt by its program. Nobody may have wished that, so it becomes no deletion in the history until the user says so. Which they are is kept in
 * `variorum/vanished`, for every process and the next start: what is written into the folder meanwhile must not make them
 * a minority.
 */
export class VanishedFiles {
  readonly #repo: Repository
  readonly #file: string

  constructor(repo: Repository) {
    this.#repo = repo
    this.#file = nodePath.join(repo.ours, 'vanished')
  }

  /** Whether the folder itself is gone, and the history is not: that can only be where it lies beside. */
  get isFolderGone(): boolean {
    return this.#repo.isBeside && lstatIfThere(this.#repo.root) === null
  }

  /** Those that are not back, and that HEAD still has. */
  missing({ tree }: Pick<Snapshot, 'tree'>): readonly string[] {
    return this.#stored().filter(
      (path) => this.#repo.workTree.kindOf(path) === 'missing' && this.#repo.trees.file(tree, path) !== null,
    )
  }

  /** What is to be shown and asked; null for nothing. */
  state({ tree }: Pick<Snapshot, 'tree'>): Vanished | null {
    if (!this.isFolderGone) {
      const files = this.missing({ tree }).length
      return files === 0 ? null : { kind: 'files', files }
    }
    const files = this.#repo.trees.files(tree).length
    return files === 0 ? null : { kind: 'folder', files }
  }

  /** Whether some of them are back, or there is no question about them any more. */
  isOutdated(snapshot: Snapshot): boolean {
    return this.#stored().length !== this.missing(snapshot).length
  }

  /** The drafts but for deletions that are held already. */
  withoutHeld(drafts: readonly Draft[]): readonly Draft[] {
    const held = new Set(this.#stored())
    return held.size === 0 ? drafts : drafts.filter(({ path, after }) => after !== null || !held.has(path))
  }

  /**
   * The drafts that may become history; the deletions of files that vanished are held. Call only while holding the lease.
   * @param drafts everything that differs, as far as it is known
   */
  async hold(drafts: readonly Draft[], snapshot: Snapshot): Promise<readonly Draft[]> {
    const held = new Set(this.missing(snapshot))
    const known = held.size
    const kept = new KeptContent(drafts)
    const gone = drafts.filter((draft) => draft.after === null && !held.has(draft.path) && !kept.has(draft))
    if (gone.length > 0 && (this.isFolderGone || this.#isMass(known + gone.length, snapshot)))
      for (const { path } of gone) held.add(path)
    // A file and a folder cannot both be at one path, so what came in the place of a file is its end.
    for (const path of held) if (kept.replaces(path)) held.delete(path)
    await this.#store([...held])
    return drafts.filter(({ path, after }) => after !== null || !held.has(path))
  }

  /** The user has decided about these. Call only while holding the lease. */
  async release(paths: ReadonlySet<string>): Promise<void> {
    await this.#store(this.#stored().filter((path) => !paths.has(path)))
  }

  /** Where the history lies in the folder, it is the user's own working folder: what is deleted there is deleted. */
  #isMass(gone: number, { tree }: Snapshot): boolean {
    if (!this.#repo.isBeside || tree === null) return false
    const tracked = this.#repo.trees.files(tree).length
    return gone >= tracked || (gone >= MANY_FILES && gone > tracked * MASS_SHARE)
  }

  #stored(): readonly string[] {
    const text = readIfThereNow(this.#file)
    return text === null ? [] : pathsIn(text)
  }

  async #store(paths: readonly string[]): Promise<void> {
    if (paths.length > 0) {
      const text = JSON.stringify(paths)
      if (text !== readIfThereNow(this.#file)) await this.#repo.files.write(this.#file, text)
    } else if (lstatIfThere(this.#file) !== null) await removeIfThere(this.#file)
  }
}

/** The versions and places that drafts bring: what is somewhere else now has moved, and is not gone. */
class KeptContent {
  readonly #drafts: readonly Draft[]
  readonly #paths: ReadonlySet<string>
  #ids: ReadonlySet<string> | null = null

  constructor(drafts: readonly Draft[]) {
    this.#drafts = drafts.filter(({ after }) => after !== null)
    this.#paths = new Set(this.#drafts.map(({ path }) => path))
  }

  has({ before }: Draft): boolean {
    this.#ids ??= new Set(
      this.#drafts.flatMap(({ after }) =>
        after === null ? [] : 'id' in after ? [after.id] : [objectId('blob', after.bytes)],
      ),
    )
    return before !== null && this.#ids.has(before)
  }

  /** Whether something is below this path now, or at one above it. */
  replaces(path: string): boolean {
    for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) if (this.#paths.has(folder)) return true
    return [...this.#paths].some((other) => other.startsWith(`${path}/`))
  }
}

function pathsIn(text: string): readonly string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(text))
  } catch {
    return []
  }
}

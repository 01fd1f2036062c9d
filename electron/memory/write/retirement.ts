import type { ObjectId } from '../../../shared/change.ts'
import { isGcRunning } from '../repo/git-state.ts'
import type { Repository } from '../repo/repository.ts'
import { errorOf } from './failure.ts'
import type { PublicationThread } from './publication-thread.ts'

/**
 * What commands wrote since the journal was last cleared: before it is cleared again, all of it must last. What is
 * written while it is being synced counts again.
 */
export class Retirement {
  readonly #repo: Repository
  readonly #thread: PublicationThread
  #paths = new Set<string>()
  #inGit = new Set<string>()
  readonly #objects = new Set<ObjectId>()
  #syncing: Promise<void> = Promise.resolve()

  constructor(repo: Repository, thread: PublicationThread) {
    this.#repo = repo
    this.#thread = thread
  }

  /** Objects that git has now, unless a `git gc` deletes them. */
  addObjects(ids: Iterable<ObjectId>): void {
    for (const id of ids) this.#objects.add(id)
  }

  /** Files of the work tree, or their absence. */
  add(paths: readonly string[]): void {
    for (const path of paths) this.#paths.add(path)
  }

  /** A file of `.git`. */
  addInGit(path: string): void {
    this.#inGit.add(path)
  }

  /** Resolves when everything written before is durable. */
  sync(): Promise<void> {
    const synced = this.#syncing.then(() => this.#sync())
    this.#syncing = synced.catch(() => undefined)
    return synced
  }

  /**
   * Retires the published commands: makes everything durable and clears the journal. Call while no command is ahead.
   * @returns false while a `git gc` runs, which may still delete published objects
   */
  async finish(): Promise<boolean> {
    const repo = this.#repo
    if (repo.journal.isEmpty()) return true
    await this.sync()
    if (await isGcRunning(repo.gitdir)) return false
    if (!repo.objects.stored.hasAll(this.#objects)) {
      repo.objects.addRecovered(repo.journal.read((id) => repo.objects.read(id)).flatMap(({ objects }) => objects))
      await repo.objects.publish()
    }
    repo.journal.clear()
    this.#objects.clear()
    return true
  }

  async #sync(): Promise<void> {
    const [paths, inGit] = [this.#paths, this.#inGit]
    if (paths.size + inGit.size === 0) return
    ;[this.#paths, this.#inGit] = [new Set(), new Set()]
    const failure = await this.#thread.sync({ kind: 'syncing', paths: [...paths], inGit: [...inGit] })
    if (failure === null) return
    this.add([...paths])
    for (const path of inGit) this.addInGit(path)
    throw errorOf(failure)
  }
}

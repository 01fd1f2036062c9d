import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { POLICIES_PATH, VALUES_FILE } from '../../../shared/policies-path.ts'
import { makeFolderNow } from '../../disk/by-handle.ts'
import { DurableFiles, readIfThere, readPlainFile } from '../../disk/durable-files.ts'
import { exactStatIfThere, isUnchanged, type ExactStat } from '../../disk/exact-stat.ts'
import { parentOf } from '../../disk/relative-path.ts'
import type { PoliciesTexts } from '../store-interface.ts'
import type { Repository } from './repository.ts'
import { hasLinks } from './safe-directory.ts'

const MAX_BYTES = 4_000_000

async function readText(path: string): Promise<string | null> {
  return (await readPlainFile(path, MAX_BYTES))?.toString('utf8') ?? null
}

/**
 * The store's policies on disk: the file in the work tree, which anybody may write, and the policies in force, kept in
 * `.git` so that no clone, pull or editor can change them.
 */
export class PoliciesFiles {
  readonly #repo: Repository
  readonly #inForcePath: string
  readonly #valuesPath: string | null
  #lastRead: readonly (ExactStat | null)[] | null = null

  /** @param folder the device's folder of the store, for what the user said of single values */
  constructor(repo: Repository, folder: string | null = null) {
    this.#repo = repo
    this.#inForcePath = nodePath.join(repo.ours, 'policies.json')
    this.#valuesPath = folder === null ? null : nodePath.join(folder, VALUES_FILE)
  }

  async read(): Promise<PoliciesTexts> {
    const current = nodePath.join(this.#repo.root, ...POLICIES_PATH.split('/'))
    const isInside = !hasLinks(this.#repo.root, parentOf(POLICIES_PATH))
    const inWorkTree = isInside ? await readPlainFile(current, MAX_BYTES) : null
    const committed =
      inWorkTree === null ? null : this.#repo.conversion.toObject(POLICIES_PATH, inWorkTree, await this.#repo.index())
    return {
      current: committed === null ? null : Buffer.from(committed).toString('utf8'),
      inForce: await readText(this.#inForcePath),
    }
  }

  /** Reads the policies if this process or another changed those in force, or a value, since the last call; else null. */
  async readIfChanged(): Promise<PoliciesTexts | null> {
    const stats = [this.#inForcePath, this.#valuesPath].map((path) => (path === null ? null : exactStatIfThere(path)))
    const last = this.#lastRead
    if (last !== null && stats.every((stat, at) => isSame(stat, last[at] ?? null))) return null
    this.#lastRead = stats
    return this.read()
  }

  /** What the user said of single values, as text; null when it does not exist. */
  async readValues(): Promise<string | null> {
    return this.#valuesPath === null ? null : readIfThere(this.#valuesPath)
  }

  /**
   * Replaces what the user said of single values, if it is still as the caller saw it. Call only under the lease. The
   * tick makes other processes notice.
   */
  async putValues(before: string | null, text: string): Promise<boolean> {
    if (this.#valuesPath === null) throw new Error('This store keeps nothing on this device.')
    if ((await this.readValues()) !== before) return false
    const folder = nodePath.dirname(this.#valuesPath)
    await fs.mkdir(folder, { recursive: true, mode: 0o700 })
    await new DurableFiles(nodePath.join(folder, 'tmp')).write(this.#valuesPath, text)
    await this.#repo.touchTick()
    return true
  }

  /** Puts policies in force. Call only under the lease. The tick makes other processes notice. */
  async putInForce(text: string): Promise<void> {
    makeFolderNow(this.#repo.gitdir, this.#repo.ours, 0o700)
    await this.#repo.files.write(this.#inForcePath, text)
    await this.#repo.touchTick()
  }
}

const isSame = (one: ExactStat | null, other: ExactStat | null): boolean =>
  one === null || other === null ? one === other : isUnchanged(one, other)

import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { POLICIES_PATH } from '../../../shared/policies-path.ts'
import { readPlainFile } from '../../disk/durable-files.ts'
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
  #lastRead: { readonly stat: ExactStat | null } | null = null

  constructor(repo: Repository) {
    this.#repo = repo
    this.#inForcePath = nodePath.join(repo.ours, 'policies.json')
  }

  async read(): Promise<PoliciesTexts> {
    const current = nodePath.join(this.#repo.root, ...POLICIES_PATH.split('/'))
    const isInside = !hasLinks(this.#repo.root, parentOf(POLICIES_PATH))
    const [inWorkTree, inForce] = await Promise.all([isInside ? readText(current) : null, readText(this.#inForcePath)])
    return { current: inWorkTree, inForce }
  }

  /** Reads the policies if this process or another changed those in force since the last call; else null. */
  async readIfChanged(): Promise<PoliciesTexts | null> {
    const stat = exactStatIfThere(this.#inForcePath)
    const last = this.#lastRead
    const isKnown =
      last !== null && (stat === null || last.stat === null ? stat === last.stat : isUnchanged(stat, last.stat))
    if (isKnown) return null
    this.#lastRead = { stat }
    return this.read()
  }

  /** Puts policies in force. Call only under the lease. The tick makes other processes notice. */
  async putInForce(text: string): Promise<void> {
    await fs.mkdir(this.#repo.ours, { recursive: true, mode: 0o700 })
    await this.#repo.files.write(this.#inForcePath, text)
    await this.#repo.touchTick()
  }
}

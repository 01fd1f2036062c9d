import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { POLICIES_PATH } from '../../../shared/policies-path.ts'
import { readIfThere } from '../../disk/durable-files.ts'
import { exactStatIfThere, isUnchanged, type ExactStat } from '../../disk/exact-stat.ts'
import type { PoliciesTexts } from '../store-interface.ts'
import type { Repository } from './repository.ts'

/**
 * The store's policies on disk: the file in the work tree, which anybody may write, and what is in force, which is
 * kept in `.git` so that no clone, pull or editor can change it.
 */
export class PoliciesFiles {
  readonly #repo: Repository
  readonly #inForcePath: string
  #seen: { readonly stat: ExactStat | null } | null = null

  constructor(repo: Repository) {
    this.#repo = repo
    this.#inForcePath = nodePath.join(repo.ours, 'policies.json')
  }

  async read(): Promise<PoliciesTexts> {
    const current = nodePath.join(this.#repo.root, ...POLICIES_PATH.split('/'))
    const [inWorkTree, inForce] = await Promise.all([readIfThere(current), readIfThere(this.#inForcePath)])
    return { current: inWorkTree, inForce }
  }

  /** What is in force where that changed since it was last asked for, by this process or another; else null. */
  async readIfChanged(): Promise<PoliciesTexts | null> {
    const stat = exactStatIfThere(this.#inForcePath)
    const isKnown =
      this.#seen !== null &&
      (stat === null || this.#seen.stat === null ? stat === this.#seen.stat : isUnchanged(stat, this.#seen.stat))
    if (isKnown) return null
    this.#seen = { stat }
    return this.read()
  }

  /** Call only while nobody else writes. Other processes notice by the tick. */
  async putInForce(text: string): Promise<void> {
    await fs.mkdir(this.#repo.ours, { recursive: true, mode: 0o700 })
    await this.#repo.files.write(this.#inForcePath, text)
    await this.#repo.touchTick()
  }
}

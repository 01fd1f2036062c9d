import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Origin } from '../../shared/commit.ts'

/** Who read what, and when: one file a month, one JSON line a view. Expiry counts from it; it does not travel with a clone. */
export class AccessLog {
  readonly #directory: string

  /** @param ours the store's `.git/variorum` */
  constructor(ours: string) {
    this.#directory = nodePath.join(ours, 'access')
  }

  async append(path: string, { actor, conversation, turn, call }: Origin, at = new Date()): Promise<void> {
    await fs.mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const line = JSON.stringify({ time: at.toISOString(), path, actor, conversation, turn, call })
    await fs.appendFile(nodePath.join(this.#directory, `${at.toISOString().slice(0, 7)}.jsonl`), `${line}\n`, { mode: 0o600 })
  }
}

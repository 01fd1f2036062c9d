import { z } from 'zod'
import { CommitName } from '../../shared/commit.ts'
import { JsonFile } from '../disk/json-file.ts'

const Stored = z
  .object({
    /** The state that the user has seen all of; null before there was any. */
    state: CommitName.nullable(),
    at: z.string(),
    /** Changes since then that the user kept: ids of review lines. */
    kept: z.array(z.string()),
  })
  .readonly()
export type LookedAt = z.infer<typeof Stored>

const MAX_KEPT = 100_000

/** How far the user has looked, on this device. */
export class Looked {
  readonly #file: JsonFile<LookedAt | null>

  /** @param folder the device's folder of the store */
  constructor(folder: string) {
    this.#file = new JsonFile<LookedAt | null>(folder, 'looked.json', (stored) => Stored.parse(stored), null)
  }

  /** @returns null if the user has never looked on this device */
  read(): Promise<LookedAt | null> {
    return this.#file.read()
  }

  /** The user has seen everything up to this state. */
  async upTo(state: CommitName | null): Promise<LookedAt> {
    const now = { state, at: new Date().toISOString(), kept: [] }
    await this.#file.change(() => now)
    return now
  }

  async keep(ids: readonly string[]): Promise<void> {
    await this.#file.change((now) =>
      now === null ? now : { ...now, kept: [...new Set([...now.kept, ...ids])].slice(-MAX_KEPT) },
    )
  }

  async unkeep(ids: readonly string[]): Promise<void> {
    const gone = new Set(ids)
    await this.#file.change((now) => (now === null ? now : { ...now, kept: now.kept.filter((id) => !gone.has(id)) }))
  }
}

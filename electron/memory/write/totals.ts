import type { Totals } from '../../../shared/policy.ts'
import type { Repository } from '../repo/repository.ts'
import type { Plan } from './plan.ts'
import { bytesOf } from './preconditions.ts'

/** The size of a store before and after a command, and by how much each turn has grown it. Not kept on disk. */
export class TotalsTracker {
  readonly #repo: Repository
  readonly #turns = new Map<string, number>()

  constructor(repo: Repository) {
    this.#repo = repo
  }

  /** Git's index has the sizes of all files, so no file is read. */
  async totals({ drafts, origin }: Plan): Promise<Totals> {
    const index = await this.#repo.index()
    const sizeOf = (path: string): number | null => index.entry(path)?.stat.size ?? null
    const { files, bytes } = index.totals
    const planned = { files, bytes }
    for (const { path, after } of drafts) {
      const before = sizeOf(path)
      planned.files += (after === null ? 0 : 1) - (before === null ? 0 : 1)
      planned.bytes += (after === null ? 0 : bytesOf(this.#repo, after).byteLength) - (before ?? 0)
    }
    return { now: { files, bytes }, planned, turnBytes: (this.#turns.get(turnOf(origin)) ?? 0) + planned.bytes - bytes }
  }

  /** Notes that a command was acknowledged, and the growth of its turn with it. */
  note({ origin }: Plan, { turnBytes }: Totals): void {
    if (origin.conversation !== undefined) this.#turns.set(turnOf(origin), turnBytes)
  }
}

function turnOf({ conversation = '', turn = 0 }: Plan['origin']): string {
  return `${conversation}/${turn}`
}

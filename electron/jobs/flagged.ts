import type { ObjectId, StorePath } from '../../shared/change.ts'
import type { Commit } from '../../shared/commit.ts'
import { compareChecklists } from '../../shared/jobs/checklist-flags.ts'
import type { FeatureFlag, FlaggedCommit } from '../../shared/jobs/job.ts'
import { jobFile, type JobName } from '../../shared/jobs/names.ts'
import type { Store } from '../memory/store-interface.ts'

/** Commits of a checklist that are looked at, the newest first. */
const MAX_COMMITS = 500

/** Finds what is odd in the history of checklists. A commit never changes, so each is compared once. */
export class Flagged {
  readonly #store: Store
  readonly #known = new Map<string, readonly FeatureFlag[]>()

  constructor(store: Store) {
    this.#store = store
  }

  /** Newest first. What the user did is never odd. */
  async of(name: JobName): Promise<readonly FlaggedCommit[]> {
    const path = jobFile(name, 'features')
    const { commits } = await this.#store.history({ path, limit: MAX_COMMITS })
    const flagged: FlaggedCommit[] = []
    for (const commit of commits) {
      const flags = await this.#flagsOf(commit, path)
      if (flags.length > 0) flagged.push({ job: name, commit: commit.id, time: commit.time, flags })
    }
    return flagged
  }

  async #flagsOf(commit: Commit, path: StorePath): Promise<readonly FeatureFlag[]> {
    if (commit.origin.actor === 'user') return []
    const key = `${commit.id} ${path}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const change = commit.changes.map((counted) => counted.change).find((each) => each.path === path)
    const flags =
      change === undefined
        ? []
        : compareChecklists(await this.#text(change.before?.id), await this.#text(change.after?.id))
    this.#known.set(key, flags)
    return flags
  }

  async #text(id: ObjectId | undefined): Promise<string | null> {
    return id === undefined ? null : this.#store.text(id)
  }
}

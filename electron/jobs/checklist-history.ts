import type { ObjectId, StorePath } from '../../shared/change.ts'
import { type Commit, nameOf } from '../../shared/commit.ts'
import { compareChecklists } from '../../shared/jobs/checklist-flags.ts'
import { readChecklist } from '../../shared/jobs/checklist.ts'
import type { FeatureFlag, FlaggedCommit, Tick } from '../../shared/jobs/job.ts'
import { jobFile, type JobName } from '../../shared/jobs/names.ts'
import type { Store } from '../memory/store-interface.ts'

/** Commits of a checklist that are looked at, the newest first. */
const MAX_COMMITS = 500

/** What a commit did to a checklist. */
interface Done {
  readonly flags: readonly FeatureFlag[]
  /** Features that it ticked. */
  readonly ticked: readonly string[]
}

export interface ChecklistPast {
  /** What is odd, the newest first. What the user did is never odd. */
  readonly flags: readonly FlaggedCommit[]
  /** The last commit that ticked a feature, by the feature's id. */
  readonly ticks: ReadonlyMap<string, Tick>
}

/** What was done to checklists, from their history. A commit never changes, so each is compared once. */
export class ChecklistHistory {
  readonly #store: Store
  readonly #known = new Map<string, Done>()

  constructor(store: Store) {
    this.#store = store
  }

  async of(name: JobName): Promise<ChecklistPast> {
    const path = jobFile(name, 'features')
    const { commits } = await this.#store.history({ path, limit: MAX_COMMITS })
    const flags: FlaggedCommit[] = []
    const ticks = new Map<string, Tick>()
    for (const commit of commits) {
      const done = await this.#doneBy(commit, path)
      const { id, time, origin } = commit
      if (done.flags.length > 0) flags.push({ job: name, commit: nameOf(commit), time, flags: done.flags })
      const { actor, conversation = null } = origin
      for (const feature of done.ticked)
        if (!ticks.has(feature)) ticks.set(feature, { commit: id, time, actor, conversation })
    }
    return { flags, ticks }
  }

  async #doneBy(commit: Commit, path: StorePath): Promise<Done> {
    const key = `${commit.id} ${path}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const change = commit.changes.map((counted) => counted.change).find((each) => each.path === path)
    if (change === undefined) return { flags: [], ticked: [] }
    const [before, after] = [await this.#text(change.before?.id), await this.#text(change.after?.id)]
    const was = tickedIn(before)
    const done = {
      flags: commit.origin.actor === 'user' ? [] : compareChecklists(before, after),
      ticked: [...tickedIn(after)].filter((id) => !was.has(id)),
    }
    this.#known.set(key, done)
    return done
  }

  async #text(id: ObjectId | undefined): Promise<string | null> {
    return id === undefined ? null : this.#store.text(id)
  }
}

function tickedIn(text: string | null): ReadonlySet<string> {
  const checklist = readChecklist(text)
  if ('problem' in checklist) return new Set()
  return new Set(checklist.features.filter(({ state }) => state === 'done').map(({ id }) => id))
}

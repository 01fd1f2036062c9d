import type { Job } from '../../shared/jobs/job.ts'
import type { JobName } from '../../shared/jobs/names.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Agent } from '../agent/agent.ts'
import type { Store } from '../memory/store-interface.ts'
import type { Flagged } from './flagged.ts'
import { jobNames, readFiles } from './job-store.ts'
import type { Plans } from './plans.ts'
import { jobFrom } from './read-job.ts'

export interface ReadingOptions {
  readonly store: Store
  readonly agent: Agent
  readonly plans: Plans
  readonly settings: () => Settings
  readonly flagged: Flagged
  readonly now: () => Date
}

export interface Reading {
  read(name: JobName): Promise<Job>
  /** The jobs that have files in the memory, or were begun on this device. */
  names(): Promise<readonly JobName[]>
}

/** Puts together what files, conversations and this device say of a job. */
export function createReading({ store, agent, plans, settings, flagged, now }: ReadingOptions): Reading {
  return {
    async read(name) {
      const [files, plan, all] = await Promise.all([readFiles(store, name), plans.of(name), agent.sessions.list(name)])
      const sessions = all.filter(({ job }) => job.judges === undefined)
      const judging = all.filter(({ job }) => job.judges !== undefined)
      const last = sessions.at(-1)
      const inFlight = last === undefined || last.running ? null : await agent.sessions.inFlight(last.conversation)
      const flags = await flagged.of(name)
      return jobFrom({ name, files, plan, sessions, judging, inFlight, flags, prices: settings().prices, now: now() })
    },
    async names() {
      const [withFiles, planned] = await Promise.all([jobNames(store), plans.all()])
      const begun = [...planned].filter(([, { createdAt }]) => createdAt !== null).map(([name]) => name)
      return [...new Set([...withFiles, ...begun])]
    },
  }
}

import type { Job, JobSummary } from '../../shared/jobs/job.ts'
import type { JobName } from '../../shared/jobs/names.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Agent } from '../agent/agent.ts'
import type { Store } from '../memory/store-interface.ts'
import type { ChecklistHistory } from './checklist-history.ts'
import type { JobRecords } from './job-records.ts'
import { jobNames, readFiles } from './job-store.ts'
import { jobFrom, summaryFrom } from './read-job.ts'

export interface ReadingOptions {
  readonly store: Store
  readonly agent: Agent
  readonly records: JobRecords
  readonly settings: () => Settings
  readonly history: ChecklistHistory
  readonly now: () => Date
}

export interface Reading {
  read(name: JobName): Promise<Job>
  summary(name: JobName): Promise<JobSummary>
  /** The jobs that have files in the memory, or were begun on this device. */
  names(): Promise<readonly JobName[]>
}

/** Puts together what files, conversations and this device say of a job. */
export function createReading({ store, agent, records, settings, history, now }: ReadingOptions): Reading {
  const partsOf = async (name: JobName) => {
    const [files, kept, all] = await Promise.all([readFiles(store, name), records.of(name), agent.sessions.list(name)])
    // Somebody wrote another plan where a job was deleted: nobody has agreed with that one.
    const isOther = kept.removed !== null && kept.removed !== files.features.id
    const record = isOther ? { ...kept, approvedAt: null } : kept
    const sessions = all.filter(({ job }) => job.judges === undefined)
    const judging = all.filter(({ job }) => job.judges !== undefined)
    return { name, files, record, sessions, judging, prices: settings().prices, now: now() }
  }
  return {
    async read(name) {
      const parts = await partsOf(name)
      const { sessions } = parts
      const last = sessions.at(-1)
      const inFlight = last === undefined || last.running ? null : await agent.sessions.inFlight(last.conversation)
      return jobFrom({ ...parts, inFlight, past: await history.of(name) })
    },
    summary: async (name) => summaryFrom(await partsOf(name)),
    async names() {
      const [withFiles, recorded] = await Promise.all([jobNames(store), records.all()])
      const begun = [...recorded].filter(([, { createdAt }]) => createdAt !== null).map(([name]) => name)
      return [...new Set([...withFiles, ...begun])]
    },
  }
}

import { z } from 'zod'
import { Budget, NO_BUDGET, NOTHING_SPENT, Spent } from '../../shared/budget.ts'
import { ObjectId } from '../../shared/change.ts'
import { CommitName } from '../../shared/commit.ts'
import { Judge, JobTemplate, NO_JUDGE, Verdict } from '../../shared/jobs/job.ts'
import type { JobName } from '../../shared/jobs/names.ts'
import { JsonFile } from '../disk/json-file.ts'

/** What this device knows of a job besides its files. None of it can be written by a model, or come with a folder. */
const JobRecord = z
  .object({
    template: JobTemplate.nullable().default(null),
    /** In the user's words. */
    goal: z.string().default(''),
    createdAt: z.string().nullable().default(null),
    /** When the user agreed with the plan; null until then. */
    approvedAt: z.string().nullable().default(null),
    /** The checklist's version when the user deleted the job: the approval is for that one alone. */
    removed: ObjectId.nullable().default(null),
    budget: Budget.default(NO_BUDGET),
    /** What sessions used whose conversations were deleted. */
    spentByDeleted: Spent.default(NOTHING_SPENT),
    judge: Judge.default(NO_JUDGE),
    /** By what was judged: see `judgedKey`. */
    verdicts: z.record(z.string(), Verdict).default({}),
    /** What the user agrees with, of flags: the commit, by kind and feature. Older flags of the kind are settled with it. */
    keptFlags: z.record(z.string(), CommitName).default({}),
  })
  .readonly()
export type JobRecord = z.infer<typeof JobRecord>

const Stored = z.record(z.string(), JobRecord)
type Stored = z.infer<typeof Stored>

const NEW: JobRecord = JobRecord.parse({})

/** A job may be named like what every object has. */
const recordIn = (stored: Stored, name: JobName): JobRecord =>
  (Object.hasOwn(stored, name) ? stored[name] : undefined) ?? NEW

/** What this device knows of one store's jobs, in the device's folder of that store. */
export class JobRecords {
  readonly #file: JsonFile<Stored>
  #latest: Stored = {}

  constructor(folder: string) {
    this.#file = new JsonFile<Stored>(folder, 'jobs.json', (stored) => Stored.parse(stored), {})
  }

  async all(): Promise<ReadonlyMap<JobName, JobRecord>> {
    this.#latest = await this.#file.read()
    return new Map(Object.entries(this.#latest))
  }

  async of(name: JobName): Promise<JobRecord> {
    return (await this.all()).get(name) ?? NEW
  }

  /** As it was when it was last read or changed here: a running turn asks before each request. */
  latest(name: JobName): JobRecord {
    return recordIn(this.#latest, name)
  }

  /** @returns the record after the change */
  async change(name: JobName, edit: (record: JobRecord) => JobRecord): Promise<JobRecord> {
    this.#latest = await this.#file.change((now) => ({ ...now, [name]: edit(recordIn(now, name)) }))
    return this.latest(name)
  }
}

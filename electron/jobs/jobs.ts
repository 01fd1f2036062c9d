import type { Budget } from '../../shared/budget.ts'
import type { ObjectId } from '../../shared/change.ts'
import type { WriteOutcome } from '../../shared/commit.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { FeatureEdit } from '../../shared/jobs/features.ts'
import type { FlaggedCommit, FlagRef, Job, JobSummary, Judge, Verdict } from '../../shared/jobs/job.ts'
import { jobFolder, type JobName } from '../../shared/jobs/names.ts'
import { byUser } from '../../shared/origin.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Agent } from '../agent/agent.ts'
import { FRESH_START } from '../agent/job-guidance.ts'
import type { Redactor } from '../agent/redactor.ts'
import type { FileLock } from '../disk/file-lock.ts'
import { newUlid } from '../disk/new-ulid.ts'
import type { RemoveOutcome, Store } from '../memory/store-interface.ts'
import { AfterTurns, type OpenEnd } from './after-turns.ts'
import { createBeginning, type NewJob, stillAnswering } from './begin-session.ts'
import { ChecklistHistory } from './checklist-history.ts'
import type { JobRecord, JobRecords } from './job-records.ts'
import { editFeatures, jobNames, readFiles, unreadable } from './job-store.ts'
import { createJudging } from './judging.ts'
import { withFlag } from './kept-flags.ts'
import { jobFrom, summaryFrom } from './read-job.ts'

/** Work that is carried over several conversations: see docs/decisions/0017. Only the user's doors call this. */
export interface Jobs {
  /** The newest first. */
  list(): Promise<readonly JobSummary[]>
  /** Null when there is none of this name. */
  open(name: JobName): Promise<Job | null>
  /** Begins the session that writes the plan. */
  create(how: NewJob): Promise<{ readonly name: JobName; readonly conversation: string }>
  /** The user agrees with the plan: sessions may work on it. */
  approve(name: JobName): Promise<void>
  /**
   * Begins the next session; where there is no plan yet, another that writes one. Refused while the plan waits for the user,
   * while a session is answering, and without budget.
   */
  beginSession(name: JobName): Promise<{ readonly conversation: string }>
  /** A new conversation that gets only the memory: the next session of a job, or one like the given conversation. */
  startFresh(conversation: string): Promise<{ readonly conversation: string }>
  /** @param before the version of the checklist that the user saw */
  edit(name: JobName, before: ObjectId, edit: FeatureEdit): Promise<WriteOutcome>
  /** Deletes the job's folder, as one commit. What this device knows of the job stays, for when that is undone. */
  remove(name: JobName): Promise<RemoveOutcome>
  setBudget(name: JobName, budget: Budget): Promise<void>
  setJudge(name: JobName, judge: Judge): Promise<void>
  /** Has a feature's tick checked; resolves with the verdict, which is kept. */
  judge(name: JobName, feature: string): Promise<Verdict>
  /** The user agrees with what was flagged, or does no longer. */
  keepFlag(name: JobName, flag: FlagRef, isKept: boolean): Promise<void>
  /** The commits that did something odd to a checklist, of all jobs. */
  flagged(): Promise<readonly FlaggedCommit[]>
  /** Sessions that worked since the store was opened and have not written down where they are. */
  notWrappedUp(): readonly OpenEnd[]
  /** To be called with every event of the store and the agent. */
  readonly follow: (event: AppEvent) => void
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>
}

export interface JobsOptions {
  readonly store: Store
  readonly agent: Agent
  readonly records: JobRecords
  readonly settings: () => Settings
  readonly emit: (event: AppEvent) => void
  /** A job's name is of its goal's words, and is a path. */
  readonly redactor: Redactor
  readonly beginning: FileLock
  readonly now?: () => Date
}

export function createJobs(options: JobsOptions): Jobs {
  const { store, agent, records, settings, emit, redactor, beginning, now = () => new Date() } = options
  const history = new ChecklistHistory(store)
  const changed = (): void => emit({ type: 'jobs.changed' })
  const changeRecord = async (name: JobName, change: (record: JobRecord) => JobRecord): Promise<void> => {
    await records.change(name, change)
    changed()
  }

  const { read, summary, names } = createReading({ store, agent, records, settings, history, now })
  const { beginSession, create } = createBeginning({ agent, records, read, names, redactor, beginning, now, changed })
  const judging = createJudging({ store, agent, records, read, changed })
  const afterTurns = new AfterTurns(agent.sessions, ({ job }) => judging.judgeNew(job.name))
  return {
    async list() {
      const all = await Promise.all((await names()).map(summary))
      return all.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
    },
    open: async (name) => ((await names()).includes(name) ? read(name) : null),
    create,
    async approve(name) {
      const { features, phase } = await read(name)
      if (features === null) throw unreadable(name)
      if (phase === 'planning') throw stillAnswering()
      await changeRecord(name, (record) => ({ ...record, approvedAt: now().toISOString(), removed: null }))
    },
    beginSession,
    async startFresh(conversation) {
      const summary = (await agent.conversations.list()).find(({ id }) => id === conversation)
      if (summary?.job != null) return beginSession(summary.job.name)
      const saving = summary?.saving ?? undefined
      const { id } = await agent.send({ text: FRESH_START, id: newUlid(), saving })
      if (summary !== undefined && summary.title !== '') await agent.conversations.rename(id, summary.title)
      return { conversation: id }
    },
    edit: (name, before, edit) => editFeatures(store, { name, before, edit }),
    async remove(name) {
      const { running, files } = await read(name)
      if (running !== null) throw stillAnswering()
      await changeRecord(name, (record) => ({ ...record, createdAt: null, removed: files.features.id }))
      afterTurns.forget(name)
      return store.remove([jobFolder(name)], byUser('delete'))
    },
    setBudget: (name, budget) => changeRecord(name, (record) => ({ ...record, budget })),
    setJudge: (name, judge) => changeRecord(name, (record) => ({ ...record, judge })),
    judge: judging.judge,
    keepFlag: (name, flag, isKept) => changeRecord(name, (record) => withFlag(record, flag, isKept)),
    async flagged() {
      const all = await Promise.all((await jobNames(store)).map((name) => history.of(name)))
      return all.flatMap(({ flags }) => flags)
    },
    notWrappedUp: () => afterTurns.openEnds,
    follow: afterTurns.follow,
    settled: () => afterTurns.settled(),
  }
}

interface ReadingOptions {
  readonly store: Store
  readonly agent: Agent
  readonly records: JobRecords
  readonly settings: () => Settings
  readonly history: ChecklistHistory
  readonly now: () => Date
}

interface Reading {
  read(name: JobName): Promise<Job>
  summary(name: JobName): Promise<JobSummary>
  /** The jobs that have files in the memory, or were begun on this device. */
  names(): Promise<readonly JobName[]>
}

/** Puts together what files, conversations and this device say of a job. */
function createReading({ store, agent, records, settings, history, now }: ReadingOptions): Reading {
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

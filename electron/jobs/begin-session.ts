import { type Budget, isUsedUp, measuresOf } from '../../shared/budget.ts'
import { AppError } from '../../shared/errors.ts'
import { jobNameFrom } from '../../shared/jobs/job-name.ts'
import type { Job, JobTemplate } from '../../shared/jobs/job.ts'
import { INITIALIZER, type JobName, type JobSessionRef } from '../../shared/jobs/names.ts'
import { nextSession } from '../../shared/jobs/next-session.ts'
import { say } from '../../shared/messages/say.ts'
import type { Secrets } from '../../shared/policy-state.ts'
import type { Agent } from '../agent/agent.ts'
import { inFlightNote } from '../agent/conversation/in-flight.ts'
import { beginningOf, jobGuidance, sessionNote } from '../agent/job-guidance.ts'
import { amountsOf } from '../agent/limits.ts'
import type { Redactor } from '../agent/redactor.ts'
import type { FileLock } from '../disk/file-lock.ts'
import { newUlid } from '../disk/new-ulid.ts'
import { Queue } from '../disk/queue.ts'
import type { JobRecords } from './job-records.ts'

export interface NewJob {
  /** In the user's words. */
  readonly goal: string
  readonly template: JobTemplate
  readonly budget: Budget
  /** What the user decided about secrets in the goal. */
  readonly secrets?: Secrets | undefined
}

export interface BeginningOptions {
  readonly agent: Agent
  readonly records: JobRecords
  readonly read: (name: JobName) => Promise<Job>
  readonly names: () => Promise<readonly JobName[]>
  readonly redactor: Redactor
  /** Held while a session begins: another process may begin one, too. */
  readonly beginning: FileLock
  readonly now: () => Date
  readonly changed: () => void
}

interface Begun {
  readonly conversation: string
}

/** One after the other: asked twice at once, the second sees what the first began. */
export interface Beginnings {
  /** The session that writes the plan of a new job. */
  create(how: NewJob): Promise<Begun & { readonly name: JobName }>
  /** The next session that works on the plan. */
  beginSession(name: JobName): Promise<Begun>
}

export function createBeginning(options: BeginningOptions): Beginnings {
  const { agent, records, read, names, redactor, now, changed } = options
  const queue = new Queue()
  const alone = <T>(task: () => Promise<T>): Promise<T> => queue.run(() => options.beginning.whileAlone(task))

  async function begin({ ref, text, before, goal, template }: Beginning): Promise<Begun> {
    const guidance = jobGuidance(ref, template ?? 'general')
    const title = titleOf(redactor.redact(goal), ref.session)
    const opening = { job: ref, guidance, note: sessionNote(ref, before), title }
    // Whoever begins a session asks for the job's files to be written.
    const { id } = await agent.send({ text, id: newUlid(), remember: true }, opening)
    changed()
    return { conversation: id }
  }
  async function next(name: JobName): Promise<Begun> {
    const job = await read(name)
    checkReady(job)
    await records.change(name, (record) => ({ ...record, removed: null }))
    if (job.phase === 'planning')
      return begin({ ...job, ref: { name, session: INITIALIZER }, text: job.goal, before: beforeNote(job) })
    const session = nextSession(job)
    return begin({ ...job, ref: { name, session }, text: beginningOf(session), before: beforeNote(job) })
  }
  async function create({
    goal: typed,
    template,
    budget,
    secrets,
  }: NewJob): Promise<Begun & { readonly name: JobName }> {
    const goal = secrets === 'redact' ? redactor.redact(typed) : typed
    // A path may hold nothing that the policies keep out, and a deleted job may come back with all that it was.
    const taken = [...(await names()), ...(await records.all()).keys()]
    const name = jobNameFrom(redactor.redact(goal), taken)
    await records.change(name, (record) => ({ ...record, goal, template, budget, createdAt: now().toISOString() }))
    changed()
    const ref = { name, session: INITIALIZER }
    return { name, ...(await begin({ ref, text: goal, before: null, goal, template })) }
  }
  return {
    create: (how) => alone(() => create(how)),
    beginSession: (name) => alone(() => next(name)),
  }
}

interface Beginning extends Pick<Job, 'goal' | 'template'> {
  readonly ref: JobSessionRef
  readonly text: string
  /** About the session before. */
  readonly before: string | null
}

const MAX_TITLE_CHARACTERS = 60

function titleOf(goal: string, session: number): string {
  const line = goal.replace(/\s+/g, ' ').trim()
  const short = line.length > MAX_TITLE_CHARACTERS ? `${line.slice(0, MAX_TITLE_CHARACTERS).trimEnd()}…` : line
  return `${session} · ${short}`
}

function beforeNote({ inFlight, sessions }: Job): string | null {
  if (inFlight !== null) return inFlightNote(inFlight)
  const last = sessions.at(-1)
  if (last === undefined || last.isWrappedUp) return null
  return `Session ${last.session} ended without bringing the log up to date. Compare the checklist with the files before you go on, and say so in the log.`
}

export function stillAnswering(): AppError {
  return new AppError('busy', say('job-answering'))
}

function checkReady(job: Job): void {
  if (job.running !== null) throw stillAnswering()
  if (job.phase === 'planned') throw new AppError('bad-request', say('job-plan-waits'))
  const usedUp = measuresOf(job.budget, job.spent).find(isUsedUp)
  if (usedUp !== undefined) throw new AppError('bad-request', say('job-budget-used-up', { used: amountsOf(usedUp) }))
}

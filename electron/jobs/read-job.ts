import { spentIn, type Spent } from '../../shared/budget.ts'
import { readChecklist } from '../../shared/jobs/checklist.ts'
import { readDecisions } from '../../shared/jobs/decisions.ts'
import type { FlaggedCommit, InFlight, Job, JobFileText, JobPhase, JobSession } from '../../shared/jobs/job.ts'
import type { JobFileName, JobName } from '../../shared/jobs/names.ts'
import { readLog } from '../../shared/jobs/progress-log.ts'
import type { Prices } from '../../shared/usage.ts'
import type { SessionRecord } from '../agent/conversation/sessions.ts'
import { judgedKey } from './judged.ts'
import type { Plan } from './plans.ts'

// A job as its page shows it, from its files, its sessions and what this device knows of it. Pure.

type Read = ReturnType<typeof readChecklist>

export type JobFiles = { readonly [file in JobFileName]: JobFileText }

export interface JobParts {
  readonly name: JobName
  readonly files: JobFiles
  readonly plan: Plan
  /** Oldest first. */
  readonly sessions: readonly SessionRecord[]
  /** Conversations that checked a tick. */
  readonly judging: readonly SessionRecord[]
  readonly inFlight: InFlight | null
  readonly flags: readonly FlaggedCommit[]
  readonly prices: Prices
  readonly now: Date
}

export function jobFrom(parts: JobParts): Job {
  const { name, files, plan, sessions, judging, inFlight, flags, prices, now } = parts
  const checklist = readChecklist(files.features.text)
  const features = 'problem' in checklist ? null : checklist.features
  const all = sessions.map((session) => sessionOf(session, prices, now))
  const { decisions, questions } = readDecisions(files.decisions.text ?? '')
  const running = sessions.findLast((session) => session.running)
  return {
    name,
    goal: goalOf(plan, checklist, name),
    phase: phaseOf(plan, checklist, running !== undefined),
    done: features?.filter(({ state }) => state === 'done').length ?? 0,
    total: features?.length ?? 0,
    sessions: sessions.length,
    updatedAt: sessions.at(-1)?.updatedAt ?? plan.createdAt ?? new Date(0).toISOString(),
    running: running?.conversation ?? null,
    template: plan.template,
    files,
    features: features?.map((feature) => ({ ...feature, verdict: plan.verdicts[judgedKey(feature)] ?? null })) ?? null,
    problem: 'problem' in checklist ? checklist.problem : null,
    log: readLog(files.progress.text ?? ''),
    decisions,
    questions,
    all,
    inFlight,
    flags,
    budget: plan.budget,
    spent: spentBy([...sessions, ...judging], prices, now),
    judge: plan.judge,
  }
}

function goalOf(plan: Plan, checklist: Read, name: JobName): string {
  if (plan.goal !== '') return plan.goal
  return ('problem' in checklist ? null : checklist.goal) ?? name
}

function phaseOf({ approvedAt }: Plan, checklist: Read, isRunning: boolean): JobPhase {
  if (approvedAt === null) return 'problem' in checklist || isRunning ? 'planning' : 'planned'
  const isDone = !('problem' in checklist) && checklist.features.every(({ state }) => state === 'done')
  return isDone ? 'done' : 'working'
}

function sessionOf(record: SessionRecord, prices: Prices, now: Date): JobSession {
  const { conversation, job, title, startedAt, updatedAt, running, end, changes, spendings } = record
  const spent = spentIn(spendings, prices, now)
  const { session, isWrappedUp } = job
  return { conversation, session, title, startedAt, updatedAt, running, end, isWrappedUp, changes, spent }
}

/** What conversations used together. */
export function spentBy(sessions: readonly SessionRecord[], prices: Prices, now: Date): Spent {
  return spentIn(
    sessions.flatMap(({ spendings }) => spendings),
    prices,
    now,
  )
}

import { spentIn, type Spent, spentTogether } from '../../shared/budget.ts'
import { readChecklist } from '../../shared/jobs/checklist.ts'
import { readDecisions } from '../../shared/jobs/decisions.ts'
import type {
  CheckedFeature,
  InFlight,
  Job,
  JobFileText,
  JobPhase,
  JobSession,
  JobSummary,
} from '../../shared/jobs/job.ts'
import type { JobFileName, JobName } from '../../shared/jobs/names.ts'
import { readLog } from '../../shared/jobs/progress-log.ts'
import type { Prices } from '../../shared/usage.ts'
import type { SessionRecord } from '../agent/conversation/sessions.ts'
import type { ChecklistPast } from './checklist-history.ts'
import type { JobRecord } from './job-records.ts'
import { judgedKey } from './judged.ts'
import { openFlags } from './kept-flags.ts'

// A job as its page shows it, from its files, its sessions and what this device knows of it. Pure.

type Read = ReturnType<typeof readChecklist>

export type JobFiles = { readonly [file in JobFileName]: JobFileText }

export interface JobParts {
  readonly name: JobName
  readonly files: JobFiles
  readonly record: JobRecord
  /** Oldest first. */
  readonly sessions: readonly SessionRecord[]
  /** Conversations that checked a tick. */
  readonly judging: readonly SessionRecord[]
  readonly inFlight: InFlight | null
  readonly past: ChecklistPast
  readonly prices: Prices
  readonly now: Date
}

export function jobFrom(parts: JobParts): Job {
  const { files, record, sessions, judging, inFlight, past, prices, now } = parts
  const checklist = readChecklist(files.features.text)
  const { decisions, questions } = readDecisions(files.decisions.text ?? '')
  return {
    ...summaryFrom(parts),
    template: record.template,
    files,
    features: checkedFeatures(checklist, record, past),
    problem: 'problem' in checklist ? checklist.problem : null,
    log: readLog(files.progress.text ?? ''),
    decisions,
    questions,
    sessions: sessions.map((session) => sessionOf(session, prices, now)),
    inFlight,
    flags: openFlags(past.flags, record),
    budget: record.budget,
    spent: spentTogether(record.spentByDeleted, spentBy([...sessions, ...judging], prices, now)),
    judge: record.judge,
  }
}

export function summaryFrom({
  name,
  files,
  record,
  sessions,
}: Pick<JobParts, 'name' | 'files' | 'record' | 'sessions'>): JobSummary {
  const checklist = readChecklist(files.features.text)
  const features = 'problem' in checklist ? [] : checklist.features
  const running = sessions.findLast((session) => session.running)
  return {
    name,
    goal: goalOf(record, checklist, name),
    phase: phaseOf(record, checklist, running !== undefined),
    done: features.filter(({ state }) => state === 'done').length,
    total: features.length,
    sessionCount: sessions.length,
    updatedAt: sessions.at(-1)?.updatedAt ?? record.createdAt ?? new Date(0).toISOString(),
    running: running?.conversation ?? null,
  }
}

function checkedFeatures(
  checklist: Read,
  { verdicts }: JobRecord,
  { ticks }: ChecklistPast,
): readonly CheckedFeature[] | null {
  if ('problem' in checklist) return null
  return checklist.features.map((feature) => ({
    ...feature,
    verdict: verdicts[judgedKey(feature)] ?? null,
    tick: feature.state === 'done' ? (ticks.get(feature.id) ?? null) : null,
  }))
}

function goalOf(record: JobRecord, checklist: Read, name: JobName): string {
  if (record.goal !== '') return record.goal
  return ('problem' in checklist ? null : checklist.goal) ?? name
}

function phaseOf({ approvedAt }: JobRecord, checklist: Read, isRunning: boolean): JobPhase {
  const isMissing = 'problem' in checklist && checklist.problem === 'missing'
  if (approvedAt === null) return isMissing || isRunning ? 'planning' : 'planned'
  const features = 'problem' in checklist ? [] : checklist.features
  const isDone = features.length > 0 && features.every(({ state }) => state === 'done')
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

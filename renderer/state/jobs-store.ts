import { t } from '@lingui/core/macro'
import { create } from 'zustand'
import type { Budget } from '../../shared/budget.ts'
import type { FeatureEdit } from '../../shared/jobs/features.ts'
import type { FlaggedCommit, FlagRef, Job, JobSummary, JobTemplate, Judge } from '../../shared/jobs/job.ts'
import type { JobName } from '../../shared/jobs/names.ts'
import type { Secrets } from '../../shared/policy-state.ts'
import { api } from './api.ts'
import { attempt } from './attempt.ts'
import { createQuery } from './query.ts'
import { openChat, openJob } from './routes.ts'
import { useStatusBar } from './status-bar-store.ts'
import { tellCommit } from './undo-flow.ts'
import { useQuery } from './use-query.ts'
import { attemptWrite, reportOutcome } from './write-outcome.ts'

interface JobsState {
  readonly list: readonly JobSummary[] | null
  /** The jobs that are shown; null for one that does not exist. */
  readonly open: ReadonlyMap<JobName, Job | null>
  /** What is odd about a commit, by the commit. */
  readonly flagged: ReadonlyMap<string, FlaggedCommit>
  /** The goal of a job that is not begun yet. */
  readonly goal: string
  /** Its form was closed by Cancel: the goal is there when it opens again, but may go with the window. */
  readonly isGoalCancelled: boolean
}

const NOTHING: JobsState = { list: null, open: new Map(), flagged: new Map(), goal: '', isGoalCancelled: false }

export const useJobs = create<JobsState>(() => NOTHING)

export const jobsQuery = createQuery({
  ask: () => Promise.all([api.jobs.list.query(), api.jobs.flagged.query()]),
  put: ([list, flagged]) => useJobs.setState({ list, flagged: new Map(flagged.map((each) => [each.commit, each])) }),
  drop: () => useJobs.setState(NOTHING),
})

async function loadJob(name: JobName): Promise<void> {
  const job = await api.jobs.open.query({ name })
  useJobs.setState(({ open }) => ({ open: new Map(open).set(name, job) }))
}

/** A job, asked for again with the list while it is shown; undefined while it loads, null if there is none. */
export function useJob(name: JobName | undefined): Job | null | undefined {
  const list = useJobs((state) => state.list)
  useQuery(name ?? null, list, async () => name !== undefined && loadJob(name))
  return useJobs(({ open }) => (name === undefined ? undefined : open.get(name)))
}

/** Begins a job, and shows the session that writes its plan. @returns whether it began */
export function createJob(how: {
  readonly goal: string
  readonly template: JobTemplate
  readonly budget: Budget
  readonly secrets: Secrets | undefined
}): Promise<boolean> {
  return attempt(async () => {
    const { conversation } = await api.jobs.create.mutate(how)
    useJobs.setState({ goal: '' })
    openChat(conversation)
  })
}

/** Agrees with the plan, and begins to work on it. */
export function beginWork(name: JobName): Promise<boolean> {
  return attempt(async () => {
    await api.jobs.approve.mutate({ name })
    openChat((await api.jobs.beginSession.mutate({ name })).conversation)
  })
}

export function beginSession(name: JobName): Promise<boolean> {
  return attempt(async () => openChat((await api.jobs.beginSession.mutate({ name })).conversation))
}

/** Deletes the job's files, as one commit; its conversations stay. */
export function deleteJob(name: JobName): Promise<boolean> {
  return attempt(async () => {
    const outcome = await api.jobs.remove.mutate({ name })
    if (outcome.kind !== 'missing') reportOutcome(outcome)
    if (outcome.kind !== 'missing' && outcome.kind !== 'committed') return
    openJob()
    await jobsQuery.now()
    if (outcome.kind === 'committed') tellCommit(t`Job deleted. Its files stay in the timeline.`, outcome.commit)
  })
}

export function setJobBudget(name: JobName, budget: Budget): Promise<boolean> {
  return change(name, { budget }, () => api.jobs.setBudget.mutate({ name, budget }))
}

export function setJudge(name: JobName, judge: Judge): Promise<boolean> {
  return change(name, { judge }, () => api.jobs.setJudge.mutate({ name, judge }))
}

/** Has a tick checked by the judge. */
export function judgeTick(name: JobName, feature: string): Promise<boolean> {
  return attempt(async () => {
    await api.jobs.judge.mutate({ name, feature })
    await loadJob(name)
  })
}

let lastEdit: Promise<unknown> = Promise.resolve()

/** The user agrees with what was flagged. */
export async function keepFlag({ name }: Job, flag: FlagRef): Promise<void> {
  const keep = (isKept: boolean): Promise<boolean> =>
    attempt(async () => {
      await api.jobs.keepFlag.mutate({ name, flag, isKept })
      await loadJob(name)
    })
  if (await keep(true))
    useStatusBar
      .getState()
      .say(t`Kept: the change is no longer flagged on this page`, { label: t`Undo`, run: () => void keep(false) })
}

/** Changes the checklist as the user, and says so. One after the other, each knows the list that the last one left. */
export function editChecklist({ name }: Job, edit: FeatureEdit, announcement: string): Promise<boolean> {
  const work = lastEdit.then(() => writeEdit(name, edit, announcement))
  lastEdit = work
  return work
}

/** @returns whether it is written; every failure is told */
async function writeEdit(name: JobName, edit: FeatureEdit, announcement: string): Promise<boolean> {
  const before = useJobs.getState().open.get(name)?.files.features.id ?? null
  if (before === null) {
    useStatusBar.getState().warn(t`The checklist is no longer there. Restore it, or start planning again.`)
    return false
  }
  const outcome = await attemptWrite(() => api.jobs.edit.mutate({ name, before, edit }))
  if (outcome !== null) tellCommit(announcement, outcome.commit)
  await loadJob(name).catch(() => undefined)
  return outcome !== null
}

/** Shows a change at once: the next field may be changed before the answer is there. */
function change(name: JobName, now: Partial<Job>, work: () => Promise<unknown>): Promise<boolean> {
  useJobs.setState(({ open }) => {
    const job = open.get(name)
    return job == null ? {} : { open: new Map(open).set(name, { ...job, ...now }) }
  })
  return attempt(async () => {
    try {
      await work()
    } finally {
      await loadJob(name)
    }
  })
}

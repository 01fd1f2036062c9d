import { z } from 'zod'
import { Budget } from '../../shared/budget.ts'
import { ObjectId } from '../../shared/change.ts'
import { FeatureEdit } from '../../shared/jobs/features.ts'
import { FlagRef, JobTemplate, Judge } from '../../shared/jobs/job.ts'
import { JobName } from '../../shared/jobs/names.ts'
import { Secrets } from '../../shared/policy-state.ts'
import { ask, t } from './base.ts'

const OfJob = z.object({ name: JobName })

/** These are explained at the functions of the same names in jobs/jobs.ts. */
export const jobProcedures = t.router({
  list: ask.query(({ ctx }) => ctx.core.jobs.list()),
  open: ask.input(OfJob).query(({ ctx, input }) => ctx.core.jobs.open(input.name)),
  create: ask
    .input(
      z.object({
        goal: z.string().trim().min(1).max(20_000),
        template: JobTemplate,
        budget: Budget,
        secrets: Secrets.optional(),
      }),
    )
    .mutation(({ ctx, input }) => ctx.core.jobs.create(input)),
  approve: ask.input(OfJob).mutation(({ ctx, input }) => ctx.core.jobs.approve(input.name)),
  beginSession: ask.input(OfJob).mutation(({ ctx, input }) => ctx.core.jobs.beginSession(input.name)),
  edit: ask
    .input(OfJob.extend({ before: ObjectId, edit: FeatureEdit }))
    .mutation(({ ctx, input }) => ctx.core.jobs.edit(input.name, input.before, input.edit)),
  remove: ask.input(OfJob).mutation(({ ctx, input }) => ctx.core.jobs.remove(input.name)),
  setBudget: ask
    .input(OfJob.extend({ budget: Budget }))
    .mutation(({ ctx, input }) => ctx.core.jobs.setBudget(input.name, input.budget)),
  setJudge: ask
    .input(OfJob.extend({ judge: Judge }))
    .mutation(({ ctx, input }) => ctx.core.jobs.setJudge(input.name, input.judge)),
  judge: ask
    .input(OfJob.extend({ feature: z.string().max(200) }))
    .mutation(({ ctx, input }) => ctx.core.jobs.judge(input.name, input.feature)),
  keepFlag: ask
    .input(OfJob.extend({ flag: FlagRef, isKept: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.core.jobs.keepFlag(input.name, input.flag, input.isKept)),
  flagged: ask.query(({ ctx }) => ctx.core.jobs.flagged()),
})

import { INITIALIZER, type JobSessionRef } from '../../../shared/jobs/names.ts'
import { isWrapUp, sessionOfNote } from '../job-guidance.ts'
import { planJob } from './job-plan.ts'
import { workOn, wrapUp } from './job-session.ts'
import type { Response } from './respond.ts'
import type { Situation } from './situation.ts'

// The demo model walks through a job: the files, the checklist and the log are real, the work is a line of text. It
// goes by the files, never by the conversation, so whatever the user changes in the plan counts.

export const WHAT_I_PLAY =
  '*Demo model: works offline and follows a few fixed rules. It walks through the job to show how one goes, and does none of the work.*'

/** The job that this conversation belongs to; null for an ordinary conversation. */
export function jobOf({ notes }: Situation): JobSessionRef | null {
  return notes.flatMap((note) => sessionOfNote(note) ?? [])[0] ?? null
}

export function playJob(job: JobSessionRef, situation: Situation): Response {
  const response = stepOf(job, situation)
  if (response.text === '' || !situation.isFirstAnswer) return response
  return { ...response, text: `${WHAT_I_PLAY}\n\n${response.text}` }
}

function stepOf(job: JobSessionRef, situation: Situation): Response {
  if (isWrapUp(situation.message)) return wrapUp(job, situation)
  if (job.session > INITIALIZER) return workOn(job, situation)
  const next = planJob(job.name, situation)
  return typeof next === 'string' ? { text: next, calls: [] } : { text: '', calls: next }
}

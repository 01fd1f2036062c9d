import { plural, t } from '@lingui/core/macro'
import { assertNever } from '../../shared/assert-never.ts'
import type { FeatureState } from '../../shared/jobs/features.ts'
import type { ChecklistProblem, JobPhase, JobSession, JobSummary, JobTemplate, Verdict } from '../../shared/jobs/job.ts'

type Phase = Pick<JobSummary, 'phase' | 'running' | 'done' | 'total'>

export function phaseWords({ phase, running, done, total }: Phase): string {
  if (running !== null) return phase === 'planning' ? t`writing the plan` : t`at work`
  switch (phase) {
    case 'planning':
      return t`no plan yet`
    case 'planned':
      return t`plan ready for review`
    case 'working':
      return total === 0 ? t`paused` : t`paused · ${progressWords(done, total)}`
    case 'done':
      return t`done`
    default:
      return assertNever(phase)
  }
}

/** Its badge says how much of it is done. */
export function isPaused({ phase, running, total }: Phase): boolean {
  return phase === 'working' && running === null && total > 0
}

/** The badge of a phase: what waits for the user stands out. */
export function phaseBadge({ phase, running }: { readonly phase: JobPhase; readonly running: string | null }): string {
  if (running !== null) return 'badge agent'
  return phase === 'planned' ? 'badge wait' : 'badge'
}

export function progressWords(done: number, total: number): string {
  return t`${done} of ${total} done`
}

export const sessionsWords = (count: number): string => plural(count, { one: '# session', other: '# sessions' })

export function templateWords(template: JobTemplate): { readonly name: string; readonly hint: string } {
  switch (template) {
    case 'software':
      return { name: t`Software`, hint: t`split into features a user can try` }
    case 'research':
      return { name: t`Research`, hint: t`split into questions, each with sources that must agree` }
    case 'writing':
      return { name: t({ message: 'Writing', context: 'kind of job' }), hint: t`split into sections` }
    case 'general':
      return { name: t`Anything else`, hint: t`split into results you can look at` }
    default:
      return assertNever(template)
  }
}

export function stateWords(state: FeatureState): string {
  switch (state) {
    case 'open':
      return t({ message: 'open', context: 'a feature that is not done' })
    case 'doing':
      return t`in progress`
    case 'done':
      return t`done`
    default:
      return assertNever(state)
  }
}

export function verdictWords(verdict: Verdict['verdict']): { readonly text: string; readonly badge: string } {
  switch (verdict) {
    case 'holds':
      return { text: t`confirmed`, badge: 'badge good' }
    case 'fails':
      return { text: t`not confirmed`, badge: 'badge bad' }
    case 'unclear':
      return { text: t`unclear`, badge: 'badge wait' }
    default:
      return assertNever(verdict)
  }
}

export function problemWords(problem: ChecklistProblem): { readonly head: string; readonly what: string } {
  switch (problem) {
    case 'missing':
      return {
        head: t`The checklist is gone.`,
        what: t`features.json is missing. Restore it from its history, or have the agent write it again in a session.`,
      }
    case 'not-json':
      return {
        head: t`The checklist can’t be read.`,
        what: t`features.json isn’t valid JSON. Nothing is lost: correct the file, or restore it from its history.`,
      }
    case 'not-a-list':
      return {
        head: t`The checklist can’t be read.`,
        what: t`features.json has no list of steps. Nothing is lost: correct the file, or restore it from its history.`,
      }
    case 'too-large':
      return {
        head: t`The checklist is too large to show.`,
        what: t`features.json has more than 2,000 steps, or more than 2,000,000 characters. Make it smaller, or restore an earlier version.`,
      }
    default:
      return assertNever(problem)
  }
}

export function endWords({ running, end }: Pick<JobSession, 'running' | 'end'>): string {
  if (running || end === null) return t`answering`
  switch (end) {
    case 'done':
      return t`completed`
    case 'stopped':
      return t`stopped by you`
    case 'failed':
      return t`failed`
    case 'interrupted':
      return t`interrupted`
    case 'max_tokens':
      return t`cut off`
    case 'refused':
      return t`declined`
    case 'limit':
      return t`reached a limit`
    default:
      return assertNever(end)
  }
}

/** A text without the headings that only repeat what its section is called. */
export function withoutTitle(markdown: string): string {
  return markdown
    .replace(/^\s*#[ \t]+\S[^\n]*(?:\n|$)/, '')
    .replace(/^\s*##[ \t]+decisions[ \t]*(?:\n|$)/i, '')
    .trim()
}

const MAX_NAME_CHARACTERS = 60

/** For the status bar. */
export function shortened(what: string): string {
  const line = what.replaceAll(/\s+/g, ' ')
  return line.length > MAX_NAME_CHARACTERS ? `${line.slice(0, MAX_NAME_CHARACTERS).toWellFormed().trimEnd()}…` : line
}

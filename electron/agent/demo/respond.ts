import { isWrapUp, judgedIn } from '../job-guidance.ts'
import { type Intent, intentOf } from './intent.ts'
import { judgeTick } from './job-judge.ts'
import { jobOf, playJob } from './job.ts'
import type { Step } from './memory-edits.ts'
import { planFor } from './plan.ts'
import { filesNamed, searchNames } from './search.ts'
import { leavesOf, type Messages, readSituation, type Situation } from './situation.ts'

/** What the demo model says or does next. */
export interface Response {
  readonly text: string
  readonly calls: readonly Step['input'][]
}

export const WHAT_I_AM =
  '*This is the demo model: built in, offline, and following rules. It understands nothing and sends nothing. For a real model, set ANTHROPIC_API_KEY and choose Anthropic in Settings.*'

/** What it is told to remember, it writes at once. */
const NOTHING_TO_SAVE =
  'Whatever you told me to remember is in the memory already, so there is nothing left to write down.'

/** How many files are read for one answer. */
const MAX_READ_FILES = 40

/**
 * From the conversation so far to the next message: list the memory, read what matters, act, then report the outcome.
 */
export function respond(messages: Messages): Response {
  const situation = readSituation(messages)
  const judged = judgedIn(situation.message)
  if (judged !== null) return judgeTick(judged, situation)
  const job = jobOf(situation)
  if (job !== null) return playJob(job, situation)
  if (isWrapUp(situation.message)) return answer(situation, [NOTHING_TO_SAVE])
  if (situation.listed === null) return call([{ command: 'view', path: '/memories' }])
  const intent = intentOf(situation.message)
  const unread = worthReading(intent, situation)
  if (unread.length > 0 && situation.done.length === 0)
    return call(unread.map((path) => ({ command: 'view', path: `/memories/${path}` })))
  const { steps, remarks } = planFor(intent, situation)
  if (steps.length > 0 && situation.done.length === 0) return call(steps.map((step) => step.input))
  return answer(situation, [...outcomes(steps, situation), ...remarks])
}

function call(calls: readonly Step['input'][]): Response {
  return { text: '', calls }
}

function answer({ isFirstAnswer }: Situation, paragraphs: readonly string[]): Response {
  return { text: [...(isFirstAnswer ? [WHAT_I_AM] : []), ...paragraphs].join('\n\n'), calls: [] }
}

function outcomes(steps: readonly Step[], { done }: Situation): readonly string[] {
  return done.map(({ isError, content }, index) =>
    isError ? `That did not work: ${content.replace(/^Error: /, '')}` : (steps[index]?.report ?? content),
  )
}

function worthReading(intent: Intent, { listed, viewed }: Situation): readonly string[] {
  if (['talk', 'rename', 'forget-file', 'forget-everything'].includes(intent.kind)) return []
  const leaves = leavesOf(listed ?? [])
  const first = firstToRead(intent, leaves)
  const chosen = [...new Set([...first, ...leaves])].slice(0, MAX_READ_FILES)
  return chosen.filter((path) => !viewed.has(path)).slice(0, MAX_READ_FILES - viewed.size)
}

/** If there are too many files, those with matching names come first. */
function firstToRead(intent: Intent, leaves: readonly string[]): readonly string[] {
  switch (intent.kind) {
    case 'remember':
      return intent.facts.map((fact) => fact.path).filter((path) => leaves.includes(path))
    case 'ask':
    case 'forget':
    case 'forget-topic':
      return [...filesNamed(leaves, intent.about), ...searchNames(leaves, intent.about)]
    default:
      return []
  }
}

import { english } from '../../../shared/messages/english.ts'
import { isWrapUp, judgedIn } from '../job-guidance.ts'
import { NOT_TOLD } from '../memory-tool/memory-tool.ts'
import { TEMPORARY } from '../memory-tool/untraced-memory.ts'
import { planFor } from './act.ts'
import type { Step } from './edits.ts'
import { jobOf, judgeTick, playJob } from './job-session.ts'
import { type Language, languageOf } from './languages/language.ts'
import { toView } from './look.ts'
import { type Messages, readSituation, type Situation } from './situation.ts'
import { type Call, view } from './tool.ts'
import { intentsOf } from './understand.ts'

/** What the demo model says or does next. */
export interface Response {
  readonly text: string
  readonly calls: readonly Call[]
}

/**
 * From the conversation so far to the next message: understand what is asked, look at the files that matter, act, then
 * report the outcome. Pure: each step is found again from the messages alone.
 */
export function respond(messages: Messages): Response {
  const situation = readSituation(messages)
  const judged = judgedIn(situation.message)
  if (judged !== null) return judgeTick(judged, situation)
  const job = jobOf(situation)
  if (job !== null) return playJob(job, situation)
  const earlier = situation.earlier.map(({ message }) => message)
  const isAsked = isWrapUp(situation.message)
  // The app's own message says nothing about the user's language.
  const language = languageOf(isAsked ? '' : situation.message, earlier)
  if (isAsked) return answer(situation, language, [language.say('nothingToSave')])
  if (situation.hasFiles && situation.message.trim() === '')
    return answer(situation, language, [language.say('attached')])
  if (situation.listed === null) return call([view('')])
  const people = situation.listed.flatMap((path) => /^people\/(.+)\.\w+$/.exec(path)?.[1]?.toLowerCase() ?? [])
  const intents = intentsOf(situation.message, language, earlier.at(-1), new Set(people))
  const unseen = situation.done.length > 0 ? [] : toView(intents, situation)
  if (unseen.length > 0) return call(unseen.map(view))
  const [steps, remarks] = planFor(intents, situation, language)
  if (steps.length > 0 && situation.done.length === 0) return call(steps.map((step) => step.input))
  const attached = situation.hasFiles ? [language.say('attached')] : []
  return answer(situation, language, [...outcomes(steps, situation, language), ...remarks, ...attached])
}

const call = (calls: readonly Call[]): Response => ({ text: '', calls })

function answer({ isFirstAnswer }: Situation, { say }: Language, paragraphs: readonly string[]): Response {
  return { text: [...(isFirstAnswer ? [`*${say('whatIAm')}*`] : []), ...paragraphs].join('\n\n'), calls: [] }
}

/** Each sentence once: several commands may have one. */
function outcomes(steps: readonly Step[], { done }: Situation, { say }: Language): readonly string[] {
  const said = done.map(({ isError, content }, index) => {
    if (content === TEMPORARY) return say('temporary')
    if (content === english(NOT_TOLD)) return say('notTold')
    return isError ? say('failed') : (steps[index]?.report ?? content)
  })
  return [...new Set(said)]
}

import { isTidied } from '../../../shared/tidy.ts'
import { isWrapUp, judgedIn } from '../job-guidance.ts'
import { type Intent, intentsOf } from './intent.ts'
import { judgeTick } from './job-judge.ts'
import { jobOf, playJob } from './job.ts'
import type { Language } from './languages/language.ts'
import { languageOf } from './languages/languages.ts'
import type { Step } from './memory-edits.ts'
import { planFor } from './plan.ts'
import { filesNamed, searchNames } from './search.ts'
import { leavesOf, type Messages, readSituation, type Situation } from './situation.ts'

/** What the demo model says or does next. */
export interface Response {
  readonly text: string
  readonly calls: readonly Step['input'][]
}

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
  // The app's own message says nothing about the user's language.
  const isAsked = isWrapUp(situation.message)
  const language = languageOf(
    isAsked ? '' : situation.message,
    situation.earlier.map(({ message }) => message),
  )
  if (isAsked) return answer(situation, language, [language.replies.nothingToSave])
  if (situation.listed === null) return call([{ command: 'view', path: '/memories' }])
  const intents = intentsOf(
    situation.message,
    language,
    situation.earlier.at(-1)?.message,
    new Set(situation.listed.flatMap((path) => /^people\/(.+)\.\w+$/.exec(path)?.[1] ?? [])),
  )
  const unread = worthReading(intents, situation, language)
  if (unread.length > 0 && situation.done.length === 0)
    return call(unread.map((path) => ({ command: 'view', path: `/memories/${path}` })))
  const { steps, remarks } = planFor(intents, situation, language)
  if (steps.length > 0 && situation.done.length === 0) return call(steps.map((step) => step.input))
  return answer(situation, language, [...outcomes(steps, situation, language), ...remarks])
}

function call(calls: readonly Step['input'][]): Response {
  return { text: '', calls }
}

function answer({ isFirstAnswer }: Situation, { replies }: Language, paragraphs: readonly string[]): Response {
  return { text: [...(isFirstAnswer ? [`*${replies.whatIAm}*`] : []), ...paragraphs].join('\n\n'), calls: [] }
}

/** Each sentence once: several commands may have one. */
function outcomes(steps: readonly Step[], { done }: Situation, { replies }: Language): readonly string[] {
  const said = done.map(({ isError, content }, index) =>
    isError ? replies.failed(content.replace(/^Error: /, '')) : (steps[index]?.report ?? content),
  )
  return [...new Set(said)]
}

/** Of these, nothing that is in the files matters. */
const WITHOUT_READING: readonly Intent['kind'][] = [
  'greet',
  'how-are-you',
  'thank',
  'leave',
  'agree',
  'deny',
  'help',
  'unknown',
  'unsure',
  'who',
  'redo',
  'why',
  'remind',
  'impossible',
  'keep-nothing',
  'never-mind',
  'what-to-save',
  'too-long',
]

/** Pictures and the like are no text, and not read; any other is recognised when it is read. */
const NOT_TEXT =
  /\.(?:png|jpe?g|gif|webp|avif|heic|bmp|ico|pdf|zip|gz|7z|mp[34]|m4a|wav|ogg|webm|mov|docx?|xlsx?|pptx?|sqlite|db|bin|exe|woff2?|ttf)$/i

function worthReading(
  intents: readonly Intent[],
  { listed, viewed, notText }: Situation,
  language: Language,
): readonly string[] {
  if (intents.every(({ kind }) => WITHOUT_READING.includes(kind))) return []
  const leaves = leavesOf(listed ?? []).filter((path) => !NOT_TEXT.test(path) && !notText.has(path))
  const first = intents.flatMap((intent) => firstToRead(intent, leaves, language))
  const chosen = [...new Set([...first, ...leaves])].slice(0, MAX_READ_FILES)
  return chosen.filter((path) => !viewed.has(path)).slice(0, MAX_READ_FILES - viewed.size)
}

/** If there are too many files, those with matching names come first. */
function firstToRead(intent: Intent, leaves: readonly string[], language: Language): readonly string[] {
  switch (intent.kind) {
    case 'remember':
      return intent.facts.map((fact) => fact.path).filter((path) => leaves.includes(path))
    case 'ask':
    case 'forget':
    case 'forget-topic':
      return [...filesNamed(leaves, intent.about, language), ...searchNames(leaves, intent.about, language)]
    case 'tidy':
      return leaves.filter(isTidied)
    default:
      return []
  }
}

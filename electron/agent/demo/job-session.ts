import { beginFeature, editChecklist } from '../../../shared/jobs/checklist-edit.ts'
import { readChecklist } from '../../../shared/jobs/checklist.ts'
import type { Feature } from '../../../shared/jobs/features.ts'
import { fileNamesIn } from '../../../shared/jobs/file-names.ts'
import { INITIALIZER, jobFile, jobFolder, type JobSessionRef } from '../../../shared/jobs/names.ts'
import { readLog } from '../../../shared/jobs/progress-log.ts'
import { isWrapUp, sessionOfNote } from '../job-guidance.ts'
import { dayOf, headingOf, JOB_FILE_NAMES, plan, resultPath } from './job-plan.ts'
import type { Response } from './respond.ts'
import type { Situation } from './situation.ts'
import { type Call, create, insert, replaceLines, view } from './tool.ts'
import { contentWords } from './words.ts'

// The demo model walks through a job: the files, the checklist and the log are real, the work is a line of text. It
// goes by the files, never by the conversation, so whatever the user changes in the plan counts.

export const WHAT_I_PLAY =
  '*Demo model: works offline and follows a few fixed rules. It walks through the job to show how one goes, and does none of the work.*'

/** The job that this conversation belongs to; null for an ordinary conversation. */
export function jobOf({ notes }: Situation): JobSessionRef | null {
  return notes.flatMap((note) => sessionOfNote(note) ?? [])[0] ?? null
}

export function playJob(job: JobSessionRef, situation: Situation): Response {
  const response = job.session > INITIALIZER ? workOn(job, situation) : plan(job.name, situation)
  if (response.text === '' || !situation.isFirstAnswer) return response
  return { ...response, text: `${WHAT_I_PLAY}\n\n${response.text}` }
}

const say = (...paragraphs: readonly string[]): Response => ({ text: paragraphs.join('\n\n'), calls: [] })

/** What is known when the files were viewed. */
interface Session {
  readonly job: JobSessionRef
  readonly situation: Situation
  readonly checklist: string
  readonly features: readonly Feature[]
}

/** One command after the other, and what is said before the first and at the end. */
interface Course {
  readonly steps: readonly Call[]
  readonly before: readonly string[]
  readonly end: readonly string[]
}

/**
 * A session that works: it reads the files, does one feature, checks it, ticks it, and writes the log. Its course follows
 * from what was viewed first, so it stays the same while the steps are taken.
 */
function workOn(job: JobSessionRef, situation: Situation): Response {
  const { viewed, files, calls } = situation
  const first = [jobFolder(job.name), ...JOB_FILE_NAMES.map((file) => jobFile(job.name, file))]
  const unseen = first.filter((path) => !viewed.has(path))
  if (unseen.length > 0) return { text: '', calls: unseen.map(view) }
  const checklist = files.get(jobFile(job.name, 'features'))?.join('\n') ?? null
  const read = readChecklist(checklist)
  const problem = 'problem' in read ? PROBLEMS[read.problem] : ''
  if (checklist === null || 'problem' in read)
    return say(
      `\`features.json\` ${problem}, so I changed nothing. Correct it, or restore it from its history on the Job page.`,
    )
  const { steps, before, end } = courseOf({ job, situation, checklist, features: read.features })
  const results = calls.slice(first.length)
  const [last, taken, next] = [results.at(-1), steps[results.length - 1], steps[results.length]]
  if (last?.isError === true) return say(`That did not work, so I stopped: ${last.content.replace(/^Error: /, '')}`)
  if (taken?.['command'] === 'view' && last?.content.includes(`Session ${job.session}: ${WHAT_CAME}`) === false)
    return say('The feature is not done: its file does not say what was written. It stays open.')
  return next === undefined ? say(...end) : { text: results.length === 0 ? before.join('\n\n') : '', calls: [next] }
}

const PROBLEMS = {
  missing: 'is not there',
  'not-json': 'cannot be read as JSON',
  'not-a-list': 'has no list of features',
  'too-large': 'is too large for me',
}

function courseOf(session: Session): Course {
  const { job, situation, features } = session
  const mine = features.find(({ state, evidence }) => state === 'done' && evidence?.endsWith(byline(job)) === true)
  const next = nextOf(features)
  if (isWrapUp(situation.message)) {
    const doing = features.filter(({ state }) => state === 'doing').map(({ id }) => id)
    const middle = doing.length === 0 ? 'nothing is half done' : `in the middle of ${doing.join(', ')}`
    const where = `Wrapped up: ${doneOf(features)}; ${middle}. ${nextLine(features)}`
    return { steps: [logged(session, where)], before: [], end: [standing(features)] }
  }
  if (mine === undefined && next !== undefined) return courseOfFeature(session, next)
  const progress = situation.files.get(jobFile(job.name, 'progress'))?.join('\n') ?? ''
  const isLogged = readLog(progress).some((entry) => entry.session === job.session)
  const done = mine === undefined ? 'All features were done already.' : doneLine(mine)
  const end =
    mine === undefined
      ? 'Every feature is done, so there is nothing left to do.'
      : `This session did ${mine.id}, and a session does one feature. End it, and begin the next one on the Job page.`
  return {
    steps: isLogged ? [] : [logged(session, done)],
    before: mine === undefined ? [standing(features)] : [],
    end: [end],
  }
}

const WHAT_CAME = 'what came of'

function courseOfFeature(session: Session, feature: Feature): Course {
  const { job, situation, checklist, features } = session
  const { id, what } = feature
  const [list, path] = [jobFile(job.name, 'features'), resultPath(job.name, id)]
  const begun = beginFeature(checklist, id) ?? checklist
  const ticked = editChecklist(begun, { kind: 'tick', id, evidence: `${path}${byline(job)}` }) ?? begun
  const line = `- Session ${job.session}: ${WHAT_CAME} “${what.replaceAll(/\s+/g, ' ')}” would be here.`
  const isThere = situation.listed?.includes(path) === true
  const left = nextLine(features.filter((other) => other.id !== id))
  const told = situation.notes.flatMap((note) => (sessionOfNote(note) === null ? [] : note.split('\n').slice(1)))
  return {
    steps: [
      ...(begun === checklist ? [] : [replaceLines(list, checklist.split('\n'), begun.split('\n'))]),
      isThere ? insert(path, 2, [line]) : create(path, [`# ${id}`, '', line]),
      view(path),
      replaceLines(list, begun.split('\n'), ticked.split('\n')),
      logged(session, doneLine(feature), left),
    ],
    before: [...told.map((text) => `The app says of the session before: “${text}”`), standing(features)],
    end: [`**Done:** ${id}, ${what}. A session does one feature, so this one ends here.`, left],
  }
}

/** By which it knows its own tick. */
const byline = ({ session }: JobSessionRef): string =>
  `, viewed in session ${session}: it says what came of this feature.`

/** Adds lines to the entry of this session; without one, a new entry above the others. */
function logged({ job: { name, session }, situation: { files, notes } }: Session, ...said: readonly string[]): Call {
  const path = jobFile(name, 'progress')
  const lines = files.get(path)
  const items = said.map((line) => `- ${line}`)
  const entry = [headingOf(session, dayOf(notes)), '', ...items]
  if (lines === undefined) return create(path, ['# Progress', '', ...entry])
  const own = lines.findIndex((line) => line.startsWith('## ') && readLog(line)[0]?.session === session)
  if (own >= 0) return insert(path, lines[own + 1] === '' ? own + 2 : own + 1, items)
  const newest = lines.findIndex((line) => line.startsWith('## '))
  return newest >= 0 ? insert(path, newest, [...entry, '']) : insert(path, lines.length, ['', ...entry])
}

const doneLine = ({ id, what }: Feature): string => `Done: ${id}, ${what}. Checked by viewing its file.`

const standing = (features: readonly Feature[]): string =>
  `**Where things stand:** ${doneOf(features)}.\n\n${nextLine(features).replace(/^Next:/, '**Next:**')}`

function doneOf(features: readonly Feature[]): string {
  const done = features.filter(({ state }) => state === 'done').length
  return `${done} of ${features.length} features ${done === 1 ? 'is' : 'are'} done`
}

const nextOf = (features: readonly Feature[]): Feature | undefined =>
  features.find(({ state }) => state === 'doing') ?? features.find(({ state }) => state === 'open')

function nextLine(features: readonly Feature[]): string {
  const next = nextOf(features)
  return next === undefined ? 'Nothing is left to do.' : `Next: ${next.id}, ${next.what}.`
}

const MAX_FILES = 10

const WHAT_I_COMPARE =
  '*Demo model: it checks whether the files that the evidence names exist, and whether they have the words of the feature. It understands neither.*'

/** Checks a tick by rules: the files that its evidence names must be there, and have the words of the feature. */
export function judgeTick({ what, evidence }: Feature, { files, viewed }: Situation): Response {
  const names = fileNamesIn(evidence ?? '').map(({ name }) => name.replace(/^\/?memories\//, ''))
  const paths = [...new Set(names)].slice(0, MAX_FILES)
  const unseen = paths.filter((path) => !viewed.has(path))
  if (unseen.length > 0) return { text: '', calls: unseen.map(view) }
  const gone = paths.filter((path) => !files.has(path))
  const written = new Set(contentWords(paths.flatMap((path) => files.get(path) ?? []).join('\n')))
  const [verdict, why] =
    paths.length === 0
      ? ['fails', 'The evidence names no file.']
      : gone.length > 0
        ? ['fails', `The evidence names ${gone.join(', ')}, which is not there.`]
        : contentWords(what).every((word) => written.has(word))
          ? ['holds', `Every word of the feature is in ${paths.join(', ')}.`]
          : ['unclear', `Not every word of the feature is in ${paths.join(', ')}.`]
  return { text: `${WHAT_I_COMPARE}\n\n${why}\n\n${JSON.stringify({ verdict, why })}`, calls: [] }
}

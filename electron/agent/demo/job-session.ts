import { beginFeature, editChecklist } from '../../../shared/jobs/checklist-edit.ts'
import type { Feature } from '../../../shared/jobs/features.ts'
import { jobFile, type JobSessionRef } from '../../../shared/jobs/names.ts'
import {
  create,
  featuresOf,
  insert,
  type JobTexts,
  replaceIn,
  resultPath,
  textsOf,
  view,
  viewsOf,
} from './job-files.ts'
import { hasEntry, logCall } from './job-log.ts'
import { dayOf } from './job-plan.ts'
import { toolPath } from './memory-edits.ts'
import type { Response } from './respond.ts'
import type { CommandResult, Situation } from './situation.ts'

/** What is known when the four files were viewed. */
interface Session {
  readonly job: JobSessionRef
  readonly situation: Situation
  readonly texts: JobTexts
  readonly checklist: string
  readonly features: readonly Feature[]
  readonly day: string | null
}

const say = (...paragraphs: readonly string[]): Response => ({ text: paragraphs.join('\n\n'), calls: [] })
const call = (...calls: Response['calls']): Response => ({ text: '', calls })

/** A session that works: it reads the four files, does one feature, checks it, ticks it, and writes the log. */
export function workOn(job: JobSessionRef, situation: Situation): Response {
  const session = begin(job, situation)
  return 'text' in session ? session : nextStep(session)
}

/** The round that ends a session: where it is, in the log. */
export function wrapUp(job: JobSessionRef, situation: Situation): Response {
  const session = begin(job, situation)
  if ('text' in session) return session
  const { texts, day, features } = session
  const [written] = situation.done
  if (written?.isError === true) return say(failed('The log was not written', written))
  if (written !== undefined) return say(standing(features))
  const doing = features.filter(({ state }) => state === 'doing').map(({ id }) => id)
  const where = `Wrapped up: ${doneOf(features)}; ${doing.length === 0 ? 'nothing is half done' : `in the middle of ${doing.join(', ')}`}. ${nextOf(features)}`
  return call(logCall(job, texts, day, [where]))
}

function begin(job: JobSessionRef, situation: Situation): Session | Response {
  const views = viewsOf(job.name, situation)
  if (views.length > 0) return call(...views)
  const texts = textsOf(job.name, situation)
  const features = featuresOf(texts.features)
  if (typeof features === 'string') return say(features)
  return { job, situation, texts, checklist: texts.features ?? '', features, day: dayOf(situation) }
}

function nextStep(session: Session): Response {
  const { job, situation, texts, features, day } = session
  const mine = features.find((feature) => isTickedBy(feature, job.session))
  const feature = features.find(({ state }) => state === 'doing') ?? features.find(({ state }) => state === 'open')
  if (mine === undefined && feature !== undefined) return workOnFeature(session, feature)
  const [written] = situation.done
  if (written?.isError === true) return say(failed('The log was not written', written))
  if (written === undefined && !hasEntry(texts.progress, job.session))
    return {
      text: mine === undefined ? standing(features) : '',
      calls: [
        logCall(job, texts, day, [mine === undefined ? 'All features were done already.' : doneLine(session, mine)]),
      ],
    }
  return mine === undefined
    ? say('Every feature is done, so there is nothing left to do.')
    : say(
        `This session did ${mine.id}, and a session does one feature. End it, and begin the next one on the Job page.`,
      )
}

function workOnFeature(session: Session, feature: Feature): Response {
  const { job, situation, checklist, day, texts } = session
  const path = resultPath(job.name, feature)
  const list = jobFile(job.name, 'features')
  const at = situation.calls.findIndex((one) => one.command === 'view' && one.path === toolPath(path))
  if (at < 0) return beginOn(session, feature)
  const begun = beginFeature(checklist, feature.id) ?? checklist
  const [stated] = situation.calls.slice(0, at).filter(({ command }) => command !== 'view')
  if (stated?.isError === true) return say(failed(`${feature.id} was not begun`, stated))
  const [written, seen, ticked, logged] = situation.calls.slice(at + 1)
  if (written === undefined) return call(resultCall(session, feature, situation.calls[at]))
  if (written.isError) return say(failed(`${feature.id} is not done: its result was not saved`, written))
  if (seen === undefined) return call(view(path))
  if (seen.isError || !seen.content.includes(resultLine(session, feature)))
    return say(
      `${feature.id} is not done: its check failed, since the file does not say what was written. It stays open.`,
    )
  const tick = { kind: 'tick', id: feature.id, evidence: evidenceOf(session, feature) } as const
  if (ticked === undefined) return call(replaceIn(list, begun, editChecklist(begun, tick) ?? begun))
  if (ticked.isError) return say(failed(`${feature.id} was checked but not ticked`, ticked))
  if (logged === undefined)
    return call(logCall(job, texts, day, [doneLine(session, feature), nextOf(rest(session, feature))]))
  if (logged.isError) return say(failed(`${feature.id} is done, but the log was not written`, logged))
  return say(
    `**Done:** ${feature.id}, ${feature.what}. The evidence is in \`${path}\`.`,
    `A session does one feature, so this one ends here. ${nextOf(rest(session, feature))}`,
  )
}

/** Says where things stand and what comes next; sets the feature to "doing", and looks whether it was begun before. */
function beginOn({ job, situation, checklist, features }: Session, feature: Feature): Response {
  const begun = beginFeature(checklist, feature.id) ?? checklist
  const before = situation.notes.flatMap((note) =>
    note.startsWith('This is session ') ? note.split('\n').slice(1) : [],
  )
  return {
    text: [...before, standing(features)].join('\n\n'),
    calls: [
      ...(begun === checklist ? [] : [replaceIn(jobFile(job.name, 'features'), checklist, begun)]),
      view(resultPath(job.name, feature)),
    ],
  }
}

function resultCall(session: Session, feature: Feature, old: CommandResult | undefined): Response['calls'][number] {
  const path = resultPath(session.job.name, feature)
  const line = `${resultLine(session, feature)}\n`
  const isThere = old?.isError === false
  return isThere ? insert(path, old.content.split('\n').length - 1, line) : create(path, `# ${feature.id}\n\n${line}`)
}

/** On one line: that is how the check finds it again. */
const resultLine = ({ job }: Session, { what }: Feature): string =>
  `- Session ${job.session}: what came of “${what.replaceAll(/\s+/g, ' ')}” would be here. This is a walk-through by rules.`

const EVIDENCE = /\bviewed in session (\d+)\b/
const evidenceOf = ({ job }: Session, feature: Feature): string =>
  `${resultPath(job.name, feature)}, viewed in session ${job.session}: it says what came of this feature.`
const isTickedBy = ({ state, evidence }: Feature, session: number): boolean =>
  state === 'done' && Number(EVIDENCE.exec(evidence ?? '')?.[1]) === session

const doneLine = ({ job }: Session, feature: Feature): string =>
  `Done: ${feature.id}, ${feature.what}. Checked by viewing \`${resultPath(job.name, feature)}\`.`

const rest = ({ features }: Session, feature: Feature): readonly Feature[] =>
  features.filter(({ id }) => id !== feature.id)

function standing(features: readonly Feature[]): string {
  return `**Where things stand:** ${doneOf(features)}.\n\n${nextOf(features).replace(/^Next:/, '**Next:**')}`
}

function doneOf(features: readonly Feature[]): string {
  const done = features.filter(({ state }) => state === 'done').length
  return `${done} of ${features.length} features ${done === 1 ? 'is' : 'are'} done`
}

function nextOf(features: readonly Feature[]): string {
  const next = features.find(({ state }) => state === 'doing') ?? features.find(({ state }) => state === 'open')
  return next === undefined ? 'Nothing is left to do.' : `Next: ${next.id}, ${next.what}.`
}

const failed = (what: string, { content }: CommandResult): string => `${what}: ${content.replace(/^Error: /, '')}`

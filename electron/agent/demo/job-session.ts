import { assertNever } from '../../../shared/assert-never.ts'
import { beginFeature, editChecklist } from '../../../shared/jobs/checklist-edit.ts'
import type { Feature } from '../../../shared/jobs/features.ts'
import { jobFile, type JobSessionRef } from '../../../shared/jobs/names.ts'
import { sessionOfNote } from '../job-guidance.ts'
import {
  create,
  featuresOf,
  insert,
  type JobTexts,
  replaceIn,
  resultPath,
  resultsAfterViews,
  textsOf,
  view,
  viewsOf,
} from './job-files.ts'
import { hasEntry, logCall } from './job-log.ts'
import { dayOf } from './job-plan.ts'
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

/** The steps of a feature, in their order; each is one command. */
type Step = 'begin' | 'look' | 'write' | 'check' | 'tick' | 'log'

const FAILED: { readonly [step in Step]: (id: string) => string } = {
  begin: (id) => `${id} was not begun`,
  look: (id) => `${id} is not done: its earlier result cannot be read`,
  write: (id) => `${id} is not done: its result was not saved`,
  check: (id) => `${id} is not done: its check failed`,
  tick: (id) => `${id} was checked but not ticked`,
  log: (id) => `${id} is done, but the log was not written`,
}

/** Which steps there are follows from what was viewed first, so it stays the same while they are taken. */
function stepsOf({ situation, checklist, job }: Session, feature: Feature): readonly Step[] {
  const isBegun = beginFeature(checklist, feature.id) === checklist
  const isThere = situation.listed?.includes(resultPath(job.name, feature)) === true
  return [
    ...(isBegun ? [] : ['begin' as const]),
    ...(isThere ? ['look' as const] : []),
    'write',
    'check',
    'tick',
    'log',
  ]
}

function workOnFeature(session: Session, feature: Feature): Response {
  const { job, situation, features } = session
  const steps = stepsOf(session, feature)
  const results = resultsAfterViews(job.name, situation)
  const [last, taken] = [results.at(-1), steps[results.length - 1]]
  if (last?.isError === true && taken !== undefined) return say(failed(FAILED[taken](feature.id), last))
  if (taken === 'check' && last?.content.includes(resultLine(session, feature)) !== true)
    return say(`${feature.id} is not done: the file does not say what was written. It stays open.`)
  const next = steps[results.length]
  if (next === undefined)
    return say(
      `**Done:** ${feature.id}, ${feature.what}. The evidence is in \`${resultPath(job.name, feature)}\`.`,
      `A session does one feature, so this one ends here. ${nextOf(rest(session, feature))}`,
    )
  const text = results.length === 0 ? [...beforeOf(situation), standing(features)].join('\n\n') : ''
  return { text, calls: [commandFor(next, session, feature)] }
}

/** What the app told of the session before. */
function beforeOf({ notes }: Situation): readonly string[] {
  return notes
    .flatMap((note) => (sessionOfNote(note) === null ? [] : note.split('\n').slice(1)))
    .map((line) => `The app says of the session before: “${line}”`)
}

function commandFor(step: Step, session: Session, feature: Feature): Response['calls'][number] {
  const { job, situation, checklist, texts, day } = session
  const path = resultPath(job.name, feature)
  const list = jobFile(job.name, 'features')
  const begun = beginFeature(checklist, feature.id) ?? checklist
  const line = `${resultLine(session, feature)}\n`
  const before = situation.files.get(path)
  switch (step) {
    case 'begin':
      return replaceIn(list, checklist, begun)
    case 'look':
    case 'check':
      return view(path)
    case 'write':
      return before === undefined ? create(path, `# ${feature.id}\n\n${line}`) : insert(path, before.length, line)
    case 'tick': {
      const tick = { kind: 'tick', id: feature.id, evidence: evidenceOf(session, feature) } as const
      return replaceIn(list, begun, editChecklist(begun, tick) ?? begun)
    }
    case 'log':
      return logCall(job, texts, day, [doneLine(session, feature), nextOf(rest(session, feature))])
    default:
      return assertNever(step)
  }
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

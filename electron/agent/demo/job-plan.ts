import type { Feature } from '../../../shared/jobs/features.ts'
import { type JobFileName, jobFile, type JobName } from '../../../shared/jobs/names.ts'
import { create, JOB_FILE_NAMES, resultPath, textsOf, viewsOfListed } from './job-files.ts'
import type { Step } from './memory-edits.ts'
import type { Situation } from './situation.ts'
import { capitalise } from './words.ts'

const MAX_PARTS = 40

/** The first session: it writes the files that are not there yet, then says what the plan is. */
export function planJob(name: JobName, situation: Situation): readonly Step['input'][] | string {
  const views = viewsOfListed(name, situation)
  if (views.length > 0) return views
  const failed = situation.done.find(({ isError }) => isError)
  if (failed !== undefined) return `The plan could not be written: ${failed.content.replace(/^Error: /, '')}`
  const features = featuresFrom(name, situation.firstMessage)
  const there = textsOf(name, situation)
  const missing = JOB_FILE_NAMES.filter((file) => there[file] === null)
  if (missing.length === 0)
    return 'The plan is written. Change it on the Job page; I work from the file, not from what is said here. Work begins with the next session.'
  if (situation.done.length > 0) return summaryOf(features)
  return missing.map((file) =>
    create(jobFile(name, file), textFor(file, { goal: situation.firstMessage, features, day: dayOf(situation) })),
  )
}

/** Today, as the app told; null if it did not. */
export function dayOf({ notes }: Situation): string | null {
  return notes.flatMap((note) => /^Today is (\d{4}-\d{2}-\d{2})/.exec(note)?.[1] ?? []).at(-1) ?? null
}

export function headingOf(session: number, day: string | null): string {
  return `## Session ${session}${day === null ? '' : ` · ${day}`}`
}

/** The parts of the goal, in its order; for a goal of one part, steps that fit any. */
export function featuresFrom(name: JobName, goal: string): readonly Feature[] {
  return partsOf(goal).map((what, index) => {
    const feature: Feature = { id: `F${index + 1}`, what, check: '', state: 'open', evidence: null }
    return { ...feature, check: `View ${resultPath(name, feature)}: it says what came of “${what}”.` }
  })
}

function partsOf(goal: string): readonly string[] {
  const parts = goal
    .trim()
    // "A move: a flat, a van" names the whole first.
    .replace(/^[^:\n,.;]{1,80}:\s+(?=.*(?:[,;\n]|\band\b))/s, '')
    .split(/\n+|[;,]\s+|(?<=[\p{L}\p{N})”"'][.!?])\s+|\s+(?:and|then)\s+/iu)
    .map((part) =>
      part
        .trim()
        .replace(/^(?:[-*+•]|\d+[.)])\s+/, '')
        .replace(/^(?:(?:and|then|please|finally|also)\b[\s,]*)+/i, '')
        .replace(/[\s.,;:!?]+$/, ''),
    )
    .filter((part) => /[\p{L}\p{N}]{2}/u.test(part))
    .map((part) => capitalise(part))
  const distinct = [...new Set(parts)].slice(0, MAX_PARTS)
  const [only = 'The goal'] = distinct
  if (distinct.length > 2) return distinct
  if (distinct.length === 2) return [...distinct, 'Look at the whole and put it right']
  return [`List what belongs to it: ${only}`, `Make a first version: ${only}`, 'Look at the whole and put it right']
}

interface Plan {
  readonly goal: string
  readonly features: readonly Feature[]
  readonly day: string | null
}

function textFor(file: JobFileName, { goal, features, day }: Plan): string {
  const first = features[0]
  switch (file) {
    case 'features':
      return `${JSON.stringify({ goal: goal.trim(), features }, null, 2)}\n`
    case 'progress':
      return `# Progress\n\n${headingOf(1, day)}\n\n- Wrote the plan: ${features.length} features, none of them done.\n- Next: ${first?.id}, ${first?.what}.\n`
    case 'start':
      return '# Start and test\n\n- To start, view [the checklist](features.json) and [the log](progress.md).\n- To test a feature, view its file in `work/`: there is one for each.\n'
    case 'decisions':
      return '# Decisions\n\n## Decisions\n\n- The features are the parts of the goal, in its order: that is the rule of the demo model.\n\n## Open questions\n\n- Is something missing from the plan? The demo model cannot know.\n'
  }
}

function summaryOf(features: readonly Feature[]): string {
  return [
    `I split the goal into ${features.length} features, by its sentences, commas and “and”:`,
    features.map(({ id, what }) => `- **${id}** ${what}`).join('\n'),
    'I am not sure that nothing is missing: rules cannot tell. Change the plan on the Job page, then begin work there. Each session does one feature.',
  ].join('\n\n')
}

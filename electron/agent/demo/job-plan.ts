import type { Feature } from '../../../shared/jobs/features.ts'
import { jobFile, type JobFileName, jobFolder, type JobName } from '../../../shared/jobs/names.ts'
import type { Response } from './respond.ts'
import type { Situation } from './situation.ts'
import { create, view } from './tool.ts'
import { capitalise } from './words.ts'

export const JOB_FILE_NAMES: readonly JobFileName[] = ['features', 'progress', 'start', 'decisions']

/** The first session writes the files that are not there yet, then says what the plan is. */
export function plan(name: JobName, { listed, viewed, done, firstMessage: goal, notes }: Situation): Response {
  const folder = jobFolder(name)
  if (listed === null || (listed.includes(folder) && !viewed.has(folder)))
    return { text: '', calls: [view(listed === null ? '' : folder)] }
  const features = featuresFrom(name, goal)
  const files = filesOf(goal, features, dayOf(notes))
  const absent = JOB_FILE_NAMES.filter((file) => !listed.includes(jobFile(name, file)))
  const missing = absent.map((file) => create(jobFile(name, file), files[file]))
  if (done.length === 0 && missing.length > 0) return { text: '', calls: missing }
  const failed = done.find(({ isError }) => isError)
  const said =
    failed !== undefined
      ? [`The plan could not be written: ${failed.content.replace(/^Error: /, '')}`]
      : done.length === 0
        ? [
            'The plan is written. Change it on the Job page; I work from the file, not from what is said here. Work begins with the next session.',
          ]
        : [
            `I split the goal into ${features.length} features, by its sentences, commas and “and”:`,
            features.map(({ id, what }) => `- **${id}** ${what}`).join('\n'),
            'Something may be missing: I only follow rules. Change the plan on the Job page, then begin work there. Each session does one feature.',
          ]
  return { text: said.join('\n\n'), calls: [] }
}

function filesOf(
  goal: string,
  features: readonly Feature[],
  day: string | null,
): { readonly [file in JobFileName]: readonly string[] } {
  const written = `- Wrote the plan: ${features.length} features, none of them done.`
  return {
    features: JSON.stringify({ goal: goal.trim(), features }, null, 2).split('\n'),
    progress: ['# Progress', '', headingOf(1, day), '', written],
    start: ['# Start and test', '', '- View [the checklist](features.json) and [the log](progress.md).'],
    decisions: [
      '# Decisions',
      '',
      '- The features are the parts of the goal.',
      '',
      '## Open questions',
      '',
      '- Is anything missing?',
    ],
  }
}

/** Today, as the app told; null if it did not. */
export const dayOf = (notes: readonly string[]): string | null =>
  notes.flatMap((note) => /^Today is (\d{4}-\d{2}-\d{2})/.exec(note)?.[1] ?? []).at(-1) ?? null

export const headingOf = (session: number, day: string | null): string =>
  `## Session ${session}${day === null ? '' : ` · ${day}`}`

/** Where the result of a feature is written. */
export const resultPath = (name: JobName, id: string): string =>
  `${jobFolder(name)}/work/${id.replace(/[^\p{L}\p{N}_-]+/gu, '-')}.md`

const MAX_PARTS = 40

/** The parts of the goal, in its order; for a goal of one part, steps that fit any. */
export function featuresFrom(name: JobName, goal: string): readonly Feature[] {
  const parts = goal
    .trim()
    // "A move: a flat, a van" names the whole first.
    .replace(/^[^:\n,.;]{1,80}:\s+(?=.*(?:[,;\n]|\band\b))/s, '')
    .split(/\n+|[;,]\s+|(?<=[\p{L}\p{N})”"'][.!?])\s+|\s+(?:and|then)\s+/iu)
    .map((part) =>
      part.trim().replace(/^(?:(?:[-*+•]|\d+[.)])\s+|(?:and|then|please|finally|also)\b[\s,]*)+|[\s.,;:!?]+$/gi, ''),
    )
    .filter((part) => /[\p{L}\p{N}]{2}/u.test(part))
  const distinct = [...new Set(parts.map(capitalise))].slice(0, MAX_PARTS)
  const [only = 'The goal'] = distinct
  const steps = distinct.length > 1 ? distinct : [`List what belongs to it: ${only}`, `Make a first version: ${only}`]
  return [...steps, ...(steps.length > 2 ? [] : ['Look at the whole and put it right'])].map((what, index) => {
    const id = `F${index + 1}`
    const check = `View ${resultPath(name, id)}: it says what came of “${what}”.`
    return { id, what, check, state: 'open', evidence: null }
  })
}

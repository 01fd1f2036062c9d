import { readChecklist } from '../../../shared/jobs/checklist.ts'
import type { Feature } from '../../../shared/jobs/features.ts'
import type { ChecklistProblem } from '../../../shared/jobs/job.ts'
import { JOB_FILES, jobFile, jobFolder, type JobFileName, type JobName } from '../../../shared/jobs/names.ts'
import { type Step, toolPath } from './memory-edits.ts'
import type { CommandResult, Situation } from './situation.ts'
import { slug } from './words.ts'

type Call = Step['input']

export const JOB_FILE_NAMES: readonly JobFileName[] = ['features', 'progress', 'start', 'decisions']

/** The files of a job as they were viewed; null for one that is missing. */
export type JobTexts = { readonly [file in JobFileName]: string | null }

/** What a session views before anything else: the folder and its four files. */
const readFirst = (name: JobName): readonly string[] => [
  jobFolder(name),
  ...JOB_FILE_NAMES.map((file) => jobFile(name, file)),
]

/** Those of them that were not viewed yet. */
export function viewsOf(name: JobName, { viewed }: Situation): readonly Call[] {
  return readFirst(name)
    .filter((path) => !viewed.has(path))
    .map(view)
}

/** What came after them. */
export function resultsAfterViews(name: JobName, { calls }: Situation): readonly CommandResult[] {
  return calls.slice(readFirst(name).length)
}

/** The same for a folder that may not be there yet: only what is listed. */
export function viewsOfListed(name: JobName, { viewed, listed }: Situation): readonly Call[] {
  if (listed === null) return [view('')]
  return readFirst(name)
    .filter((path) => listed.includes(path) && !viewed.has(path))
    .map(view)
}

export function textsOf(name: JobName, { files }: Situation): JobTexts {
  const text = (file: JobFileName): string | null => files.get(jobFile(name, file))?.join('\n') ?? null
  return { progress: text('progress'), features: text('features'), start: text('start'), decisions: text('decisions') }
}

export const view = (path: string): Call => ({ command: 'view', path: toolPath(path) })
export const create = (path: string, text: string): Call => ({
  command: 'create',
  path: toolPath(path),
  file_text: text,
})
export const insert = (path: string, line: number, text: string): Call => ({
  command: 'insert',
  path: toolPath(path),
  insert_line: line,
  insert_text: text,
})

/** The lines that differ, with as many around them as make them the only ones. */
export function replaceIn(path: string, before: string, after: string): Call {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let first = 0
  while (first < Math.min(old.length, now.length) && old[first] === now[first]) first++
  let end = 0
  while (end < Math.min(old.length, now.length) - first && old.at(-1 - end) === now.at(-1 - end)) end++
  // At least one line is named: an addition between lines has none of its own.
  if (first + end === old.length) first = Math.max(0, first - 1)
  const piece = (lines: readonly string[]): string => lines.slice(first, lines.length - end).join('\n')
  while (before.split(piece(old)).length > 2 && (first > 0 || end > 0)) {
    first = Math.max(0, first - 1)
    end = Math.max(0, end - 1)
  }
  return { command: 'str_replace', path: toolPath(path), old_str: piece(old), new_str: piece(now) }
}

/** Where the result of a feature is written. */
export function resultPath(name: JobName, { id }: Feature): string {
  return `${jobFolder(name)}/work/${/^[\p{L}\p{N}_-]+$/u.test(id) ? id : slug(id)}.md`
}

/** The features, or what is wrong with their file, in words. */
export function featuresOf(text: string | null): readonly Feature[] | string {
  const list = readChecklist(text)
  return 'problem' in list ? PROBLEMS[list.problem] : list.features
}

const PROBLEMS: { readonly [problem in ChecklistProblem]: string } = {
  missing: `There is no \`${JOB_FILES.features}\`, so I cannot tell what to do. I changed nothing. Restore it from its history on the Job page.`,
  'not-json': `\`${JOB_FILES.features}\` cannot be read as JSON, so I cannot tell what is done. I changed nothing. Correct it, or restore it from its history on the Job page.`,
  'not-a-list': `\`${JOB_FILES.features}\` has no list of features, so I cannot tell what is done. I changed nothing. Correct it, or restore it from its history on the Job page.`,
  'too-large': `\`${JOB_FILES.features}\` is too large for me. I changed nothing.`,
}

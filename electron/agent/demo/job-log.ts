import { jobFile, type JobSessionRef } from '../../../shared/jobs/names.ts'
import { readLog } from '../../../shared/jobs/progress-log.ts'
import { create, insert, type JobTexts } from './job-files.ts'
import { headingOf } from './job-plan.ts'
import type { Step } from './memory-edits.ts'

export const hasEntry = (progress: string | null, session: number): boolean =>
  readLog(progress ?? '').some((entry) => entry.session === session)

/** Adds lines to the entry of this session; without one, a new entry above the others. */
export function logCall(
  { name, session }: JobSessionRef,
  { progress }: Pick<JobTexts, 'progress'>,
  day: string | null,
  said: readonly string[],
): Step['input'] {
  const path = jobFile(name, 'progress')
  const items = said.map((line) => `- ${line}\n`).join('')
  const entry = `${headingOf(session, day)}\n\n${items}${entryLeftOut(session, progress)}`
  if (progress === null) return create(path, `# Progress\n\n${entry}`)
  const lines = progress.split('\n')
  const own = lines.findIndex((line) => line.startsWith('## ') && readLog(line)[0]?.session === session)
  if (own >= 0) return insert(path, firstWords(lines, own + 1), items)
  const newest = lines.findIndex((line) => line.startsWith('## '))
  return newest >= 0 ? insert(path, newest, `${entry}\n`) : insert(path, lines.length, `\n${entry}`)
}

/** Where the text below a heading begins. */
function firstWords(lines: readonly string[], from: number): number {
  const at = lines.findIndex((line, index) => index >= from && line.trim() !== '')
  return at < 0 || lines[at]?.startsWith('#') === true ? from : at
}

/** An entry for the session before, where that one was interrupted before it wrote its own. */
function entryLeftOut(session: number, progress: string | null): string {
  const before = session - 1
  if (before < 1 || progress === null || hasEntry(progress, before)) return ''
  return `\n${headingOf(before, null)}\n\n- It ended without an entry; session ${session} wrote this one. The checklist says what it finished.\n`
}

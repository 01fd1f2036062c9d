import { JOBS_FOLDER } from '../../shared/jobs/names.ts'
import type { Review, ReviewLine } from '../../shared/review.ts'

// What is kept or undone as one: a change, or all that a session of a job wrote into the job's files. Pure.

export interface ReviewRow {
  readonly id: string
  readonly lines: readonly [ReviewLine, ...ReviewLine[]]
  /** The job whose files these are; null for any other change. */
  readonly job: string | null
}

/** The rows in the order of their first lines. */
export function reviewRows(lines: readonly ReviewLine[]): readonly ReviewRow[] {
  const rows = new Map<string, ReviewRow>()
  for (const line of lines) {
    const job = jobOf(line)
    const { conversation, client, actor } = line.by
    const id = job === null ? line.id : `${job} ${conversation ?? client ?? actor}`
    const known = rows.get(id)
    rows.set(id, { id, job, lines: known === undefined ? [line] : [...known.lines, line] })
  }
  return [...rows.values()]
}

/** How many rows there are, listed or not. */
export function countRows({ lines, total }: Pick<Review, 'lines' | 'total'>): number {
  return reviewRows(lines).length + total - lines.length
}

function jobOf({ path }: ReviewLine): string | null {
  const [folder, name, ...rest] = path.split('/')
  return folder === JOBS_FOLDER && name !== undefined && rest.length > 0 ? name : null
}

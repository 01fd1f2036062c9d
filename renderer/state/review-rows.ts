import { JOBS_FOLDER } from '../../shared/jobs/names.ts'
import { type Review, REVIEW_REASONS, type ReviewLine } from '../../shared/review.ts'
import type { UndoPart, UndoWhat } from '../../shared/undoing.ts'
import { withOutsideGroups } from './outside-groups.ts'

// What is kept or undone as one: a change, or all that a session of a job wrote into the job's files. Pure.

export interface ReviewRow {
  readonly id: string
  /** The key of the store, where it is not the open one. */
  readonly store: string | null
  readonly lines: readonly [ReviewLine, ...ReviewLine[]]
  /** The job whose files these are; null for any other change. */
  readonly job: string | null
  /** The rows below it that it stands for: see outside-groups.ts. */
  readonly members?: readonly ReviewRow[]
}

/** A row, or those that it stands for. */
export const membersOf = (row: ReviewRow): readonly ReviewRow[] => row.members ?? [row]

/** What is to be reviewed in one store. */
export interface StoreReview extends Pick<Review, 'lines' | 'total' | 'until'> {
  /** Null for the open one. */
  readonly store: string | null
}

/** The rows of several stores: what may be wrong in any of them comes first, the rest by store. */
export function everyRow(reviews: readonly StoreReview[]): readonly ReviewRow[] {
  const rows = reviews.flatMap(({ store, lines }) => reviewRows(lines, store))
  return withOutsideGroups(reviews.length === 1 ? rows : rows.toSorted((one, other) => rankOf(one) - rankOf(other)))
}

/** The weightiest reason of the first line. */
function rankOf({ lines: [first] }: ReviewRow): number {
  const rank = REVIEW_REASONS.findIndex((reason) => first.reasons.includes(reason))
  return rank < 0 ? REVIEW_REASONS.length : rank
}

/** The rows in the order of their first lines. */
export function reviewRows(lines: readonly ReviewLine[], store: string | null = null): readonly ReviewRow[] {
  const rows = new Map<string, ReviewRow>()
  for (const line of lines) {
    const job = jobOf(line)
    const { conversation, client, actor } = line.by
    const id = [store, job === null ? line.id : `${job} ${conversation ?? client ?? actor}`].filter(Boolean).join(' ')
    const known = rows.get(id)
    rows.set(id, { id, store, job, lines: known === undefined ? [line] : [...known.lines, line] })
  }
  return [...rows.values()]
}

/** What undoing a row means: its change, all of a group's and nothing else, or all that a session wrote. */
export function undoOf({ members, lines }: ReviewRow): UndoWhat {
  if (members !== undefined) return { parts: partsOf(lines) }
  return lines.length === 1
    ? lines[0].undo
    : { commits: [...new Set(lines.map(({ by }) => by.variorumId ?? by.commit))] }
}

/** The changes of one file are undone at once, since they stand beside each other. */
function partsOf(lines: readonly ReviewLine[]): readonly UndoPart[] {
  const parts = new Map<string, UndoPart>()
  for (const { path, undo } of lines) {
    if (!('commits' in undo)) continue
    const isOfLines = 'lines' in undo
    const key = isOfLines ? path : JSON.stringify(undo)
    const known = parts.get(key)
    if (known === undefined || !isOfLines || !('lines' in known)) parts.set(key, undo)
    else {
      const both = (side: 'removed' | 'added'): readonly number[] => [...known.lines[side], ...undo.lines[side]]
      const commits = [...new Set([...known.commits, ...undo.commits])]
      parts.set(key, { commits, lines: { ...undo.lines, removed: both('removed'), added: both('added') } })
    }
  }
  return [...parts.values()]
}

/** How many rows there are, listed or not. */
export function countRows({ lines, total }: Pick<Review, 'lines' | 'total'>): number {
  return reviewRows(lines).length + total - lines.length
}

function jobOf({ path }: ReviewLine): string | null {
  const [folder, name, ...rest] = path.split('/')
  return folder === JOBS_FOLDER && name !== undefined && rest.length > 0 ? name : null
}

import { personOf } from '../../shared/commit.ts'
import { isUntrusted } from '../../shared/origin.ts'
import type { ReviewRow } from './review-rows.ts'

// What one source from outside wrote close together is decided as one, or one by one. Pure.

/** A longer pause begins another group. */
const PAUSE_MS = 60 * 60_000

/**
 * The rows with one above each group, where its first row was. A group is made by origin and time, never by what a text
 * says: a conversation that had read text from outside, an agent that the user does not trust, a program, a person.
 */
export function withOutsideGroups(rows: readonly ReviewRow[]): readonly ReviewRow[] {
  const groups = new Map<ReviewRow, readonly ReviewRow[]>()
  for (const own of Map.groupBy(rows, sourceOf).entries())
    if (own[0] !== null) for (const group of closeTogether(own[1])) for (const row of group) groups.set(row, group)
  return rows.flatMap((row) => {
    const group = groups.get(row) ?? [row]
    if (group.length === 1) return [row]
    return group[0] === row ? [headOf(row, group), ...group] : []
  })
}

function sourceOf({ store, job, lines: [{ by }] }: ReviewRow): string | null {
  if (job !== null || !isUntrusted(by.lineage)) return null
  const name = by.actor === 'outside' ? (personOf(by) ?? by.client) : (by.conversation ?? by.client)
  return JSON.stringify([store, by.actor, name])
}

/** In groups without a longer pause, each in the order of the rows. */
function closeTogether(rows: readonly ReviewRow[]): readonly (readonly ReviewRow[])[] {
  const timeOf = ({ lines: [{ by }] }: ReviewRow): number => Date.parse(by.time)
  const groups: Set<ReviewRow>[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const row of rows.toSorted((one, other) => timeOf(one) - timeOf(other))) {
    if (timeOf(row) - last > PAUSE_MS) groups.push(new Set())
    groups.at(-1)?.add(row)
    last = timeOf(row)
  }
  return groups.map((group) => rows.filter((row) => group.has(row)))
}

function headOf({ store, lines: [first] }: ReviewRow, members: readonly ReviewRow[]): ReviewRow {
  const more = members.flatMap(({ lines }) => lines).filter((line) => line !== first)
  return { id: `group ${members.at(-1)?.id}`, store, job: null, lines: [first, ...more], members }
}

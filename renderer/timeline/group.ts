import { type Commit, isClaimed, personOf } from '../../shared/commit.ts'
import { JOBS_FOLDER } from '../../shared/jobs/names.ts'
import { dayName } from '../format/time.ts'

/** The commits of one conversation, or those of one actor, agent or person with git, close in time; of one day. Newest first. */
export interface Group {
  readonly id: string
  readonly commits: readonly Commit[]
}

/** Changes outside of conversations that are further apart belong to different groups. */
const MAX_GAP_MS = 30 * 60_000

/** The last group is shown once it is whole: one without end would never be. */
const TURNS_IN_GROUP = 20
const part = (turn = 1): number => Math.floor((turn - 1) / TURNS_IN_GROUP)

function belongTogether(newer: Commit, older: Commit): boolean {
  const a = newer.origin
  const b = older.origin
  if (isClaimed(newer) !== isClaimed(older)) return false
  if (a.actor !== b.actor || a.conversation !== b.conversation) return false
  if (dayName(newer.time) !== dayName(older.time)) return false
  if (a.conversation !== undefined) return part(a.turn) === part(b.turn)
  if (a.client !== b.client) return false
  if (personOf(newer) !== personOf(older)) return false
  return Math.abs(Date.parse(newer.time) - Date.parse(older.time)) < MAX_GAP_MS
}

export function groupCommits(commits: readonly Commit[]): readonly Group[] {
  const groups: Commit[][] = []
  for (const commit of commits) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last !== undefined && before !== undefined && belongTogether(before, commit)) last.push(commit)
    else groups.push([commit])
  }
  // The oldest commit gives the id, so that it stays when newer ones join; the prefix tells it from the commit's row.
  return groups.map((group) => ({ id: `from ${group.at(-1)?.id}`, commits: group }))
}

/** Whether these are the changes of a job's session, which keeps its plan and its log in files. */
export function isOfJob({ commits }: Group): boolean {
  return commits.some(
    ({ origin, changes }) =>
      origin.conversation !== undefined && changes.some(({ change }) => change.path.startsWith(`${JOBS_FOLDER}/`)),
  )
}

export type TimelineRow =
  | { readonly kind: 'day'; readonly id: string; readonly name: string }
  | { readonly kind: 'group'; readonly id: string; readonly group: Group; readonly open: boolean }
  | {
      readonly kind: 'entry'
      readonly id: string
      readonly commit: Commit
      readonly group: Group
      readonly last: boolean
      /** The only commit of its group: one row says everything. */
      readonly alone: boolean
    }

/** The rows of the timeline: a heading for each day, its groups, and below open groups their commits. */
export function timelineRows(groups: readonly Group[], isOpen: (group: Group) => boolean): readonly TimelineRow[] {
  let day = ''
  return groups.flatMap((group): readonly TimelineRow[] => {
    const [newest] = group.commits
    if (newest === undefined) return []
    const name = dayName(newest.time)
    const heading: readonly TimelineRow[] = name === day ? [] : [{ kind: 'day', id: `day ${name}`, name }]
    day = name
    if (group.commits.length === 1) return [...heading, ...entriesOf(group)]
    const open = isOpen(group)
    return [...heading, { kind: 'group', id: group.id, group, open }, ...(open ? entriesOf(group) : [])]
  })
}

function entriesOf(group: Group): readonly TimelineRow[] {
  return group.commits.map((commit, at) => ({
    kind: 'entry',
    id: commit.id,
    commit,
    group,
    last: at === group.commits.length - 1,
    alone: group.commits.length === 1,
  }))
}

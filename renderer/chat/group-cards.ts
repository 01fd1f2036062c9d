import { type Commit, type CountedChange, onlyChange } from '../../shared/commit.ts'
import type { ToolCall } from '../../shared/conversation.ts'
import { readChecklist } from '../../shared/jobs/checklist.ts'
import { jobFileAt, JOBS_FOLDER } from '../../shared/jobs/names.ts'
import { commandOf, pathOf, type ThreadItem } from './fold-parts.ts'

type CardItem = Extract<ThreadItem, { readonly kind: 'card' }>

/** What one turn did to one file, oldest first: each change begins with what the one before it left. */
export type FileCommits = readonly [Commit, ...Commit[]]

/** An item of a turn as it is shown: one card a file, the later cards in one line, and so the files of a job. */
export type ShownItem =
  | Exclude<ThreadItem, CardItem>
  | { readonly kind: 'file'; readonly commits: FileCommits }
  | { readonly kind: 'more'; readonly files: readonly FileCommits[] }
  | { readonly kind: 'job'; readonly calls: readonly ToolCall[]; readonly files: readonly FileCommits[] }

/** More cards than these are folded. */
const MAX_CARDS = 2

/** Each card is where its file was first written in the turn. */
export function groupCards(items: readonly ThreadItem[]): readonly ShownItem[] {
  const cards = items.filter((item) => item.kind === 'card')
  const files = byFile(cards.filter(({ commit }) => !isOfJob(commit)))
  const ofJob = cards.filter(({ commit }) => isOfJob(commit))
  const [shown, folded] = [files.slice(0, MAX_CARDS), files.slice(MAX_CARDS)]
  return items.flatMap((item): readonly ShownItem[] => {
    if (item.kind !== 'card') return [item]
    if (item === ofJob[0]) return [{ kind: 'job', calls: ofJob.map(({ call }) => call), files: byFile(ofJob) }]
    const commits = shown.find(([first]) => first === item.commit)
    if (commits !== undefined) return [{ kind: 'file', commits }]
    return folded[0]?.[0] === item.commit ? [{ kind: 'more', files: folded }] : []
  })
}

function byFile(cards: readonly CardItem[]): readonly FileCommits[] {
  const files: [Commit, ...Commit[]][] = []
  for (const { commit } of cards) {
    const file = files.find((commits) => follows(commits.at(-1), commit))
    if (file === undefined) files.push([commit])
    else file.push(commit)
  }
  return files
}

function follows(earlier: Commit | undefined, later: Commit): boolean {
  const [before, now] = [earlier === undefined ? null : onlyChange(earlier), onlyChange(later)]
  return before !== null && now !== null && before.path === now.path && before.after?.id === now.before?.id
}

const isOfJob = ({ changes }: Commit): boolean =>
  changes.length > 0 && changes.every(({ change }) => change.path.startsWith(`${JOBS_FOLDER}/`))

/** What several commits did to their file, as one commit: it reads as the first of them, or as the one that deleted the file. */
export function netOf([first, ...more]: FileCommits): Commit {
  const last = more.at(-1)
  const [before, after] = [first.changes[0], last?.changes[0]]
  if (last === undefined || before === undefined || after === undefined) return first
  const change = { ...after.change, before: before.change.before }
  const net: CountedChange = { change, lines: netLines([first, ...more]) }
  return { ...(change.after === null ? last : first), changes: [net] }
}

/** Lines that one change added may be gone again with the next: only without removals do they add up. */
function netLines(commits: FileCommits): CountedChange['lines'] {
  const lines = commits.map(({ changes }) => changes[0]?.lines ?? null)
  const isSum = lines.every((each) => each?.removed === 0)
  return isSum ? { added: lines.reduce((sum, each) => sum + (each?.added ?? 0), 0), removed: 0 } : null
}

/** How many steps has the plan that these calls wrote? `null` if they wrote none. */
export function plannedSteps(calls: readonly ToolCall[]): number | null {
  const plan = calls.findLast((call) => commandOf(call) === 'create' && jobFileAt(pathOf(call))?.file === 'features')
  const text = plan?.input['file_text']
  const list = readChecklist(typeof text === 'string' ? text : null)
  return 'problem' in list ? null : list.features.length
}

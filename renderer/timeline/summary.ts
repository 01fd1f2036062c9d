import { plural, t } from '@lingui/core/macro'
import type { Commit } from '../../shared/commit.ts'
import { pathLabel } from '../format/path-label.ts'
import { folderTarget, policiesSentence, undoneCommit, verbLabel } from '../format/verbs.ts'

const nameOf = (path: string): string =>
  pathLabel(path) === path ? path.slice(path.lastIndexOf('/') + 1) : pathLabel(path)

/** A commit as a heading: "2 lines added to decisions.md". */
export function headingOf(commit: Commit, redo = false): string {
  const undone = undoneCommit(commit, redo)
  if (undone !== null) return `${verbLabel(commit, redo).word} ${headingOf(undone)}`
  const [first] = commit.changes
  const folder = folderTarget(commit)
  if (folder !== null && folder.from === null) return t`${folder.path} deleted`
  if (folder !== null && folder.from !== null) return t`${folder.from} renamed to ${folder.path}`
  if (first === undefined) return t`Nothing in the memory changed`
  const count = commit.changeCount
  const name = nameOf(first.change.path)
  if (count > 1) return plural(count, { one: '# file changed', other: '# files changed' })
  const { before, after, from } = first.change
  if (from !== undefined) return t`${nameOf(from)} renamed to ${name}`
  const policies = policiesSentence(commit)
  if (policies !== null) return policies
  if (commit.origin.verb === 'restore') return `${verbLabel(commit).word} ${name}`
  if (before === null) return t`${name} created`
  if (after === null) return t`${name} deleted`
  return linesHeading(first.lines?.added ?? 0, first.lines?.removed ?? 0, name)
}

function linesHeading(added: number, removed: number, name: string): string {
  if (added > 0 && removed === 0)
    return plural(added, { one: `One line added to ${name}`, other: `# lines added to ${name}` })
  if (removed > 0 && added === 0)
    return plural(removed, { one: `One line removed from ${name}`, other: `# lines removed from ${name}` })
  if (added === 0) return t`${name} written again, unchanged`
  return plural(Math.max(added, removed), { one: `One line changed in ${name}`, other: `# lines changed in ${name}` })
}

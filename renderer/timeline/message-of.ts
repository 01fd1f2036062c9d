import { type Commit, personOf } from '../../shared/commit.ts'
import { isNote } from '../../shared/note-files.ts'
import { folderTarget, formerPath } from '../format/verbs.ts'

const MAX_SUBJECT_CHARACTERS = 300

/** A line, what a person wrote about the commit, or the path of a file that is gone. */
export interface Message {
  readonly kind: 'added' | 'removed' | 'subject' | 'deleted'
  readonly text: string
}

/** What a row quotes of a commit; `null` where what was done to which file says more than a line of it. */
export function messageOf(commit: Commit): Message | null {
  if (personOf(commit) !== null && commit.subject !== '')
    return { kind: 'subject', text: commit.subject.slice(0, MAX_SUBJECT_CHARACTERS) }
  if (folderTarget(commit) !== null || formerPath(commit) !== null) return null
  const lost = commit.changes.find(({ change }) => change.after === null)
  // A file that is gone weighs more than what was written beside it.
  if (lost !== undefined && commit.changes.some(({ change }) => change.after !== null))
    return { kind: 'deleted', text: lost.change.path }
  const quoted = commit.changes.find(({ change, excerpt }) => {
    const line = excerpt?.added ?? excerpt?.removed
    return line != null && change.after !== null && isNote(change.path)
  })
  if (quoted?.excerpt?.added != null) return { kind: 'added', text: quoted.excerpt.added }
  return quoted?.excerpt?.removed == null ? null : { kind: 'removed', text: quoted.excerpt.removed }
}

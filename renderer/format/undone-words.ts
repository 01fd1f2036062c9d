import { plural, t } from '@lingui/core/macro'
import type { Commit, CountedChange } from '../../shared/commit.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import { markPieces } from './marks.ts'
import { pathLabel } from './path-label.ts'

const MAX_QUOTED = 60

/** What an undo or a redo did, in the words of the memory: "Removed “Boss: Priya” from about-me.md". */
export function undoneSentence(commit: Commit): string {
  const [first, ...more] = commit.changes
  if (first === undefined) return t`Nothing changed.`
  if (more.length > 0 || commit.changeCount > 1) return severalSentence(commit)
  const { after, before, from } = first.change
  const path = pathLabel(first.change.path)
  // Without their file, the policies are the defaults: they are never gone.
  if (first.change.path === POLICIES_PATH) return t`The policies are as they were before`
  if (from !== undefined) return t`${from} is called ${path} again`
  if (after === null) return t`Removed ${path}`
  if (before === null) return t`${path} is back`
  return lineSentence(first, path)
}

function lineSentence({ lines, excerpt }: CountedChange, path: string): string {
  const [removed, added] = [quoted(excerpt?.removed), quoted(excerpt?.added)]
  if (removed !== null && added !== null) return t`Changed “${removed}” back to “${added}” in ${path}`
  const more = Math.max(lines?.added ?? 0, lines?.removed ?? 0) - 1
  if (removed !== null)
    return more > 0
      ? plural(more, {
          one: `Removed “${removed}” and # more line from ${path}`,
          other: `Removed “${removed}” and # more lines from ${path}`,
        })
      : t`Removed “${removed}” from ${path}`
  if (added !== null)
    return more > 0
      ? plural(more, {
          one: `“${added}” and # more line are back in ${path}`,
          other: `“${added}” and # more lines are back in ${path}`,
        })
      : t`“${added}” is back in ${path}`
  return t`Changed ${path} back`
}

/** A line as a sentence quotes it: short, and with a word for what is redacted. */
export function quoted(line: string | null | undefined): string | null {
  if (line == null) return null
  const text = markPieces(line)
    .map((piece) => (piece.rule === null ? piece.text : t`(redacted)`))
    .join('')
  const signs = [...text]
  return signs.length <= MAX_QUOTED
    ? text
    : `${signs
        .slice(0, MAX_QUOTED - 1)
        .join('')
        .trimEnd()}…`
}

function severalSentence({ changes, changeCount: count }: Commit): string {
  const [path, more] = [pathLabel(changes[0]?.change.path ?? ''), count - 1]
  if (changes.length === count && changes.every(({ change }) => change.after === null))
    return plural(more, { one: `Removed ${path} and # more file`, other: `Removed ${path} and # more files` })
  if (changes.length === count && changes.every(({ change }) => change.before === null))
    return plural(more, { one: `${path} and # more file are back`, other: `${path} and # more files are back` })
  return plural(more, {
    one: `Changed ${path} and # more file back`,
    other: `Changed ${path} and # more files back`,
  })
}

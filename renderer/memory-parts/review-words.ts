import { plural, t } from '@lingui/core/macro'
import { assertNever } from '../../shared/assert-never.ts'
import type { ReviewChange, ReviewLine, ReviewReason } from '../../shared/review.ts'
import type { WaitingUndo } from '../../shared/waiting.ts'
import { listText, sentencesText } from '../format/language.ts'
import { when } from '../format/time.ts'

/** What was done to the memory, in one word. */
export function kindWord(kind: ReviewChange['kind']): string {
  switch (kind) {
    case 'learned':
      return t`Learned`
    case 'changed':
      return t`Changed`
    case 'forgot':
      return t`Forgot`
    case 'moved':
      return t`Moved`
  }
}

/** The first line of the change that is no heading, if there is one, without Markdown's marks. */
export function quoteOf({ kind, path, from, added, removed, wholeFile }: ReviewChange): string {
  if (kind === 'moved') return t`${from ?? path} is now ${path}`
  const lines = (kind === 'forgot' ? removed : added).filter(({ text }) => !/^[\s>*+#|-]*$/u.test(text))
  const first = (lines.find(({ text }) => !/^#+\s/.test(text)) ?? lines[0])?.text.replace(/^[\s>*+#|-]+/u, '').trim()
  if (first === undefined || (wholeFile && kind === 'forgot')) return path
  return first
}

/** How many more lines than the quoted one, or how many a file that is gone had. */
export function moreLines({ kind, added, removed, wholeFile }: ReviewChange): string | null {
  if (kind === 'forgot' && wholeFile && removed.length > 0)
    return plural(removed.length, { one: '# line', other: '# lines' })
  const count = (kind === 'forgot' ? removed : added).length - 1
  return count > 0 ? plural(count, { one: 'and # more line', other: 'and # more lines' }) : null
}

/** Why a line comes first. */
export function reasonText(reason: ReviewReason, line: ReviewLine): string {
  switch (reason) {
    case 'rejected':
      return line.rejectedAt === null
        ? t`You removed this line before.`
        : t`You removed this line ${when(line.rejectedAt)}.`
    case 'untrusted':
      return line.by.lineage === 'outside'
        ? t`This text comes from another program.`
        : t`The agent had read untrusted text when it wrote this.`
    case 'removal': {
      const count = line.removed.length
      return plural(count, { one: '# line is gone.', other: '# lines are gone.' })
    }
    case 'contradiction':
      return line.against?.path === line.path && line.kind === 'changed'
        ? t`This replaces “${line.against.text.trim()}”.`
        : t`${line.against?.path ?? ''} says “${line.against?.text.trim() ?? ''}”.`
    case 'secret':
      return t`A secret in this change was redacted.`
  }
}

/** The same in a word or two. */
export function reasonLabel(reason: ReviewReason): string {
  switch (reason) {
    case 'rejected':
      return t`removed before`
    case 'untrusted':
      return t`untrusted`
    case 'removal':
      return t`removes a lot`
    case 'contradiction':
      return t`contradicts`
    case 'secret':
      return t`secret redacted`
  }
}

/** "The agent added 2 lines, changed 1 line. A policy removed 1 line." */
export function lookedSummary(lines: readonly ReviewLine[]): string {
  if (lines.length === 0) return t`Nothing new.`
  const sentences = (['agent', 'outside', 'policy'] as const).flatMap((actor) => {
    const own = lines.filter(({ by }) => by.actor === actor)
    const counts = (['learned', 'changed', 'forgot', 'moved'] as const).flatMap((kind) => {
      const count = own.filter((line) => line.kind === kind).reduce((sum, line) => sum + linesOf(line), 0)
      return count === 0 ? [] : [countedWord(kind, count)]
    })
    return counts.length === 0 ? [] : [whatOneDid(actor, listText(counts))]
  })
  return sentencesText(sentences)
}

/** Files that moved count as one, and so does what has no lines, such as a picture. */
const linesOf = ({ kind, added, removed }: ReviewLine): number =>
  kind === 'moved' ? 1 : Math.max(1, (kind === 'forgot' ? removed : added).length)

function countedWord(kind: 'learned' | 'changed' | 'forgot' | 'moved', count: number): string {
  switch (kind) {
    case 'learned':
      return plural(count, { one: 'added # line', other: 'added # lines' })
    case 'changed':
      return plural(count, { one: 'changed # line', other: 'changed # lines' })
    case 'forgot':
      return plural(count, { one: 'removed # line', other: 'removed # lines' })
    case 'moved':
      return plural(count, { one: 'moved # file', other: 'moved # files' })
    default:
      return assertNever(kind)
  }
}

function whatOneDid(actor: 'agent' | 'outside' | 'policy', counts: string): string {
  switch (actor) {
    case 'agent':
      return t`The agent ${counts}.`
    case 'outside':
      return t`Another program ${counts}.`
    case 'policy':
      return t`A policy ${counts}.`
  }
}

/** What an undo that waits is about. */
export function undoTitle({ what, isRedo, paths, files }: WaitingUndo): string {
  if ('conversation' in what) {
    const { turn } = what
    return turn === undefined ? t`Undo the changes in a conversation` : t`Undo the changes in turn ${turn}`
  }
  if ('client' in what) return t`Undo the changes by ${what.client}`
  const count = what.commits.length
  if (count > 1)
    return isRedo
      ? plural(count, { one: 'Redo # change', other: 'Redo # changes' })
      : plural(count, { one: 'Undo # change', other: 'Undo # changes' })
  const [path] = paths
  if (files === 1 && path !== undefined) return isRedo ? t`Redo a change to ${path}` : t`Undo a change to ${path}`
  return isRedo
    ? plural(files, { one: 'Redo a change to # file', other: 'Redo a change to # files' })
    : plural(files, { one: 'Undo a change to # file', other: 'Undo a change to # files' })
}

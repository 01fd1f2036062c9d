import { plural, t } from '@lingui/core/macro'
import { assertNever } from '../../shared/assert-never.ts'
import type { Device } from '../../shared/devices.ts'
import { isNote } from '../../shared/note-files.ts'
import { isHeading, plainLine, tellingLine } from '../../shared/plain-line.ts'
import type { Review, ReviewChange, ReviewLine, ReviewReason } from '../../shared/review.ts'
import type { DeviceConflict, WaitingUndo } from '../../shared/waiting.ts'
import { files } from '../format/counts.ts'
import { factsText, listText, sentencesText } from '../format/language.ts'
import { when } from '../format/time.ts'
import { countRows } from '../state/review-rows.ts'
import type { StoppedWriter } from '../state/stopped-writers.ts'
import { stillAsked, type WaitingWrite } from '../state/waiting-groups.ts'

/** What was done to the memory, in one word. Data, and what says nothing by itself, is no knowledge. */
export function kindWord(change: ReviewChange): string {
  const { kind, wholeFile, linesThen } = change
  switch (kind) {
    case 'learned':
      return factOf(change) !== null ? t`Learned` : linesThen === 0 ? t`Created` : t`Changed`
    case 'changed':
      return t`Changed`
    case 'forgot':
      return wholeFile || factOf(change) !== null ? t`Forgot` : t`Changed`
    case 'moved':
      return t`Moved`
  }
}

/** What the change says, without Markdown's marks; its file where it says nothing by itself. */
export function quoteOf(change: ReviewChange): string {
  const { kind, path, from } = change
  return kind === 'moved' ? t`${from ?? path} is now ${path}` : (factOf(change) ?? path)
}

/** The first line of a note that is more than a heading, or punctuation; null where there is none. */
function factOf({ kind, path, added, removed, wholeFile }: ReviewChange): string | null {
  if (kind === 'moved' || !isNote(path) || (wholeFile && kind === 'forgot')) return null
  const lines = kind === 'forgot' ? removed : added
  const fact = tellingLine(lines.map(({ text }) => text))
  return fact === undefined || isHeading(fact) ? null : plainLine(fact)
}

/** How many more lines than the quoted one, or how many there are where none is quoted. */
export function moreLines(change: ReviewChange): string | null {
  const { kind, added, removed } = change
  const count = (kind === 'forgot' || added.length === 0 ? removed : added).length
  if (factOf(change) === null) return count > 0 ? plural(count, { one: '# line', other: '# lines' }) : null
  return count > 1 ? plural(count - 1, { one: 'and # more line', other: 'and # more lines' }) : null
}

/** Why a line comes first. */
export function reasonText(reason: ReviewReason, line: ReviewLine): string {
  switch (reason) {
    case 'rule':
      return t`A rule of yours is against this. Another program can’t be stopped, but you can undo it.`
    case 'rejected':
      return line.rejectedAt === null
        ? t`You removed this line before.`
        : t`You removed this line ${when(line.rejectedAt)}.`
    case 'untrusted':
      return line.by.lineage === 'outside'
        ? t`This was written outside Variorum.`
        : t`The agent had read text from outside when it wrote this.`
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
    case 'rule':
      return t`against a rule`
    case 'rejected':
      return t`removed before`
    case 'untrusted':
      return t`from outside`
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

/** What an agent wants to write, in its first line; else where. */
export function writeTitle({
  says: said,
  paths,
  origin: { verb },
  conflict,
}: Pick<WaitingWrite, 'says' | 'paths' | 'origin' | 'conflict'>): string {
  const [path = '', ...more] = paths
  if (conflict !== undefined) return conflictTitle(conflict.kind, path)
  if (said !== null) return t`“${said}”`
  if (verb === 'delete') return more.length === 0 ? t`Delete ${path}` : t`Delete ${files(paths.length)}`
  return verb === 'rename' ? t`Move ${path}` : path
}

function conflictTitle(kind: DeviceConflict['kind'], path: string): string {
  switch (kind) {
    case 'lines':
    case 'file':
      return t`Two versions of ${path}`
    case 'deleted':
      return t`Delete ${path}?`
    case 'same':
      return t`Noted twice: ${path}`
  }
}

/** The other device of a conflict, which may be unknown. */
export const deviceName = (device: Pick<Device, 'name'> | undefined): string => device?.name ?? t`Another device`

/** Who wants to write: an agent; on another device, anybody. */
export function writerOf({ actor, client }: WaitingWrite['origin']): string {
  switch (actor) {
    case 'agent':
      return client ?? t`The agent`
    case 'outside':
      return client ?? t`Another program`
    case 'user':
      return t`You`
    case 'policy':
      return t`A policy`
  }
}

/** Who removed or rewrote too much at once. */
export function stoppedTitle({ origin: { actor, client } }: Pick<StoppedWriter, 'origin'>): string {
  if (actor === 'outside') return t`${client ?? t`Another program`} changed a lot at once`
  return client === undefined ? t`The agent was stopped` : t`${client} was stopped`
}

/** What an undo that waits is about. */
export function undoTitle({ what, isRedo, paths, files }: WaitingUndo): string {
  if ('conversation' in what) {
    const { turn } = what
    return turn === undefined ? t`Undo the changes in a conversation` : t`Undo the changes in turn ${turn}`
  }
  if ('client' in what) return t`Undo the changes by ${what.client}`
  const count = 'parts' in what ? what.parts.length : what.commits.length
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

/** "13 new in 5 files, 1 decision"; nothing where there is neither. */
export function reviewSummary(review: Review): string {
  const { lines } = review
  const waiting = stillAsked(review.waiting)
  const count = countRows(review)
  const places = files(new Set(lines.map(({ path }) => path)).size)
  return factsText([
    count > 0 && plural(count, { one: `# new in ${places}`, other: `# new in ${places}` }),
    waiting.length > 0 && plural(waiting.length, { one: '# decision', other: '# decisions' }),
  ])
}

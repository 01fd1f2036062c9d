import { Buffer } from 'node:buffer'
import type { Change } from '../../../shared/change.ts'
import type { CountedChange } from '../../../shared/commit.ts'
import { AppError } from '../../../shared/errors.ts'
import { isNote, stemOf } from '../../../shared/note-files.ts'
import { byOutside, type Verb } from '../../../shared/origin.ts'
import type { Gate } from '../../../shared/policy.ts'
import { readChange } from '../repo/changes.ts'
import { oneLine } from '../repo/commit-message.ts'
import type { Repository } from '../repo/repository.ts'

// The subject of a commit: what was learned, or else what was done to which files. Details are in the trailers.

/** Longer ones are cut by `git log --oneline` and by most pages that show them. */
const MAX_SUBJECT = 72
const MAX_QUOTED_BYTES = 100_000

const DONE: Readonly<Record<Verb, string>> = {
  view: 'looked at',
  create: 'created',
  str_replace: 'changed',
  insert: 'changed',
  delete: 'deleted',
  rename: 'renamed',
  edit: 'changed',
  adopt: 'edited outside:',
  restore: 'restored',
  undo: 'undid',
  other: 'changed',
}

/** What was done, for a command that names it itself: "deleted people", "renamed a.md to b.md". */
export function done(verb: Verb, what: string): string {
  return `${DONE[verb]} ${what}`
}

/** The same for several: "deleted plans/a.md and 19 others". @param words instead of the verb's */
export function doneToAll(verb: Verb, names: readonly string[], { words = DONE[verb], end = '' } = {}): string {
  const [first = 'nothing', ...more] = names
  const others = more.length === 0 ? '' : ` and ${more.length === 1 ? '1 other' : `${more.length} others`}`
  const rest = `${others}${end}`
  return `${words} ${cut(first, MAX_SUBJECT - words.length - 1 - rest.length)}${rest}`
}

/**
 * The subject of a commit that states none: "about-me: My bike is blue", "removed 2 lines from plan.md", "edited outside:
 * todo.md and 3 others".
 */
export function subjectOf(repo: Repository, verb: Verb, changes: readonly Change[]): string {
  const [first, ...more] = changes
  if (first === undefined) return done(verb, 'nothing')
  if (verb === 'adopt') return outsideSubject(changes)
  if (more.length > 0)
    return doneToAll(
      verb,
      changes.map(({ path }) => path),
    )
  if (first.from !== undefined) return done('rename', `${first.from} to ${first.path}`)
  if (first.after === null) return done('delete', first.path)
  if (first.before?.id === first.after.id) return `no change to ${first.path}`
  return learned(repo, first) ?? (first.before === null ? done('create', first.path) : done('edit', first.path))
}

/** A deletion among other changes weighs the most, and is named. */
function outsideSubject(changes: readonly Change[]): string {
  const lost = changes.filter(({ after }) => after === null)
  const others = changes.length - lost.length
  const word = changes.every(({ before }) => before === null) ? 'added' : lost.length > 0 ? 'deleted' : 'edited'
  return doneToAll(
    'adopt',
    (lost.length > 0 ? lost : changes).map(({ path }) => path),
    { words: `${word} outside:`, end: lost.length > 0 && others > 0 ? `, ${others} more changed` : '' },
  )
}

/** The first new line that says something; how many lines went, where none is new; null where neither can be said. */
function learned(repo: Repository, change: Change): string | null {
  const { path } = change
  const read = isNote(path) ? readIfWhole(repo, change) : null
  if (read === null) return null
  const { change: sized, lines, excerpt } = read
  if ((sized.before?.size ?? 0) + (sized.after?.size ?? 0) > MAX_QUOTED_BYTES) return null
  if (typeof excerpt?.added === 'string') return `${stemOf(path)}: ${excerpt.added}`
  if (lines === null || lines.removed === 0 || lines.added > 0) return null
  return `removed ${lines.removed === 1 ? '1 line' : `${lines.removed} lines`} from ${path}`
}

/** Null if an earlier version is damaged: a new one can be written all the same. */
function readIfWhole(repo: Repository, change: Change): CountedChange | null {
  try {
    return readChange(repo.objects, change).counted
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Quotes the subject of another commit: `undid “about-me: My bike is blue” and 2 more`. */
export function quoting(verb: string, subject: string, rest: string): string {
  return `${verb} “${cut(subject, MAX_SUBJECT - verb.length - rest.length - 3)}”${rest}`
}

/**
 * A subject as it is written: one line of at most 72 characters, without what the policies in force would not have in the
 * file. It may quote a text that was written before its rule.
 * @param instead for a subject that they would not allow at all
 */
export function writtenSubject(gate: Gate, path: string, subject: string, instead: string): string {
  const verdict = gate({ path, before: null, after: Buffer.from(subject), origin: byOutside('other'), totals: null })
  return cut(withoutFormat(oneLine(verdict.kind === 'allow' ? subject : instead)), MAX_SUBJECT)
}

function cut(text: string, length: number): string {
  const signs = [...text]
  return signs.length <= length
    ? text
    : `${signs
        .slice(0, Math.max(1, length - 1))
        .join('')
        .trimEnd()}…`
}

/** Without the characters that change the direction of a line or hide in it; emoji need the joiner. */
function withoutFormat(text: string): string {
  return text.replace(/(?!\u200d)\p{Cf}/gu, '')
}

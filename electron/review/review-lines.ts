import { createHash } from 'node:crypto'
import type { ObjectId, StorePath } from '../../shared/change.ts'
import type { ChangesSince, ReviewChange, ReviewLine } from '../../shared/review.ts'
import type { UndoWhat } from '../../shared/undoing.ts'
import type { OlderLines } from './older-lines.ts'
import { linesGone, ranked, reasonsOf } from './rank.ts'
import type { FindRejected } from './rejected.ts'
import type { ReviewOptions } from './review.ts'

/** Which changes of other programs a rule is against. */
export async function againstRules(
  { changes }: ChangesSince,
  pathsOf: NonNullable<ReviewOptions['pathsAgainstRules']>,
): Promise<(change: ReviewChange) => boolean> {
  const outside = new Set(changes.filter(({ by }) => by.actor === 'outside').map(({ by }) => by.commit))
  const paths = new Map<ObjectId, ReadonlySet<StorePath>>()
  for (const commit of outside) paths.set(commit, await pathsOf(commit))
  return ({ path, from, by }) => [path, from].some((each) => each !== null && paths.get(by.commit)?.has(each) === true)
}

/** What else is known of the changes. */
interface Known {
  readonly findRejected: FindRejected | null
  readonly isAgainstRule: (change: ReviewChange) => boolean
}

/** What changed, with why it is worth a look, the most doubtful first. */
export async function linesOf(
  found: ChangesSince,
  older: OlderLines,
  { findRejected, isAgainstRule }: Known,
): Promise<readonly ReviewLine[]> {
  older.refresh()
  const gone = linesGone(found.changes)
  const lines: ReviewLine[] = []
  const same = new Map<string, number>()
  for (const change of found.changes) {
    const texts = change.added.map(({ text }) => text)
    const [returned] = findRejected?.(change.path, texts) ?? []
    const first = idOf(change, 0)
    const earlier = same.get(first) ?? 0
    same.set(first, earlier + 1)
    const id = earlier === 0 ? first : idOf(change, earlier)
    const against = await older.against(id, change)
    const rejectedAt = returned?.rejectedAt ?? null
    const known = { isAgainstRule: isAgainstRule(change), rejectedAt, against, gone: gone(change) }
    lines.push({
      ...change,
      rejectedAt,
      against,
      id,
      reasons: reasonsOf(change, known),
      undo: undoOf(change, found),
    })
  }
  return ranked(lines)
}

/** @param earlier how many changes before it are the same but for their place */
function idOf({ kind, path, removed, added, by }: ReviewChange, earlier: number): string {
  const texts = [removed, added].map((lines) => lines.map(({ text }) => text))
  return createHash('sha1')
    .update(JSON.stringify([kind, path, texts, by.variorumId ?? by.commit, ...(earlier === 0 ? [] : [earlier])]))
    .digest('hex')
}

function undoOf(
  { kind, path, from, wholeFile, removed, added, by }: ReviewChange,
  { since, until }: ChangesSince,
): UndoWhat {
  const commits = [by.variorumId ?? by.commit]
  if (until === null) return { commits }
  const between = { since, until, ...(from === null ? {} : { from }) }
  if (kind === 'moved') return { commits, file: { path, what: 'name', between } }
  if (wholeFile && kind !== 'forgot') return { commits, file: { path, what: 'content', between } }
  const numbers = (lines: readonly { readonly number: number }[]): readonly number[] =>
    lines.map(({ number }) => number)
  return { commits, lines: { path, removed: numbers(removed), added: numbers(added), between } }
}

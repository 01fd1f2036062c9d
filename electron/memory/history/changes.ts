import type { Change, ObjectId } from '../../../shared/change.ts'
import { CHANGES_SHOWN, type CountedChange } from '../../../shared/commit.ts'
import { decodeText } from '../../disk/utf8.ts'
import type { Difference, TreeFileEntry } from '../git/tree.ts'
import type { Repository } from '../repo/repository.ts'
import { compareTexts } from './changed-text.ts'

// Turns differences between trees into changes.

/** Larger files are not compared line by line. */
const MAX_COMPARED_BYTES = 1_000_000

/** The changes that are shown, with their lines counted, and the number of all changes. */
export interface Counted {
  readonly changes: readonly CountedChange[]
  readonly count: number
}

/** Where the bytes of versions are read. */
type Versions = Pick<Repository['objects'], 'readIfFits'>

/** Counts lines and adds the sizes, which trees do not have. */
export function countChanges(versions: Versions, all: readonly Change[]): Counted {
  return {
    changes: all.slice(0, CHANGES_SHOWN).map((change) => readChange(versions, change).counted),
    count: all.length,
  }
}

/** The change with the sizes of both versions. */
export function withSizes(repo: Repository, change: Change): Change {
  const [before, after] = [change.before, change.after].map(
    (blob) => blob && { ...blob, size: repo.objects.readIfFits(blob.id).size },
  )
  return { ...change, before: before ?? null, after: after ?? null }
}

/** A change whose two versions were read. */
export interface ComparedChange {
  readonly counted: CountedChange
  /** The lines it removes and adds (see changed-text.ts); '' if the files are not compared line by line. */
  readonly text: string
}

/** Reads and compares both versions of a change. */
export function readChange(versions: Versions, change: Change): ComparedChange {
  const [before, after] = [change.before, change.after].map((blob) =>
    blob === null ? null : versions.readIfFits(blob.id),
  )
  const sized = {
    ...change,
    before: change.before && { ...change.before, size: before?.size ?? 0 },
    after: change.after && { ...change.after, size: after?.size ?? 0 },
  }
  const texts = [before, after].map((version) =>
    (version?.size ?? 0) > MAX_COMPARED_BYTES ? null : decodeText(version?.bytes ?? null),
  )
  if ((before != null && texts[0] === null) || (after != null && texts[1] === null))
    return { counted: { change: sized, lines: null }, text: '' }
  const { lines, excerpt, text } = compareTexts(texts[0] ?? null, texts[1] ?? null)
  return { counted: { change: sized, lines, excerpt }, text }
}

/** Pairs a deleted file with a new one of the same content: they are one change, a rename. */
export function pairRenames(differences: readonly Difference[]): readonly Change[] {
  const gone = new Map<ObjectId, TreeFileEntry[]>()
  for (const { before, after } of differences)
    if (before !== null && after === null) gone.set(before.id, [...(gone.get(before.id) ?? []), before])
  const moved = new Map<string, TreeFileEntry>()
  for (const { path, before, after } of differences) {
    const from = before === null && after !== null ? gone.get(after.id)?.shift() : undefined
    if (from !== undefined) moved.set(path, from)
  }
  const sources = new Set([...moved.values()].map(({ path }) => path))
  const blob = (entry: TreeFileEntry | null): Change['after'] =>
    entry === null ? null : { id: entry.id, mode: entry.mode, size: 0 }
  return differences.flatMap(({ path, before, after }) => {
    if (sources.has(path)) return []
    const from = moved.get(path)
    return [
      from === undefined
        ? { path, before: blob(before), after: blob(after) }
        : { path, from: from.path, before: blob(from), after: blob(after) },
    ]
  })
}

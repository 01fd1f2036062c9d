import { Buffer } from 'node:buffer'
import type { Change, ObjectId } from '../../../shared/change.ts'
import { CHANGES_SHOWN, type CountedChange } from '../../../shared/commit.ts'
import { sharedEnds } from '../../disk/shared-ends.ts'
import { isText } from '../../disk/utf8.ts'
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
  const [old, now] = [comparable(before ?? null), comparable(after ?? null)]
  if (old === null || now === null) return { counted: { change: sized, lines: null }, text: '' }
  const { lines, excerpt, text } = compareTexts(...differingLines(old, now))
  return { counted: { change: sized, lines, excerpt }, text }
}

const NOTHING = Buffer.alloc(0)

/** The bytes of a version that is compared line by line; null for others. A missing one has none. */
function comparable(version: { readonly size: number; readonly bytes: Buffer | null } | null): Buffer | null {
  if (version === null) return NOTHING
  const { size, bytes } = version
  return bytes !== null && size <= MAX_COMPARED_BYTES && isText(bytes) ? bytes : null
}

const [NEWLINE, RETURN] = [0x0a, 0x0d]

/** Both texts without the lines that they both begin and end with. Lines that differ only in their line ends count as the same. */
function differingLines(before: Buffer, after: Buffer): readonly [before: string, after: string] {
  if (before.includes(RETURN) || after.includes(RETURN)) return [before.toString(), after.toString()]
  const { start, end } = sharedEnds(before, after)
  const from = start === 0 ? 0 : before.lastIndexOf(NEWLINE, start - 1) + 1
  const newline = before.indexOf(NEWLINE, before.length - end)
  const shared = newline < 0 ? 0 : before.length - newline - 1
  return [before.toString('utf8', from, before.length - shared), after.toString('utf8', from, after.length - shared)]
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

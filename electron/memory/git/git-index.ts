import { Buffer } from 'node:buffer'
import * as fs from 'node:fs/promises'
import type { ObjectId } from '../../../shared/change.ts'
import { firstPlace } from '../../../shared/first-place.ts'
import { isPolicyPath, POLICIES_FOLDER } from '../../../shared/policies-path.ts'
import { unlessMissing } from '../../disk/durable-files.ts'
import { exactStatIfThere, isUnchanged, type StatData } from '../../disk/exact-stat.ts'
import {
  compareName,
  INTENT_TO_ADD_BIT,
  keyOf,
  serializeEntry,
  SKIP_WORKTREE_BIT,
  STAGE_BITS,
  StoredEntry,
  UnreadableIndex,
  type IndexEntry,
} from './git-index-entry.ts'
import { CHECKSUM_BYTES, COUNT_OFFSET, imageOf, parseIndex, type IndexImage } from './git-index-format.ts'

type Version = { readonly id: ObjectId; readonly mode: string } | null

type WriteTime = Pick<StatData, 'mtime' | 'mtimeNs'>

const NEVER: WriteTime = { mtime: 0, mtimeNs: 0 }
const UNKNOWN_STAT: StatData = { ctime: 0, ctimeNs: 0, mtime: 0, mtimeNs: 0, dev: 0, ino: 0, uid: 0, gid: 0, size: 0 }

/** The files below a folder, which are next to each other in the index. */
export interface FilesBelow {
  /** False if none of their paths contains this ASCII text. True may be wrong: the bytes around the paths are searched, too. */
  readonly mayHave: (text: string) => boolean
  readonly files: () => Iterable<StoredEntry>
}

/** Entries from `first` to before `next`, in whose place this one comes; null for none. */
interface Splice {
  readonly first: number
  readonly next: number
  readonly bytes: Buffer | null
}

/** The index in memory, as the bytes of its file: there may be very many entries. Those of an unfinished merge are kept. */
export class GitIndex {
  #bytes: Buffer
  /** Where each entry begins. */
  #offsets: number[]
  /** Counted when they are first asked for. */
  #totals: { files: number; bytes: number } | null = null
  /** When the index was written: an entry as recent as this may hide a later change ("racily clean"). */
  written: WriteTime

  constructor({ bytes, offsets }: IndexImage = imageOf([]), written: WriteTime = NEVER) {
    this.#bytes = bytes
    this.#offsets = offsets
    this.written = written
  }

  /** An index of files on which nothing is known about the disk. */
  static of(files: readonly { readonly path: string; readonly id: ObjectId; readonly mode: string }[]): GitIndex {
    return new GitIndex(
      imageOf(
        files.map(({ path, id, mode }) => ({ key: keyOf(path), id, mode, stat: UNKNOWN_STAT, flags: 0, extended: 0 })),
      ),
    )
  }

  /** The number of files in the memory and their bytes, as far as their stat is known, without the policies. */
  get totals(): { readonly files: number; readonly bytes: number } {
    if (this.#totals === null) {
      const totals = { files: 0, bytes: 0 }
      for (const entry of this.entries())
        if (!entry.startsWith(`${POLICIES_FOLDER}/`)) {
          totals.files += 1
          totals.bytes += entry.size
        }
      this.#totals = totals
    }
    return { ...this.#totals }
  }

  /** The files, in git's order. Each is valid until the index changes. */
  entries(): Generator<StoredEntry> {
    return this.#entriesAt(0, this.#offsets.length)
  }

  /** The files below a folder, in git's order. Valid until the index changes. */
  below(folder: string): FilesBelow {
    const start = this.#positionOf(`${keyOf(folder)}/`)
    // What sorts right behind a slash.
    const end = this.#positionOf(`${keyOf(folder)}0`)
    return {
      mayHave: (text) => this.#bytes.subarray(this.#offsetOf(start), this.#offsetOf(end)).includes(text),
      files: () => this.#entriesAt(start, end),
    }
  }

  *#entriesAt(start: number, end: number): Generator<StoredEntry> {
    for (let position = start; position < end; position += 1) {
      const entry = this.#stored(position)
      if (isMerged(entry)) yield entry
    }
  }

  /** The entry of a file, valid until the index changes; null when there is none. */
  entry(path: string): IndexEntry | null {
    const key = keyOf(path)
    const position = this.#positionOf(key)
    if (!this.#isAt(position, key)) return null
    const entry = this.#stored(position)
    return isMerged(entry) ? entry : null
  }

  /** The id of the file's content if its stat proves that the file is unchanged since the entry was made; else null. */
  knownId(path: string, stat: StatData, mode: string): ObjectId | null {
    const entry = this.entry(path)
    if (entry === null || entry.mode !== mode || !isUnchanged(entry.stat, stat)) return null
    const { mtime, mtimeNs } = this.written
    return stat.mtime < mtime || (stat.mtime === mtime && stat.mtimeNs < mtimeNs) ? entry.id : null
  }

  /**
   * Whether a path's entry is this version (null: none, or only the intent to add one, which git does not commit
   * either). If it isn't, the user staged something else.
   */
  has(path: string, version: Version): boolean {
    const entry = this.entry(path)
    return version === null
      ? entry === null || (entry.extended & INTENT_TO_ADD_BIT) !== 0
      : entry?.id === version.id && entry.mode === version.mode
  }

  /**
   * Updates each path from its version before to the one after, in one pass. What the user staged is kept.
   * @param statOf the file's, only if the file certainly has the version after; null makes git read the file
   */
  update(
    files: readonly { readonly path: string; readonly before: Version; readonly after: Version }[],
    statOf: (path: string) => StatData | null,
  ): void {
    const splices = files
      .filter(({ path, before }) => this.has(path, before))
      .map(({ path, after }) => ({ key: keyOf(path), path, after }))
      .toSorted((one, two) => (one.key < two.key ? -1 : one.key > two.key ? 1 : 0))
      .flatMap(({ key, path, after }) =>
        after === null
          ? this.#replace(key, null)
          : this.#replace(key, {
              key,
              id: after.id,
              mode: after.mode,
              stat: statOf(path) ?? UNKNOWN_STAT,
              flags: 0,
              extended: 0,
            }),
      )
    if (splices.length > 0) this.#splice(splices)
  }

  /** Whether the user keeps this path out of the work tree (a sparse checkout). */
  skipsWorkTree(path: string): boolean {
    return ((this.entry(path)?.extended ?? 0) & SKIP_WORKTREE_BIT) !== 0
  }

  /** A copy of the index as file content, but for its checksum. */
  toImage(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes)
  }

  /** The position of the first entry with this key, or where it belongs. */
  #positionOf(key: string): number {
    return firstPlace(this.#offsets, (offset) => compareName(this.#bytes, offset, key) >= 0)
  }

  #isAt(position: number, key: string): boolean {
    return position < this.#offsets.length && compareName(this.#bytes, this.#offsetOf(position), key) === 0
  }

  #stored(position: number): StoredEntry {
    return new StoredEntry(this.#bytes, this.#offsetOf(position))
  }

  #offsetOf(position: number): number {
    return this.#offsets[position] ?? this.#bytes.length - CHECKSUM_BYTES
  }

  /**
   * Puts an entry in the place of all that have this key: a path that is set is merged.
   * @returns what is still to be done, where the entry takes another number of bytes than those before it
   */
  #replace(key: string, entry: IndexEntry | null): readonly Splice[] {
    const first = this.#positionOf(key)
    let next = first
    const totals = isPolicyPath(key) ? null : this.#totals
    const count = (size: number, sign: 1 | -1): void => {
      if (totals === null) return
      totals.files += sign
      totals.bytes += sign * size
    }
    for (; this.#isAt(next, key); next += 1) if (isMerged(this.#stored(next))) count(this.#stored(next).size, -1)
    if (entry !== null) count(entry.stat.size, 1)
    const bytes = entry === null ? null : serializeEntry(entry)
    const from = this.#offsetOf(first)
    if (bytes === null && next === first) return []
    if (bytes === null || next - first !== 1 || this.#offsetOf(next) - from !== bytes.length)
      return [{ first, next, bytes }]
    bytes.copy(this.#bytes, from)
    return []
  }

  /** @param splices in the order of their positions, which are those before any of them */
  #splice(splices: readonly Splice[]): void {
    const pieces: Buffer[] = []
    const offsets = this.#offsets.slice(0, splices[0]?.first)
    let [position, done, growth] = [offsets.length, 0, 0]
    const keepUntil = (end: number): void => {
      for (; position < end; position += 1) offsets.push(this.#offsetOf(position) + growth)
    }
    for (const { first, next, bytes } of splices) {
      keepUntil(first)
      const [from, to] = [this.#offsetOf(first), this.#offsetOf(next)]
      pieces.push(this.#bytes.subarray(done, from))
      if (bytes !== null) {
        offsets.push(from + growth)
        pieces.push(bytes)
      }
      growth += (bytes?.length ?? 0) - (to - from)
      position = next
      done = to
    }
    keepUntil(this.#offsets.length)
    this.#bytes = Buffer.concat([...pieces, this.#bytes.subarray(done)])
    this.#offsets = offsets
    this.#bytes.writeUInt32BE(offsets.length, COUNT_OFFSET)
  }
}

const isMerged = ({ flags }: Pick<IndexEntry, 'flags'>): boolean => (flags & STAGE_BITS) === 0

/** @param needsChecksum refuses an index without one, which git writes when configured to (index.skipHash) */
export async function readIndex(
  path: string,
  { needsChecksum = false }: { readonly needsChecksum?: boolean } = {},
): Promise<GitIndex> {
  const bytes = await unlessMissing(fs.readFile(path))
  if (bytes === null) return new GitIndex()
  if (needsChecksum && bytes.subarray(-CHECKSUM_BYTES).every((byte) => byte === 0))
    throw new UnreadableIndex('no checksum')
  try {
    return new GitIndex(parseIndex(bytes), exactStatIfThere(path) ?? undefined)
  } catch (error) {
    // A number in it points beyond its end.
    throw error instanceof RangeError ? new UnreadableIndex('truncated', { cause: error }) : error
  }
}
